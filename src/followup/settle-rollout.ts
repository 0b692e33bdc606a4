import { allMatches } from "./prefilter.ts";
import type { InlineModel } from "../domain/run-spec.ts";
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

const byPpo = /(?<!\w)(?:ppo|rlhf)(?!\w)/gu;

/** PPO is sized as the nearest that is known, GRPO: the same rollouts, without a value model; said as a premise. */
export function settlePpo(draft: Draft, method: string | null): void {
  const said = allMatches(byPpo, draft.folded);
  const [found] = said;
  if (found === undefined || method === "inference" || has(draft, "objective")) return;
  if (!has(draft, "model") && draft.context.current?.model === undefined) return;
  const where = draft.canonical.text.slice(found.index, found.index + found[0].length);
  draft.facts.push({ field: "objective", value: "grpo", start: found.index, where });
  for (const { index, 0: word } of said) draft.taken.fill(1, index, index + word.length);
  draft.premises.push({ code: "ppo-as-grpo", params: { parameters: parametersOf(draft) } });
}

/** Of the model of the run, where its size is known. */
function parametersOf(draft: Draft): number | null {
  const model: unknown = factOf(draft, "model")?.value ?? draft.context.current?.model;
  if (typeof model === "string") return draft.context.lookup.model(model)?.parametersTotal ?? null;
  const total = (model as InlineModel | undefined)?.["params_total"];
  return typeof total === "number" ? total : null;
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
