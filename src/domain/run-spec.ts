/** The run as asked: the wire shape of CONTRACT.md. Every field but `model` may be missing. */

export const methods = ["pretrain", "full", "lora", "qlora", "gptq-lora", "inference"] as const;
export type Method = (typeof methods)[number];

export const objectives = ["sft", "dpo", "orpo", "reward", "grpo"] as const;
export type Objective = (typeof objectives)[number];

export const stackNames = [
  "generic", "hf-trainer", "trl", "axolotl", "llama-factory", "unsloth", "ms-swift", "torchtune", "torchtitan",
  "litgpt", "fsdp-qlora", "llm-foundry", "fms-acceleration", "deepspeed", "megatron", "nemo", "nanotron",
  "transformers", "vllm", "sglang",
] as const; // prettier-ignore
export type StackName = (typeof stackNames)[number];

export const tasks = ["causal-lm", "sequence-classification", "embedding"] as const;
export type Task = (typeof tasks)[number];

export const kernelNames = [
  "liger", "chunked-cross-entropy", "cut-cross-entropy", "triton-cross-entropy", "triton-rmsnorm", "triton-rope",
  "fused-lora", "fp8-tensorwise", "fp8-rowwise", "mxfp8", "nvfp4", "async-tensor-parallel",
] as const; // prettier-ignore
export type Kernel = (typeof kernelNames)[number];

export const strategies = ["single", "ddp", "zero1", "zero2", "zero3", "fsdp"] as const;
export type Strategy = (typeof strategies)[number];

export const offloads = ["none", "optimizer", "parameters", "all"] as const;
export type Offload = (typeof offloads)[number];

export const weightDtypes = [
  "fp32",
  "bf16",
  "fp16",
  "fp8",
  "int8",
  "nf4",
  "nf4-dq",
  "int4",
  "gptq4",
  "awq4",
] as const;
export type WeightDtype = (typeof weightDtypes)[number];

export const computeDtypes = ["bf16", "fp16", "fp32", "fp8", "fp4"] as const;
export type ComputeDtype = (typeof computeDtypes)[number];

/** pure: no fp32 copy · mixed: fp32 trainable or master copy · autocast: low-precision weights under autocast. */
export const precisionModes = ["pure", "mixed", "autocast"] as const;
export type PrecisionMode = (typeof precisionModes)[number];

/** adamw is the foreach implementation. */
export const optimizers = [
  "adamw", "adamw-fused", "adamw-8bit", "adamw-4bit", "paged-adamw", "paged-adamw-8bit", "adafactor", "sgd",
  "sgd-momentum", "lion", "muon", "galore", "optimizer-in-backward",
] as const; // prettier-ignore
export type Optimizer = (typeof optimizers)[number];

export const checkpointings = ["none", "full", "selective"] as const;
export type Checkpointing = (typeof checkpointings)[number];

export const attentionKernels = ["flash", "sdpa", "eager"] as const;
export type AttentionKernel = (typeof attentionKernels)[number];

export const kvDtypes = ["bf16", "fp8", "int8"] as const;
export type KvDtype = (typeof kvDtypes)[number];

export const loraTargetNames = ["q", "k", "v", "o", "gate", "up", "down"] as const;
export type LoraTargets = readonly string[] | "attention" | "all-linear";

export const platforms = ["cuda", "rocm", "hpu", "xla", "neuron"] as const;
export type Platform = (typeof platforms)[number];

export const acceleratorClasses = ["data-center", "workstation", "consumer"] as const;
export type AcceleratorClass = (typeof acceleratorClasses)[number];

export const offerOptions = ["storage", "static-ip", "support", "egress"] as const;
export type OfferOption = (typeof offerOptions)[number];

/** What decides between configurations that all finish within the limits. */
export const preferences = ["smallest", "cheapest", "fastest"] as const;
export type Preference = (typeof preferences)[number];

