import type { RunSpec } from "../run-spec.ts";
import type { Take } from "./serving-defaults.ts";

/** Micro-batches per stage of a pipeline that 1F1B needs to idle about a tenth of the time: (p − 1) ÷ 8p. */
const batchesPerStage = 8;

/** Micro-batches of a step that keep the stages of a pipeline busy; one where the stated micro-batch is cut among them already. */
export const fillingBatches = ({ microBatch }: RunSpec, pipeline: number): number =>
  pipeline > 1 && (microBatch ?? 1) < 2 * pipeline ? batchesPerStage * pipeline : 1;

/** Gradient accumulation as stated, else what fills the pipeline, else one. */
export function accumulationOf(spec: RunSpec, pipeline: number, take: Take): number {
  const filling = fillingBatches(spec, pipeline);
  const why = filling > 1 ? "fills-the-pipeline" : "none-stated";
  return take("gradientAccumulation", spec.gradientAccumulation, filling, why);
}
