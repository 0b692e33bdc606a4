import { pathToFileURL } from "node:url";
import { loadStacks } from "../../src/catalog/load-stacks.ts";
import { budgetMemory } from "../../src/domain/memory/budget.ts";
import type { StackProfile } from "../../src/domain/stack-profile.ts";
import { calibrates, honestCoverage, pools } from "./memory-calibration.ts";
import { modelLeftOut, nobodyRead, stackLeftOut } from "./memory-refit.ts";
import { familyOf, loadRows, type Row } from "./memory-runs.ts";
import { scoreRow, specKey, verdictOf, type Score } from "./memory-score.ts";
import { groupBy, mean, median, percent, upperBound } from "./statistics.ts";

const miss = (s: Score): number => Math.abs(1 / s.ratio - 1);

function line(name: string, scores: readonly Score[]): string {
  const judged = scores.filter((s) => s.inside !== null);
  const inside = judged.filter((s) => s.inside === true).length;
  const cautious = scores.filter((s) => s.row.measured.caution !== null).length;
  return [
    name.padEnd(44),
    String(scores.length).padStart(4),
    median(scores.map((s) => 1 / s.ratio))
      .toFixed(2)
      .padStart(6),
    percent(median(scores.map(miss))).padStart(8),
    percent(scores.filter((s) => miss(s) <= 0.2).length / scores.length, 0).padStart(7),
    (judged.length === 0 ? "-" : `${inside}/${judged.length}`).padStart(9),
    String(cautious).padStart(8),
  ].join(" ");
}

const heading = `${"".padEnd(44)}    n  ratio   |miss|  in 20%  coverage  caution`;

/** Stacks with fewer rows are printed and do not enter the mean. */
const fewestRows = 10;

function perStack(scores: readonly Score[]): string {
  const medians = [...groupBy(scores, (s) => s.row.run.stack)].map(([stack, rows]) => ({
    stack,
    rows: rows.length,
    miss: median(rows.map(miss)),
  }));
  const counted = medians.filter((m) => m.rows >= fewestRows);
  const each = medians.map(
    (m) => `${m.stack}${m.rows < fewestRows ? ` (${m.rows} rows)` : ""} ${percent(m.miss)}`,
  );
  return `${percent(mean(counted.map((m) => m.miss)))} (mean of ${counted.length} per-stack medians: ${each.join(", ")})`;
}

function table(title: string, scores: readonly Score[]): readonly string[] {
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
    `  ${perStack(scores)}`,
  ];
}

function worst(scores: readonly Score[]): readonly string[] {
  const rows = [...scores].sort((a, b) => miss(b) - miss(a)).slice(0, 10);
  return [
    "",
    "worst rows: predicted of measured GiB",
    ...rows.map(
      (s) => `  ${s.predicted.likely.toFixed(1)} of ${s.measured.toFixed(1)}  ${s.row.measured.id}`,
    ),
  ];
}

/** "k of n": fits said of a run that ran out of memory, and the other way round. */
function confusion(rows: readonly Row[], title: string, profile?: StackProfile): readonly string[] {
  const outcomes = rows.filter((r) => r.measured.measured.outcome !== null);
  const said = (outcome: "fits" | "oom", verdict: string): number =>
    outcomes.filter((r) => r.measured.measured.outcome === outcome && verdictOf(r, profile) === verdict)
      .length;
  const oom = outcomes.filter((r) => r.measured.measured.outcome === "oom").length;
  const fits = outcomes.length - oom;
  const false_ = said("oom", "fits");
  return [
    "",
    title,
    `  ran out of memory (${oom}): does-not-fit ${said("oom", "does-not-fit")}, tight ${said("oom", "tight")}, fits ${false_}, unknown ${said("oom", "unknown")}`,
    `  ran (${fits}): fits ${said("fits", "fits")}, tight ${said("fits", "tight")}, does-not-fit ${said("fits", "does-not-fit")}, unknown ${said("fits", "unknown")}`,
    `  "fits" said of a run that ran out of memory: ${false_} of ${oom}, 95 % upper bound ${percent(upperBound(false_, oom))}`,
    `  "does-not-fit" said of a run that ran: ${said("fits", "does-not-fit")} of ${fits}, 95 % upper bound ${percent(upperBound(said("fits", "does-not-fit"), fits))}`,
  ];
}

