import { possibleNoSyncBytes } from "../../src/domain/memory/gathered.ts";
import {
  methodGroups,
  type IntervalFactors,
  type MemoryCalibration,
  type MethodGroup,
} from "../../src/domain/stack-profile.ts";
import type { Score } from "./memory-score.ts";
import { groupBy, quantile, type Weighted } from "./statistics.ts";

export const counters = ["allocated", "reserved", "device"] as const;
export type Counter = (typeof counters)[number];

const metrics = { allocated: "peak_allocated", reserved: "peak_reserved", device: "device" } as const;

/** Rows that may set an interval of a counter: the page names it, and no allowance of another kind covers them. */
export const calibrates =
  (counter: Counter) =>
  (score: Score): boolean =>
    score.row.measured.measured.metric === metrics[counter] && possibleNoSyncBytes(score.row.run) === 0;

/** Few pages print either counter of the allocator: both tell how far off the sum of tensors is. */
export const calibratesEither = (score: Score): boolean =>
  calibrates("allocated")(score) || calibrates("reserved")(score);

const poolOf = (counter: Counter, scores: readonly Score[]): readonly Score[] =>
  scores.filter(counter === "device" ? calibrates("device") : calibratesEither);

/** A stack is known for a method from this many published runs. */
const knownFrom = 4;

/** What a run of another stack counts beside one of the stack itself, and one of another method beside one of the same. */
const otherStack = 0.3;
const otherMethod = 0.3;

const methodWeight = (score: Score, method: MethodGroup): number =>
  score.group === method ? 1 : otherMethod;

/** Each model of each stack and method weighs the same, however many rows it has: one table must not set the interval. */
function weighted(
  scores: readonly Score[],
  counter: Counter,
  weightOf: (score: Score) => number,
): readonly Weighted[] {
  const groups = groupBy(scores, (s) => `${s.row.run.stack} ${s.model} ${s.group}`);
  const ratioOf = (s: Score): number => (counter === "allocated" ? s.tensorsRatio : s.ratio);
  return [...groups.values()].flatMap((rows) =>
    rows.map((s) => ({ value: Math.log(ratioOf(s)), weight: weightOf(s) / rows.length })),
  );
}

/** Residuals for a run on a stack that has runs of its own: those first, other stacks and methods count less. */
const towards = (
  scores: readonly Score[],
  counter: Counter,
  stack: string,
  method: MethodGroup,
): readonly Weighted[] =>
  weighted(scores, counter, (s) => methodWeight(s, method) * (s.row.run.stack === stack ? 1 : otherStack));

/** Residuals for a run on a stack without runs: every stack weighs one at most, or the widest table would speak for all. */
function amongStacks(scores: readonly Score[], counter: Counter, method: MethodGroup): readonly Weighted[] {
  return [...groupBy(scores, (s) => s.row.run.stack).values()].flatMap((rows) => {
    const own = weighted(rows, counter, (s) => methodWeight(s, method));
    const total = own.reduce((sum, w) => sum + w.weight, 0);
    return own.map(({ value, weight }) => ({ value, weight: weight / Math.max(1, total) }));
  });
}

/**
 * How far a counter strays from what is said of it where everything else is known, as a standard deviation of the logarithm:
 * the same spec published twice (3.8 % in the middle, 24 % at most), and device around allocated and what the allocator keeps in
 * the 77 pairs of fms-acceleration, of which context and libraries are a part. Added to both sides in quadrature, because
 * library and allocator of a run that nobody has seen are drawn anew.
 */
const ownSpread: Readonly<Record<Counter, number>> = { allocated: 0.045, reserved: 0.065, device: 0.08 };

/** No interval is narrower than this on either side. */
const narrowest = 0.02;

const round = (n: number): number => Math.round(n * 1000) / 1000;

/** 5th and 95th percentile of measured ÷ likely, never on the wrong side of 1. */
function factorsOf(residuals: readonly Weighted[], counter: Counter): IntervalFactors {
  const spread = ownSpread[counter];
  const below = Math.max(narrowest, -quantile(residuals, 0.05));
  const above = Math.max(narrowest, quantile(residuals, 0.95));
  return {
    low: round(Math.exp(-Math.hypot(below, spread))),
    high: round(Math.exp(Math.hypot(above, spread))),
  };
}

const ofSame = (scores: readonly Score[], stack: string, method: MethodGroup): number =>
  scores.filter((s) => calibratesEither(s) && s.row.run.stack === stack && s.group === method).length;

const each = (of: (counter: Counter) => IntervalFactors): Record<Counter, IntervalFactors> => ({
  allocated: of("allocated"),
  reserved: of("reserved"),
  device: of("device"),
});

/** Intervals of a stack for a method with runs of its own, made of residuals of models left out; null = too few runs. */
export function knownIntervals(
  models: readonly Score[],
  stack: string,
  method: MethodGroup,
): MemoryCalibration | null {
  const runs = ofSame(models, stack, method);
  if (runs < knownFrom) return null;
  return {
    known: true,
    runs,
    ...each((counter) => factorsOf(towards(poolOf(counter, models), counter, stack, method), counter)),
  };
}

/** Intervals of a stack without runs, made of residuals of stacks left out. */
export const strangerIntervals = (stacks: readonly Score[], method: MethodGroup): MemoryCalibration => ({
  known: false,
  runs: poolOf("allocated", stacks).length,
  ...each((counter) => factorsOf(amongStacks(poolOf(counter, stacks), counter, method), counter)),
});

/** For every method. */
export const intervalsBy = <T>(of: (method: MethodGroup) => T): Record<MethodGroup, T> =>
  Object.fromEntries(methodGroups.map((method) => [method, of(method)])) as Record<MethodGroup, T>;
