import type { Range } from "../units/range.ts";
import type { Caveat, Premise } from "./caveat.ts";
import type { Assumption, Estimate, Verdict, Warning } from "./estimate.ts";
import type { FilledParallel } from "./filled-run.ts";
import type { Tier } from "./offer.ts";
import type { PaidBefore } from "./pilot/paid-price.ts";
import type { PilotRun } from "./pilot/pilot.ts";
import type { Advice } from "./finding.ts";
import type { Buying } from "./purchase.ts";
import type { BudgetPeriod, Method, RunSpec, WeightDtype } from "./run-spec.ts";
import type { ProviderTerms } from "./terms.ts";

/** How the job is laid out over its GPUs, with what had to be chosen to make it so. */
export interface Layout extends FilledParallel {
  readonly microBatch: number;
  readonly gradientAccumulation: number;
}

/** What the provider of an offer bills beside the hour, in the plan's currency. */
export type OfferTerms = Omit<ProviderTerms, "provider" | "currency">;

export interface CandidateOffer {
  readonly provider: string;
  readonly instance: string;
  readonly region: string | null;
  readonly tier: Tier;
  /** For the whole job: all instances that the GPUs need. */
  readonly perHour: number;
  readonly currency: string;
  readonly observedAt: string | null;
  readonly source: string;
  readonly ageDays: number | null;
  /** What one node of it has beside its cards; null = the offer does not say, absent = not looked at. */
  readonly hostRamGib?: number | null;
  readonly diskGib?: number | null;
  /** GPUs that are paid for: more than the job has where only larger machines are sold. */
  readonly gpusBilled?: number;
  /** The sum of single-card prices of a seller by the card: that one machine holds them all is not verified. */
  readonly singleCards?: boolean;
  /** Where the price is what the asker's team paid before, in the plan's currency; `listed` per GPU and hour as well. */
  readonly paid?: PaidBefore & { readonly listed: number };
  /** Absent = nothing of the kind was read of this provider. */
  readonly terms?: OfferTerms;
}

/** Rent of one period: the cap's, or else a month of a service that runs on. */
export interface PeriodRent {
  readonly period: BudgetPeriod;
  readonly amount: Range;
  readonly hoursPerDay: number;
  /** Whether the cap is of this period. */
  readonly capped: boolean;
}

export interface Cost {
  readonly total: Range | null;
  readonly currency: string;
  readonly perMillionTokens: Range | null;
  readonly perSuccessfulRun: Range | null;
  readonly perPeriod?: PeriodRent;
  /** Of the total, or of the rent of a period: what is not paid for hours of machines; absent = not known. */
  readonly storage?: Range;
  readonly egress?: Range;
  readonly unknownParts: readonly string[];
}

/** Why a candidate stands where it stands. */
export const candidateReasons = [
  "smallest-that-fits", "cheapest-that-fits", "fastest-that-fits", "cheaper-than-smallest", "whole-machine", "cheaper-and-faster",
  "faster-for-less", "faster-same-price", "faster-for-more", "cheaper", "faster", "most-within-limits", "tight", "named-by-asker", "own-machine", "other-platform",
  "over-budget", "over-deadline", "too-slow", "no-dated-price", "does-not-fit", "relaxed",
] as const; // prettier-ignore
export type CandidateReason = (typeof candidateReasons)[number];

/** What another configuration buys against the best one: time, and what an hour of it costs. */
export interface Gain {
  /** How many times as fast, by useful tokens per second. */
  readonly speedup: number;
  /** Likely cost less that of the best one, of the whole job, per hour of a service, or per million tokens. */
  readonly extra: number;
  readonly per: "job" | "hour" | "million-tokens";
  readonly currency: string;
  /** Extra ÷ hours gained; null where nothing more is paid or the hours are not known. */
  readonly perHourGained: number | null;
  /** An hour gained costs no more than it was said to be worth; missing where no worth was stated. */
  readonly worthIt?: boolean;
}

/** What a training of unknown length gets through within a deadline or a cap. */
export interface FinishedWithin {
  readonly hours: number;
  /** Which of the two ends it. */
  readonly by: "deadline" | "budget";
  /** Trained by then. */
  readonly tokens: Range;
  /** Of those hours of all machines; null = no price. */
  readonly cost: Range | null;
}

export interface OwnMachine {
  /** What its cards draw at their board power over the window, at most; null = no window, or a card without it. [kWh] */
  readonly kWh: Range | null;
}

