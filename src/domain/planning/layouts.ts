import type { Accelerator } from "../accelerator.ts";
import { dataParallelSize } from "../filled-run.ts";
import type { FilledParallel, FilledRun } from "../filled-run.ts";
import { asksMore } from "../performance/demand.ts";
import { linkKind } from "../performance/links.ts";
import type { Layout } from "../plan.ts";
import type { RunSpec, Strategy } from "../run-spec.ts";
import { fillingBatches } from "./assumed-accumulation.ts";
import { modelSplits } from "./model-splits.ts";

/** Whether machines of this card are joined by networks that a job over several of them can live with. */
export function spansNodes(card: Accelerator): boolean {
  const kind = linkKind(card);
  return kind === "nvlink" || kind === "fabric";
}

/** What shares most state comes first. */
const deepest: readonly Strategy[] = ["fsdp", "zero3", "zero2", "zero1"];

/**
 * Whole copies and the deepest sharding that the stack has, fastest first. Between stages of a pipeline weights would be
 * gathered once a micro-batch: sharing the optimizer's state alone comes before that.
 */
function strategiesOf(run: FilledRun): readonly Strategy[] {
  const has = run.profile.supports.strategies.value;
  const sharded = deepest.find((strategy) => has.includes(strategy));
  const state: readonly Strategy[] = run.parallel.pipeline > 1 ? ["zero1"] : [];
  const usual: readonly Strategy[] = ["ddp", ...state, ...(sharded === undefined ? [] : [sharded])];
  return usual.filter((strategy, at) => has.includes(strategy) && usual.indexOf(strategy) === at);
}

const sharesWeights = (strategy: Strategy): boolean => strategy === "fsdp" || strategy === "zero3";

/** Powers of two of tensor ranks that divide the attention heads and the group, largest that a node holds. */
function tensorRanks(run: FilledRun, gpus: number, perNode: number): number {
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
function accumulationFor(run: FilledRun, spec: RunSpec, pipeline: number, replicas: number): number {
  if (spec.gradientAccumulation === undefined)
    return Math.max(run.gradientAccumulation, fillingBatches(spec, pipeline));
  if (spec.gpus !== undefined) return run.gradientAccumulation;
  return Math.max(1, Math.round(run.gradientAccumulation / replicas));
}

/** Machines and GPUs that a layout spreads over. */
export interface Spread {
  readonly gpus: number;
  readonly nodes: number;
  /** Devices one machine holds at most. */
  readonly perNode: number;
}

function lay(
  run: FilledRun,
  spec: RunSpec,
  { gpus, nodes }: Spread,
  parallel: Partial<FilledParallel>,
): FilledRun {
  const laid = { ...run, gpus, nodes, parallel: { ...run.parallel, ...parallel } };
  const gradientAccumulation = accumulationFor(run, spec, laid.parallel.pipeline, dataParallelSize(laid));
  return gradientAccumulation === run.gradientAccumulation ? laid : { ...laid, gradientAccumulation };
}

function servingLayout(run: FilledRun, spec: RunSpec, spread: Spread): FilledRun {
  const { gpus, perNode } = spread;
  if (gpus === 1) return lay(run, spec, spread, { strategy: "single", tensor: 1, pipeline: 1 });
  const tensor = tensorRanks(run, gpus, perNode);
  const pipeline = gpus > perNode && tensor === perNode ? gpus / perNode : 1;
  return lay(run, spec, spread, { tensor, pipeline: Number.isInteger(pipeline) ? pipeline : 1 });
}

/** Data-parallel ranks of a group, context ranks included: all of them share state. */
const stateRanks = ({ parallel: { tensor, pipeline } }: FilledRun, gpus: number): number =>
  gpus / (tensor * pipeline);

/** Strategies that a stated shard group, offload or strategy leaves. */
function allowedStrategies(run: FilledRun, spec: RunSpec, ranks: number): readonly Strategy[] {
  const { strategy: stated, shardGroup } = spec.parallel ?? {};
  if (stated !== undefined && stated !== "single") return [stated];
  const usual = strategiesOf(run);
  const { offload } = run.parallel;
  if (shardGroup !== undefined) {
    if (ranks % shardGroup !== 0) return [];
    return usual.some(sharesWeights) ? usual.filter(sharesWeights) : ["fsdp"];
  }
  // Weights that live on the host are gathered layer by layer: only sharding does that.
  if (offload === "parameters" || offload === "all") return [usual.find(sharesWeights) ?? "fsdp"];
  return usual;
}

/** Where latency or traffic is asked for: copies of the model as well, from the fewest and widest to one a card. */
function servingLayouts(run: FilledRun, spec: RunSpec, spread: Spread): readonly FilledRun[] {
  const one = servingLayout(run, spec, spread);
  if (run.serving === null || !asksMore(run.serving)) return [one];
  const found = [one];
  for (let tensor = Math.min(one.parallel.tensor, spread.perNode); tensor >= 1; tensor /= 2) {
    const copies = lay(run, spec, spread, { tensor, pipeline: 1 });
    if (spread.gpus % tensor === 0 && (tensor !== one.parallel.tensor || one.parallel.pipeline > 1))
      found.push(copies);
  }
  return found;
}

/** Whether a copy of the model stays on one machine: copies need no fabric between their machines. */
export const copiesPerNode = ({ method, parallel }: FilledRun, perNode: number): boolean =>
  method === "inference" && parallel.pipeline === 1 && parallel.tensor <= perNode;

/**
 * Ways to spread a run over a number of GPUs, fastest first. What was stated binds; else one GPU is `single`, several are DDP
 * where a copy may fit and sharding where it does not, as far as the stack has both; where it cannot share weights, tensor
 * ranks, stages and experts divide them. Serving splits tensors inside a node.
 */
export function layoutsFor(run: FilledRun, spec: RunSpec, spread: Spread): readonly FilledRun[] {
  const { strategy: stated, ...split } = spec.parallel ?? {};
  const { gpus } = spread;
  const statedSplit =
    split.tensor !== undefined || split.pipeline !== undefined || split.context !== undefined;
  const { tensor, pipeline, context } = run.parallel;
  if (statedSplit && gpus % (tensor * pipeline * context) !== 0) return [];
  if (run.method === "inference") {
    return statedSplit ? [lay(run, spec, spread, {})] : servingLayouts(run, spec, spread);
  }
  if (gpus === 1) return [lay(run, spec, spread, { strategy: "single" })];
  const ranks = stateRanks(run, gpus);
  if (ranks === 1) return [lay(run, spec, spread, { strategy: stated ?? "single" })];
  const strategies = allowedStrategies(run, spec, ranks);
  const plain = strategies.map((strategy) => lay(run, spec, spread, { strategy }));
  const free = !statedSplit && split.expert === undefined && stated === undefined;
  if (!free || strategies.some(sharesWeights)) return plain;
  const [sharded] = strategies.slice(-1);
  const splits = sharded === undefined ? [] : modelSplits(run, spread, sharded);
  return [...plain, ...splits.map((parallel) => lay(run, spec, spread, parallel))];
}

export function layoutOf(run: FilledRun): Layout {
  return { ...run.parallel, microBatch: run.microBatch, gradientAccumulation: run.gradientAccumulation };
}
