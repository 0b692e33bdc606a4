import type { FilledRun } from "../filled-run.ts";
import type { CorrectionScope } from "./correction.ts";
import { stableText } from "./digest.ts";

/** Runs that one correction speaks for: a model without a family speaks for itself only. */
export const runScope = (run: FilledRun, accelerator: string): CorrectionScope => ({
  stack: run.stack,
  stackVersion: run.stackVersion ?? null,
  method: run.method,
  family: run.model.family ?? run.model.name,
  accelerator,
});

/** Names runs that differ in batch and length alone: what a straight line through their peaks may join. */
export function seriesOf(run: FilledRun): string {
  const { model, precision, parallel, gpus, nodes, lora, optimizer, kernels } = run;
  const { checkpointing, attention, fusedLoss, compile, objective, task, activationOffload } = run;
  return stableText([
    [model.name, precision, parallel, gpus, nodes, lora, optimizer, kernels],
    [checkpointing, attention, fusedLoss, compile, objective, task, activationOffload],
  ]);
}

/** Tokens of one forward pass of one replica. */
export const tokensInFlight = (run: FilledRun): number => run.microBatch * run.memoryTokens;
