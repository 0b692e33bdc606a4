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

/** Share of a model's elements that one rank answers for before data-parallel sharding. */
export function localShare(counts: ParameterCounts, div: Divisors, endsReplicated = false): number {
  const { tensor, pipeline, experts } = div;
  const inner = (counts.linear - counts.experts + counts.experts / experts) / (tensor * pipeline);
  const ends =
    pipeline > 1
      ? Math.max(counts.embedding, counts.head || counts.embedding)
      : counts.embedding + counts.head;
  if (endsReplicated)
    return (inner + counts.embedding + counts.head + counts.norms / pipeline) / counts.total;
  return (inner + ends / tensor + counts.norms / pipeline) / counts.total;
}

export const isSharded = (run: FilledRun): boolean =>
  (run.parallel.strategy === "fsdp" || run.parallel.strategy === "zero3") && divisors(run).weights > 1;
