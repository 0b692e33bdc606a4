import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { loadStacks } from "../../src/catalog/load-stacks.ts";
import { stackNames, type StackName } from "../../src/domain/run-spec.ts";
import { methodGroups, type IntervalFactors, type MethodGroup } from "../../src/domain/stack-profile.ts";
import { calibrates, coveringFactors, leftOutCoverage } from "./memory-calibration.ts";
import { loadRows } from "./memory-runs.ts";
import { scoreRow, type Score } from "./memory-score.ts";
import { groupBy, percent } from "./statistics.ts";

/** A stack is known for a method from this many published runs. */
const knownFrom = 4;

const { rows, files } = loadRows({ calibrated: false });
const generic = loadStacks(files, { calibrated: false }).stacks.generic;
const own = rows.flatMap((row) => scoreRow(row) ?? []).filter(calibrates);
const asUnknown = rows.flatMap((row) => scoreRow(row, generic) ?? []).filter(calibrates);

const of = (scores: readonly Score[], method: MethodGroup): readonly Score[] =>
  scores.filter((s) => s.group === method);

/** A stack that runs another underneath: identical specs differ by 8-10 % between library versions. */
const widened = ({ low, high }: IntervalFactors): IntervalFactors => ({
  low: Math.round(low * 920) / 1000,
  high: Math.round(high * 1100) / 1000,
});

const modelKey = (s: Score): string => s.model;
const stackKey = (s: Score): string => s.row.run.stack;

const known: Partial<Record<StackName, MethodGroup[]>> = {};
for (const [stack, scores] of groupBy(own, (s) => s.row.run.stack)) {
  const methods = methodGroups.filter((m) => of(scores, m).length >= knownFrom);
  const name = stackNames.find((s) => s === stack);
  if (methods.length > 0 && name !== undefined) known[name] = methods;
}

const groups = methodGroups.flatMap((method) => {
  const mine = of(own, method);
  const strange = of(asUnknown, method);
  const models = leftOutCoverage(mine, modelKey);
  const stacks = leftOutCoverage(strange, stackKey);
  process.stderr.write(
    `${method}: known ${mine.length} runs, model left out ${percent(models.inside / models.of)} of ${models.of}; ` +
      `unknown, stack left out ${percent(stacks.inside / stacks.of)} of ${stacks.of}\n`,
  );
  return [
    { stack: "known", method, allocated: coveringFactors(mine, modelKey), runs: mine.length },
    { stack: "inherited", method, allocated: widened(coveringFactors(mine, modelKey)), runs: mine.length },
    { stack: "unknown", method, allocated: coveringFactors(strange, stackKey), runs: strange.length },
  ];
});

const header = "# Written by test/bench/calibrate-memory.ts; do not edit by hand.\n";
const body = {
  date: process.argv[2] ?? "2026-11-30",
  source: "catalog/measurements/memory.jsonl",
  method:
    "5th and 95th percentile of measured / likely, each model of each stack weighing the same, widened until nine in ten runs of a model (unknown: of a stack) left out fall inside; unknown = every stack sized with the generic profile",
  groups,
  known,
};
writeFileSync(
  join(import.meta.dirname, "..", "..", "catalog", "calibration", "memory.yaml"),
  header + stringify(body, { lineWidth: 140 }),
);
