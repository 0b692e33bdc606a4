import type { Bound } from "../estimate.ts";

/** What traces show of a run; null = not in them. Shares are 0–1. */
export interface Traces {
  /** Time with a kernel running. */
  readonly utilisation: number | null;
  /** Mean power ÷ the card's limit. */
  readonly powerShare: number | null;
  /** Waiting for data ÷ step time. */
  readonly dataWaitShare: number | null;
  /** (p90 − p10) ÷ median of step times. */
  readonly stepSpread: number | null;
  /** Efficiency against the smallest group. */
  readonly scalingEfficiency: number | null;
  readonly modelFlopsUtilisation: number | null;
}

export const boundChanges = [
  "feed-data-faster", "even-out-lengths", "fewer-cards-or-faster-network", "larger-micro-batch", "fuse-or-compile",
] as const; // prettier-ignore
export type BoundChange = (typeof boundChanges)[number];

export interface BoundVerdict {
  readonly bound: Bound;
  /** What says so. */
  readonly because: keyof Traces;
  /** Null: nothing that costs little. */
  readonly change: BoundChange | null;
  /** Highest share of the step time that the change can win; null = not known. */
  readonly gain: number | null;
}

/** A share of the dense peak that tuned runs of one node reach; above it there is little to win. */
const GOOD_MFU = 0.4;

/**
 * The limit that binds, first what costs nothing to lift: waiting for data (its whole share can be won), uneven steps, lost
 * scaling (1 − efficiency), then memory traffic (a busy card far from its power limit or its peak), then compute.
 */
export function boundOf(traces: Traces): BoundVerdict | null {
  const { dataWaitShare, stepSpread, scalingEfficiency, utilisation, powerShare, modelFlopsUtilisation } =
    traces;
  if (dataWaitShare !== null && dataWaitShare > 0.05)
    return { bound: "input", because: "dataWaitShare", change: "feed-data-faster", gain: dataWaitShare };
  if (utilisation !== null && utilisation < 0.7 && (scalingEfficiency ?? 1) > 0.9)
    return { bound: "input", because: "utilisation", change: "feed-data-faster", gain: 1 - utilisation };
  if (scalingEfficiency !== null && scalingEfficiency < 0.85)
    return {
      bound: "communication",
      because: "scalingEfficiency",
      change: "fewer-cards-or-faster-network",
      gain: 1 - scalingEfficiency,
    };
  if (stepSpread !== null && stepSpread > 0.5)
    return { bound: "input", because: "stepSpread", change: "even-out-lengths", gain: stepSpread / 4 };
  if (modelFlopsUtilisation !== null)
    return modelFlopsUtilisation < GOOD_MFU
      ? {
          bound: "memory",
          because: "modelFlopsUtilisation",
          change: (powerShare ?? 0) < 0.6 ? "larger-micro-batch" : "fuse-or-compile",
          gain: 1 - modelFlopsUtilisation / GOOD_MFU,
        }
      : { bound: "compute", because: "modelFlopsUtilisation", change: null, gain: 0 };
  if (powerShare !== null)
    return powerShare < 0.6
      ? { bound: "memory", because: "powerShare", change: "larger-micro-batch", gain: null }
      : { bound: "compute", because: "powerShare", change: null, gain: null };
  return null;
}
