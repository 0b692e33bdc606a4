import { dataParallelSize, type FilledRun } from "../filled-run.ts";
import type { ParameterCounts } from "./parameters.ts";
import { shapeOf } from "./model-shape.ts";
import { firstStage, isFirst, isLast, type Stage } from "./stage.ts";

/** Ranks that share each state. */
export interface Shards {
  /** FSDP, ZeRO-3. */
  readonly weights: number;
  readonly gradients: number;
  readonly optimizer: number;
}

/** What divides what, on a rank of one pipeline stage. */
export interface Divisors extends Shards {
  readonly tensor: number;
  readonly pipeline: number;
  readonly stage: Stage;
  /** Ranks among which the routed experts of a stage are split, tensor ranks of one expert included. */
  readonly experts: number;
  /** Ranks that hold the same experts share less than those that hold the same dense weights. */
  readonly routed: Shards;
}

const sharedBy = (strategy: FilledRun["parallel"]["strategy"], group: number): Shards => {
  const all = strategy === "fsdp" || strategy === "zero3";
  return {
    weights: all ? group : 1,
    gradients: all || strategy === "zero2" ? group : 1,
    optimizer: all || strategy === "zero2" || strategy === "zero1" ? group : 1,
  };
};

/**
 * Ranks that split the experts: expert × tensor where expert groups are cut from the data-parallel ranks, else expert ranks
 * alone, tensor ranks folded in. Engines that serve split experts over tensor ranks already: the larger of both.
 * Source: Megatron-LM parallel_state.py (expert tensor parallel size defaults to tensor parallel size); torchtitan
 * parallel_dims.py (expert ranks are borrowed from data, context and tensor ranks).
 */
function expertRanks(run: FilledRun): number {
  const { tensor, expert, context } = run.parallel;
  if (run.method === "inference") return Math.max(tensor, expert);
  const replicas = dataParallelSize(run) * context;
  return replicas % expert === 0 ? tensor * expert : Math.max(tensor, expert);
}

/** Which state each strategy splits. Source: ZeRO (arXiv 1910.02054); PyTorch FSDP documentation. */
export function divisors(run: FilledRun, stage: Stage = firstStage(run)): Divisors {
  const { strategy, context, tensor, pipeline, shardGroup } = run.parallel;
  const replicas = dataParallelSize(run) * context;
  const group = Math.min(shardGroup ?? replicas, replicas);
  const experts = expertRanks(run);
  return {
    tensor,
    pipeline,
    stage,
    experts,
    ...sharedBy(strategy, group),
    routed: sharedBy(strategy, Math.max(1, (group * tensor) / experts)),
  };
}

/** Elements of one rank, by what quantisation narrows and what it leaves. */
export interface LocalElements {
  readonly linear: number;
  /** Part of `linear` held by routed experts. */
  readonly experts: number;
  readonly plain: number;
}

/**
 * Elements that one rank answers for once `state` is shared: layers of its stage ÷ tensor ranks, routed experts ÷ their
 * ranks, the embedding on the first stage and the head on the last (a tied one again as a copy), norms whole.
 */
export function localElements(
  counts: ParameterCounts,
  div: Divisors,
  state: keyof Shards | "none",
  endsReplicated = false,
): LocalElements {
  const { stage, tensor, experts } = div;
  const dense = state === "none" ? 1 : div[state];
  const routed = state === "none" ? 1 : div.routed[state];
  const routedExperts = (counts.experts * stage.layerShare) / (experts * routed);
  return {
    linear: ((counts.linear - counts.experts) * stage.layerShare) / (tensor * dense) + routedExperts,
    experts: routedExperts,
    plain: (endElements(counts, stage, tensor, endsReplicated) + counts.norms * stage.layerShare) / dense,
  };
}

/** Embedding and head of a stage; a single stage holds a tied matrix once. */
function endElements(counts: ParameterCounts, stage: Stage, tensor: number, replicated: boolean): number {
  if (replicated) return counts.embedding + counts.head;
  const first = isFirst(stage) ? counts.embedding : 0;
  const tied = counts.tied && stage.count > 1 ? counts.embedding : counts.head;
  return (first + (isLast(stage) ? tied : 0)) / tensor;
}

/** Both kinds of elements of a rank. */
export function localTotal(counts: ParameterCounts, div: Divisors, state: keyof Shards | "none"): number {
  const { linear, plain } = localElements(counts, div, state);
  return linear + plain;
}

/** Elements of the largest layer as a rank computes it, its weights gathered: experts of other ranks stay where they are. */
export function computedLayer(run: FilledRun, counts: ParameterCounts, div: Divisors): number {
  const moeLayers = shapeOf(run.model).moe?.moeLayers ?? 0;
  const experts = moeLayers === 0 ? 0 : counts.experts / moeLayers;
  return (counts.largestLayer - experts) / div.tensor + experts / div.experts;
}

export const isSharded = (run: FilledRun): boolean =>
  (run.parallel.strategy === "fsdp" || run.parallel.strategy === "zero3") && divisors(run).weights > 1;
