import { calibrates, type Counter } from "./memory-calibration.ts";
import type { Judged } from "./memory-judged.ts";
import { specKey, type SaidVerdict, type Score } from "./memory-score.ts";
import { groupBy, mean, median, upperBound } from "./statistics.ts";

/** |likely ÷ measured − 1|. */
export const missOf = (s: Score): number => Math.abs(1 / s.ratio - 1);

export const scoresOf = (judged: readonly Judged[]): readonly Score[] => judged.flatMap((j) => j.score ?? []);

/** Stacks with fewer rows are printed and do not enter the mean. */
export const fewestRows = 10;

interface StackMedian {
  readonly stack: string;
  readonly rows: number;
  readonly miss: number;
}

export const stackMedians = (scores: readonly Score[]): readonly StackMedian[] =>
  [...groupBy(scores, (s) => s.row.run.stack)].map(([stack, rows]) => ({
    stack,
    rows: rows.length,
    miss: median(rows.map(missOf)),
  }));

export interface Errors {
  readonly rows: number;
  readonly pooled: number;
  /** Mean of the medians of stacks with enough rows. */
  readonly byStack: number;
  readonly within20: number;
}

export const errorsOf = (scores: readonly Score[]): Errors => ({
  rows: scores.length,
  pooled: median(scores.map(missOf)),
  byStack: mean(
    stackMedians(scores)
      .filter((m) => m.rows >= fewestRows)
      .map((m) => m.miss),
  ),
  within20: scores.filter((s) => missOf(s) <= 0.2).length / scores.length,
});

export interface Coverage {
  readonly inside: number;
  readonly of: number;
  /** Median (high − low) ÷ likely. */
  readonly width: number;
}

/** How often the interval of a counter holds the runs that print it. */
export function coverageOf(scores: readonly Score[], counter: Counter): Coverage {
  const own = scores.filter(calibrates(counter));
  return {
    inside: own.filter((s) => s.inside === true).length,
    of: own.length,
    width: median(own.map(({ predicted: p }) => (p.high - p.low) / p.likely)),
  };
}

export interface Verdicts {
  readonly ran: Readonly<Record<SaidVerdict, number>>;
  readonly ranOut: Readonly<Record<SaidVerdict, number>>;
  readonly runs: number;
  readonly outs: number;
  /** 95 % upper bounds of "fits" said of a run that ran out, and "does not fit" of one that ran. */
  readonly falseFitBound: number;
  readonly falseRefusalBound: number;
}

export function verdictsOf(judged: readonly Judged[]): Verdicts {
  const said = (outcome: "fits" | "oom"): Record<SaidVerdict, number> => {
    const count = { fits: 0, tight: 0, "does-not-fit": 0, unknown: 0 };
    for (const { row, verdict } of judged)
      if (verdict !== null && row.measured.measured.outcome === outcome) count[verdict] += 1;
    return count;
  };
  const all = (count: Readonly<Record<SaidVerdict, number>>): number =>
    Object.values(count).reduce((a, b) => a + b, 0);
  const [ran, ranOut] = [said("fits"), said("oom")];
  return {
    ran,
    ranOut,
    runs: all(ran),
    outs: all(ranOut),
    falseFitBound: upperBound(ranOut.fits, all(ranOut)),
    falseRefusalBound: upperBound(ran["does-not-fit"], all(ran)),
  };
}

/** Specs published more than once with different values: what no estimator can beat. */
export function floorOf(scores: readonly Score[]): {
  readonly specs: number;
  /** |value ÷ middle of its twins − 1|, the error of an estimator that knows the middle. */
  readonly median: number;
  readonly most: number;
} {
  const twins = [...groupBy(scores, (s) => specKey(s.row)).values()].filter((rows) => rows.length > 1);
  const misses = twins.flatMap((rows) => {
    const values = rows.map((s) => s.measured);
    const middle = Math.sqrt(Math.min(...values) * Math.max(...values));
    return values.map((value) => Math.abs(middle / value - 1));
  });
  const spreads = twins.map((rows) => {
    const values = rows.map((s) => s.measured);
    return Math.max(...values) / Math.min(...values) - 1;
  });
  return { specs: twins.length, median: median(misses), most: Math.max(0, ...spreads) };
}
