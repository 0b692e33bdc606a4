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

/** Memory bandwidth per device; null = not known. */
export function deviceBandwidth(card: Accelerator): BytesPerSecond | null {
  return card.bandwidthGbS === null ? null : gbPerSecond(card.bandwidthGbS / Math.max(1, card.devices));
}

/**
 * Best matrix product ÷ dense bf16 peak, measured (stas00/ml-engineering, compute/accelerator, MAMF tables; V100 and RTX
 * 3090: mag-/gpu_benchmark). Families without a measurement take a cautious neighbour's value.
 */
const matmulCeiling: Readonly<Record<CardFamily, number>> = {
  turing: 0.55,
  volta: 0.75,
  "ampere-dc": 0.869,
  "ampere-rtx": 0.85,
  ada: 0.8,
  hopper: 0.803,
  "blackwell-dc": 0.74,
  "blackwell-rtx": 0.75,
  cdna2: 0.55,
  cdna3: 0.56,
  cdna4: 0.68,
  rdna: 0.5,
  other: 0.5,
};

/** The same for single cards whose sheet peaks differ more than their products do. */
const measuredCeiling: Readonly<Record<string, number>> = { b200: 0.776, b300: 0.786, gb200: 0.729 };

/**
 * Watts per dense bf16 TFLOP/s of the cards behind a family's ceiling (A100 400 W, H100 700 W), and how products fall
 * below that: H100 PCIe at 350 W reaches .66 of its peak where the SXM card reaches .80, A100 PCIe at 300 W .81 against .87.
 */
const referencePower: Readonly<Partial<Record<CardFamily, number>>> = {
  "ampere-dc": 400 / 312,
  hopper: 700 / 989,
};
const POWER_EXPONENT = 0.4;

/**
 * Watts per dense bf16 TFLOP/s of large products on an Ada card held back by its power limit: an L4 of 72 W reaches 59 of
 * 121 (zzc0721/torch-performance-test-data, issue 120), while a 4090 of 450 W reaches 160 of 165 (issue 78). No Ada card is
 * known to do better per watt.
 */
const ADA_WATTS_PER_TFLOPS = 72 / 59.4;

type Die = Pick<Accelerator, "id" | "architecture" | "tdpW" | "denseTflops">;

/** Best matrix product ÷ dense bf16 peak of a card: as measured, or what its power limit allows. [share] */
export function productCeiling(card: Die): number {
  const family = cardFamily(card);
  const ceiling = measuredCeiling[card.id] ?? matmulCeiling[family];
  const peak = card.denseTflops.bf16;
  if (card.tdpW === null || peak === null) return ceiling;
  if (family === "ada") return Math.min(ceiling, card.tdpW / ADA_WATTS_PER_TFLOPS / peak);
  const reference = referencePower[family];
  if (reference === undefined) return ceiling;
  return ceiling * Math.min(1, card.tdpW / peak / reference) ** POWER_EXPONENT;
}

/**
 * Share of the fp8 peak ÷ share of the bf16 peak that products reach: H100 .709 ÷ .803, B200 .763 ÷ .776 (the same tables).
 * No measured fp4 product is known; .8 is a guess.
 */
const fp8Share: Readonly<Partial<Record<CardFamily, number>>> = { hopper: 0.88, "blackwell-dc": 0.99 };
const FP8_SHARE = 0.9;
const FP4_SHARE = 0.8;

/**
 * Rate of fused attention ÷ rate of large matrix products. FlashAttention-2 reports 50–73 % of an A100's peak and 35–50 %
 * of an H100's (arXiv:2307.08691), FlashAttention-3 more (arXiv:2407.08608), against products at 80–87 %.
 */
const attentionShare: Readonly<Record<CardFamily, number>> = {
  turing: 0.4,
  volta: 0.4,
  "ampere-dc": 0.57,
  "ampere-rtx": 0.6,
  ada: 0.6,
  hopper: 0.5,
  "blackwell-dc": 0.45,
  "blackwell-rtx": 0.5,
  cdna2: 0.4,
  cdna3: 0.45,
  cdna4: 0.45,
  rdna: 0.3,
  other: 0.4,
};

interface ComputePeak {
  /** Dense peak of the precision that is asked, per device: the denominator of MFU. */
  readonly dense: FlopsPerSecond;
  /** Large matrix products of the linear layers, at that precision. */
  readonly product: FlopsPerSecond;
  /** Products of 16 bits: what low-precision training leaves in 16 bits runs at this rate. */
  readonly product16: FlopsPerSecond;
  /** Fused attention, 16 bits. */
  readonly attention: FlopsPerSecond;
}

/** What a card computes per device, as software sees it; null when its sheet gives no peak for the precision. */
export function computePeak(card: Accelerator, compute: ComputeDtype): ComputePeak | null {
  const { bf16, fp16, fp32, fp8, fp4 } = card.denseTflops;
  const family = cardFamily(card);
  // Without bf16 units, or a sheet that gives none, fp32 does the work.
  const brain = bf16 !== null && card.bf16Native !== false ? bf16 : (fp32 ?? fp16);
  const half = compute === "fp16" ? (fp16 ?? bf16) : brain;
  const ceiling = productCeiling(card);
  const attention = attentionShare[family];
  const { devices } = card;
  if (compute === "fp32")
    return fp32 === null ? null : peakOf(fp32, ceiling, fp32 * ceiling, attention, devices);
  if (half === null) return null;
  const sixteen = half * ceiling;
  if (compute === "fp8" && fp8 !== null)
    return peakOf(fp8, ceiling * (fp8Share[family] ?? FP8_SHARE), sixteen, attention, devices);
  if (compute === "fp4" && fp4 !== null) return peakOf(fp4, ceiling * FP4_SHARE, sixteen, attention, devices);
  return peakOf(half, ceiling, sixteen, attention, devices);
}

/** Of one device: dense peak and 16-bit products of the card [TFLOP/s], shares of the peak that products and attention reach. */
function peakOf(
  dense: number,
  share: number,
  sixteen: number,
  attention: number,
  devices: number,
): ComputePeak {
  const each = Math.max(1, devices);
  return {
    dense: tflops(dense / each),
    product: tflops(Math.max(dense * share, sixteen) / each),
    product16: tflops(sixteen / each),
    attention: tflops((sixteen * attention) / each),
  };
}
