import { possibleNoSyncBytes } from "../../src/domain/memory/gathered.ts";
import type { IntervalFactors } from "../../src/domain/stack-profile.ts";
import type { Score } from "./memory-score.ts";
import { groupBy, quantile, type Weighted } from "./statistics.ts";

/** Fewer groups than this say nothing about tails: the extremes are used instead. */
const fewGroups = 4;
/** Room beyond the extremes seen, for what has not been seen. */
const margin = 0.03;

/** Each model of each stack weighs the same, however many rows it has: one table must not set the interval. */
function weighted(scores: readonly Score[]): readonly Weighted[] {
  const groups = groupBy(scores, (s) => `${s.row.run.stack} ${s.model}`);
  return [...groups.values()].flatMap((rows) =>
    rows.map((s) => ({ value: s.ratio, weight: 1 / rows.length })),
  );
}

/** 5th and 95th percentile of measured ÷ likely, never on the wrong side of 1; extremes plus a margin when data are few. */
export function factorsOf(scores: readonly Score[]): IntervalFactors {
  const values = weighted(scores);
  const groups = groupBy(scores, (s) => `${s.row.run.stack} ${s.model}`).size;
  const few = groups < fewGroups || scores.length < 20;
  const low = few ? Math.min(...values.map((v) => v.value)) - margin : quantile(values, 0.05) - margin / 3;
  const high = few ? Math.max(...values.map((v) => v.value)) + margin : quantile(values, 0.95) + margin / 3;
  const round = (n: number): number => Math.round(n * 1000) / 1000;
  return { low: round(Math.min(low, 0.99)), high: round(Math.max(high, 1.01)) };
}

/** Rows that may set an interval: the counter is named, it is the allocator's, and no allowance of another kind covers them. */
export const calibrates = (score: Score): boolean => {
  const { metric } = score.row.measured.measured;
  const allocator = metric === "peak_allocated" || metric === "peak_reserved";
  return allocator && possibleNoSyncBytes(score.row.run) === 0;
};

const round3 = (n: number): number => Math.round(n * 1000) / 1000;

/** A lower bound under this would rule nothing out. */
const lowest = 0.6;

/** low^e … high^e: the same interval, wider on the scale of ratios. */
const inflated = ({ low, high }: IntervalFactors, exponent: number): IntervalFactors => ({
  low: round3(Math.max(lowest, Math.pow(low, exponent))),
  high: round3(Math.pow(high, exponent)),
});

/** Factors widened just until groups left out fall inside nine times out of ten; three times as wide at most. */
export function coveringFactors(scores: readonly Score[], key: (score: Score) => string): IntervalFactors {
  for (let exponent = 1; exponent < 3; exponent += 0.05) {
    const { inside, of } = leftOutCoverage(scores, key, exponent);
    if (of === 0 || inside >= 0.9 * of) return inflated(factorsOf(scores), exponent);
  }
  return inflated(factorsOf(scores), 3);
}

/** Coverage when each group is judged by factors made of the others. */
export function leftOutCoverage(
  scores: readonly Score[],
  key: (score: Score) => string,
  exponent = 1,
): { readonly inside: number; readonly of: number } {
  let inside = 0;
  let of = 0;
  for (const [name, rows] of groupBy(scores, key)) {
    const others = scores.filter((s) => key(s) !== name);
    if (others.length === 0) continue;
    const { low, high } = inflated(factorsOf(others), exponent);
    for (const { ratio } of rows) {
      of += 1;
      if (ratio >= low && ratio <= high) inside += 1;
    }
  }
  return { inside, of };
}
