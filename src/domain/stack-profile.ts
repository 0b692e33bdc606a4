import type { Method, StackName, Strategy } from "./run-spec.ts";

/** How a fact is known. Only `read-in-code` and `measured` may be presented as established. */
export const factStatuses = ["read-in-code", "measured", "inferred-from-residuals", "recalled"] as const;
export type FactStatus = (typeof factStatuses)[number];

/** A value with what says so, and how firmly. */
export interface Fact<T> {
  readonly value: T;
  readonly status: FactStatus;
  /** A line of a file at a commit, rows of catalog/measurements, or a page. */
  readonly source: string;
  readonly note?: string;
}

/** Multiplies an estimate to the lower and upper bound of its 90 % interval. */
export interface IntervalFactors {
  readonly low: number;
  readonly high: number;
}

/** Intervals of each counter, calibrated on published runs; see catalog/calibration/memory.yaml. */
export interface MemoryCalibration {
  /** Whether runs of the stack itself are behind it, rather than of other stacks. */
  readonly known: boolean;
  readonly allocated: IntervalFactors;
  readonly reserved: IntervalFactors;
  readonly device: IntervalFactors;
  /** Runs behind the factors of `allocated`. */
  readonly runs: number;
}

/** Measured rate ÷ rate of the step model: 90 % interval and middle of published runs. */
export interface AchievedShare extends IntervalFactors {
  readonly likely: number;
  /** Published runs behind it, and how many sources printed them. */
  readonly rows: number;
  readonly sources: number;
}

/** Calibrated on published runs; see catalog/calibration/throughput.yaml. */
export interface ThroughputCalibration {
  readonly tuned: AchievedShare;
  readonly usual: AchievedShare;
  /** Card families with published runs. */
  readonly families: readonly string[];
  /** Exponent that widens the interval on every other family. */
  readonly unseen: number;
}

export const methodGroups = ["full", "lora", "quantised-lora", "inference"] as const;
export type MethodGroup = (typeof methodGroups)[number];

/** Ways to split a model or its work beyond data-parallel ranks, as `parallel` names them. */
export const parallelDimensions = ["tensor", "pipeline", "context", "expert"] as const;
export type ParallelDimension = (typeof parallelDimensions)[number];

