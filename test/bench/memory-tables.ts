import { budgetMemory } from "../../src/domain/memory/budget.ts";
import type { Judged } from "./memory-judged.ts";
import { fewestRows, missOf, scoresOf, stackMedians, verdictsOf } from "./memory-figures.ts";
import type { Score } from "./memory-score.ts";
import { groupBy, median, percent } from "./statistics.ts";

/** One row of a table: n, median likely ÷ measured, median error, share within 20 %, coverage, rows with a caution. */
export function line(name: string, scores: readonly Score[]): string {
  const judged = scores.filter((s) => s.inside !== null);
  const inside = judged.filter((s) => s.inside === true).length;
  const cautious = scores.filter((s) => s.row.measured.caution !== null).length;
  return [
    name.padEnd(58),
    String(scores.length).padStart(4),
    median(scores.map((s) => 1 / s.ratio))
      .toFixed(2)
      .padStart(6),
    percent(median(scores.map(missOf))).padStart(8),
    percent(scores.filter((s) => missOf(s) <= 0.2).length / scores.length, 0).padStart(7),
    (judged.length === 0 ? "-" : `${inside}/${judged.length}`).padStart(9),
    String(cautious).padStart(8),
  ].join(" ");
}

const heading = `${"".padEnd(58)}    n  ratio  |error|  in 20%  coverage  caution`;

export const perStack = (scores: readonly Score[]): string =>
  stackMedians(scores)
    .map((m) => `${m.stack}${m.rows < fewestRows ? ` (${m.rows} rows, not counted)` : ""} ${percent(m.miss)}`)
    .join(", ");

/** Per source, method and counter. */
export function perSource(title: string, judged: readonly Judged[]): readonly string[] {
  const scores = scoresOf(judged);
  const groups = groupBy(
    scores,
    (s) => `${s.row.measured.source} · ${s.row.run.method} · ${s.row.measured.measured.metric ?? ""}`,
  );
  return [
    "",
    title,
    heading,
    ...[...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, rows]) => line(name, rows)),
    line("pooled", scores),
    `  median error by stack: ${perStack(scores)}`,
  ];
}

/** What the estimate is mostly made of, and what the row itself warns of. */
function reason({ row, profile }: Judged): string {
  const { parts, peakPhase } = budgetMemory({ ...row.run, profile }, row.card, { words: false });
  const total = parts.reduce((sum, p) => sum + p.gib.likely, 0);
  const [most] = [...parts].sort((a, b) => b.gib.likely - a.gib.likely);
  const made =
    most === undefined ? "" : `${percent(most.gib.likely / total, 0)} ${most.part} in ${peakPhase}`;
  return [made, row.measured.caution ?? "no caution"].join("; ");
}

export function worst(title: string, judged: readonly Judged[], count = 12): readonly string[] {
  const rows = judged
    .flatMap((j) => (j.score === null ? [] : [{ j, score: j.score }]))
    .sort((a, b) => missOf(b.score) - missOf(a.score))
    .slice(0, count);
  return [
    "",
    title,
    ...rows.map(
      ({ j, score }) =>
        `  ${score.predicted.likely.toFixed(1)} of ${score.measured.toFixed(1)} GiB  ${j.row.measured.id} (${reason(j)})`,
    ),
  ];
}

const share = (k: number, n: number, bound: number): string =>
  `${k} of ${n}, 95 % upper bound ${percent(bound)}`;

/** What was said of runs whose page tells only whether they ran. */
export function confusion(title: string, judged: readonly Judged[]): readonly string[] {
  const { ran, ranOut, runs, outs, falseFitBound, falseRefusalBound } = verdictsOf(judged);
  return [
    "",
    title,
    `  ran out of memory (${outs}): does-not-fit ${ranOut["does-not-fit"]}, tight ${ranOut.tight}, fits ${ranOut.fits}, unknown ${ranOut.unknown}`,
    `  ran (${runs}): fits ${ran.fits}, tight ${ran.tight}, does-not-fit ${ran["does-not-fit"]}, unknown ${ran.unknown}`,
    `  "fits" said of a run that ran out of memory: ${share(ranOut.fits, outs, falseFitBound)}`,
    `  "does-not-fit" said of a run that ran: ${share(ran["does-not-fit"], runs, falseRefusalBound)}`,
  ];
}
