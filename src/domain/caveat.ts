/** Codes of PRODUCT.md, most serious first. */
export const caveatCodes = [
  "lower-bound-only", "ran-out-elsewhere", "ddp-no-pooling", "rocm-validation", "no-native-bf16", "no-fp8", "kernel-support",
  "memory-headroom-late-phases", "longest-batch", "host-memory", "disk-space", "pcie-only", "no-nvlink",
  "multi-node-network", "many-cards", "unmeasured-card", "unmeasured-stack", "prove-restore", "scaling-not-linear",
  "price-age", "price-tier", "price-parts", "architecture-not-speed", "allocator-vs-device", "scratch-not-backup",
  "cpu-feed", "gated-model", "licence", "vendor-claim",
] as const; // prettier-ignore
export type CaveatCode = (typeof caveatCodes)[number];

export type ParamValue = string | number | boolean | null;

/** A point to check, with what makes it apply here. */
export interface Caveat {
  readonly code: CaveatCode;
  readonly params: Readonly<Record<string, ParamValue>>;
  /** Ids of catalog/sources.yaml, or urls. */
  readonly sources?: readonly string[];
}

export const premiseCodes = [
  "summed-memory-ddp", "moe-active-memory", "params-times-two", "zero2-shards-weights", "allocator-is-device",
  "full-utilisation", "tokens-vs-samples", "sparse-peak", "thirty-percent-rule", "lora-saves-flops",
  "newer-is-twice-as-fast", "qlora-always-smaller", "lora-takes-more", "fp8-is-one-byte", "accumulation-multiplies", "qlora-is-faster", "batch-stabilises", "four-cards-four-times", "ppo-as-grpo", "gb-vs-gib",
  "not-a-text-model", "date-past", "not-in-catalogue", "other-software",
] as const; // prettier-ignore
export type PremiseCode = (typeof premiseCodes)[number];

/** A belief in the message that needs putting right before the number. */
export interface Premise {
  readonly code: PremiseCode;
  readonly params: Readonly<Record<string, ParamValue>>;
}
