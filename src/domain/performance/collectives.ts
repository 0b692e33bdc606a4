import { seconds } from "../../units/rates.ts";
import type { BytesPerSecond, Seconds } from "../../units/rates.ts";
import type { Accelerator } from "../accelerator.ts";
import { linkDomain, networkRate, nodeLinkRate } from "./links.ts";

/** Time of a ring step where nothing is large: launch and latency of one collective. */
const LATENCY_IN_NODE = 20e-6;
const LATENCY_BETWEEN_NODES = 60e-6;

interface Group {
  /** Ranks of the collective. */
  readonly ranks: number;
  readonly bandwidth: BytesPerSecond;
  readonly latency: number;
}

/**
 * A group whose neighbours lie `stride` GPUs apart (1 = side by side); the slowest link that it crosses decides its rate,
 * and the ranks it has in a machine share their adapters.
 */
export function group(card: Accelerator, ranks: number, gpusPerNode: number, stride = 1): Group {
  const domain = linkDomain(card, gpusPerNode);
  const crosses = ranks * stride > domain;
  return {
    ranks,
    bandwidth: crosses ? networkRate(card, gpusPerNode, Math.floor(domain / stride)) : nodeLinkRate(card),
    latency: crosses ? LATENCY_BETWEEN_NODES : LATENCY_IN_NODE,
  };
}

/** Ring all-gather or reduce-scatter of `size` bytes over n ranks: (n−1)/n · size ÷ bandwidth + latency. */
export function gatherSeconds(size: number, over: Group): Seconds {
  if (over.ranks <= 1) return seconds(0);
  return seconds((((over.ranks - 1) / over.ranks) * size) / over.bandwidth + over.latency);
}

/** Ring all-reduce = reduce-scatter + all-gather: twice the bytes. */
export function allReduceSeconds(size: number, over: Group): Seconds {
  return seconds(2 * gatherSeconds(size, over));
}
