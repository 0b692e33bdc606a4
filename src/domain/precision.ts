import type { ComputeDtype, KvDtype, PrecisionSpec, WeightDtype } from "./run-spec.ts";

/** Bytes of one element held in a plain dtype, scales of quantisation groups left out. */
export const elementBytes: Readonly<Record<WeightDtype | ComputeDtype | KvDtype, number>> = {
  fp32: 4,
  bf16: 2,
  fp16: 2,
  fp8: 1,
  fp4: 0.5,
  int8: 1,
  nf4: 0.5,
  "nf4-dq": 0.5,
  int4: 0.5,
  gptq4: 0.5,
  awq4: 0.5,
};

const quantised: ReadonlySet<string> = new Set(["fp8", "int8", "nf4", "nf4-dq", "int4", "gptq4", "awq4"]);

/** True when only the linear layers take the dtype and embeddings, head and norms stay 16- or 32-bit. */
export const isQuantised = (dtype: WeightDtype): boolean => quantised.has(dtype);

/**
 * Bytes a parameter of a quantised linear layer, its group scales included.
 * nf4: ½ + 4/64 (fp32 absmax per 64) · double quantisation: absmax in 8 bits + 4/(64·256) ·
 * gptq, awq, int4: ½ + (2 scale + ½ zero)/group · int8, fp8: 1 (per-row or per-block scales, under 0.1 %).
 * Source: QLoRA (arXiv 2305.14314) section 3; GPTQ and AWQ checkpoint layouts.
 */
export function linearBytes(precision: Pick<Required<PrecisionSpec>, "weights" | "groupSize">): number {
  const group = precision.groupSize;
  switch (precision.weights) {
    case "nf4":
      return 0.5 + 4 / (group || 64);
    case "nf4-dq":
      return 0.5 + 1 / (group || 64) + 4 / (64 * 256);
    case "gptq4":
    case "awq4":
    case "int4":
      return 0.5 + (group > 0 ? 2.5 / group : 0);
    case "fp32":
    case "bf16":
    case "fp16":
    case "fp8":
    case "int8":
      return elementBytes[precision.weights];
  }
}

/** 16-bit dtypes and narrower compute store activations in two bytes; fp32 compute in four. */
export const activationBytes = (compute: ComputeDtype): number => (compute === "fp32" ? 4 : 2);
