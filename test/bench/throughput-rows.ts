import { readFileSync } from "node:fs";
import { loadCatalogue } from "../../src/catalog/load-catalogue.ts";
import { makeLookup } from "../../src/catalog/make-lookup.ts";
import type { Accelerator } from "../../src/domain/accelerator.ts";
import type { CatalogueLookup } from "../../src/domain/catalogue.ts";
import type { FilledRun } from "../../src/domain/filled-run.ts";
import { trainableParameters } from "../../src/domain/memory/parameters.ts";
import { cardFamily, computePeak } from "../../src/domain/performance/peaks.ts";
import { practiceOf, type Practice } from "../../src/domain/performance/practice.ts";
import { stepTime, type StepTime } from "../../src/domain/performance/step-time.ts";
import { fillRun } from "../../src/domain/planning/assumptions.ts";
import type { RunSpec } from "../../src/domain/run-spec.ts";

interface Line {
  readonly id: string;
  readonly source: string;
  readonly spec: RunSpec;
  readonly measured: { readonly tokensPerSecondPerGpu: number };
  /** A card held to less than its sheet says. */
  readonly cardWatts?: number;
}

/** A published rate beside what the step model alone says. */
export interface RateRow {
  readonly id: string;
  /** Publisher, editions of one page counted as one: they are not independent. */
  readonly source: string;
  readonly family: string;
  readonly practice: Practice;
  readonly method: string;
  readonly moe: boolean;
  readonly run: FilledRun;
  readonly card: Accelerator;
  readonly step: StepTime;
  readonly measured: number;
  /** ln(measured ÷ step model): what the share has to explain. */
  readonly log: number;
  /** Published rate as a share of the dense peak of its precision: what the baseline averages. */
  readonly utilisation: number;
}

interface Rows {
  readonly rows: readonly RateRow[];
  readonly refused: readonly { readonly id: string; readonly why: string }[];
  readonly lookup: CatalogueLookup;
}

const publisher = (source: string): string => source.replace(/ (v\d|\d\d\.).*$/, "");

/** Tokens/s per GPU of the step model, before the share that teams reach. */
export const idealRate = (step: StepTime): number => step.tokensPerGpu / step.total;

export function rateRow(line: Line, lookup: CatalogueLookup, stacks: Parameters<typeof fillRun>[2]) {
  const filled = fillRun(line.spec, lookup, stacks);
  if ("problems" in filled) return { id: line.id, why: filled.problems.map((p) => p.code).join(", ") };
  const found = line.spec.accelerator === undefined ? undefined : lookup.accelerator(line.spec.accelerator);
  if (found === undefined) return { id: line.id, why: "card not in the catalogue" };
  const card = line.cardWatts === undefined ? found : { ...found, tdpW: line.cardWatts };
  const { run } = filled;
  const step = stepTime(run, card, trainableParameters(run));
  if (step === null) return { id: line.id, why: "no peak of this precision on the card's sheet" };
  const dense = computePeak(card, run.precision.compute)?.dense ?? Number.NaN;
  const measured = line.measured.tokensPerSecondPerGpu;
  const row: RateRow = {
    id: line.id,
    source: publisher(line.source),
    family: cardFamily(card),
    practice: practiceOf(run),
    method: run.method,
    moe: run.model.parametersActive < 0.9 * run.model.parametersTotal,
    run,
    card,
    step,
    measured,
    log: Math.log(measured / idealRate(step)),
    utilisation: (measured * step.modelFlopsPerToken) / dense,
  };
  return row;
}

export function loadRateRows(): Rows {
  const loaded = loadCatalogue("catalog");
  if ("faults" in loaded) throw new Error(`catalogue does not load: ${loaded.faults.length} faults`);
  const lookup = makeLookup(loaded.catalogue);
  const { stacks } = loaded.catalogue;
  const read = readFileSync("catalog/measurements/throughput.jsonl", "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => rateRow(JSON.parse(line) as Line, lookup, stacks));
  return {
    rows: read.flatMap((r) => ("why" in r ? [] : [r])),
    refused: read.flatMap((r) => ("why" in r ? [r] : [])),
    lookup,
  };
}