export interface ParallelSpec {
  readonly strategy?: Strategy;
  readonly fsdpVersion?: 1 | 2;
  readonly shardGroup?: number;
  readonly tensor?: number;
  readonly sequence?: boolean;
  readonly pipeline?: number;
  /** Interleaved pipeline: pieces of the model that each of its ranks holds. */
  readonly virtualStages?: number;
  readonly context?: number;
  readonly expert?: number;
  readonly offload?: Offload;
}

export interface PrecisionSpec {
  readonly weights?: WeightDtype;
  readonly compute?: ComputeDtype;
  readonly mode?: PrecisionMode;
  /** A separate fp32 copy of the trained weights. */
  readonly masterWeights?: boolean;
  /** 0 = no groups. */
  readonly groupSize?: number;
  readonly optimizerStates?: WeightDtype;
  readonly gradients?: WeightDtype;
}

export interface LoraSpec {
  readonly rank?: number;
  readonly alpha?: number;
  readonly rsLora?: boolean;
  readonly dora?: boolean;
  readonly targets?: LoraTargets;
  readonly includeHead?: boolean;
  readonly trainEmbeddings?: boolean;
  readonly precision?: "fp32" | "bf16" | "fp16";
}

export interface DataSpec {
  /** Tokens of one epoch. */
  readonly tokens?: number;
  readonly samples?: number;
  readonly tokensPerSample?: number;
  readonly longestSample?: number;
  readonly epochs?: number;
}

export interface ServingSpec {
  readonly concurrency?: number;
  readonly promptTokens?: number;
  readonly outputTokens?: number;
  readonly kvPrecision?: KvDtype;
  readonly requestsPerSecond?: number;
  readonly targets?: {
    readonly ttftMs?: number;
    readonly tokensPerSecondPerUser?: number;
    readonly percentile?: number;
  };
  readonly traffic?: { readonly peak?: number; readonly average?: number; readonly hoursPerDay?: number };
}

export const rolloutEngines = ["trainer", "colocated", "server"] as const;
export type RolloutEngine = (typeof rolloutEngines)[number];

/** Completions that a policy writes and learns from (GRPO). */
export interface RolloutSpec {
  /** Completions written for one prompt: every step holds whole groups of them. */
  readonly generations?: number;
  readonly promptTokens?: number;
  readonly outputTokens?: number;
  /** trainer: the policy itself · colocated: an engine with weights of its own on the same GPUs · server: GPUs of its own. */
  readonly engine?: RolloutEngine;
  /** A colocated engine that gives its memory back while the policy learns. */
  readonly engineSleeps?: boolean;
  /** A frozen copy for the KL term; adapters are switched off instead. */
  readonly reference?: boolean;
  /** Parameters of a reward model on the same GPUs; 0 = rewards are computed elsewhere. */
  readonly rewardParameters?: number;
}

/** The images of a multimodal run; the tokens that they become are part of `sequenceLength`. */
export interface VisionSpec {
  /** The vision tower is trained too: its states and activations are held. */
  readonly trained?: boolean;
  /** Of one sample. */
  readonly images?: number;
  /** Side of a square image. [pixels] */
  readonly imageSize?: number;
}

export interface BudgetLimit {
  readonly amount: number;
  readonly currency: string;
  readonly tax?: "excluded" | "included";
  /** The cap is of what one such period costs; without it, of the whole run. */
  readonly per?: BudgetPeriod;
}

export const budgetPeriods = ["hour", "day", "week", "month"] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

/** One of several machines to choose between; without a count, as many of the card as the run needs. */
export interface NamedOption {
  readonly accelerator: string;
  readonly gpus?: number;
}

