import type { World } from "../catalogue.ts";
import type { Readings } from "../pilot-reading.ts";
import { learn } from "./calibrate.ts";
import { compareFigures, isMemory, type Trusted } from "./compare.ts";
import { PLAUSIBLE_FACTOR, type Correction } from "./correction.ts";
import type { AsRun } from "./match.ts";
import type { Comparison, InconclusiveReason } from "./pilot.ts";
import { predictionOf } from "./prediction.ts";

export interface Itself {
  readonly comparisons: readonly Comparison[];
  /** A peak that no run of this kind is known to have. */
  readonly doubts: readonly InconclusiveReason[];
}

/** Another run than the planned one, against what is expected of that very run by all that the team knows; a service is not. */
export function judgeItself(
  as: AsRun,
  measured: Readings,
  trusted: Trusted,
  corrections: readonly Correction[],
  world: World,
): Itself {
  const card = as.run.accelerator === undefined ? undefined : world.lookup.accelerator(as.run.accelerator);
  if (card === undefined || as.run.method === "inference" || measured.outOfMemory !== null)
    return { comparisons: [], doubts: [] };
  const run = { ...as.run, learnt: learn(corrections, world) };
  const comparisons = compareFigures(measured, predictionOf(run, card), run.gpus, trusted);
  const far = comparisons.find(
    (one) =>
      isMemory(one) && !one.holds && (one.ratio > PLAUSIBLE_FACTOR || one.ratio < 1 / PLAUSIBLE_FACTOR),
  );
  if (far === undefined || run.stack === "generic") return { comparisons, doubts: [] };
  const { figure, measured: value, predicted, ratio } = far;
  const params = { field: figure, measured: value, planned: predicted.likely, times: ratio };
  return { comparisons, doubts: [{ code: "implausible-peak", params }] };
}
