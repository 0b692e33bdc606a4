import { factOf, type Draft } from "./draft.ts";

const moved: Readonly<Record<string, string>> = {
  "serving.promptTokens": "rollout.promptTokens",
  "serving.outputTokens": "rollout.outputTokens",
};

/** A policy that learns from what it writes has prompts and completions of its own: they are no traffic. */
export function settleRollout(draft: Draft, method: string | null): void {
  const objective = factOf(draft, "objective")?.value ?? draft.context.current?.objective;
  if (objective !== "grpo" || method === "inference") return;
  for (const [at, fact] of draft.facts.entries()) {
    const field = moved[fact.field];
    if (field !== undefined) draft.facts[at] = { ...fact, field };
  }
}
