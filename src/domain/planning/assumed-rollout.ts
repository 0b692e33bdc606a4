import type { FilledRollout } from "../filled-run.ts";
import { usualGenerations } from "../rollout-tokens.ts";
import type { RunSpec } from "../run-spec.ts";
import type { Take } from "./serving-defaults.ts";

/** Completions of GRPO: as many and as long as stated, within the length that memory holds. */
export function rolloutOf(spec: RunSpec, sequenceLength: number, take: Take): FilledRollout | null {
  if (spec.objective !== "grpo") return null;
  const stated = spec.rollout ?? {};
  const outputTokens = take(
    "rollout.outputTokens",
    stated.outputTokens,
    Math.max(1, Math.floor(sequenceLength / 2)),
    "half-of-length",
  );
  const rest = Math.max(1, sequenceLength - outputTokens);
  return {
    generations: take("rollout.generations", stated.generations, usualGenerations, "usual-group"),
    outputTokens,
    promptTokens: take("rollout.promptTokens", stated.promptTokens, rest, "rest-of-length"),
    engine: take("rollout.engine", stated.engine, "trainer", "policy-writes"),
    engineSleeps: stated.engineSleeps ?? false,
    reference: take("rollout.reference", stated.reference, true, "kept-for-divergence"),
    rewardParameters: stated.rewardParameters ?? 0,
  };
}

/** What a run of GRPO must hold of one sample, when its length is not stated. */
export function lengthStated({ sequenceLength, rollout, objective }: RunSpec): number | undefined {
  if (sequenceLength !== undefined || objective !== "grpo" || rollout?.outputTokens === undefined)
    return sequenceLength;
  return rollout.outputTokens + (rollout.promptTokens ?? rollout.outputTokens);
}
