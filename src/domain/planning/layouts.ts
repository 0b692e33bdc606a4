import type { Accelerator } from "../accelerator.ts";
import { dataParallelSize } from "../filled-run.ts";
import type { FilledRun } from "../filled-run.ts";
import type { Layout } from "../plan.ts";
import type { RunSpec, Strategy } from "../run-spec.ts";

/** Devices that one machine of this card holds. */
export const devicesPerNode = (card: Accelerator): number =>
  (card.maxPerNode ?? 8) * Math.max(1, card.devices);

export const nodesFor = (card: Accelerator, gpus: number): number =>
  Math.max(1, Math.ceil(gpus / devicesPerNode(card)));

/** Stacks whose sharding is named by ZeRO stage. */
const zeroStacks: ReadonlySet<string> = new Set(["deepspeed"]);

const shardedStrategy = (run: FilledRun): Strategy => (zeroStacks.has(run.stack) ? "zero3" : "fsdp");

/** Powers of two of tensor ranks that divide the attention heads and the group, largest that a node holds. */
export function tensorRanks(run: FilledRun, gpus: number, perNode: number): number {
  const heads = run.model.shape?.attentionHeads ?? 64;
  const keyValueHeads = run.model.shape?.keyValueHeads ?? 8;
  let best = 1;
  for (let ranks = 2; ranks <= Math.min(gpus, perNode); ranks *= 2) {
    const splitsKeys = keyValueHeads % ranks === 0 || ranks % Math.max(1, keyValueHeads) === 0;
    if (gpus % ranks === 0 && heads % ranks === 0 && splitsKeys) best = ranks;
  }
  return best;
}

/** Accumulation that keeps the stated effective batch when the number of replicas changes. */
function accumulationFor(run: FilledRun, spec: RunSpec, replicas: number): number {
  if (spec.gradientAccumulation === undefined || spec.gpus !== undefined) return run.gradientAccumulation;
  return Math.max(1, Math.round(run.gradientAccumulation / replicas));
}

function lay(
  run: FilledRun,
  spec: RunSpec,
  card: Accelerator,
  gpus: number,
  parallel: Partial<Layout>,
): FilledRun {
  const nodes = Math.max(spec.nodes ?? 1, nodesFor(card, gpus));
  const laid = { ...run, gpus, nodes, parallel: { ...run.parallel, ...parallel } };
  return { ...laid, gradientAccumulation: accumulationFor(run, spec, dataParallelSize(laid)) };
}

/**
 * Ways to spread a run over a number of GPUs, fastest idea first. What was stated binds; else one GPU is `single`,
 * several are DDP where a copy may fit and sharding where it does not, and serving splits tensors inside a node.
 */
export function layoutsFor(
  run: FilledRun,
  spec: RunSpec,
  card: Accelerator,
  gpus: number,
): readonly FilledRun[] {
  const stated = spec.parallel?.strategy;
  const statedSplit =
    spec.parallel?.tensor !== undefined ||
    spec.parallel?.pipeline !== undefined ||
    spec.parallel?.context !== undefined;
  const perNode = devicesPerNode(card);
  if (statedSplit) {
    const { tensor, pipeline, context } = run.parallel;
    if (gpus % (tensor * pipeline * context) !== 0) return [];
  }
  if (run.method === "inference") {
    if (statedSplit) return [lay(run, spec, card, gpus, {})];
    if (gpus === 1) return [lay(run, spec, card, 1, { strategy: "single", tensor: 1, pipeline: 1 })];
    const tensor = tensorRanks(run, gpus, perNode);
    const pipeline = gpus > perNode && tensor === perNode ? gpus / perNode : 1;
    const layouts = [
      lay(run, spec, card, gpus, { tensor, pipeline: Number.isInteger(pipeline) ? pipeline : 1 }),
    ];
    return layouts;
  }
  if (gpus === 1) return [lay(run, spec, card, 1, { strategy: "single" })];
  if (stated !== undefined && stated !== "single") return [lay(run, spec, card, gpus, { strategy: stated })];
  return [
    lay(run, spec, card, gpus, { strategy: "ddp" }),
    lay(run, spec, card, gpus, { strategy: shardedStrategy(run) }),
  ];
}

export function layoutOf(run: FilledRun): Layout {
  return { ...run.parallel, microBatch: run.microBatch, gradientAccumulation: run.gradientAccumulation };
}
