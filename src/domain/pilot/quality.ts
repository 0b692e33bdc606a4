import type { FilledRun } from "../filled-run.ts";
import { stableText } from "./digest.ts";

export type QualitySettings = Readonly<Record<string, string>>;

const settings: Readonly<Record<string, (run: FilledRun) => unknown>> = {
  model: (run) => run.model.name,
  method: (run) => run.method,
  objective: (run) => run.objective,
  task: (run) => run.task,
  precision: (run) => run.precision,
  optimizer: (run) => run.optimizer,
  lora: (run) => run.lora,
  packing: (run) => run.packing,
  serving: (run) => run.serving,
};

/** Settings that change the result of a run, not only its pace: a faster run that differs in one of them proves no scaling. */
export const qualityOf = (run: FilledRun): QualitySettings =>
  Object.fromEntries(
    Object.entries(settings).map(([field, of]) => {
      const value = of(run) ?? "none";
      return [field, typeof value === "string" ? value : stableText(value).slice(0, 120)];
    }),
  );
