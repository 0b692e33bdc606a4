import { possibleNoSyncBytes } from "../../src/domain/memory/gathered.ts";
import type { IntervalFactors, Knowledge, MethodGroup } from "../../src/domain/stack-profile.ts";
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

/** Rows that may set an interval of a counter: the page names it, and no allowance of another kind covers them. */
export const calibrates =
  (counter: "peak_allocated" | "peak_reserved") =>
  (score: Score): boolean =>
    score.row.measured.measured.metric === counter && possibleNoSyncBytes(score.row.run) === 0;

/** Few pages print either: both tell how far off the sum of tensors is. */
export const calibratesEither = (score: Score): boolean =>
  calibrates("peak_allocated")(score) || calibrates("peak_reserved")(score);

/**
 * Scores that share their factors: by method where a stack's own runs are plentiful; all training together where whole
 * stacks are left out, of which each method has two or three.
 */
export function pools(kind: Knowledge, scores: readonly Score[]): readonly (readonly Score[])[] {
  const byMethod = kind === "known" || kind === "inherited";
  return [...groupBy(scores, (s) => (byMethod || s.group === "inference" ? s.group : "training")).values()];
}

/** The pool that a method draws its factors from. */
export const poolOf = (kind: Knowledge, scores: readonly Score[], method: MethodGroup): readonly Score[] =>
  pools(kind, scores).find((pool) => pool.some((s) => s.group === method)) ?? [];

const round3 = (n: number): number => Math.round(n * 1000) / 1000;

/** A lower bound under this would rule nothing out. */
const lowest = 0.6;

/** low^e … high^e: the same interval on the scale of ratios, wider or narrower. */
const scaled = ({ low, high }: IntervalFactors, exponent: number): IntervalFactors => ({
  low: round3(Math.max(lowest, Math.pow(low, exponent))),
  high: round3(Math.pow(high, exponent)),
});

/** Between half as wide as the spread seen and three times as wide. */
const exponents = Array.from({ length: 51 }, (_, i) => 0.5 + i * 0.05);

interface LeftOut {
  readonly rows: readonly Score[];
  /** Made of all other groups. */
  readonly factors: IntervalFactors;
}

const eachLeftOut = (scores: readonly Score[], key: (score: Score) => string): readonly LeftOut[] =>
  [...groupBy(scores, key)].flatMap(([name, rows]) => {
    const others = scores.filter((s) => key(s) !== name);
    return others.length === 0 ? [] : [{ rows, factors: factorsOf(others) }];
  });

const within = ({ rows, factors }: LeftOut, exponent: number): number => {
  const { low, high } = scaled(factors, exponent);
  return rows.filter(({ ratio }) => ratio >= low && ratio <= high).length;
};

/** The narrowest scaling of the spread seen at which groups left out fall inside nine times out of ten. */
function coveringExponent(scores: readonly Score[], key: (score: Score) => string): number {
  const groups = eachLeftOut(scores, key);
  const of = groups.reduce((sum, g) => sum + g.rows.length, 0);
  if (of === 0) return 1;
  return exponents.find((e) => groups.reduce((sum, g) => sum + within(g, e), 0) >= 0.9 * of) ?? 3;
}

/** Factors just wide enough that groups left out fall inside nine times out of ten. */
export const coveringFactors = (scores: readonly Score[], key: (score: Score) => string): IntervalFactors =>
  scaled(factorsOf(scores), coveringExponent(scores, key));

/** Coverage of groups left out; factors and their scaling are made of the others, nothing of a group enters its own interval. */
export function honestCoverage(
  scores: readonly Score[],
  key: (score: Score) => string,
): { readonly inside: number; readonly of: number; readonly widths: readonly number[] } {
  let inside = 0;
  const widths: number[] = [];
  for (const [name, rows] of groupBy(scores, key)) {
    const others = scores.filter((s) => key(s) !== name);
    if (others.length === 0) continue;
    const { low, high } = coveringFactors(others, key);
    for (const { ratio } of rows) {
      widths.push(high - low);
      if (ratio >= low && ratio <= high) inside += 1;
    }
  }
  return { inside, of: widths.length, widths };
}
