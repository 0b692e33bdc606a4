import { readFileSync } from "node:fs";
import { trainableParameters } from "../../src/domain/memory/parameters.ts";
import { scalingEfficiency, type Scaling } from "../../src/domain/performance/scaling.ts";
import { mean, median } from "./statistics.ts";
import { idealRate, type RateRow } from "./throughput-rows.ts";

interface Series {
  readonly id: string;
  readonly source: string;
  readonly scaling: Scaling;
  /** Rows of throughput.jsonl, fewest GPUs first. */
  readonly rows: readonly string[];
  readonly caution?: string;
}

interface Point {
  readonly series: Series;
  readonly gpus: number;
  readonly from: number;
  readonly measured: number;
  readonly predicted: number;
}

function points(series: Series, byId: ReadonlyMap<string, RateRow>): readonly Point[] {
  const rows = series.rows.flatMap((id) => byId.get(id) ?? []);
  const first = rows[0];
  if (first === undefined) return [];
  return rows.slice(1).flatMap((row) => {
    // Where only the count differs the law itself is scored; where the batch differs too, both points are timed as they were.
    const same =
      row.run.microBatch === first.run.microBatch &&
      (series.scaling === "strong" || row.run.gradientAccumulation === first.run.gradientAccumulation);
    const law = same
      ? scalingEfficiency(first.run, first.card, trainableParameters(first.run), row.run.gpus, series.scaling)
      : null;
    return {
      series,
      gpus: row.run.gpus,
      from: first.run.gpus,
      measured: row.measured / first.measured,
      predicted: law ?? idealRate(row.step) / idealRate(first.step),
    };
  });
}

function scalingPoints(rows: readonly RateRow[]): readonly Point[] {
  const byId = new Map(rows.map((r) => [r.id, r]));
  return readFileSync("catalog/measurements/scaling.jsonl", "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .flatMap((line) => points(JSON.parse(line) as Series, byId));
}

const gap = (p: Point): number => Math.abs(p.predicted - p.measured);

/** Median of |predicted − measured| efficiency over all points of all series. */
export const medianScalingGap = (rows: readonly RateRow[]): number => median(scalingPoints(rows).map(gap));

/** Efficiency per GPU against the smallest count of each published series. */
export function scalingReport(rows: readonly RateRow[]): readonly string[] {
  const all = scalingPoints(rows);
  const worst = [...all].sort((a, b) => gap(b) - gap(a)).slice(0, 6);
  const of = (scaling: Scaling): string => {
    const own = all.filter((p) => p.series.scaling === scaling);
    return `${scaling} ${own.length} points ±${median(own.map(gap)).toFixed(3)}`;
  };
  return [
    "",
    `scaling efficiency, |predicted − measured|: median ${median(all.map(gap)).toFixed(3)} (aim ≤ 0.08), mean ${mean(all.map(gap)).toFixed(3)}, ${all.filter((p) => gap(p) <= 0.08).length} of ${all.length} points within 0.08; ${of("weak")}, ${of("strong")}`,
    "  every series starts at 8 GPUs or more and is weak but two: efficiency against one GPU is not scored",
    ...worst.map(
      (p) =>
        `  ${p.predicted.toFixed(2)} of ${p.measured.toFixed(2)}  ${p.from} → ${p.gpus} GPUs  ${p.series.id} ${p.series.source}${p.series.caution === undefined ? "" : ` (${p.series.caution})`}`,
    ),
  ];
}
