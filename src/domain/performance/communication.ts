import { seconds } from "../../units/rates.ts";
import type { Seconds } from "../../units/rates.ts";
import { allReduceSeconds, gatherSeconds, group } from "./collectives.ts";
import { linkDomain, networkRate, nodeLinkRate } from "./links.ts";
import type { MicroStep } from "./micro-step.ts";

/** Gathers of keys and values around a context ring that compute does not hide. */
const RING_EXPOSED = 0.3;

/** All-reduces of tensor ranks, two a layer and pass, and the context ring's keys and values: on the critical path [s]. */
function splitSeconds({ run, card, shape, tokens, recomputed, gpusPerNode }: MicroStep): number {
  const { tensor, pipeline, context } = run.parallel;
  const layers = shape.layers / pipeline;
  let total = 0;
  if (tensor > 1) {
    const calls = (4 + 2 * recomputed) * layers;
    total += calls * allReduceSeconds(tokens * shape.hidden * 2, group(card, tensor, gpusPerNode));
  }
  if (context > 1) {
    const bytes = (tokens * shape.keyValueWidth * 4) / Math.min(tensor, 8);
    const link = group(card, tensor * context, gpusPerNode).bandwidth;
    total += (RING_EXPOSED * layers * 3 * (context - 1) * bytes) / link;
  }
  return total;
}

/** Tokens to their experts and back, forward and backward [s]; across machines a token travels once to each machine. */
function expertSeconds({ run, card, shape, tokens, recomputed, gpusPerNode, ...step }: MicroStep): number {
  const { expert, pipeline } = run.parallel;
  if (shape.experts === null || expert <= 1) return 0;
  const { perToken, width, layers } = shape.experts;
  const ranks = step.tuned ? run.parallel.tensor : 1;
  const bytes = ((tokens / ranks) * perToken * width * 2 * (4 + 2 * recomputed) * layers) / pipeline;
  const domain = linkDomain(card, gpusPerNode);
  if (expert <= domain) return (bytes * (expert - 1)) / expert / nodeLinkRate(card);
  const machines = Math.min(perToken, expert / domain);
  return (bytes * machines) / perToken / networkRate(card, gpusPerNode, 1) + bytes / nodeLinkRate(card);
}

/** Communication on the critical path of a micro-step [s]. */
export const criticalSeconds = (step: MicroStep): Seconds =>
  seconds(splitSeconds(step) + expertSeconds(step));

interface DataParallel {
  /** Gathers and scatters of each micro-step, and the reduction of each optimizer step. */
  readonly perMicroStep: Seconds;
  readonly perStep: Seconds;
  /** Share of compute that may hide it. */
  readonly hides: number;
}

/** Collectives that run beside compute: weights gathered twice and gradients scattered, or gradients reduced once. */
export function dataParallelSeconds(step: MicroStep, trainable: number): DataParallel {
  const { run, card, shape, parameters, bytesPerParameter, replicas, gpusPerNode } = step;
  const { strategy, tensor, pipeline, context } = run.parallel;
  const none = { perMicroStep: seconds(0), perStep: seconds(0), hides: 0 };
  const ranks = replicas * context;
  if (strategy === "single" || ranks <= 1) return none;
  const shardRanks = Math.min(ranks, run.parallel.shardGroup ?? ranks);
  const over = group(card, shardRanks, gpusPerNode, tensor);
  const whole = run.method === "full" || run.method === "pretrain";
  const gradients = 2 * (whole ? parameters : Math.min(trainable / (tensor * pipeline), parameters));
  // Copies staged in host memory keep the host and the copy engines busy: little runs beside them.
  const hides = nodeLinkRate(card) > 1e11 ? 0.9 : 0.3;
  if (strategy !== "fsdp" && strategy !== "zero3") {
    return { perMicroStep: seconds(0), perStep: allReduceSeconds(gradients, over), hides };
  }
  const calls = (shape.layers / pipeline) * 3;
  const gathered = 2 * gatherSeconds(parameters * bytesPerParameter, over) + gatherSeconds(gradients, over);
  const copies = group(card, ranks / shardRanks, gpusPerNode, tensor * shardRanks);
  const between = allReduceSeconds(gradients / shardRanks, copies);
  return {
    perMicroStep: seconds(gathered + calls * over.latency),
    perStep: seconds(between),
    hides,
  };
}
