import type { Range } from "../../units/range.ts";
import type { Phase } from "../estimate.ts";
import type { PilotReading, Readings, ReadingWarning } from "../pilot-reading.ts";
import type { RunSpec } from "../run-spec.ts";
import type { Contradiction } from "./contradiction.ts";
import type { Correction } from "./correction.ts";
import type { QualitySettings } from "./quality.ts";
import type { ServingFigures } from "./serving-figures.ts";
import type { ScalingVerdict } from "./scaling-step.ts";

/** The short runs that prove something, in the order of the stages. */
export const pilotStages = ["one-gpu-pilot", "scaling-step", "restore-proof"] as const;
export type PilotStage = (typeof pilotStages)[number];

export const restoreItems = ["model", "optimizer", "schedule", "randomState", "dataPosition"] as const;
export type RestoreItem = (typeof restoreItems)[number];
export type ItemChecked = "restored" | "differs" | "not-checked";

/** What a run found after its state was read back. */
export interface RestoreResult extends Readonly<Record<RestoreItem, ItemChecked>> {
  readonly newProcess: boolean;
  readonly lossBefore: number | null;
  readonly lossAfter: number | null;
}

/** What the kit writes, as far as a verdict needs it. Seconds of each step after the warm-up, in order. */
export interface KitResult {
  readonly run: PilotStage;
  readonly spec: RunSpec;
  readonly warmUpSteps: number;
  readonly steps: readonly number[];
  readonly dataSeconds?: readonly number[] | undefined;
  readonly tokensPerStep: number | null;
  readonly longestSampleTokens: number | null;
  readonly restore: RestoreResult | null;
}

/** One file that came back: what was read in it, and the kit's own document when it is one. */
export interface PilotEvidence {
  /** As the person knows it; shown, never trusted. */
  readonly name: string;
  readonly reading: PilotReading;
  readonly result: KitResult | null;
  /** What the words beside typed figures say of the run, where it is not as planned. */
  readonly stated?: RunSpec;
}

/** Figures that are set against an interval of the plan. Memory in GiB per GPU, worst rank. */
export const judgedFigures = [
  "peakAllocatedGib", "peakReservedGib", "peakDeviceGib", "weightsGib", "stepSeconds", "tokensPerSecondPerGpu",
  "kvCacheTokens", "ttftSeconds", "tpotSeconds",
] as const; // prettier-ignore
export type JudgedFigure = (typeof judgedFigures)[number];

/** What a miss says about the estimate: the assumption that did not hold. */
export const missCauses = [
  "state",
  "activations",
  "allocator",
  "device",
  "utilisation",
  "scaling",
  "kv-cache",
  "verdict",
] as const;
export type MissCause = (typeof missCauses)[number];

/** One figure against its own interval; counters are never mixed. */
export interface Comparison {
  readonly figure: JudgedFigure;
  readonly measured: number;
  readonly predicted: Range;
  /** measured ÷ likely. */
  readonly ratio: number;
  readonly holds: boolean;
  /** `at-least`: a sampled figure, which the true peak may exceed. */
  readonly bound: "exact" | "at-least";
}

/** An assumption that failed: by how much, and in which direction. */
export interface Miss {
  readonly cause: MissCause;
  readonly figure: JudgedFigure | "scalingEfficiency" | "outOfMemory";
  readonly direction: "above" | "below";
  readonly measured: number | null;
  readonly predicted: Range | null;
  readonly phase: Phase | null;
  /** Of a run that ran out of memory: what its tensors needed at least, per GPU. Missing or null = not known. */
  readonly atLeastGib?: number | null;
}

/** Why nothing can be concluded. */
export const inconclusiveCodes = [
  "nothing-planned", "nothing-read", "no-comparable-figure", "impossible-value", "implausible-peak", "below-weights", "loss-not-finite", "contradicting-files", "contradicts-earlier", "other-card", "other-model",
  "other-method", "other-stack", "other-version", "other-micro-batch", "other-accumulation", "other-length", "batch-unnamed", "pace-contradicts", "other-gpu-count",
  "other-settings", "card-unknown", "too-few-steps", "steps-not-shown", "longest-batch-not-seen", "memory-not-shown", "speed-not-shown",
  "failed-elsewhere", "capped", "baseline-missing", "baseline-differs", "scaling-not-shown", "restore-not-shown", "restore-item-missing",
  "restore-item-differs", "restore-same-process", "loss-jumped", "loss-not-shown", "restart-not-shown", "restart-differs", "requests-failed",
] as const; // prettier-ignore
export type InconclusiveCode = (typeof inconclusiveCodes)[number];

export type PilotParams = Readonly<Record<string, string | number>>;

/** Reasons that speak against what was proven before: the state did not come back as it was, or a peak was another one. */
export const refutingCodes: ReadonlySet<InconclusiveCode> = new Set<InconclusiveCode>([
  "restore-item-differs", "loss-jumped", "restart-differs", "requests-failed", "contradicts-earlier",
]); // prettier-ignore