/** What a training or serving framework does to memory; each fact cites a source. */
export interface StackProfile {
  readonly name: StackName;
  /** Versions the facts were read from or measured on. */
  readonly versions: string;
  readonly loss: {
    /** Bytes per token and vocabulary entry at the peak of an unfused cross-entropy, 16-bit logits included. */
    readonly bytesPerLogit: Fact<number>;
    /** The same where the model class keeps its logits in 16 bits (decoders older than Llama in transformers). */
    readonly bytesPerLogit16: Fact<number>;
    /** The same under autocast, which casts 16-bit logits to fp32 and their gradient back. */
    readonly bytesPerLogit16Autocast: Fact<number>;
    /** The same with a Triton cross-entropy that still materialises logits. */
    readonly bytesPerLogitTriton: Fact<number>;
    /** What is left per logit when the loss is fused or chunked. */
    readonly bytesPerLogitFused: Fact<number>;
    /** The same where only the log-probability of each token is wanted (preferences, rollouts). */
    readonly bytesPerLogitChosen: Fact<number>;
    /** Whether the stack fuses or chunks the loss unless told otherwise. */
    readonly fusedByDefault: Fact<boolean>;
    /** The same where the stack compiles its loss together with the model; null = it does not. */
    readonly bytesPerLogitCompiled: Fact<number | null>;
    /** What is left per logit of a fused or chunked loss that is compiled; null = as when it is not. */
    readonly bytesPerLogitFusedCompiled: Fact<number | null>;
    /** Versions that differ: the first whose words occur in the run's stack version. */
    readonly byVersion?: readonly {
      readonly contains: string;
      readonly bytesPerLogit?: Fact<number>;
      readonly bytesPerLogitTriton?: Fact<number>;
      readonly bytesPerLogitCompiled?: Fact<number>;
    }[];
  };
  /** What the stack can lay out and train; what is not in it is warned of when asked for and never planned. */
  readonly supports: {
    readonly strategies: Fact<readonly Strategy[]>;
    readonly dimensions: Fact<readonly ParallelDimension[]>;
    readonly methods: Fact<readonly Method[]>;
  };
  /** How 4-bit bases are prepared. */
  readonly quantisedBase: {
    /** Norms, embeddings and head become fp32, and with them the residual stream. */
    readonly upcastsToFp32: Fact<boolean>;
    /** Adapters on a 4-bit base are held in 16 bits. */
    readonly adapters16Bit: Fact<boolean>;
    /** Routed experts that are one parameter of three dimensions are passed over by bitsandbytes and stay in 16 bits. */
    readonly experts16Bit: Fact<boolean>;
    /** Experts that were quantised one by one are left whole on every rank by FSDP2. */
    readonly expertsUnsharded: Fact<boolean>;
    /** Whether the scales of 4-bit weights are quantised too: when asked for, unless told otherwise, or whatever is asked. */
    readonly doubleQuant: Fact<"off" | "default" | "always">;
    /** Versions that differ: the first whose words occur in the run's stack version. */
    readonly byVersion?: readonly {
      readonly contains: string;
      readonly upcastsToFp32?: Fact<boolean>;
      readonly experts16Bit?: Fact<boolean>;
      readonly expertsUnsharded?: Fact<boolean>;
    }[];
  };
  readonly weights: {
    /** A tied head is held as a second copy of the embedding. */
    readonly tiedHeadCopied: Fact<boolean>;
    /** Tensor and pipeline ranks each hold the whole embedding and head. */
    readonly endsReplicated: Fact<boolean>;
  };
  /** Dtype of a frozen reference model: the policy's, or 16 bits. */
  readonly referenceDtype: Fact<"as-policy" | "16-bit">;
  /** Samples of an evaluation batch unless told otherwise; null = the training micro-batch. */
  readonly evaluationBatch: Fact<number | null>;
  readonly mixedPrecision: Fact<"fp32-weights" | "master-copy">;
  /** Bytes per gradient element under mixed precision with a master copy. */
  readonly masterGradientBytes: Fact<number>;
  readonly sharding: {
    readonly fsdpVersion: Fact<1 | 2>;
    /** Sets of layer inputs alive at the end of backward when the base is frozen and sharded. */
    readonly frozenLayerInputSets: Fact<number>;
    /** Whose unsharded gradients stay alive while FSDP accumulates without synchronising. */
    readonly noSyncGradients: Fact<"none" | "trainable" | "flat-parameters" | "unknown">;
    /** Pipeline ranks gather their stage once and keep it until the step. */
    readonly pipelineKeepsGathered: Fact<boolean>;
    /** Tensor parallelism splits the residual stream along the sequence unless told otherwise. */
    readonly tensorSplitsSequence: Fact<boolean>;
    /** Bytes of an element in which FSDP2 reduces gradients. */
    readonly reduceBytes: Fact<number>;
    /** FSDP2 splits a 4- or 8-bit base only after every rank has loaded all of it. */
    readonly loadsQuantisedWhole: Fact<boolean>;
    /** Layers gathered at once. */
    readonly gatheredLayers: Fact<number>;
  };
  readonly activations: {
    /** Hidden widths of 16-bit values kept per token and layer besides attention and MLP tensors. */
    readonly hiddenWidths: Fact<number>;
    /** More of the same when norms are trained and not fused: normalised values and the projections' inputs. */
    readonly trainedNormWidths: Fact<number>;
    /** MLP widths kept by a gated MLP: gate, its activation, up and their product; three where one kernel makes the product. */
    readonly gatedMlpWidths: Fact<number>;
    /** Copies of each adapted projection's input that an adapter keeps (dropout, casts). */
    readonly adapterInputs: Fact<number>;
    /** Copies of each 4-bit projection's input that its kernel keeps. */
    readonly quantisedInputs: Fact<number>;
    /** What selective recomputation keeps: outputs of every second product beside attention's, or all but attention's scores. */
    readonly selectiveKeeps: Fact<"every-second-product" | "all-but-scores">;
    /** Recomputes unless told otherwise; null = by size, as people do. */
    readonly recomputesByDefault: Fact<boolean | null>;
    /** What full recomputation keeps goes to host memory unless told otherwise. */
    readonly offloadsCheckpoints: Fact<boolean>;
    /** Fixed buffers of the engine or runtime in GiB (bucket buffers, workspaces). */
    readonly workspaceGib: Fact<number>;
  };
  readonly allocator: {
    /**
     * Blocks kept beside what is allocated and freed every step: GiB per square root of its GiB, because holes of many sizes add
     * like independent misses; what stays in place leaves none.
     */
    readonly keptOfMoving: Fact<number>;
    /** GiB more beside each GiB of logits where adapters learn from samples of varying length: every new length asks for new blocks. */
    readonly keptOfVaryingLogits: Fact<number>;
  };
  /** Serving: share of the card an engine takes at its defaults; null = takes what it needs. */
  readonly engineFraction: Fact<number | null>;
  /** By method, from the calibration file; missing = never calibrated. */
  readonly calibration?: Readonly<Partial<Record<MethodGroup, MemoryCalibration>>>;
  /** Shares of the step model, the same for every stack; missing = never calibrated. */
  readonly throughput?: ThroughputCalibration;
}
