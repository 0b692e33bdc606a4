import type { Range } from "../../units/range.ts";
import type { Method, RunSpec, StackName } from "../run-spec.ts";

/**
 * What a measurement can correct, kept apart: state held whatever the batch · what grows with tokens (activations and logits) ·
 * reserved over allocated · device over reserved · rate over the step model's.
 */
export const correctionCauses = ["state", "activations", "allocator", "device", "utilisation"] as const;
export type CorrectionCause = (typeof correctionCauses)[number];

/** A known stack is not further off than this, either way: beyond it the result is of another run than the plan's. */
export const PLAUSIBLE_FACTOR = 2;

/** Runs that a correction speaks for. Null version or family = not known, speaks for its equals only. */
export interface CorrectionScope {
  readonly stack: StackName;
  readonly stackVersion: string | null;
  readonly method: Method;
  readonly family: string;
  readonly accelerator: string;
}

/** One measured run, complete enough to be sized again by whatever the engine knows by then. Memory in GiB per GPU, worst rank. */
export interface MeasuredPoint {
  /** Same run, same figures: same key. */
  readonly key: string;
  /** The run as it was, without limits or names. */
  readonly spec: RunSpec;
  readonly peakAllocatedGib: number | null;
  readonly peakReservedGib: number | null;
  readonly peakDeviceGib: number | null;
  readonly weightsGib: number | null;
  /** Of a run that ran out of memory, whose peaks nobody saw: what its tensors needed at least. Missing or null = it did not. */
  readonly allocatedAtLeastGib?: number | null;
  readonly tokensPerSecondPerGpu: number | null;
  /** Of a rate drawn from the hours of a whole rental: its standard deviation, ln. Missing = measured between steps. */
  readonly rateSpread?: number;
}

/** Learnt from a pilot, for one workspace and one scope. Plain data, applied by whoever passes it to the engine. */
export interface Correction {
  readonly cause: CorrectionCause;
  readonly scope: CorrectionScope;
  /** Multiplies the estimate; of `device`, GiB to add. 90 % interval. */
  readonly effect: Range;
  /** What it was learnt from; their number is said beside it. */
  readonly points: readonly MeasuredPoint[];
  /** Key of the one that this result brought; missing = not known. The others were known before. */
  readonly point?: string;
  /** Null until somebody answers for it (the command line). */
  readonly author: string | null;
  /** ISO date and time of the pilot; null when not known. */
  readonly at: string | null;
  /** As the logs print them. */
  readonly versions: Readonly<Record<string, string>>;
  /** A withdrawn correction stays on record and is never applied. */
  readonly withdrawn?: { readonly by: string; readonly at: string } | null;
}