export interface Limits {
  readonly budget?: BudgetLimit;
  readonly deadlineHours?: number;
  /** Hours from now until the machines may be taken: a deadline leaves what is between. */
  readonly startHours?: number;
  readonly valuePerHour?: number;
  readonly providers?: readonly string[];
  /** Never from these ("not AWS"); goes before `providers`. */
  readonly excludedProviders?: readonly string[];
  readonly regions?: readonly string[];
  readonly residency?: string;
  readonly platforms?: readonly Platform[];
  readonly classes?: readonly AcceleratorClass[];
  /** Never these ("not the L40S", "no RTX"): ids, names or families of cards; see `isMeantBy`. */
  readonly excludedAccelerators?: readonly string[];
  readonly spot?: boolean;
  readonly community?: boolean;
  readonly maxGpus?: number;
  /** Without it, the smallest that nothing clearly beats. */
  readonly prefer?: Preference;
  /** "2 × L40S or 1 × H100": the choice is between these; a stated `accelerator` goes before it. */
  readonly among?: readonly NamedOption[];
  readonly options?: readonly OfferOption[];
  /** What the asker was quoted or pays: stands in place of every listed price of the card. */
  readonly prices?: readonly CardPrice[];
}

/** An hour of one card, without tax. */
export interface CardPrice {
  readonly accelerator: string;
  readonly perGpuHour: number;
  readonly currency: string;
}

/** What owning the machines would take, as the asker knows it; amounts in `currency`, without tax. */
export interface PurchaseSpec {
  readonly currency?: string;
  readonly hoursPerMonth?: number;
  readonly pricePerCard?: number;
  readonly hostPerCard?: number;
  readonly years?: number;
  /** Share of the price that a sale brings at the end. */
  readonly resaleShare?: number;
  readonly perKwh?: number;
  readonly pue?: number;
  readonly hostingPerMonth?: number;
  readonly peoplePerMonth?: number;
}

/** Fields of data about a model that is not in the catalogue: snake_case as hub configs and CONTRACT.md write them. */
export type InlineModel = Readonly<Record<string, unknown>> & { readonly name?: string };

export interface RunSpec {
  readonly id?: string;
  /** Catalogue id, alias, or a model of one's own. */
  readonly model?: string | InlineModel;
  readonly modelRevision?: string;
  readonly dataRevision?: string;
  readonly method?: Method;
  readonly objective?: Objective;
  readonly stack?: StackName;
  readonly stackVersion?: string;
  readonly task?: Task;
  readonly kernels?: readonly Kernel[];
  /** Catalogue id or alias. */
  readonly accelerator?: string;
  /** Card of machines that the asker has: nothing is rented where it is the one. Catalogue id or alias. */
  readonly owned?: string;
  /** A bare usable size per GPU. */
  readonly memoryGib?: number;
  /** All GPUs of the job. */
  readonly gpus?: number;
  readonly nodes?: number;
  readonly parallel?: ParallelSpec;
  readonly activationOffload?: boolean;
  readonly precision?: PrecisionSpec;
  readonly optimizer?: Optimizer;
  readonly optimizerInBackward?: boolean;
  readonly lora?: LoraSpec;
  readonly sequenceLength?: number;
  readonly packing?: boolean;
  /** Samples per data-parallel replica and forward pass. */
  readonly microBatch?: number;
  readonly gradientAccumulation?: number;
  readonly checkpointing?: Checkpointing;
  readonly attention?: AttentionKernel;
  readonly fusedLoss?: boolean;
  readonly compile?: boolean;
  readonly data?: DataSpec;
  readonly runs?: number;
  readonly validation?: {
    readonly everySteps?: number;
    readonly samples?: number;
    readonly batch?: number;
    readonly generation?: boolean;
  };
  readonly save?: {
    readonly everyMinutes?: number;
    readonly keep?: number;
    readonly destination?: string;
    readonly uploadMbps?: number;
    readonly asynchronous?: boolean;
  };
  readonly export?: { readonly merge?: boolean };
  readonly serving?: ServingSpec;
  readonly rollout?: RolloutSpec;
  readonly vision?: VisionSpec;
  /** What they run on today. */
  readonly current?: {
    readonly accelerator?: string;
    readonly gpus?: number;
    readonly hours?: number;
    readonly peakGib?: number;
  };
  readonly limits?: Limits;
  readonly purchase?: PurchaseSpec;
}
