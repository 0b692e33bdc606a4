import { factOf, has, type Draft } from "./draft.ts";

const moved: Readonly<Record<string, string>> = {
  "serving.promptTokens": "rollout.promptTokens",
  "serving.outputTokens": "rollout.outputTokens",
};

/** "Input 1024, output 256" of a training: a sample is both, one after the other. */
function settleSampleParts(draft: Draft): void {
  const parts = ["serving.promptTokens", "serving.outputTokens"].map((field) => factOf(draft, field));
  const [prompt, answer] = parts;
  if (prompt === undefined || answer === undefined || has(draft, "serving.concurrency")) return;
  const value = Number(prompt.value) + Number(answer.value);
  draft.facts.splice(0, draft.facts.length, ...draft.facts.filter((fact) => !parts.includes(fact)));
  for (const field of ["sequenceLength", "data.tokensPerSample"]) {
    if (has(draft, field)) continue;
    draft.facts.push({ ...prompt, field, value });
    draft.assumed.push({ field, value, why: "prompt-and-answer" });
  }
}

/** A policy that learns from what it writes has prompts and completions of its own: they are no traffic. */
export function settleRollout(draft: Draft, method: string | null): void {
  const objective = factOf(draft, "objective")?.value ?? draft.context.current?.objective;
  if (method === "inference") return;
  if (objective !== "grpo") {
    if ((method !== null || has(draft, "data.samples")) && draft.context.current === null)
      settleSampleParts(draft);
    return;
  }
  for (const [at, fact] of draft.facts.entries()) {
    const field = moved[fact.field];
    if (field !== undefined) draft.facts[at] = { ...fact, field };
  }
}
