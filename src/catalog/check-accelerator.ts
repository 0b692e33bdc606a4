import type { AcceleratorEntry } from "./schemas.ts";

/** Something that a schema cannot see: the path inside the entry, what is wrong, what would be right. */
export interface Oddity {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly allowed?: readonly string[];
}

const from = (low: number, high: number) => [`${low.toPrecision(4)} to ${high.toPrecision(4)}`];

/** A card that fits into its own data sheet: memory, dense peaks against each other, evidence. */
export function checkAccelerator(entry: AcceleratorEntry): readonly Oddity[] {
  const found: Oddity[] = [];
  const perDevice = (entry.memory_gb * 1e9) / 2 ** 20 / entry.devices;
  const mib = entry.reported_mib;
  // Sold sizes of 80 are 80 GiB in most drivers: up to 2^30/10^9 = 1.074 of the size in GB.
  if (mib !== null && (mib > perDevice * 1.08 || mib < perDevice * 0.85)) {
    found.push({
      path: ["reported_mib"],
      message: `does not fit ${entry.memory_gb} GB sold on ${entry.devices} device(s)`,
      allowed: from(perDevice * 0.85, perDevice * 1.08),
    });
  }
  const { fp32, tf32, bf16, fp16, fp8, int8, fp4 } = entry.dense_tflops;
  const peak = (key: string, message: string, allowed: readonly string[]) =>
    found.push({ path: ["dense_tflops", key], message, allowed });
  const graphics = entry.platform === "cuda" || entry.platform === "rocm";
  if (graphics && bf16 !== null && fp16 !== null && Math.abs(bf16 / fp16 - 1) > 0.01) {
    peak("bf16", "differs from fp16, as a sparse or non-tensor figure would", [`${fp16}`]);
  }
  if (graphics && bf16 !== null && tf32 !== null && bf16 > tf32 * 2.2) {
    peak("bf16", "more than twice tf32: a sparse figure?", [`at most ${(tf32 * 2.2).toPrecision(4)}`]);
  }
  if (bf16 !== null && fp32 !== null && bf16 < fp32) peak("bf16", "below fp32", [`at least ${fp32}`]);
  if (bf16 !== null && fp8 !== null) {
    if (fp8 < bf16) peak("fp8", "below bf16", [`at least ${bf16}`]);
    if (fp8 > bf16 * 2.2) peak("fp8", "more than twice bf16: a sparse figure?", [`at most ${bf16 * 2.2}`]);
  }
  if (bf16 !== null && int8 !== null && int8 < bf16 * 0.99) peak("int8", "below bf16", [`at least ${bf16}`]);
  if (fp8 !== null && fp4 !== null && fp4 < fp8) peak("fp4", "below fp8", [`at least ${fp8}`]);
  for (const [i, field] of entry.evidence.recalled.entries()) {
    if (entry.evidence.read.includes(field)) {
      found.push({ path: ["evidence", "recalled", i], message: "is also marked as read" });
    }
  }
  return found;
}
