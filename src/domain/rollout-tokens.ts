import type { RunSpec } from "./run-spec.ts";

/**
 * Completions of one prompt where none are stated: a group of one has no advantage to compute.
 * Source: trl/trainer/grpo_config.py, `num_generations` "defaults to 8".
 */
export const usualGenerations = 8;

/**
 * Tokens of one epoch over the prompts of GRPO: every completion of a group is trained on, each behind its prompt.
 * Undefined where their lengths are not both stated, or the tokens of the data are.
 */
export function tokensOfPrompts({
  objective,
  rollout,
  data,
}: Pick<RunSpec, "objective" | "rollout" | "data">): number | undefined {
  const { promptTokens, outputTokens, generations = usualGenerations } = rollout ?? {};
  if (objective !== "grpo" || promptTokens === undefined || outputTokens === undefined) return undefined;
  if (data?.samples === undefined || data.tokens !== undefined || data.tokensPerSample !== undefined)
    return undefined;
  return data.samples * generations * (promptTokens + outputTokens);
}
