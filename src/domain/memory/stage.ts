import type { FilledRun } from "../filled-run.ts";
import { shapeOf } from "./model-shape.ts";

/** One stage of a pipeline; the whole model where there is none. */
export interface Stage {
  readonly index: number;
  readonly count: number;
  readonly layers: number;
  /** Its layers ÷ all layers. */
  readonly layerShare: number;
  /** Micro-batches whose activations it holds at once; parts of one where stages are interleaved. */
  readonly inFlight: number;
}

export const isFirst = (stage: Stage): boolean => stage.index === 0;
export const isLast = (stage: Stage): boolean => stage.index === stage.count - 1;

/**
 * Micro-batches in flight on rank i of p. 1F1B: p − i. Interleaved, v pieces a rank: 2·(p − i − 1) + (v − 1)·p + 1 pieces, each
 * 1/v of the rank's layers; on the first rank 1 + (p − 1)/(p·v) times as much as 1F1B. Never more than the m of a step.
 * Source: Narayanan et al. (arXiv 2104.04473), section 2.2; Korthikanti et al. (2205.05198), section 4.2.3; Megatron-LM
 * megatron/core/pipeline_parallel/schedules.py (num_warmup_microbatches).
 */
function microBatchesInFlight(run: FilledRun, index: number): number {
  const { pipeline: p, virtualStages: v = 1 } = run.parallel;
  const m = run.gradientAccumulation;
  if (run.method === "inference") return 1;
  if (v === 1) return Math.min(p - index, m);
  return Math.min((2 * (p - index - 1) + (v - 1) * p + 1) / v, m);
}

/**
 * Layers are dealt evenly, the larger share counted for all. Under 1F1B stage i of p starts p − i micro-batches before its first
 * backward, never more than there are. Source: PipeDream-Flush (arXiv 2006.09503); Narayanan et al. (2104.04473), section 2.2.
 */
export function stageOf(run: FilledRun, index: number): Stage {
  const { pipeline } = run.parallel;
  const all = Math.max(1, shapeOf(run.model).layers);
  const layers = Math.ceil(all / pipeline);
  return {
    index,
    count: pipeline,
    layers,
    layerShare: pipeline === 1 ? 1 : layers / all,
    inFlight: microBatchesInFlight(run, index),
  };
}

export const firstStage = (run: FilledRun): Stage => stageOf(run, 0);

/** Every stage, first to last. */
export const stagesOf = (run: FilledRun): readonly Stage[] =>
  Array.from({ length: run.parallel.pipeline }, (_, index) => stageOf(run, index));

/** The stages that can hold most: the first keeps the embedding and the most micro-batches, the last the head and the loss. */
export function heaviestStages(run: FilledRun): readonly Stage[] {
  const last = run.parallel.pipeline - 1;
  return last === 0 ? [firstStage(run)] : [firstStage(run), stageOf(run, last)];
}
