import { dataParallelSize, type FilledRun } from "../filled-run.ts";
import type { ParameterCounts } from "./parameters.ts";

/** What divides what, on the worst rank. */
export interface Divisors {
  readonly tensor: number;
  readonly pipeline: number;
  /** Ranks that share weights (FSDP, ZeRO-3). */
  readonly weights: number;
  readonly gradients: number;
  readonly optimizer: number;
  readonly experts: number;
}

/** Which state each strategy splits. Source: ZeRO (arXiv 1910.02054); PyTorch FSDP documentation. */
export function divisors(run: FilledRun): Divisors {
  const { strategy, context, tensor, pipeline, expert, shardGroup } = run.parallel;
  const replicas = dataParallelSize(run) * context;
  const group = shardGroup ?? replicas;
  const all = strategy === "fsdp" || strategy === "zero3";
  return {
    tensor,
    pipeline,
    weights: all ? group : 1,
    gradients: all || strategy === "zero2" ? group : 1,
    optimizer: all || strategy === "zero2" || strategy === "zero1" ? group : 1,
    experts: all ? 1 : expert,
  };
}

/** Elements of one rank before data-parallel sharding, apart: quantisation narrows the first and leaves the second. */
export interface LocalElements {
  readonly linear: number;
  readonly plain: number;
}

/** Linear layers are split by every inner dimension; embedding and head by tensor, or held whole by each rank. */
export function localElements(counts: ParameterCounts, div: Divisors, endsReplicated = false): LocalElements {
  const { tensor, pipeline, experts } = div;
  const linear = (counts.linear - counts.experts + counts.experts / experts) / (tensor * pipeline);
  const both = counts.embedding + counts.head;
  const norms = counts.norms / pipeline;
  if (endsReplicated) return { linear, plain: both + norms };
  const ends = pipeline > 1 ? Math.max(counts.embedding, counts.head || counts.embedding) : both;
  return { linear, plain: ends / tensor + norms };
}

/** Share of a model's elements that one rank answers for before data-parallel sharding. */
export function localShare(counts: ParameterCounts, div: Divisors): number {
  const { linear, plain } = localElements(counts, div);
  return (linear + plain) / counts.total;
}

export const isSharded = (run: FilledRun): boolean =>
  (run.parallel.strategy === "fsdp" || run.parallel.strategy === "zero3") && divisors(run).weights > 1;
