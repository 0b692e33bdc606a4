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

/** Nearly all published trainings learn from plain text and split nothing but the state. */
export const unlikePublished = ({ objective, method, parallel }: FilledRun): boolean =>
  objective !== "sft" ||
  (method !== "inference" && parallel.tensor * parallel.pipeline * parallel.context * parallel.expert > 1);

/** Bounds of one counter for a run: calibrated by stack and method, widened when the model's shape was assumed or nothing like the run was published. */
export function intervalFactors(
  run: FilledRun,
  counter: "allocated" | "reserved" | "device" = "allocated",
): IntervalFactors {
  const base = run.profile.calibration?.[methodGroup(run.method)]?.[counter] ?? uncalibrated;
  if (run.rollout !== null)
    return { low: Math.min(base.low, uncalibrated.low), high: Math.max(base.high, uncalibrated.high) };
  const guessed = run.model.shape === null || run.model.shapeAssumed;
  return guessed || unlikePublished(run) ? { low: base.low * 0.92, high: base.high * 1.12 } : base;
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
