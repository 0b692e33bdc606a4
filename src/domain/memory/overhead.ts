import { gib, type Gib } from "../../units/bytes.ts";
import { range, type Range } from "../../units/range.ts";
import type { Accelerator } from "../accelerator.ts";
import type { FilledRun } from "../filled-run.ts";

/**
 * Driver context and runtime libraries of one process: 0.3–1.3 GiB by card and driver; ROCm's is larger, consumer cards' smaller.
 * Source: fms-acceleration, device against allocator readings of the same runs.
 */
export function contextGib(card: Accelerator | null): Range<Gib> {
  if (card === null) return context.anyCard;
  if (card.platform === "rocm") return context.rocm;
  return card.class === "data-center" ? context.dataCenter : context.consumer;
}

const context = {
  anyCard: range(gib(0.3), gib(0.6), gib(1.3)),
  rocm: range(gib(0.5), gib(1), gib(1.6)),
  dataCenter: range(gib(0.4), gib(0.6), gib(1.1)),
  consumer: range(gib(0.25), gib(0.45), gib(0.9)),
} as const;

/** Groups of ranks that talk to each other, each with its own communicator. */
export function communicatorGroups(run: FilledRun): number {
  const { tensor, pipeline, context, expert, shardGroup } = run.parallel;
  const data = run.gpus / (tensor * pipeline * context);
  const trains = run.method !== "inference";
  const groups = [
    trains && data > 1,
    trains && shardGroup !== undefined && shardGroup < data,
    tensor > 1,
    pipeline > 1,
    context > 1,
    expert > 1,
  ];
  return groups.filter(Boolean).length;
}

/** NCCL or RCCL buffers: about 0.35 + 0.65 GiB a group. Source: fms-acceleration, one against two and four GPUs. */
export function communicatorsGib(run: FilledRun): Range<Gib> {
  const groups = communicatorGroups(run);
  if (groups === 0) return range(gib(0), gib(0), gib(0));
  return range(gib(0.2 + 0.3 * groups), gib(0.35 + 0.65 * groups), gib(0.8 + 1.1 * groups));
}

/** Fragmentation that no allocator setting avoids: a share of what is allocated and freed every step. */
export const fragmentationShare: Range = range(0, 0.015, 0.05);
