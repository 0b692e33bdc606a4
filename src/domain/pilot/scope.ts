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
  const { precision, parallel, gpus, nodes, optimizer } = run;
  return stableText([precision, parallel, gpus, nodes, optimizer, forward(run)]);
}

/**
 * Names runs whose tensors that grow with tokens are alike on each card, however the state is copied, sharded, quantised or
 * updated.
 */
export function tokenSeriesOf(run: FilledRun): string {
  const { tensor, pipeline, context, expert, sequence } = run.parallel;
  const { compute, mode } = run.precision;
  return stableText([{ tensor, pipeline, context, expert, sequence }, compute, mode, forward(run)]);
}

/** Names runs of one model, task, precision and layout, however they compute: other kernels, loss, optimizer, checkpointing. */
export function kinOf({ model, objective, task, precision, parallel, gpus, nodes }: FilledRun): string {
  return stableText([model.name, objective, task, precision, parallel, gpus, nodes]);
}

/** What shapes the tensors of a forward and backward pass beside batch, length and layout. */
function forward(run: FilledRun): unknown {
  const { model, lora, kernels, checkpointing, attention, fusedLoss, compile } = run;
  const { objective, task, activationOffload } = run;
  return [
    model.name,
    lora,
    kernels,
    checkpointing,
    attention,
    fusedLoss,
    compile,
    objective,
    task,
    activationOffload,
  ];
}

/** Tokens of one forward pass of one replica. */
export const tokensInFlight = (run: FilledRun): number => run.microBatch * run.memoryTokens;
