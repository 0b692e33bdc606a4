import type { Gib } from "../units/bytes.ts";
import type { Range } from "../units/range.ts";
import type { Caveat } from "./caveat.ts";
import type { Evidence } from "./provenance.ts";

export const phases = [
  "load", "forward", "backward", "optimizer-step", "evaluation", "generation", "checkpoint-save", "restore",
  "export", "prefill", "decode",
] as const; // prettier-ignore
export type Phase = (typeof phases)[number];

export const partNames = [
  "weights", "gradients", "optimizer", "master-weights", "adapters", "reference", "activations", "logits",
  "reward-model", "gathered-layers", "kv-cache", "temporary", "engine-reserve", "context", "communicators", "fragmentation",
] as const; // prettier-ignore
export type PartName = (typeof partNames)[number];

export type Verdict = "fits" | "does-not-fit" | "tight" | "unknown";

export interface MemoryPart {
  readonly part: PartName;
  readonly gib: Range<Gib>;
  /** Plain English with the numbers in; left out with `--brief`. */
  readonly how?: string;
  /** Id of catalog/sources.yaml or of a stack fact. */
  readonly source: string;
}

/** Counters of the ranks of one pipeline stage, first to last. */
export interface RankMemory extends MemoryCounters {
  /** From 1. */
  readonly stage: number;
}

export interface PhaseMemory {
  readonly phase: Phase;
  readonly allocated: Range<Gib>;
  /** Likely values of every part in this phase, what the process holds beside its tensors included; of the candidate that a plan speaks of. */
  readonly parts?: Readonly<Partial<Record<PartName, Gib>>>;
}

/** Per GPU, worst rank, 90 % intervals. See CONTRACT.md for the four counters. */
export interface MemoryCounters {
  readonly allocated: Range<Gib>;
  readonly reserved: Range<Gib>;
  readonly device: Range<Gib>;
  readonly required: Range<Gib>;
}

export interface Lever {
  readonly change: string;
  readonly gainGib: number;
  /** Factor on the time of a token, by the step model: 1.25 = 25 % slower; null = not known. */
  readonly slowdown: number | null;
  /** Of a run that may not fit: whether this change alone makes it fit. */
  readonly sufficient?: boolean;
}

export interface HostNeed {
  readonly ramGib: Range;
  readonly diskGib: Range;
}

/** What the memory rooms answer for one run on one layout; the card only decides context and usable size. */
export interface MemoryBudget {
  readonly perGpu: MemoryCounters;
  /** When ranks differ by more than 5 %. */
  readonly perRank?: readonly RankMemory[];
  readonly phases: readonly PhaseMemory[];
  readonly peakPhase: Phase;
  /** Of the peak phase; likely values add up to required.likely. */
  readonly parts: readonly MemoryPart[];
  readonly trainableParameters: number;
  readonly host: HostNeed;
  readonly warnings: readonly Warning[];
  /** Some part is not sized: the upper bounds are a reserve, not a proof. */
  readonly floor: boolean;
}

/** What is odd but possible, said beside the numbers. */
export const warningCodes = [
  "length-above-model-maximum", "qlora-on-prequantised", "sharding-on-one-gpu", "no-output-tokens", "kv-heads-replicated", "latent-cache-replicated",
  "lora-ignored", "serving-ignored", "model-reading-chosen", "memory-tight", "budget-not-verified", "budget-may-be-exceeded",
  "deadline-may-be-missed", "latency-may-be-missed", "shape-assumed", "shape-incomplete", "parameters-differ", "unknown-model-key", "unknown-key",
  "activations-not-modelled", "vision-tower-frozen", "vision-images-unsized", "vision-ignored", "unknown-provider", "rollout-unmeasured", "rollout-server-apart", "rollout-ignored",
  "not-in-stack", "sequence-without-tensor", "experts-left-16-bit", "slow-answers",
] as const; // prettier-ignore
export type WarningCode = (typeof warningCodes)[number];

export interface Warning {
  readonly code: WarningCode;
  readonly params: Readonly<Record<string, string | number>>;
}

export type Bound = "compute" | "memory" | "communication" | "input";

export interface Throughput {
  readonly tokensPerSecondPerGpu: Range;
  /** Share of the dense peak of the compute precision. */
  readonly modelFlopsUtilisation: Range;
  readonly stepSeconds: Range;
  /** GRPO: of one step, the writing of its completions where that happens on these GPUs. */
  readonly generationSeconds?: Range;
  /** Of the training steps alone; the rental window adds the rest. */
  readonly hours?: Range;
  readonly hoursPerEpoch?: Range;
  readonly bound: Bound;
  /** Serving only. */
  readonly serving?: {
    readonly tokensPerSecondPerUser: Range;
    readonly ttftSeconds: Range;
    readonly tokensPerSecondTotal: Range;
  };
}

export interface Assumption {
  readonly field: string;
  readonly value: unknown;
  /** Code of the reason, worded in i18n. */
  readonly why: string;
}

export interface Estimate {
  readonly perGpu: MemoryCounters;
  /** When ranks differ by more than 5 %: one entry a pipeline stage. */
  readonly perRank?: readonly RankMemory[];
  readonly phases: readonly PhaseMemory[];
  readonly parts: readonly MemoryPart[];
  readonly peakPhase: Phase;
  /** What the driver reports (or memoryGib) minus other tenants; null without a card. */
  readonly usableGib: number | null;
  readonly verdict: Verdict;
  readonly trainableParameters?: number;
  readonly largestThatFits?: { readonly microBatch: number; readonly sequenceLength: number };
  readonly levers?: readonly Lever[];
  readonly host: HostNeed;
  readonly throughput?: Throughput;
  readonly evidence: Evidence;
  readonly assumptions: readonly Assumption[];
  readonly caveats: readonly Caveat[];
  readonly warnings: readonly Warning[];
}
