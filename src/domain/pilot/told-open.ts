import type { FilledRun } from "../filled-run.ts";
import type { Readings } from "../pilot-reading.ts";
import { ratePerGpu } from "./compare.ts";
import type { AsRun } from "./match.ts";
import type { InconclusiveReason, PilotEvidence } from "./pilot.ts";

/** Typed figures are rounded, and read off at different moments. */
const TOLERANCE = 1.25;

const near = (a: number, b: number): boolean => a / b < TOLERANCE && b / a < TOLERANCE;

/**
 * Seconds an iteration and tokens/s that people typed must agree: tokens/s × s = micro-batch × accumulation × data-parallel GPUs ×
 * length. Unpacked batches may hold fewer tokens, never more. `how` names a slip that would explain it.
 */
function paceTold(
  files: readonly PilotEvidence[],
  measured: Readings,
  run: FilledRun,
): readonly InconclusiveReason[] {
  const { stepSeconds } = measured;
  const rate = ratePerGpu(measured, run.gpus);
  const typed = files.some(({ reading: { tool, warnings } }) => tool === "paste" && warnings.some(({ code }) => code === "human-figures")); // prettier-ignore
  if (!typed || stepSeconds === null || rate === null || !(stepSeconds > 0) || !(rate > 0)) return [];
  if (run.method === "inference") return [];
  const { tensor, pipeline, context } = run.parallel;
  const { microBatch, gradientAccumulation, sequenceLength, gpus } = run;
  const groups = Math.max(1, gpus / (tensor * pipeline * context));
  const planned = microBatch * gradientAccumulation * groups * sequenceLength;
  const told = rate * gpus * stepSeconds;
  if (near(told, planned) || (!run.packing && told < planned)) return [];
  const how =
    gradientAccumulation > 1 && near(told * gradientAccumulation, planned)
      ? "one-pass"
      : gpus > 1 && near(told * gpus, planned)
        ? "rate-of-one"
        : gpus > 1 && near(told, planned * gpus)
          ? "rate-of-all"
          : "open";
  const params = { how, step: stepSeconds, rate: rate * gpus, told, planned, microBatch, gradientAccumulation, groups, sequenceLength }; // prettier-ignore
  return [{ code: "pace-contradicts", params }];
}

/** What typed figures leave open or contradict, before anything is made of them: the kind of a batch, a pace. */
export const toldOpen = (
  files: readonly PilotEvidence[],
  measured: Readings,
  { batch, run }: AsRun,
): readonly InconclusiveReason[] =>
  batch === null
    ? paceTold(files, measured, run)
    : [{ code: "batch-unnamed", params: { told: batch.told, inAll: batch.inAll, taken: batch.taken } }];
