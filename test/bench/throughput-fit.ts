import type { Practice } from "../../src/domain/performance/practice.ts";
import type { AchievedShare } from "../../src/domain/stack-profile.ts";
import type { RateRow } from "./throughput-rows.ts";
import { groupBy, quantile, type Weighted } from "./statistics.ts";

/** Nominal coverage. Sources are not exchangeable, so a little more than the nine in ten that is promised. */
const NOMINAL = 0.92;

const sourceOf = (row: RateRow): string => row.source;

/** n rows of one source weigh √n together: a large table counts for more than a small one, not in proportion. */
function weighted(rows: readonly RateRow[], value: (row: RateRow) => number): readonly Weighted[] {
  return [...groupBy(rows, sourceOf).values()].flatMap((own) =>
    own.map((row) => ({ value: value(row), weight: 1 / Math.sqrt(own.length) })),
  );
}

const middle = (rows: readonly RateRow[]): number =>
  quantile(
    weighted(rows, (r) => r.log),
    0.5,
  );

/** Median of the practice, drawn towards the median of all rows as one more source would. [ln share] */
export function likely(rows: readonly RateRow[], practice: Practice): number {
  const own = rows.filter((r) => r.practice === practice);
  const all = middle(rows);
  const sources = groupBy(own, sourceOf).size;
  return sources === 0 ? all : (sources * middle(own) + all) / (sources + 1);
}

/** ln(measured ÷ predicted) of every row, its whole source left out of the fit. */
export function leftOutResiduals(rows: readonly RateRow[]): ReadonlyMap<RateRow, number> {
  const residuals = new Map<RateRow, number>();
  for (const [source, own] of groupBy(rows, sourceOf)) {
    const others = rows.filter((r) => r.source !== source);
    const fitted = { tuned: likely(others, "tuned"), usual: likely(others, "usual") };
    for (const row of own) residuals.set(row, row.log - fitted[row.practice]);
  }
  return residuals;
}

/** Split-conformal: quantiles of residuals that the fit never saw, each side by itself. Of all rows where one source is alone. */
function bounds(
  rows: readonly RateRow[],
  practice: Practice,
): { readonly low: number; readonly high: number } {
  const residuals = leftOutResiduals(rows);
  const own = rows.filter((r) => r.practice === practice);
  const used = weighted(groupBy(own, sourceOf).size < 2 ? rows : own, (r) => residuals.get(r) ?? Number.NaN);
  return { low: quantile(used, (1 - NOMINAL) / 2), high: quantile(used, (1 + NOMINAL) / 2) };
}

const round3 = (n: number): number => Math.round(n * 1000) / 1000;

/** Share of the step model, with the interval of rows whose source was left out. */
export function fitShare(rows: readonly RateRow[], practice: Practice): AchievedShare {
  const own = rows.filter((r) => r.practice === practice);
  const centre = likely(rows, practice);
  const { low, high } = bounds(rows, practice);
  return {
    low: round3(Math.exp(centre + Math.min(low, 0))),
    likely: round3(Math.exp(centre)),
    high: round3(Math.exp(centre + Math.max(high, 0))),
    rows: own.length,
    sources: groupBy(own, sourceOf).size,
  };
}

export interface Judged {
  readonly row: RateRow;
  readonly share: AchievedShare;
  /** |predicted − measured| ÷ measured. */
  readonly error: number;
  readonly inside: boolean;
}

export function judge(row: RateRow, share: AchievedShare): Judged {
  const ratio = Math.exp(row.log);
  return {
    row,
    share,
    error: Math.abs(share.likely / ratio - 1),
    inside: ratio >= share.low && ratio <= share.high,
  };
}

/** Every row judged by shares and intervals made without any row of its source. */
export function judgedLeftOut(rows: readonly RateRow[]): readonly Judged[] {
  return [...groupBy(rows, sourceOf)].flatMap(([source, own]) => {
    const others = rows.filter((r) => r.source !== source);
    const shares = { tuned: fitShare(others, "tuned"), usual: fitShare(others, "usual") };
    return own.map((row) => judge(row, shares[row.practice]));
  });
}

/**
 * What knowing nothing of models or layouts gives: median share of the peak of card × method × precision, the row's source left out;
 * where no other source has the cell, of method × precision, then of everything.
 */
export function baselineErrors(rows: readonly RateRow[]): ReadonlyMap<RateRow, number> {
  const keys: readonly ((r: RateRow) => string)[] = [
    (r) => [r.card.id, r.method, r.run.precision.compute].join(" "),
    (r) => [r.method, r.run.precision.compute].join(" "),
    () => "",
  ];
  const errors = new Map<RateRow, number>();
  for (const row of rows) {
    const others = rows.filter((r) => r.source !== row.source);
    const cell = keys.map((key) => others.filter((r) => key(r) === key(row))).find((c) => c.length > 0) ?? [];
    const share = quantile(
      cell.map((r) => ({ value: r.utilisation, weight: 1 })),
      0.5,
    );
    errors.set(row, Math.abs(share / row.utilisation - 1));
  }
  return errors;
}
