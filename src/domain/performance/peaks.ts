import { gbPerSecond, tflops } from "../../units/rates.ts";
import type { BytesPerSecond, FlopsPerSecond } from "../../units/rates.ts";
import type { Accelerator } from "../accelerator.ts";
import type { ComputeDtype } from "../run-spec.ts";

export type CardFamily =
  | "turing"
  | "volta"
  | "ampere-dc"
  | "ampere-rtx"
  | "ada"
  | "hopper"
  | "blackwell-dc"
  | "blackwell-rtx"
  | "cdna2"
  | "cdna3"
  | "cdna4"
  | "rdna"
  | "other";

/** The generation whose kernels a card runs; data-centre and RTX dies of one generation differ. */
export function cardFamily(card: Pick<Accelerator, "architecture">): CardFamily {
  const name = card.architecture.toLowerCase();
  if (name.includes("hopper")) return "hopper";
  if (name.includes("blackwell")) return /gb20|gb10\)/.test(name) ? "blackwell-rtx" : "blackwell-dc";
  if (name.includes("ampere")) return name.includes("ga100") ? "ampere-dc" : "ampere-rtx";
  if (name.includes("ada")) return "ada";
  if (name.includes("volta")) return "volta";
  if (name.includes("turing")) return "turing";
  if (name.includes("cdna4")) return "cdna4";
  if (name.includes("cdna3")) return "cdna3";
  if (name.includes("cdna")) return "cdna2";
  if (name.includes("rdna")) return "rdna";
  return "other";
}

interface ComputePeak {
  /** Dense peak of the precision that is asked, per device: the denominator of MFU. */
  readonly dense: FlopsPerSecond;
  /** What a whole step can draw on: fp8 training multiplies only the linear layers. */
  readonly effective: FlopsPerSecond;
}

/** fp8 linear layers make a step 1.2–1.5 times as fast as bf16, not twice (torchtitan and NeMo tables). */
const FP8_STEP_GAIN = 1.4;
const FP4_STEP_GAIN = 1.7;

/** Dense peak per device that software sees; null when the card's sheet gives none. */
export function computePeak(card: Accelerator, compute: ComputeDtype): ComputePeak | null {
  const { bf16, fp16, fp32, fp8, fp4 } = card.denseTflops;
  const half = bf16 ?? null;
  const per = (t: number): FlopsPerSecond => tflops(t / Math.max(1, card.devices));
  const plain = (t: number): ComputePeak => ({ dense: per(t), effective: per(t) });
  switch (compute) {
    case "fp32":
      return fp32 === null ? null : plain(fp32);
    case "fp16": {
      const value = fp16 ?? half;
      return value === null ? null : plain(value);
    }
    case "bf16": {
      const emulated = fp32 ?? fp16;
      if (half !== null && card.bf16Native !== false) return plain(half);
      return emulated === null ? null : plain(emulated);
    }
    case "fp8":
      if (fp8 === null || half === null) return half === null ? null : plain(half);
      return { dense: per(fp8), effective: per(half * FP8_STEP_GAIN) };
    case "fp4":
      if (fp4 === null || half === null) return half === null ? null : plain(half);
      return { dense: per(fp4), effective: per(half * FP4_STEP_GAIN) };
  }
}

/** Memory bandwidth per device; null = not known. */
export function deviceBandwidth(card: Accelerator): BytesPerSecond | null {
  return card.bandwidthGbS === null ? null : gbPerSecond(card.bandwidthGbS / Math.max(1, card.devices));
}

/**
 * Best matrix product ÷ dense bf16 peak, measured (stas00/ml-engineering, compute/accelerator, MAMF tables): A100 .87,
 * H100 .80, B200 .78, MI300X .51–.61, MI355X .68. Families without a measurement take a cautious neighbour's value.
 */
const matmulCeiling: Readonly<Record<CardFamily, number>> = {
  turing: 0.55,
  volta: 0.75,
  "ampere-dc": 0.87,
  "ampere-rtx": 0.85,
  ada: 0.8,
  hopper: 0.8,
  "blackwell-dc": 0.77,
  "blackwell-rtx": 0.75,
  cdna2: 0.55,
  cdna3: 0.56,
  cdna4: 0.68,
  rdna: 0.5,
  other: 0.5,
};

/**
 * Watts per dense bf16 TFLOP/s of large products on an Ada card held back by its power limit: an L4 of 72 W reaches 59 of
 * 121 (zzc0721/torch-performance-test-data, issue 120), while a 4090 of 450 W reaches 160 of 165 (issue 78). No Ada card is
 * known to do better per watt.
 */
const ADA_WATTS_PER_TFLOPS = 72 / 59.4;

/** Best matrix product ÷ dense bf16 peak of a card: its family's ceiling, or what its power limit allows. [share] */
export function productCeiling(card: Pick<Accelerator, "architecture" | "tdpW" | "denseTflops">): number {
  const family = cardFamily(card);
  const ceiling = matmulCeiling[family];
  const peak = card.denseTflops.bf16;
  if (family !== "ada" || card.tdpW === null || peak === null) return ceiling;
  return Math.min(ceiling, card.tdpW / ADA_WATTS_PER_TFLOPS / peak);
}

/**
 * Rate of fused attention ÷ rate of large matrix products. FlashAttention-2 reports 50–73 % of an A100's peak and 35–50 %
 * of an H100's (arXiv:2307.08691, 2407.08608), against products at 80–87 %.
 */
export const attentionShare: Readonly<Record<CardFamily, number>> = {
  turing: 0.4,
  volta: 0.4,
  "ampere-dc": 0.5,
  "ampere-rtx": 0.6,
  ada: 0.6,
  hopper: 0.4,
  "blackwell-dc": 0.45,
  "blackwell-rtx": 0.5,
  cdna2: 0.4,
  cdna3: 0.45,
  cdna4: 0.45,
  rdna: 0.3,
  other: 0.4,
};
