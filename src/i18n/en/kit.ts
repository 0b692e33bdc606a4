/** What goes with the pilot kit. */
export const kit = {
  unknownRun: (read: string, known: string) => `--run ${read}: there is no such run. Known: ${known}.`,
  badAddress: "--post: an https address (or http on this machine), without a token, name or password in it.",
  nothingToTry:
    "--spec: no run that can be tried is in it. It takes a run as JSON (model, method, …), or the output of plan --json that recommends something.",
  servingNotYet:
    "method inference: the kit measures training. For serving, run vllm bench serve on your longest requests; gpu-plan pilot read reads what it and the server print.",
  readme: (start: string, file: string, recorder: string, post: string | null) => `# Pilot run

Files: \`gpu_plan_pilot.py\` (the kit: Python's standard library and PyTorch), \`spec.json\` (the run),
\`${file}\` (how it is started).

## Start it

\`\`\`
${start}
\`\`\`

With the model's weights on the machine and transformers installed the kit trains the published model (\`--download\` fetches
it). Otherwise it builds the same shape with random weights: memory and time are those of the shape. The result says which.

\`--data lengths.jsonl\` takes the lengths of your real samples (\`{"length": 1234}\` a line); otherwise the longest sample of the
run is used. The longest batch comes first.

## In your own script

The second line stands around one optimizer step, the third after a save:

\`\`\`python
${recorder}
\`\`\`

For the restore proof start a new process with \`Pilot("spec.json", resume=True)\`, load your checkpoint, then call
\`pilot.restored\` with the same four names.

## What comes out

\`pilot-result.json\` in the folder that \`--out\` names (\`pilot-out\`, unless \`${file}\` says another): memory
by phase and process, step times after the warm-up, tokens per second, waiting for data, utilisation, power, temperature, versions, and whether a new process restored model, optimizer, schedule, random state and
data position. A run that runs out of memory or is killed still leaves what it measured; \`--collect\` makes the result again.
It holds no path, host name, user name or secret, and is sent nowhere by itself.

## What to do with it

Drop the file into the thread of the plan, or read it with \`gpu-plan pilot read pilot-out/pilot-result.json\`.
${
  post === null
    ? ""
    : `
Or let the kit post it, with the one-time token that only you were shown when you asked for the kit (30 days, one result):

\`\`\`
export GPU_PLAN_PILOT_TOKEN=…
${post}
\`\`\`
`
}`,
};
