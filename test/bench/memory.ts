import { pathToFileURL } from "node:url";
import { budgetMemory } from "../../src/domain/memory/budget.ts";
import { streamFigures } from "./estimate-stream.ts";
import { excludedTable } from "./memory-excluded.ts";
import { firstSeenTable } from "./memory-first-seen.ts";
import { errorsOf, floorOf, scoresOf } from "./memory-figures.ts";
import { judge, type Judged } from "./memory-judged.ts";
import { leaveOut, type LeftOut } from "./memory-left-out.ts";
import { beside, besideTable } from "./memory-others.ts";
import { loadRows, type Row } from "./memory-runs.ts";
import { confusion, perSource, perStack, worst } from "./memory-tables.ts";
import { targetsOf, targetTable } from "./memory-targets.ts";
import { percent } from "./statistics.ts";

const errorLine = (name: string, judged: readonly Judged[]): string => {
  const scores = scoresOf(judged);
  const { pooled, byStack, within20 } = errorsOf(scores);
  return `  ${name}: ${percent(pooled)} pooled, ${percent(byStack)} mean of per-stack medians, within 20 %: ${percent(within20, 0)} (${perStack(scores)})`;
};

function floor(left: LeftOut): readonly string[] {
  const { specs, median, most } = floorOf(scoresOf(left.models));
  return [
    "",
    `floor: ${specs} specs were published more than once; an estimator that knew the middle of each would miss by ${percent(median)} (median); their values differ by ${percent(most)} at most`,
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
  return `${Math.round((done / (performance.now() - started)) * 1000)} memory budgets a second, nothing else`;
}

/** Published memory against the engine on rows left out: what is asked first, then every figure behind it. */
export async function benchMemory(): Promise<string> {
  const left = leaveOut();
  const shipped = loadRows({ calibrated: true }).rows;
  const own = shipped.map((row) => judge(row, row.run.profile));
  const stream = await streamFigures();
  const { models, stacks, families, nobody, refused, files } = left;
  return [
    `memory: ${left.rows.length} published runs sized, ${refused.length} refused`,
    ...refused.slice(0, 5).map((r) => `  refused ${r}`),
    "",
    "median error |likely ÷ measured − 1|; constants of residuals and intervals made without the rows judged:",
    errorLine("stack left out, generic profile, as for a framework nobody has read", nobody),
    errorLine("stack left out with the stacks that run it or that it runs", families),
    errorLine("stack left out, sized by what its code says", stacks),
    errorLine("model left out, the stack's constants refitted to its other models", models),
    errorLine("in sample, as shipped, for comparison", own),
    ...floor(left),
    "",
    "`unspecified` rows are compared with the nearest counter and left out of coverage.",
    ...perSource("model left out", models),
    ...perSource("stack left out, sized by what its code says", stacks),
    ...worst("worst rows, model left out", models),
    ...worst("worst rows, stack left out", stacks),
    ...confusion("verdicts, model left out", models),
    ...confusion("verdicts, stack left out", stacks),
    ...confusion("verdicts, stack left out, generic profile", nobody),
    ...firstSeenTable(),
    ...excludedTable(files),
    ...besideTable(beside(models, stacks)),
    "",
    "targets, on rows left out:",
    ...targetTable([...targetsOf(left), ...stream.targets]),
    "",
    ...stream.lines,
    speed(shipped),
  ].join("\n");
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(`${await benchMemory()}\n`);
}
