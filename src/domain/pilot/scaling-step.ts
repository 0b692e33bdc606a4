import type { Bound } from "../estimate.ts";
import type { InconclusiveReason } from "./pilot.ts";

/** One measured rate with what must be equal for two rates to be compared. */
export interface ScalingPoint {
  readonly gpus: number;
  /** Useful tokens per second of all cards. */
  readonly tokensPerSecond: number;
  /** Samples per optimizer step over all cards; null = not known. */
  readonly effectiveBatch: number | null;
  readonly sequenceLength: number | null;
  /** What changes the result and not only the pace, by field; null = not shown. */
  readonly quality: Readonly<Record<string, string>> | null;
}

export interface ScalingVerdict {
  /** Throughput on n cards ÷ (n ÷ baseline cards × throughput of the baseline). */
  readonly efficiency: number;
  /** From the rates predicted with the plan for both runs; null where it predicts none. */
  readonly predicted: number | null;
  /** What had to be reached, fixed with the plan. */
  readonly asked: number;
  /** Cards of the baseline and of the step. */
  readonly from: number;
  readonly gpus: number;
  /** Both runs show settings that change the result, and they are equal; else taken as planned. */
  readonly qualityShown: boolean;
  /** Measured reaches what the plan asked for beforehand. */
  readonly passes: boolean;
  readonly binds: Bound | "nothing";
  /** Cost of the same work on n cards ÷ on the baseline, at a price per card and hour that does not depend on their number. */
  readonly costRatio: number;
  /** Time of the same work on n cards ÷ on the baseline. */
  readonly timeRatio: number;
  /** More cards finish sooner; they pay when what they save in time is worth what they cost more. */
  readonly pays: boolean;
}

const equal = (a: number, b: number): boolean => Math.abs(a / b - 1) < 0.02;

/** What makes two runs no scaling comparison. */
export function scalingDifferences(
  baseline: ScalingPoint,
  step: ScalingPoint,
): readonly InconclusiveReason[] {
  const differs = (field: string, before: number | string, after: number | string): InconclusiveReason => ({
    code: "baseline-differs",
    params: { field, baseline: before, measured: after },
  });
  const reasons: InconclusiveReason[] = [];
  const { effectiveBatch: a, sequenceLength: c, quality: e } = baseline;
  const { effectiveBatch: b, sequenceLength: d, quality: f } = step;
  if (a !== null && b !== null && !equal(a, b)) reasons.push(differs("effectiveBatch", a, b));
  if (c !== null && d !== null && c !== d) reasons.push(differs("sequenceLength", c, d));
  if (e !== null && f !== null)
    for (const field of Object.keys({ ...e, ...f }).sort())
      if (e[field] !== f[field]) reasons.push(differs(field, e[field] ?? "?", f[field] ?? "?"));
  if (step.gpus <= baseline.gpus) reasons.push(differs("gpus", baseline.gpus, step.gpus));
  return reasons;
}

export interface ScalingAsked {
  readonly predicted: number | null;
  /** Efficiency that was asked for beforehand. */
  readonly toPass: number;
  /** Extra cost a finished hour sooner is worth, as a share of the bill per share of time saved; 1 = indifferent. */
  readonly worthOfTime?: number;
  readonly dataWaitShare?: number | null;
}

/**
 * efficiency = useful throughput on n cards ÷ (n ÷ m × baseline on m cards), at equal effective batch and quality settings.
 * The bill grows by 1 ÷ efficiency while the time falls by m ÷ (n × efficiency).
 */
export function scalingStep(baseline: ScalingPoint, step: ScalingPoint, asked: ScalingAsked): ScalingVerdict {
  const cards = step.gpus / baseline.gpus;
  const efficiency = step.tokensPerSecond / (cards * baseline.tokensPerSecond);
  const timeRatio = 1 / (cards * efficiency);
  const costRatio = 1 / efficiency;
  const waits = (asked.dataWaitShare ?? 0) > 0.1;
  return {
    efficiency,
    predicted: asked.predicted,
    asked: asked.toPass,
    from: baseline.gpus,
    gpus: step.gpus,
    qualityShown: baseline.quality !== null && step.quality !== null,
    passes: efficiency >= asked.toPass,
    binds: efficiency >= 0.95 ? "nothing" : waits ? "input" : "communication",
    costRatio,
    timeRatio,
    pays: timeRatio < 1 && costRatio - 1 <= (asked.worthOfTime ?? 0.5) * (1 - timeRatio),
  };
}
