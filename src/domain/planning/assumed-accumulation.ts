import { usualGenerations } from "../rollout-tokens.ts";
import type { RunSpec } from "../run-spec.ts";
import type { Take } from "./serving-defaults.ts";

/** Micro-batches per stage of a pipeline that 1F1B needs to idle about a tenth of the time: (p − 1) ÷ 8p. */
const batchesPerStage = 8;

/** Micro-batches of a step that keep the stages of a pipeline busy; one where the stated micro-batch is cut among them already. */
export const fillingBatches = ({ microBatch }: RunSpec, pipeline: number): number =>
  pipeline > 1 && (microBatch ?? 1) < 2 * pipeline ? batchesPerStage * pipeline : 1;

const greatestCommon = (a: number, b: number): number => (b === 0 ? a : greatestCommon(b, a % b));

/**
 * Micro-batches of a step of GRPO that make whole groups of completions: micro-batch × ranks × accumulation is a
 * multiple of the completions of a prompt. Source: trl/trainer/grpo_config.py (num_generations).
 */
function wholeGroups({ objective, rollout, microBatch = 1, gpus = 1 }: RunSpec): number {
  const generations = objective === "grpo" ? (rollout?.generations ?? usualGenerations) : 1;
  return generations / greatestCommon(generations, microBatch * gpus);
}

/** Gradient accumulation as stated, else what fills the pipeline, else whole groups of completions, else one. */
export function accumulationOf(spec: RunSpec, pipeline: number, take: Take): number {
  const filling = fillingBatches(spec, pipeline);
  const groups = wholeGroups(spec);
  const why = filling > 1 ? "fills-the-pipeline" : groups > 1 ? "whole-groups-of-completions" : "none-stated";
  return take("gradientAccumulation", spec.gradientAccumulation, filling > 1 ? filling : groups, why);
}
