import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { loadCatalogue } from "../../src/catalog/load-catalogue.ts";
import { makeLookup } from "../../src/catalog/make-lookup.ts";
import { servingThroughput } from "../../src/domain/performance/serving.ts";
import { fillRun } from "../../src/domain/planning/assumptions.ts";
import type { RunSpec } from "../../src/domain/run-spec.ts";
import type { Range } from "../../src/units/range.ts";
import { groupBy, mean, median, percent } from "./statistics.ts";

/** What a source printed of a service, one of: all users' output tokens/s, one user's while decoding, seconds to the first token. */
export const servingFigures = [
  "outputTokensPerSecond",
  "decodeTokensPerSecond",
  "firstTokenSeconds",
] as const;
export type ServingFigure = (typeof servingFigures)[number];

export interface ServingLine {
  readonly id: string;
  readonly source: string;
  readonly url: string;
  readonly place: string;
  readonly spec: RunSpec;
  readonly measured: Readonly<Partial<Record<ServingFigure, number>>>;
  /** What the page leaves open, and how it was taken. */
  readonly caution?: string;
}

export interface ServingRow {
  readonly line: ServingLine;
  readonly figure: ServingFigure;
  readonly measured: number;
  readonly predicted: Range;
}

export const servingLines = (): readonly ServingLine[] =>
  readFileSync("catalog/measurements/serving.jsonl", "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as ServingLine);

/** Published rates of services beside what is predicted of them; a line that cannot be sized is a fault of ours. */
export function servingRows(): readonly ServingRow[] {
  const loaded = loadCatalogue("catalog");
  if ("faults" in loaded) throw new Error(`catalogue does not load: ${loaded.faults.length} faults`);
  const { catalogue } = loaded;
  const lookup = makeLookup(catalogue);
  return servingLines().map((line) => {
    const filled = fillRun(line.spec, lookup, catalogue.stacks);
    const card = lookup.accelerator(line.spec.accelerator ?? "");
    const figure = servingFigures.find((name) => line.measured[name] !== undefined);
    const measured = figure === undefined ? undefined : line.measured[figure];
    if ("problems" in filled || card === undefined || figure === undefined || measured === undefined)
      throw new Error(
        `${line.id}: ${"problems" in filled ? JSON.stringify(filled.problems) : "no card or figure"}`,
      );
    const throughput = servingThroughput(filled.run, card);
    if (throughput?.serving === undefined) throw new Error(`${line.id}: not timed`);
    const { tokensPerSecondTotal, ttftSeconds } = throughput.serving;
    const { low, likely, high } = throughput.stepSeconds;
    const predicted = {
      outputTokensPerSecond: tokensPerSecondTotal,
      decodeTokensPerSecond: { low: 1 / high, likely: 1 / likely, high: 1 / low },
      firstTokenSeconds: ttftSeconds,
    }[figure];
    return { line, figure, measured, predicted };
  });
}

export const servingError = ({ measured, predicted }: ServingRow): number =>
  Math.abs(predicted.likely / measured - 1);
export const servingHeld = ({ measured, predicted }: ServingRow): boolean =>
  measured >= predicted.low && measured <= predicted.high;

function table(
  title: string,
  rows: readonly ServingRow[],
  key: (row: ServingRow) => string,
): readonly string[] {
  const groups = [...groupBy(rows, key)].sort((a, b) => b[1].length - a[1].length);
  return [
    "",
    `${title.padEnd(58)} rows  error   bias  cover`,
    ...groups.map(([name, own]) => {
      const bias = median(own.map((r) => r.predicted.likely / r.measured - 1));
      const held = own.filter(servingHeld).length / own.length;
      const [error, lean, share] = [median(own.map(servingError)), bias, held].map((x) =>
        percent(x, 0).padStart(6),
      );
      return `  ${name.padEnd(56)} ${String(own.length).padStart(4)} ${error} ${lean} ${share}`;
    }),
  ];
}

/** Error of what is predicted of services, a line a source, worst ones included. */
export function benchServing(): string {
  const rows = servingRows();
  const bySource = [...groupBy(rows, (r) => r.line.source).values()];
  const held = (own: readonly ServingRow[]): number => own.filter(servingHeld).length / own.length;
  const far = (r: ServingRow): number => Math.abs(Math.log(r.predicted.likely / r.measured));
  return [
    "few sources, most rows one vendor's own: the bounds were chosen with all rows in sight, so that new sources will do worse",
    `${rows.length} published rates of services from ${bySource.length} sources; ${rows.filter(({ line }) => line.caution !== undefined).length} with a caution`,
    `error: pooled median ${percent(median(rows.map(servingError)))}, mean of per-source medians ${percent(mean(bySource.map((own) => median(own.map(servingError)))))}`,
    `90 % interval holds ${percent(held(rows))} of rows, mean of sources ${percent(mean(bySource.map(held)))}`,
    ...table("by source and figure", rows, (r) => `${r.line.source}, ${r.figure}`),
    ...table(
      "by card and weights",
      rows,
      (r) => `${r.line.spec.accelerator ?? ""} ${r.line.spec.precision?.weights ?? ""}, ${r.figure}`,
    ),
    "",
    "worst rows: predicted of measured",
    ...[...rows]
      .sort((a, b) => far(b) - far(a))
      .slice(0, 12)
      .map(
        ({ line, figure, measured, predicted }) =>
          `  ${predicted.likely.toPrecision(3)} of ${measured.toPrecision(3)}  ${line.id} ${figure} ${line.spec.accelerator ?? ""} × ${line.spec.gpus ?? 1}`,
      ),
  ].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.log(benchServing());
