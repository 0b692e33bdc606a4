import { range, scaleRange } from "../../units/range.ts";
import type { Range } from "../../units/range.ts";
import type { FilledRun } from "../filled-run.ts";
import type { RentalWindow } from "../plan.ts";

/**
 * Unexpected stops per GPU and day: 419 in 54 days on 16,384 H100 (Llama 3 herd of models, arXiv 2407.21783, section 3.3.4),
 * on machines that are watched; a third of it and ten times as many on others, a stated assumption.
 */
const perGpuDay = 419 / 54 / 16_384;
export const FAILURES_PER_GPU_DAY = range(perGpuDay / 3, perGpuDay, perGpuDay * 10);

const HOURS_IN_DAY = 24;

/**
 * Billed hours that failures are expected to cost a training: failures × (half an interval between saves + start-up, load and
 * warm-up again). On spot the interruptions of the window already hold them. [h]
 */
export function failureHours(run: FilledRun, window: RentalWindow): Range {
  if (run.method === "inference" || window.interruptions !== undefined) return range(0, 0, 0);
  const again = ["start-up", "load", "warm-up"];
  const restart = window.parts
    .filter(({ part }) => again.includes(part))
    .reduce((sum, { hours }) => sum + hours.likely, 0);
  const lost = (run.save?.everyMinutes ?? 60) / 60 / 2 + restart;
  const days = window.total.likely / HOURS_IN_DAY;
  return scaleRange(FAILURES_PER_GPU_DAY, run.gpus * days * lost);
}