/** Code and what it applies to; words are made in i18n. */
export interface InconclusiveReason {
  readonly code: InconclusiveCode;
  readonly params: PilotParams;
}

/** What to do after a verdict. */
export const nextCodes = [
  "rerun-pilot", "rerun-longest", "rerun-longer", "post-memory", "post-steps", "check-files", "run-scaling-step", "run-restore-proof",
  "fix-restore", "make-it-fit", "plan-again", "pilot-of-new-plan", "plan-other-card", "reserve", "fix-loss", "settle-contradiction", "say-which-batch", "find-hang", "one-card-fewer", "keep-cards", "run-baseline", "change-bound",
] as const; // prettier-ignore
export type NextCode = (typeof nextCodes)[number];

export interface NextStep {
  readonly code: NextCode;
  readonly params: PilotParams;
  /** The cheapest run that would settle it, when one would. */
  readonly run: PilotRun | null;
}

/** Counters and rates of one pilot run, predicted before it starts. */
export interface PilotPrediction {
  readonly peakAllocatedGib: Range;
  readonly peakReservedGib: Range;
  readonly peakDeviceGib: Range;
  readonly stepSeconds: Range | null;
  readonly tokensPerSecondPerGpu: Range | null;
  /** Of a service: weights per GPU, tokens of context that the planned users need at once, waits under their load. */
  readonly serving?: {
    readonly weightsGib: Range;
    readonly kvCacheTokens: number;
    readonly ttftSeconds: Range;
    readonly tpotSeconds: Range;
  };
}

/** What a pilot run changes of the planned run. */
export interface PilotSettings {
  readonly gpus: number;
  readonly microBatch: number;
  readonly gradientAccumulation: number;
  readonly sequenceLength: number;
  /** Users at once, of a service. */
  readonly concurrency?: number;
}

/** One short run: length, cost and what it must show, fixed with the plan. */
export interface PilotRun {
  readonly what: string;
  readonly minutes: number;
  readonly gpus: number;
  readonly cost: Range | null;
  readonly currency: string;
  readonly stage?: PilotStage;
  readonly settings?: PilotSettings;
  /** Steps after the warm-up. */
  readonly steps?: number;
  readonly predicted?: PilotPrediction;
}

interface Judged {
  readonly stage: PilotStage;
  /** What the files say together, worst rank. */
  readonly measured: Readings;
  /** Saved with the plan, for the counters that can be compared; null where the plan gives none. */
  readonly predicted: PilotPrediction | null;
  readonly comparisons: readonly Comparison[];
  /** What this result teaches, by cause; empty when nothing in it may be learnt from. */
  readonly corrections: readonly Correction[];
  readonly next: NextStep;
  /** Of a scaling step that could be set against the smallest group. */
  readonly scaling?: ScalingVerdict;
  /** Whether its rates may be set against those of another run; missing = they may. */
  readonly ratesTrusted?: boolean;
  /** Of a service: what a later restart must come back to. */
  readonly serving?: ServingFigures;
  /** Settings of the run that change its result, where the files show them: what a later scaling step must equal. */
  readonly quality?: QualitySettings;
  /** Earlier results of the very same settings that say something else. */
  readonly contradicts?: readonly Contradiction[];
  /** What the readers said beside the figures, as far as it bears on the verdict. */
  readonly readWith?: readonly ReadingWarning[];
  /** Same files, same key: a result posted twice counts once. */
  readonly key: string;
}

export interface Confirmed extends Judged {
  readonly verdict: "confirmed";
}

export interface Off extends Judged {
  readonly verdict: "off";
  /** At least one; the gravest first. */
  readonly misses: readonly Miss[];
}

export interface Inconclusive extends Judged {
  readonly verdict: "inconclusive";
  /** At least one; the one that has to be settled first leads. */
  readonly reasons: readonly InconclusiveReason[];
  /** The run as it was, to be planned for itself: another card than planned. */
  readonly offered: RunSpec | null;
}

export type PilotVerdict = Confirmed | Off | Inconclusive;

/** Whether a verdict says anything: one that settles nothing takes nothing back that was settled before. */
export const settles = (verdict: PilotVerdict): boolean =>
  verdict.verdict !== "inconclusive" || verdict.reasons.some(({ code }) => refutingCodes.has(code));

const noResults: ReadonlySet<InconclusiveCode> = new Set<InconclusiveCode>([
  "impossible-value", "below-weights", "contradicting-files",
]); // prettier-ignore

/** Files that no run can have written, or that are not of one run, are no result: nothing of them is kept. */
export const isNoResult = (verdict: PilotVerdict): boolean =>
  verdict.verdict === "inconclusive" && verdict.reasons.some(({ code }) => noResults.has(code));

/** One result brought back to a plan. Plain data: what the store keeps and the stages read. */
export interface Pilot {
  readonly verdict: PilotVerdict;
  /** Who posted it. */
  readonly by: string;
  /** ISO date and time. */
  readonly at: string;
  /** Digest of the judged configuration (`configurationKey`): a changed plan starts over. */
  readonly configuration: string;
}
