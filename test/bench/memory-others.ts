import { missOf, scoresOf } from "./memory-figures.ts";
import type { Judged } from "./memory-judged.ts";
import type { Score } from "./memory-score.ts";
import { median, percent } from "./statistics.ts";

interface Class {
  readonly name: string;
  readonly holds: (score: Score) => boolean;
  /** Median error of 19 public estimators on 24 published peaks, read in November 2026. */
  readonly others: number;
}

const method = (score: Score): string => score.row.run.method;
const isSharded = ({ row }: Score): boolean => {
  const { strategy, tensor, pipeline } = row.run.parallel;
  return row.run.gpus > 1 && (strategy === "fsdp" || strategy === "zero3" || tensor > 1 || pipeline > 1);
};

const classes: readonly Class[] = [
  { name: "inference", holds: (s) => method(s) === "inference", others: 0.04 },
  { name: "LoRA", holds: (s) => method(s) === "lora", others: 0.23 },
  { name: "full", holds: (s) => ["full", "pretrain"].includes(method(s)), others: 0.55 },
  { name: "QLoRA", holds: (s) => ["qlora", "gptq-lora"].includes(method(s)), others: 0.56 },
  { name: "sharded training", holds: (s) => method(s) !== "inference" && isSharded(s), others: 0.39 },
];

export interface Beside {
  readonly name: string;
  readonly others: number;
  readonly rows: number;
  readonly models: number;
  readonly stacks: number;
}

/** Median errors by class beside those of other estimators; theirs are published by class only, so no row can be matched. */
export const beside = (models: readonly Judged[], stacks: readonly Judged[]): readonly Beside[] =>
  classes.map(({ name, holds, others }) => {
    const own = (judged: readonly Judged[]): readonly Score[] => scoresOf(judged).filter(holds);
    return {
      name,
      others,
      rows: own(models).length,
      models: median(own(models).map(missOf)),
      stacks: median(own(stacks).map(missOf)),
    };
  });

export const besideTable = (rows: readonly Beside[]): readonly string[] => [
  "",
  "median error beside other estimators, by class: theirs as published (19 tools, 24 peaks, single rows not printed: none can be matched), ours on rows left out",
  `${"".padEnd(18)} others  model left out  stack left out     n`,
  ...rows.map((r) =>
    [
      r.name.padEnd(18),
      percent(r.others, 0).padStart(6),
      percent(r.models).padStart(15),
      percent(r.stacks).padStart(15),
      String(r.rows).padStart(5),
    ].join(" "),
  ),
  '  "fits" said of runs that ran out of memory: others 28 of 39; ours in the table of targets',
];
