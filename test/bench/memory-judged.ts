import type { MemoryCalibration, MethodGroup, StackProfile } from "../../src/domain/stack-profile.ts";
import { intervalsBy, knownIntervals, strangerIntervals } from "./memory-calibration.ts";
import type { Unseen } from "./memory-refit.ts";
import type { Row } from "./memory-runs.ts";
import { modelOf, scoreRow, verdictOf, type SaidVerdict, type Score } from "./memory-score.ts";
import { groupBy } from "./statistics.ts";

/** A run sized and bounded by what was learnt without it and its like. */
export interface Judged {
  readonly row: Row;
  readonly profile: StackProfile;
  /** Null where the page only says whether it ran. */
  readonly score: Score | null;
  /** Null where the page does not say, or prints a figure instead. */
  readonly verdict: SaidVerdict | null;
}

export const scored = (unseen: readonly Unseen[]): readonly Score[] =>
  unseen.flatMap(({ row, profile }) => scoreRow(row, profile) ?? []);

/** What the engine says of a run with a profile: figure and verdict. */
export const judge = (row: Row, profile: StackProfile): Judged => ({
  row,
  profile,
  score: scoreRow(row, profile),
  verdict: row.measured.measured.outcome === null ? null : verdictOf(row, profile),
});

type Intervals = Record<MethodGroup, MemoryCalibration>;

/** Judges every run with the intervals that the others of its group's complement give. */
function judgedBy(
  unseen: readonly Unseen[],
  keyOf: (row: Row) => string,
  intervalsOf: (out: readonly Row[]) => Intervals,
): readonly Judged[] {
  return [...groupBy(unseen, (u) => keyOf(u.row)).values()].flatMap((group) => {
    const calibration = intervalsOf(group.map((u) => u.row));
    return group.map(({ row, profile }) => judge(row, { ...profile, calibration }));
  });
}

/** Stacks left out: intervals made of the other stacks' residuals. */
export function judgedStacks(unseen: readonly Unseen[], keyOf: (row: Row) => string): readonly Judged[] {
  const scores = scored(unseen);
  return judgedBy(unseen, keyOf, (out) => {
    const keys = new Set(out.map(keyOf));
    const others = scores.filter((s) => !keys.has(keyOf(s.row)));
    return intervalsBy((method) => strangerIntervals(others, method));
  });
}

/**
 * Models left out: intervals of the stack's other models; where too few of their runs are left, those of a stack without runs,
 * made of `read`, the residuals of stacks left out.
 */
export function judgedModels(unseen: readonly Unseen[], read: readonly Unseen[]): readonly Judged[] {
  const scores = scored(unseen);
  const strangers = scored(read);
  const keyOf = (row: Row): string => `${row.run.stack} ${modelOf(row)}`;
  return judgedBy(unseen, keyOf, (out) => {
    const stack = out[0]?.run.stack ?? "";
    const keys = new Set(out.map(keyOf));
    const others = scores.filter((s) => !keys.has(keyOf(s.row)));
    const otherStacks = strangers.filter((s) => s.row.run.stack !== stack);
    return intervalsBy(
      (method) => knownIntervals(others, stack, method) ?? strangerIntervals(otherStacks, method),
    );
  });
}