function floor(scores: readonly Score[]): readonly string[] {
  const twins = [...groupBy(scores, (s) => specKey(s.row)).values()].filter((rows) => rows.length > 1);
  const spreads = twins.map((rows) => {
    const values = rows.map((s) => s.measured);
    return Math.max(...values) / Math.min(...values) - 1;
  });
  const all = `${twins.length} specs published more than once`;
  return [
    "",
    spreads.length === 0
      ? all
      : `floor: ${all} differ by ${percent(median(spreads))} (median), ${percent(Math.max(...spreads))} at most`,
  ];
}

function speed(rows: readonly Row[]): string {
  const started = performance.now();
  let done = 0;
  while (performance.now() - started < 1000) {
    for (const { run, card } of rows) {
      budgetMemory(run, card, { words: false });
      done += 1;
    }
  }
  return `${Math.round((done / (performance.now() - started)) * 1000)} estimates a second without words`;
}

const pooled = (scores: readonly Score[]): string =>
  `${percent(median(scores.map(miss)))} pooled, ${perStack(scores)}, within 20 %: ${percent(scores.filter((s) => miss(s) <= 0.2).length / scores.length, 0)}`;

/** The figures that count, worst first: what a stack or model nobody has seen gets. */
function summary(
  known: readonly Score[],
  strange: readonly Score[],
  read: readonly Score[],
  families: readonly Score[],
  nobody: readonly Score[],
  models: readonly Score[],
): readonly string[] {
  return [
    "median miss, constants taken from residuals refitted without the rows judged:",
    `  stack left out, sized by what its code says: ${pooled(read)}`,
    `  the same with the stacks that run it or that it runs left out too: ${pooled(families)}`,
    `  stack left out, generic profile, as for a framework nobody has read: ${pooled(nobody)}`,
    `  model left out, stack's own constants refitted to its other models: ${pooled(models)}`,
    "for comparison, in sample (these rows helped to set the constants):",
    `  generic profile as shipped: ${pooled(strange)}`,
    `  own profile as shipped: ${pooled(known)}`,
  ];
}

function leftOut(
  known: readonly Score[],
  read: readonly Score[],
  strange: readonly Score[],
): readonly string[] {
  const kinds = [
    ["known", "model left out, stack known", known, (s: Score) => s.model],
    ["read", "stack left out, its code read", read, (s: Score) => s.row.run.stack],
    ["unknown", "stack left out, generic profile", strange, (s: Score) => s.row.run.stack],
  ] as const;
  const lines = (["peak_allocated", "peak_reserved"] as const).flatMap((counter) =>
    kinds.map(([kind, name, scores, key]) => {
      const mine = scores.filter(calibrates(counter));
      const judged = (counter === "peak_allocated" ? pools(kind, mine) : [mine]).map((pool) =>
        honestCoverage(pool, key),
      );
      const inside = judged.reduce((sum, j) => sum + j.inside, 0);
      const of = judged.reduce((sum, j) => sum + j.of, 0);
      const width = median(judged.flatMap((j) => j.widths));
      return `  ${counter.slice(5)}, ${name}: ${inside} of ${of} inside (${percent(inside / of)}), median width ${percent(width)} of the likely value`;
    }),
  );
  return ["", "90 % intervals on groups left out (factors and their scaling made of the others)", ...lines];
}

/** Published memory against the engine: errors first, then how often the intervals and verdicts hold. */
export function benchMemory(): Promise<string> {
  const { rows, refused, files } = loadRows({ calibrated: true });
  const generic = loadStacks(files).stacks.generic;
  const known = rows.flatMap((row) => scoreRow(row) ?? []);
  const strange = rows.flatMap((row) => scoreRow(row, generic) ?? []);
  const read = stackLeftOut(rows, generic, (stack) => stack);
  const families = stackLeftOut(rows, generic, familyOf(files));
  const nobody = nobodyRead(rows, generic);
  const models = modelLeftOut(rows, generic);
  const text = [
    `memory: ${rows.length} published runs sized, ${refused.length} refused`,
    ...refused.slice(0, 5).map((r) => `  refused ${r}`),
    ...summary(known, strange, read, families, nobody, models),
    "",
    "`unspecified` rows are compared with the nearest counter and left out of coverage.",
    ...table("stack known (its own profile)", known),
    ...table("stack left out (generic profile)", strange),
    ...leftOut(known, read, nobody),
    ...worst(known),
    ...confusion(rows, "verdicts, stack known"),
    ...confusion(rows, "verdicts, stack left out", generic),
    ...floor(known),
    "",
    speed(rows),
  ];
  return Promise.resolve(text.join("\n"));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(`${await benchMemory()}\n`);
}
