import type { Accelerator } from "../accelerator.ts";
import { dataParallelSize } from "../filled-run.ts";
import type { FilledRun } from "../filled-run.ts";
import { stepTime } from "./step-time.ts";

/** weak: each GPU keeps its batch, the effective batch grows. strong: the effective batch stays, each GPU has less. */
export type Scaling = "weak" | "strong";

/** The run on another number of GPUs, split the same way; null where the effective batch cannot be divided so. */
function spread(run: FilledRun, card: Accelerator, gpus: number, scaling: Scaling): FilledRun | null {
  // A single machine is filled before a second one is taken.
  const perNode = run.nodes > 1 ? Math.ceil(run.gpus / run.nodes) : Math.max(run.gpus, card.maxPerNode ?? 8);
  const nodes = Math.max(1, Math.ceil(gpus / perNode));
  const strategy = gpus === 1 ? "single" : run.parallel.strategy;
  const wider = { ...run, gpus, nodes, parallel: { ...run.parallel, strategy } };
  if (scaling === "weak") return wider;
  const batches = run.gradientAccumulation * dataParallelSize(run);
  const gradientAccumulation = batches / dataParallelSize(wider);
  return Number.isInteger(gradientAccumulation) ? { ...wider, gradientAccumulation } : null;
}

/**
 * Useful tokens per second of `gpus` cards ÷ (gpus ÷ n × those of the run's own n). The share that teams reach of the step
 * model cancels. Null without a peak, or where the batch does not divide.
 */
export function scalingEfficiency(
  run: FilledRun,
  card: Accelerator,
  trainable: number,
  gpus: number,
  scaling: Scaling,
): number | null {
  const wider = spread(run, card, gpus, scaling);
  const from = stepTime(run, card, trainable);
  const to = wider === null ? null : stepTime(wider, card, trainable);
  if (from === null || to === null) return null;
  return to.tokensPerGpu / to.total / (from.tokensPerGpu / from.total);
}
