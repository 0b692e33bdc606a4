import { gib, type Gib } from "../../units/bytes.ts";
import type { Range } from "../../units/range.ts";
import type { FilledRun } from "../filled-run.ts";
import type { IntervalFactors, MethodGroup } from "../stack-profile.ts";
import type { Method } from "../run-spec.ts";

/** Methods whose misses look alike are calibrated together. */
export function methodGroup(method: Method): MethodGroup {
  switch (method) {
    case "full":
    case "pretrain":
      return "full";
    case "lora":
      return "lora";
    case "qlora":
    case "gptq-lora":
      return "quantised-lora";
    case "inference":
      return "inference";
  }
}

/** Where nothing was ever calibrated: wide, and said to be. */
const uncalibrated: IntervalFactors = { low: 0.7, high: 1.5 };

const trainsAll = ({ method }: FilledRun): boolean => method === "full" || method === "pretrain";

/** Models that no counted run trains: encoders, state spaces, several modalities; and experts trained whole. */
function unlikeModels(run: FilledRun): boolean {
  const { class: kind, shape } = run.model;
  if (kind === "dense-decoder") return false;
  return kind !== "moe-decoder" || (shape?.moe != null && trainsAll(run));
}

/** Nearly all published trainings learn from plain text, keep a decoder on the device and split nothing but the state. */
export const unlikePublished = (run: FilledRun): boolean => {
  const { objective, method, parallel } = run;
  if (objective !== "sft") return true;
  if (method === "inference") return false;
  return (
    parallel.tensor * parallel.pipeline * parallel.context * parallel.expert > 1 ||
    (trainsAll(run) && parallel.offload !== "none") ||
    unlikeModels(run)
  );
};

/** What such a run adds to either side: 17 of them were seen after everything was fitted and missed by −19 to +42 %. */
const unlike: IntervalFactors = { low: 0.89, high: 1.2 };

/** What new lengths make the allocator keep has been twice what is likely: the pages it was fitted on, and QLoRA's beside them. */
const varyingLengths = 1.25;

/** Adapters learning from samples of many lengths, where a stack lets the allocator keep a block for each. */
export const lengthsVary = ({ lora, packing, profile }: FilledRun): boolean =>
  lora !== null && !packing && profile.allocator.keptOfVaryingLogits.value > 0;

/** Bounds of one counter for a run: calibrated by stack and method, widened when the model's shape was assumed or nothing like the run was published. */
export function intervalFactors(
  run: FilledRun,
  counter: "allocated" | "reserved" | "device" = "allocated",
): IntervalFactors {
  const base = run.profile.calibration?.[methodGroup(run.method)]?.[counter] ?? uncalibrated;
  if (run.rollout !== null)
    return { low: Math.min(base.low, uncalibrated.low), high: Math.max(base.high, uncalibrated.high) };
  const high = counter !== "allocated" && lengthsVary(run) ? base.high * varyingLengths : base.high;
  if (unlikePublished(run)) return { low: base.low * unlike.low, high: high * unlike.high };
  const guessed = run.model.shape === null || run.model.shapeAssumed;
  return guessed ? { low: base.low * 0.92, high: high * 1.12 } : { low: base.low, high };
}

/** likely·low … likely·high. */
export const around = (likely: number, factors: IntervalFactors): Range<Gib> => ({
  low: gib(likely * factors.low),
  likely: gib(likely),
  high: gib(likely * factors.high),
});

/**
 * Sum of parts that miss independently of each other: likely values add, distances to each bound add in quadrature, because
 * nine times out of ten not all of them are at their worst at once.
 */
export function together(...parts: readonly Range<Gib>[]): Range<Gib> {
  let likely = 0;
  let below = 0;
  let above = 0;
  for (const part of parts) {
    likely += part.likely;
    below += (part.likely - part.low) ** 2;
    above += (part.high - part.likely) ** 2;
  }
  return {
    low: gib(likely - Math.sqrt(below)),
    likely: gib(likely),
    high: gib(likely + Math.sqrt(above)),
  };
}