export interface Candidate {
  readonly accelerator: string;
  readonly gpus: number;
  readonly nodes: number;
  readonly layout: Layout;
  readonly estimate: Estimate;
  readonly offer: CandidateOffer | null;
  readonly cost: Cost;
  readonly reason: CandidateReason;
  /** A machine of the asker's own: nothing is rented. */
  readonly own?: OwnMachine;
  /** One of the machines that the asker chooses between, or the choice at one of the sellers. */
  readonly asked?: true;
  /** Of an alternative that is faster than the best one. */
  readonly gain?: Gain;
  /** Where the length is not stated and a limit is: the answer to "what do we get for that?". */
  readonly finished?: FinishedWithin;
  /** Owning this machine against renting it. */
  readonly buying?: Buying;
  /** Of a service: its copies of the model and what they get through. */
  readonly service?: Service;
  /** Where spot is allowed and sold: what it saves after interruptions, or that it does not. */
  readonly spot?: SpotOutlook;
  /** Paid hours of this candidate, when worked out; the plan's `window` is the one of `best`. */
  readonly window?: RentalWindow;
  /** What differs from the run as asked (a relaxation or an enforced accumulation), as dotted fields. */
  readonly changes?: readonly Change[];
}

/** One field of the spec, dotted; `to: null` removes it. */
export interface Change {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** What stops a run: memory per GPU, money, time, price, card, region … */
export const bindingLimits = [
  "memory",
  "budget",
  "deadline",
  "no-offer",
  "region",
  "provider",
  "platform",
  "max-gpus",
  "support",
  "latency",
] as const;
export type BindingLimit = (typeof bindingLimits)[number];

/** A way out by its name. */
export const relaxationCodes = [
  "shard-state", "more-gpus", "other-card", "other-card-and-count", "larger-card", "raise-max-gpus",
  "checkpoint-activations", "fuse-loss", "smaller-micro-batch", "smaller-micro-batch-and-lean", "optimizer-8bit",
  "pure-bf16", "pure-bf16-and-8bit", "optimizer-in-backward", "lora-instead", "qlora-instead", "offload-optimizer",
  "offload-all", "kv-cache-fp8", "weights-fp8", "weights-4bit", "fewer-users", "relax-targets", "raise-budget", "extend-deadline",
  "allow-spot", "allow-community", "any-region", "any-provider", "any-platform", "any-class", "allow-excluded", "optimizer-adamw",
  "shorter-sequence", "shorter-sequence-and-lean", "qlora-and-lean-instead", "qlora-and-shorter-instead", "lora-and-count-instead",
  "qlora-and-count-instead", "qlora-lean-and-count-instead", "weights-fp8-and-count", "weights-4bit-and-count", "fewer-users-still", "fewer-tokens",
] as const; // prettier-ignore
export type RelaxationCode = (typeof relaxationCodes)[number];

export interface Relaxation {
  readonly change: RelaxationCode;
  readonly changes: readonly Change[];
  readonly candidate: Candidate;
}

/** What a service lacks of a target: seconds to the first token, tokens/s of a user, requests/s. */
export interface Miss {
  readonly what: "ttft" | "rate" | "traffic";
  readonly is: number;
  readonly asked: number;
}

/** What software or a limit rules a card out. */
export const unsupportedCodes = [
  "platform-limit", "class-limit", "excluded", "platform", "stack", "bf16", "fp8", "fp4", "bitsandbytes-4bit", "bitsandbytes-optimizer",
] as const; // prettier-ignore
export type Unsupported = (typeof unsupportedCodes)[number];

export interface Infeasible {
  readonly binding: BindingLimit;
  /** In the unit of the limit: GiB per GPU, amount of the budget's currency, hours; null when it has no size. */
  readonly shortBy: number | null;
  readonly unit: "GiB per GPU" | "currency" | "hours" | null;
  /** Of `latency`: which target, and by how much. */
  readonly miss?: Miss;
  /** Of `support`: what the named card lacks. */
  readonly because?: Unsupported;
  /** The closest configuration that failed, fully sized, when there is one. */
  readonly nearest: Candidate | null;
  /** First = the cheapest that works. */
  readonly relaxations: readonly Relaxation[];
}

/** What rules a configuration out, without the configuration. */
export type Blocked = Pick<Infeasible, "binding" | "shortBy" | "miss" | "because">;

export const blockedBy = ({ binding, shortBy, miss, because }: Infeasible): Blocked => ({
  binding,
  shortBy,
  ...(miss === undefined ? {} : { miss }),
  ...(because === undefined ? {} : { because }),
});

/** The cards that a plan stands on, over its nodes. */
export interface Hardware {
  readonly accelerator: string;
  readonly gpus: number;
  readonly nodes: number;
}

/** A machine that the run does not surely fit, fully sized, and what would make it fit there without another goal. */
export interface Stay {
  readonly nearest: Candidate;
  /** First = the cheapest that fits. */
  readonly ways: readonly Relaxation[];
}

export interface QuestionAnswer {
  readonly value: unknown;
  /** Changes that this answer makes to the spec. */
  readonly changes: readonly Change[];
  /** What it would change: hours, cost or configuration, as structured data for i18n. */
  readonly effect: { readonly code: string; readonly params: Readonly<Record<string, unknown>> };
}

export interface Question {
  readonly field: string;
  /** Code, worded in i18n. */
  readonly why: string;
  readonly answers: readonly QuestionAnswer[];
}

export const stageNames = [
  "budget",
  "one-gpu-pilot",
  "scaling-step",
  "restore-proof",
  "reserve",
  "closing",
] as const;
export type StageName = (typeof stageNames)[number];
export type StageState = "done" | "next" | "shut" | "not-needed" | "advised";

/** Why a stage is in its state. */
export const stageWhys = [
  "nothing-sized", "fits", "tight", "small-run", "smallest-group", "no-smaller-group", "own-machine", "longest-batches", "against-one-card", "against-smallest-group", "one-card",
  "serving", "new-process", "earlier-stages", "restart-and-reload", "confirmed", "estimate-corrected", "ran-out-of-memory",
  "scales-too-little",   "inconclusive", "proven", "waived", "all-proven", "reserved", "hours-and-invoice", "closed",
] as const; // prettier-ignore
export type StageWhy = (typeof stageWhys)[number];

export interface Stage {
  readonly stage: StageName;
  readonly state: StageState;
  readonly why: StageWhy;
}

export interface WindowPart {
  readonly part:
    | "start-up"
    | "load"
    | "warm-up"
    | "steps"
    | "evaluation"
    | "checkpoints"
    | "interruptions"
    | "capacity-wait"
    | "restore-proof"
    | "export-upload"
    | "billing-unit"
    | "slack";
  readonly hours: Range;
}

/** Copies of a served model, at the peak and on average. */
export interface Service {
  readonly replicas: number;
  readonly usersPerReplica: number;
  /** Requests per second that all copies get through. */
  readonly requestsPerSecond: Range;
  /** Hours from asking for a machine until its copy answers. */
  readonly scaleUpHours: Range;
  /** Copies that the average traffic keeps busy; null = not stated. */
  readonly replicasOnAverage: number | null;
  /** Copies that fit together on one machine's hourly price: what scaling down saves per copy and hour. */
  readonly perReplicaHour: number | null;
}

/** What being taken back costs a job on spot machines, by a stated rate. */
export interface Interruptions {
  /** Of the whole job. */
  readonly perDay: Range;
  /** Expected while it runs. */
  readonly count: Range;
  readonly everyMinutes: number;
  /** The interval between saves was worked out, not stated. */
  readonly chosen: boolean;
  readonly saveHours: Range;
  /** Work done again and restarts, billed. */
  readonly lostHours: Range;
  /** Waiting for a machine, not billed. */
  readonly waitHours: Range;
}

export interface RentalWindow {
  readonly parts: readonly WindowPart[];
  readonly total: Range;
  readonly artefactsOutBy?: number;
  /** On spot machines alone. */
  readonly interruptions?: Interruptions;
}

/** Spot against on demand for one configuration, where both are sold and spot is allowed. */
export interface SpotOutlook {
  /** The offer that the configuration stands on is a spot one. */
  readonly taken: boolean;
  readonly spot: Cost | null;
  readonly spotHours: Range | null;
  readonly spotPerHour: number;
  readonly onDemand: Cost | null;
  readonly onDemandHours: Range | null;
  readonly onDemandPerHour: number | null;
  /** Interruptions per day of the job at which spot costs as much as on demand; null = none or not known. */
  readonly paysUpToPerDay: number | null;
}

/** A well-known model on the stated machine: memory per GPU of the best layout there. [GiB] */
export interface SizedModel {
  readonly model: string;
  readonly required: Range;
  readonly usableGib: number | null;
  readonly verdict: Verdict;
  readonly accelerator: string;
  readonly gpus: number;
  readonly nodes: number;
}

/** How large a model a method can take on the stated machine; `beyond`: the next larger one, which does not surely fit. */
export interface Reach {
  readonly method: Method;
  /** Of a service whose precision is not stated: weights other than the published ones. */
  readonly weights?: WeightDtype;
  readonly largest: SizedModel | null;
  readonly beyond: SizedModel | null;
}

export interface PilotSketch {
  readonly runs: readonly PilotRun[];
  readonly passIf: readonly {
    readonly code: string;
    readonly params: Readonly<Record<string, string | number>>;
  }[];
}

export interface Plan {
  readonly kind: "recommendation" | "infeasible" | "needs-answer";
  /** As asked plus defaults. */
  readonly spec: RunSpec;
  readonly assumptions: readonly Assumption[];
  readonly unread: readonly string[];
  readonly premises: readonly Premise[];
  /** What is said of a failure, a measurement or a figure that the message reports. */
  readonly advice?: Advice;
  readonly best: Candidate | null;
  readonly alternatives: readonly Candidate[];
  readonly infeasible: Infeasible | null;
  /** When a pilot of this very configuration ran out of memory (ISO); missing = none did. */
  readonly ranOutOfMemoryAt?: string;
  /** The machine of the revision before, or that of a first plan, where this run does not surely fit on it. */
  readonly stay?: Stay;
  /** Where no model is named: how large a one the stated machine holds, by method. */
  readonly reach?: readonly Reach[];
  readonly questions: readonly Question[];
  readonly caveats: readonly Caveat[];
  readonly stages: readonly Stage[];
  readonly window: RentalWindow;
  readonly pilot: PilotSketch;
  readonly warnings: readonly Warning[];
}
