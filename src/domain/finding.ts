import type { ParamValue } from "./caveat.ts";
import type { Statement } from "./knowledge/article.ts";
import type { Figure } from "./knowledge/figure.ts";

/** What a message tells beside the run: what went wrong, what was seen, what is quoted. */
export const reportCodes = [
  "embedded-instruction", "insult", "conversion", "loads-fine", "memory-after-init", "late-failure", "slower",
  "more-nodes", "low-utilisation", "resumed", "loss-differs", "collapsed", "interrupted", "checkpoint-size",
  "device-map", "batch-indivisible", "published-figure", "purchase", "worked-before", "used-per-card", "kv-figures",
  "support-question", "killed-silently", "plain-launch", "short-works", "collective-timeout", "shared-memory", "fragmented",
  "kernel-image", "missing-library", "undefined-symbol", "package-missing", "nccl-error", "device-fault", "device-mismatch",
  "compile-failed", "bf16-refused", "time-limit", "cache-preempted", "input-bound", "flash-attention", "rate-judged", "electricity", "buys", "buys-used", "embeds-corpus",
] as const; // prettier-ignore
export type ReportCode = (typeof reportCodes)[number];

/** One line of somebody's own measurements: the same work on some number of GPUs. */
export interface SeenRate {
  readonly gpus: number;
  readonly tokensPerSecond?: number;
  readonly stepSeconds?: number;
  readonly accumulation?: number;
  readonly strategy?: string;
  /** Set where the line counts nodes. */
  readonly nodes?: number;
}

export interface SeenPrice {
  readonly amount: number;
  readonly currency: string;
  /** GPUs behind the hourly price; null when the words do not say. */
  readonly gpus: number | null;
  readonly where: string;
}

/** What a colleague says of a report or a quoted figure, most decisive first. */
export const findingCodes = [
  "embedded-instruction", "log-read", "calm", "kernel-image", "missing-library", "undefined-symbol", "package-missing",
  "device-fault", "nccl-error", "device-mismatch", "compile-failed", "bf16-refused", "time-limit", "cache-preempted",
  "input-bound", "step-slowdown", "conversion-in-host-memory", "killed-is-host-memory",
  "host-copies", "host-smaller-than-weights", "impossible-here", "size-unknown", "uneven-cards", "weights-replicated",
  "zero2-nothing-to-shard", "save-gathers", "evaluation-peak", "resume-peak", "first-step-peak", "load-peak", "collective-timeout", "shared-memory", "fragmented",
  "late-long-sample", "out-of-memory-figures", "init-is-not-peak", "states-exceed", "sequence-not-sharded", "longer-than-published",
  "logits-dominate", "two-models", "claim-is-another-format", "bytes-per-parameter", "fp16-overflow",
  "fp8-storage-only", "rocm-conditional", "measured-scaling", "one-rate", "low-one-card", "step-is-not-throughput", "nodes-slower",
  "slower-with-more", "moe-loops", "moe-memory", "batch-divides", "data-position", "resume-loss", "spot-at-prices", "spot-arithmetic", "commitment",
  "checkpoint-size", "mfu-impossible", "mfu-unlikely", "three-counters", "kv-capacity", "kv-arithmetic", "engine-preallocates",
  "given-utilisation", "purchase-prices", "memory-share", "encoder-corpus", "serving-margin", "claims-by-precision", "hourly-prices", "electricity", "host-room", "offload-unproven", "published-conditions",
  "part-dominates", "cause-open",
] as const; // prettier-ignore
export type FindingCode = (typeof findingCodes)[number];

/** One thing said of what was reported, with the figures of the engine that it rests on. Sizes in bytes. */
export interface Finding {
  readonly code: FindingCode;
  readonly params: Readonly<Record<string, ParamValue>>;
}

/** A statement of an article that somebody measured or a maintainer made, with its figures. */
export interface Cited {
  readonly article: string;
  readonly statement: Statement;
  readonly figures: Readonly<Record<string, Figure>>;
  readonly url: string | null;
}

export interface Advice {
  readonly findings: readonly Finding[];
  readonly cited: readonly Cited[];
}
