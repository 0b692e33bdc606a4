import { divideRanges, multiplyRanges, scaleRange } from "../../units/range.ts";
import type { Range } from "../../units/range.ts";
import type { Throughput } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import type { OpenPart } from "../offer.ts";
import type { Cost, RentalWindow } from "../plan.ts";
import type { Price } from "./offers.ts";

const openPartNames: Readonly<Record<OpenPart, string>> = {
  currency: "currency-of-the-price",
  "form-factor": "form-of-the-card",
};

/** Parts of a bill that no offer of the catalogue states. */
function unknownParts(run: FilledRun, price: Price | null): readonly string[] {
  const asked = run.limits?.options ?? [];
  return [
    ...(price === null ? ["price"] : []),
    ...(price !== null && !price.dated ? ["date"] : []),
    ...(price?.source.unverified ?? []).map((part) => openPartNames[part]),
    ...(price?.assembled === true ? ["one-machine-for-all-cards"] : []),
    "storage",
    "egress",
    ...asked.filter((option) => option !== "storage" && option !== "egress"),
  ];
}

/**
 * total = window [h] × price [per h]; per million useful tokens = price ÷ (rate per GPU × GPUs × 3,600 ÷ 10⁶), of the
 * steps alone when the total is not known. Never from a peak rate; an unknown price stays unknown.
 */
export function costOf(
  run: FilledRun,
  throughput: Throughput | null,
  window: RentalWindow | null,
  price: Price | null,
  currency: string,
  tokens: number | null,
): Cost {
  const parts = unknownParts(run, price);
  if (price === null)
    return { total: null, currency, perMillionTokens: null, perSuccessfulRun: null, unknownParts: parts };
  const total: Range | null = window === null ? null : multiplyRanges(window.total, price.perHour);
  let perMillionTokens: Range | null = null;
  if (total !== null && tokens !== null && tokens > 0) {
    perMillionTokens = scaleRange(total, 1e6 / (tokens * run.runs));
  } else if (throughput !== null) {
    const millionsPerHour = scaleRange(throughput.tokensPerSecondPerGpu, (run.gpus * 3600) / 1e6);
    perMillionTokens = divideRanges(price.perHour, millionsPerHour);
  }
  const perSuccessfulRun =
    total === null || run.method === "inference" ? null : scaleRange<number>(total, 1 / run.runs);
  return { total, currency, perMillionTokens, perSuccessfulRun, unknownParts: parts };
}
