import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { loadStacks } from "../../src/catalog/load-stacks.ts";
import { stackNames, type StackName } from "../../src/domain/run-spec.ts";
import {
  knowledge,
  methodGroups,
  type IntervalFactors,
  type Knowledge,
  type MethodGroup,
} from "../../src/domain/stack-profile.ts";
import { calibrates, calibratesEither, coveringFactors, poolOf } from "./memory-calibration.ts";
import { nobodyRead, stackLeftOut } from "./memory-refit.ts";
import { loadRows } from "./memory-runs.ts";
import { scoreRow, type Score } from "./memory-score.ts";
import { groupBy } from "./statistics.ts";

/** A stack is known for a method from this many published runs. */
const knownFrom = 4;

const { rows, files } = loadRows({ calibrated: false });
const generic = loadStacks(files, { calibrated: false }).stacks.generic;
const own = rows.flatMap((row) => scoreRow(row) ?? []);
const read = stackLeftOut(rows, generic, (stack) => stack);
const asUnknown = nobodyRead(rows, generic);

const stackKey = (s: Score): string => s.row.run.stack;
const modelKey = (s: Score): string => s.model;

/** A stack that runs another underneath: identical specs differ by 8-10 % between library versions. */
const widened = ({ low, high }: IntervalFactors): IntervalFactors => ({
  low: Math.round(low * 920) / 1000,
  high: Math.round(high * 1100) / 1000,
});

interface Source {
  readonly scores: readonly Score[];
  readonly key: (score: Score) => string;
}

const sources: Readonly<Record<Knowledge, Source>> = {
  known: { scores: own, key: modelKey },
  inherited: { scores: own, key: modelKey },
  read: { scores: read, key: stackKey },
  unknown: { scores: asUnknown, key: stackKey },
};

/** What a stack inherits is never wider than what its code alone would give it. */
const tighter = (a: IntervalFactors, b: IntervalFactors): IntervalFactors => ({
  low: Math.max(a.low, b.low),
  high: Math.min(a.high, b.high),
});

function byKnowledge(factorsOf: (kind: Knowledge) => IntervalFactors): Record<Knowledge, IntervalFactors> {
  const [known, read, unknown] = [factorsOf("known"), factorsOf("read"), factorsOf("unknown")];
  return { known, inherited: tighter(widened(known), read), read, unknown };
}

const pooled = (kind: Knowledge, method: MethodGroup): readonly Score[] =>
  poolOf(kind, sources[kind].scores.filter(calibratesEither), method);

const groups = methodGroups.flatMap((method) => {
  const factors = byKnowledge((kind) => coveringFactors(pooled(kind, method), sources[kind].key));
  return knowledge.map((stack) => ({
    stack,
    method,
    allocated: factors[stack],
    runs: pooled(stack, method).length,
  }));
});
const reserved = byKnowledge((kind) =>
  coveringFactors(sources[kind].scores.filter(calibrates("peak_reserved")), sources[kind].key),
);

const known: Partial<Record<StackName, MethodGroup[]>> = {};
for (const [stack, scores] of groupBy(own.filter(calibratesEither), stackKey)) {
  const methods = methodGroups.filter((m) => scores.filter((s) => s.group === m).length >= knownFrom);
  const name = stackNames.find((s) => s === stack);
  if (methods.length > 0 && name !== undefined) known[name] = methods;
}

const header = "# Written by test/bench/calibrate-memory.ts; do not edit by hand.\n";
const body = {
  date: process.argv[2] ?? "2026-11-30",
  source: "catalog/measurements/memory.jsonl",
  method:
    "5th and 95th percentile of measured / likely, each model of each stack weighing the same, all training methods together for read and unknown, scaled until nine in ten runs of a model (read, unknown: of a stack) left out fall inside; read = each stack sized by what its code says, the rest fitted to the others; unknown = sized with the generic profile",
  groups,
  reserved,
  known,
};
writeFileSync(
  join(import.meta.dirname, "..", "..", "catalog", "calibration", "memory.yaml"),
  header + stringify(body, { lineWidth: 140 }),
);
