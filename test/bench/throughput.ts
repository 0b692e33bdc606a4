import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { loadCatalogue } from "../../src/catalog/load-catalogue.ts";
import { makeLookup } from "../../src/catalog/make-lookup.ts";
import type { CatalogueLookup } from "../../src/domain/catalogue.ts";
import { trainableParameters } from "../../src/domain/memory/parameters.ts";
import { cardFamily } from "../../src/domain/performance/peaks.ts";
import { stepTime } from "../../src/domain/performance/step-time.ts";
import { achieved, practice } from "../../src/domain/performance/utilisation.ts";
import { fillRun } from "../../src/domain/planning/assumptions.ts";
import type { RunSpec } from "../../src/domain/run-spec.ts";

interface Row {
  readonly id: string;
  readonly source: string;
  readonly spec: RunSpec;
  readonly measured: { readonly tokensPerSecondPerGpu: number };
}

interface Scored {
  readonly source: string;
  readonly group: string;
  readonly kind: string;
  /** measured ÷ step model, before any achieved share. */
  readonly ratio: number;
  readonly moe: boolean;
  readonly shipped: { readonly low: number; readonly likely: number; readonly high: number };
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
};

function groupBy<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return groups;
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

function scoreRows(rows: readonly Row[], lookup: CatalogueLookup, stacks: Parameters<typeof fillRun>[2]) {
  const scored: Scored[] = [];
  let refused = 0;
  for (const row of rows) {
    const filled = fillRun(row.spec, lookup, stacks);
    const card = row.spec.accelerator === undefined ? undefined : lookup.accelerator(row.spec.accelerator);
    if ("problems" in filled || card === undefined) {
      refused += 1;
      continue;
    }
    const { run } = filled;
    const step = stepTime(run, card, trainableParameters(run));
    if (step === null) {
      refused += 1;
      continue;
    }
    const moe = run.model.parametersActive < 0.9 * run.model.parametersTotal;
    scored.push({
      source: row.source.replace(/ (v\d|\d\d\.).*$/, ""),
      group: `${cardFamily(card)}/${practice(run)}/${moe ? "moe" : "dense"}`,
      kind: `${run.method}/${practice(run)}`,
      ratio: row.measured.tokensPerSecondPerGpu / (step.tokensPerGpu / step.total),
      moe,
      shipped: achieved(run, card),
    });
  }
  return { scored, refused };
}

/** Relative error of the rate: |predicted − measured| ÷ measured. */
const errorOf = (row: Scored, share: number): number => Math.abs(share / row.ratio - 1);

/** The likely share as it would be had this source never been seen: its group elsewhere, else everything elsewhere. */
function withoutSource(row: Scored, all: readonly Scored[]): number {
  const others = all.filter((r) => r.source !== row.source);
  const same = others.filter((r) => r.group === row.group);
  const practiceOf = row.kind.split("/")[1];
  const near = others.filter((r) => r.kind.endsWith(`/${practiceOf ?? ""}`) && r.moe === row.moe);
  return median((same.length >= 3 ? same : near.length >= 3 ? near : others).map((r) => r.ratio));
}

function table(
  rows: readonly Scored[],
  key: (r: Scored) => string,
  leftOut: ReadonlyMap<Scored, number>,
): string[] {
  const groups = groupBy(rows, key);
  return [...groups]
    .sort((a, b) => b[1].length - a[1].length)
    .map(([name, members]) => {
      const shipped = median(members.map((r) => errorOf(r, r.shipped.likely)));
      const unseen = median(members.map((r) => errorOf(r, leftOut.get(r) ?? Number.NaN)));
      const inside = members.filter((r) => r.ratio >= r.shipped.low && r.ratio <= r.shipped.high).length;
      const bias = median(members.map((r) => r.shipped.likely / r.ratio - 1));
      return `  ${name.padEnd(44)} ${String(members.length).padStart(4)} rows · shipped ${percent(shipped)} (bias ${percent(bias)}) · source left out ${percent(unseen)} · in interval ${percent(inside / members.length)}`;
    });
}

/** Error of predicted tokens/s on published runs, with every source left out in turn, worst figures first. */
export function benchThroughput(): string {
  const loaded = loadCatalogue("catalog");
  if ("faults" in loaded) return `catalogue does not load: ${loaded.faults.length} faults`;
  const lookup = makeLookup(loaded.catalogue);
  const rows = readFileSync("catalog/measurements/throughput.jsonl", "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Row);
  const { scored, refused } = scoreRows(rows, lookup, loaded.catalogue.stacks);
  const leftOut = new Map(scored.map((row) => [row, withoutSource(row, scored)]));
  const bySource = [...groupBy(scored, (r) => r.source).values()];
  const perSource = (score: (r: Scored) => number): number => {
    const medians = bySource.map((members) => median(members.map(score)));
    return medians.reduce((sum, m) => sum + m, 0) / medians.length;
  };
  const unseen = (r: Scored): number => errorOf(r, leftOut.get(r) ?? Number.NaN);
  const inside = scored.filter((r) => r.ratio >= r.shipped.low && r.ratio <= r.shipped.high).length;
  return [
    `${scored.length} published training rates from ${bySource.length} sources; ${refused} more could not be expressed`,
    `error of tokens/s, whole source left out: pooled median ${percent(median(scored.map(unseen)))}, mean of per-source medians ${percent(perSource(unseen))}`,
    `shipped shares (fitted on all of these rows, so flattering): pooled median ${percent(median(scored.map((r) => errorOf(r, r.shipped.likely))))}, mean of per-source medians ${percent(perSource((r) => errorOf(r, r.shipped.likely)))}`,
    `measured rate inside the shipped interval: ${percent(inside / scored.length)}`,
    "selection: most rows are tuned best cases of vendors; recomputation is not stated in many of them",
    "by source",
    ...table(scored, (r) => r.source, leftOut),
    "by card family, practice and density",
    ...table(scored, (r) => r.group, leftOut),
    "by method",
    ...table(scored, (r) => r.kind, leftOut),
  ].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.log(benchThroughput());
