import { seconds } from "../../units/rates.ts";
import type { BytesPerSecond, Seconds } from "../../units/rates.ts";
import type { Accelerator } from "../accelerator.ts";
import { linkDomain, linkKind, networkRate, nodeLinkRate } from "./links.ts";

/** Time of a ring step where nothing is large: launch and latency of one collective. */
const LATENCY_IN_NODE = 20e-6;
const LATENCY_BETWEEN_NODES = 60e-6;

/**
 * One step of a ring through the host bus where the message is small: a 70B decodes one request in 70 ms over 8 A100 PCIe and
 * in 72 ms over 8 A10G, of which weights explain 13 and 43: 25 and 13 µs a step of 160 all-reduces (mlc-ai llm-perf-bench, vLLM).
 * Links between the cards have kernels of their own that do not go round.
 */
const BUS_STEP = 20e-6;

interface Group {
  /** Ranks of the collective. */
  readonly ranks: number;
  readonly bandwidth: BytesPerSecond;
  readonly latency: number;
  /** Seconds that a small all-reduce takes beyond the latency of its two halves: 2 (n − 1) steps of a ring over a bus. */
  readonly goingRound: number;
}

/**
 * A group whose neighbours lie `stride` GPUs apart (1 = side by side); the slowest link that it crosses decides its rate,
 * and the ranks it has in a machine share their adapters.
 */
export function group(card: Accelerator, ranks: number, gpusPerNode: number, stride = 1): Group {
  const domain = linkDomain(card, gpusPerNode);
  const crosses = ranks * stride > domain;
  const kind = linkKind(card);
  const linked = kind === "nvlink" || kind === "fabric";
  return {
    ranks,
    bandwidth: crosses ? networkRate(card, gpusPerNode, Math.floor(domain / stride)) : nodeLinkRate(card),
    latency: crosses ? LATENCY_BETWEEN_NODES : LATENCY_IN_NODE,
    goingRound: linked || crosses ? 0 : Math.max(0, 2 * (ranks - 1) * BUS_STEP - 2 * LATENCY_IN_NODE),
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

/** The same of a message of some kilobytes, whose steps count: one token of each user between tensor ranks. */
export const smallAllReduceSeconds = (size: number, over: Group): Seconds =>
  seconds(allReduceSeconds(size, over) + (over.ranks <= 1 ? 0 : over.goingRound));
