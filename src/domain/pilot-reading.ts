import type { Phase } from "./estimate.ts";

/** Programs whose output is read; the names that `pilot read` prints. */
export const readingTools = [
  "gpu-plan-pilot",
  "hf-trainer",
  "trl",
  "llama-factory",
  "axolotl",
  "unsloth",
  "ms-swift",
  "torchtune",
  "torchtitan",
  "nanogpt",
  "modded-nanogpt",
  "nanochat",
  "llm.c",
  "megatron-lm",
  "nemo",
  "gpt-neox",
  "deepspeed",
  "litgpt",
  "lightning",
  "nanotron",
  "composer",
  "accelerate-example",
  "nvidia-smi",
  "rocm-smi",
  "amd-smi",
  "torch.cuda.memory_summary",
  "oom",
  "wandb",
  "mlflow",
  "vllm",
  "vllm bench serve",
  "vllm bench throughput",
  "vllm bench latency",
  "sglang",
  "sglang bench serve",
  "tgi",
  "paste",
] as const;
export type ReadingTool = (typeof readingTools)[number];

/** Programs that look at a machine's cards now and then, whoever uses them. */
export const monitoringTools: ReadonlySet<ReadingTool | null> = new Set<ReadingTool>([
  "nvidia-smi", "rocm-smi", "amd-smi", "wandb", "mlflow",
]); // prettier-ignore

/** What a reader must say beside its figures. */
export const readingWarningCodes = [
  "nothing-read",
  "binary",
  "cut-short",
  "truncated",
  "mixed",
  "several-runs",
  "resumed",
  "cumulative-rate",
  "wrong-rate",
  "warm-up",
  "warm-up-included",
  "whole-run-average",
  "smoothed",
  "per-device-batch",
  "inferred",
  "tokens-may-pad",
  "padded-tokens",
  "trained-tokens",
  "tokens-of-data",
  "completions-batch",
  "no-memory",
  "gb-is-gib",
  "mb-is-mib",
  "gb-is-decimal",
  "unit-not-printed",
  "unit-per-cell",
  "figures-as-text",
  "rounded",
  "one-rank",
  "rank-per-shard",
  "reset-each-log",
  "reserved-not-device",
  "after-load",
  "estimate-line",
  "difference-not-peak",
  "host-not-device",
  "cache-flushes",
  "allocation-retries",
  "skipped-steps",
  "recompute-in-flops",
  "mfu-denominator",
  "mfu-not-computed",
  "mfu-unlikely",
  "impossible",
  "above-card",
  "instant",
  "sampled",
  "all-processes",
  "processes-only",
  "slices",
  "idle-samples",
  "idle-card",
  "straggler",
  "slows-down",
  "utilisation-is-not-mfu",
  "cuda-of-driver",
  "activity-not-memory",
  "percent-without-capacity",
  "capacity-inferred",
  "at-failure",
  "fragmentation",
  "capped",
  "several-cards",
  "several-failures",
  "mixed-units",
  "host-memory-kill",
  "shared-memory-kill",
  "collective-timeout",
  "kv-is-what-is-left",
  "blocks-of-16",
  "rank-and-group",
  "few-full-requests",
  "does-not-start",
  "preemptions",
  "output-tokens",
  "input-and-output",
  "load-unknown",
  "failed-requests",
  "no-unit-column",
  "loss-not-finite",
  "scaling-typed",
  "counter-unnamed",
  "counter-taken",
  "typed-gb",
  "human-figures",
  "instruction-in-log",
] as const;
export type ReadingWarningCode = (typeof readingWarningCodes)[number];

export interface ReadingWarning {
  readonly code: ReadingWarningCode;
  readonly params: Readonly<Record<string, number | string>>;
}

/** One allocation that failed; sizes in GiB as the message gives them, null = not in it. */
export interface OutOfMemory {
  readonly requestedGib: number | null;
  readonly freeGib: number | null;
  readonly phase: Phase | null;
  readonly gpu: number | null;
  readonly rank: number | null;
  readonly capacityGib: number | null;
  readonly inUseGib: number | null;
  readonly allocatedGib: number | null;
  readonly reservedUnallocatedGib: number | null;
  readonly privatePoolsGib: number | null;
  readonly allowedGib: number | null;
}

/** Peaks of one rank or device. [GiB] */
export interface RankPeaks {
  readonly rank: number;
  readonly peakAllocatedGib: number | null;
  readonly peakReservedGib: number | null;
  readonly peakDeviceGib: number | null;
}

/** Numbers with names; null = not in this file. Memory per GPU, worst rank, GiB (2^30). */
export interface Readings {
  readonly peakAllocatedGib: number | null;
  readonly peakReservedGib: number | null;
  readonly peakDeviceGib: number | null;
  readonly weightsGib: number | null;
  readonly kvCacheGib: number | null;
  readonly capacityGib: number | null;
  readonly stepSeconds: number | null;
  readonly tokensPerSecondTotal: number | null;
  readonly tokensPerSecondPerGpu: number | null;
  /** A fraction, as logged: may be impossible, then with a warning. */
  readonly modelFlopsUtilisation: number | null;
  readonly runtimeSeconds: number | null;
  readonly steps: number | null;
  readonly tokensTotal: number | null;
  readonly microBatch: number | null;
  readonly gradientAccumulation: number | null;
  readonly globalBatch: number | null;
  readonly sequenceLength: number | null;
  readonly gpuName: string | null;
  readonly gpuCount: number | null;
  readonly outOfMemory: OutOfMemory | null;
  readonly versions: Readonly<Record<string, string>> | null;
  /** Every failed allocation, in order; outOfMemory is the one that counts. */
  readonly failures: readonly OutOfMemory[];
  readonly ranks: readonly RankPeaks[];
  /** Further figures, each with its unit in its name. */
  readonly details: Readonly<Record<string, number>>;
}

export interface PilotReading {
  readonly tool: ReadingTool | null;
  readonly readings: Readings;
  readonly warnings: readonly ReadingWarning[];
}

export const emptyReadings: Readings = {
  peakAllocatedGib: null,
  peakReservedGib: null,
  peakDeviceGib: null,
  weightsGib: null,
  kvCacheGib: null,
  capacityGib: null,
  stepSeconds: null,
  tokensPerSecondTotal: null,
  tokensPerSecondPerGpu: null,
  modelFlopsUtilisation: null,
  runtimeSeconds: null,
  steps: null,
  tokensTotal: null,
  microBatch: null,
  gradientAccumulation: null,
  globalBatch: null,
  sequenceLength: null,
  gpuName: null,
  gpuCount: null,
  outOfMemory: null,
  versions: null,
  failures: [],
  ranks: [],
  details: {},
};
