import type { Bound } from "../../domain/estimate.ts";
import type { BoundChange } from "../../domain/pilot/bound.ts";
import type { FileFault } from "../../domain/pilot/dropped.ts";

/** Files that people bring back from a pilot, and the form that takes them. */
export const drops = {
  faults: {
    "no-scope":
      "I may not open files here: the app needs files:read, and is reinstalled from its manifest to get it. Until then, paste the text after “pilot:”.",
    "other-organisation":
      "it belongs to another organisation and cannot be opened from here. Paste its text after “pilot:”.",
    elsewhere: "it lies in another service; I read files that are in Slack.",
    gone: "it is not there any more.",
    "too-large": "it is larger than 20 MB. Send its last part, or compress it with gzip.",
    "not-text": "it is no text. I read logs, JSON, JSON Lines, CSV, and any of them compressed with gzip.",
    unreachable: "Slack did not hand it over. Drop it again in a moment.",
  } satisfies Record<FileFault, string>,
  notRead: (why: string) => `Not read: ${why}`,
  nothingIn:
    "I read nothing of a run in it. A figure counts with its name: “peak reserved 41 GiB”, “nvidia-smi peak 45 GiB”, “1.9 s/step”.",
  kitFaulty: "It says that it comes from the pilot kit, and cannot be used as it stands:",
  noPlan:
    "I do not know which plan this belongs to. Drop the file in the thread of its plan, or use /gpu-plan pilot and choose one.",
  bound: (what: string, change: string | null, gain: string | null) =>
    change === null
      ? `What binds: ${what}. Nothing that costs little would change it.`
      : `What binds: ${what}. First ${change}${gain === null ? "." : `, worth up to ${gain} of the step.`}`,
  bounds: {
    compute: "compute",
    memory: "memory traffic and small kernels",
    communication: "communication between cards",
    input: "the data that feeds the cards",
  } satisfies Record<Bound, string>,
  boundChanges: {
    "feed-data-faster": "more data workers, or data prepared beforehand",
    "even-out-lengths": "packing, or batches of like lengths",
    "fewer-cards-or-faster-network": "fewer cards, or a faster link between them",
    "larger-micro-batch": "a larger micro-batch",
    "fuse-or-compile": "fused kernels or compilation",
  } satisfies Record<BoundChange, string>,
  measuredCost: (hours: string, run: string, million: string) =>
    `At the measured rate the whole window is ${hours}: ${run} a finished run, ${million} a million tokens.`,
  noLongerFits: "The plan is corrected: it no longer says that this run fits.",
  otherConfiguration: (configuration: string) =>
    `The plan is another one now: ${configuration}. What was proven or waived for the earlier one does not count for it.`,
  corrected: (was: string, now: string) => `Memory per GPU with what was learnt: ${was} → ${now}.`,
  standing: {
    rent: (config: string, time: string, cost: string) => `As it stands: ${config}, ${time}, ${cost}.`,
    memory: (required: string, usable: string) =>
      `Memory per card, all that was measured counted: ${required} of ${usable}.`,
    first: (stage: string) => `Before the whole duration: ${stage}.`,
    ranOut: (config: string) => `${config} ran out of memory in its pilot: not that machine.`,
    ways: "What does hold it, the best first:",
    none: "No machine that was compared holds more. “What if it does not fit?” lists the ways.",
    thenPilot: "Name one here and the plan becomes that one; its pilot comes before the whole duration.",
  },
  again: "This result was posted before: it counts once.",
  pasted: "the pasted text",
  plan: {
    title: "What settles this plan",
    run: (what: string, minutes: number, gpus: number, cost: string | null) =>
      `${what}: about ${minutes} minutes on ${gpus === 1 ? "one GPU" : `${gpus} GPUs`}${cost === null ? "" : `, ${cost}`}`,
    what: {
      "longest-batches": "the longest real batches",
      "shortest-batches": "the same with the smallest batch, so that what grows is told from what is held",
      "serve-longest-requests": "the longest requests",
      "scaling-step": "all cards, at the same effective batch",
      "restore-proof": "save, end, restore in a new process",
      "restart-and-reload": "restart and reload, under the same load",
    },
    users: (n: number) => `, ${n === 1 ? "one user" : `${n} users`} at once`,
    passTitle: "It passes if (fixed now, before the run)",
    pass: {
      "device-memory-below": (gib: string, range: string) =>
        `the device stays below ${gib} per GPU (predicted ${range})`,
      "tokens-per-second-at-least": (low: string, likely: string) =>
        `each GPU does at least ${low} (${likely} expected)`,
      "scaling-efficiency-at-least": (share: string) => `each card is worth at least ${share} of one alone`,
      "five-items-restored":
        "model, optimizer, schedule, random state and data position come back, and the loss goes on",
      "restarted-and-reloaded": "the service comes back and answers as before",
    },
    kit: "The kit is attached: one Python file, the run, and the file that starts it.",
    back: "Drop pilot-result.json here, or the logs you have: I judge them against what is written above.",
    serving:
      "For serving there is no kit: run vllm bench serve with the planned users and lengths, and drop the start-up log and what it prints here. After a restart, the same again.",
  },
  form: {
    title: "Pilot results",
    submit: "Judge it",
    plan: "Plan",
    planHint: "The plan that the run was for.",
    planPlaceholder: "Choose a plan",
    files: "Files",
    filesHint:
      "The kit's pilot-result.json, or the logs you have: one per rank is fine, the worst rank counts. 20 MB each.",
    text: "Or paste",
    textHint: "A log, a table of nvidia-smi, an out-of-memory message.",
    nothing: "Add a file, or paste a text.",
    noPlan: "Choose the plan that the run was for.",
    noPlans: "You have no plan yet",
  },
};
