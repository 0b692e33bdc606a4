import { addRanges, divideRanges, exactly, multiplyRanges, scaleRange } from "../../units/range.ts";
import type { Range } from "../../units/range.ts";
import type { Throughput } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import type { Limits } from "../run-spec.ts";
import type { OpenPart } from "../offer.ts";
import type { Cost, PeriodRent, RentalWindow } from "../plan.ts";
import { extrasOf, holdsExtras } from "./extras.ts";
import type { Baggage, Extras } from "./extras.ts";
import { failureHours } from "./failure.ts";
import type { Market } from "./market.ts";
import type { Price } from "./price.ts";
import { periodDays } from "./period-rent.ts";
import { paidHours } from "./window.ts";

const openPartNames: Readonly<Record<OpenPart, string>> = {
  currency: "currency-of-the-price",
  "form-factor": "form-of-the-card",
};

/** Parts of a bill that neither the offer nor the terms of its provider state. */
function unknownParts(limits: Limits | undefined, price: Price | null, extras: Extras): readonly string[] {
  const asked = limits?.options ?? [];
  const held = holdsExtras(price);
  return [
    ...(price === null ? ["price"] : []),
    ...(price !== null && !price.dated ? ["date"] : []),
    ...(price?.source.unverified ?? []).map((part) => openPartNames[part]),
    ...(price?.assembled === true ? ["one-machine-for-all-cards"] : []),
    ...(extras.storage === null && !held ? ["storage"] : []),
    ...(extras.egress === null && !held ? ["egress"] : []),
    ...asked.filter((option) => option !== "storage" && option !== "egress"),
  ];
}

/**
 * Rent of one period [currency] = days × hours a day × price [per h]: at the hours of traffic that were stated, else all
 * the time. Null where neither a cap of a period nor an open-ended service asks for it.
 */
function perPeriod(
  run: FilledRun,
  limits: Limits | undefined,
  window: RentalWindow | null,
  price: Price,
  baggage: Baggage,
): PeriodRent | null {
  const endless = run.method === "inference" && window === null;
  const cap = limits?.budget?.per;
  const period = cap ?? (endless ? "month" : null);
  if (period === null) return null;
  const hoursPerDay = period === "hour" ? 24 : (run.serving?.traffic?.hoursPerDay ?? 24);
  const rent = scaleRange<number>(price.perHour, periodDays[period] * hoursPerDay);
  // What lies on disks is paid for day and night.
  const { storage } = extrasOf(run, price, baggage, exactly(periodDays[period] * 24));
  const amount = storage === null ? rent : addRanges(rent, storage);
  return { period, amount, hoursPerDay, capped: cap !== undefined };
}

/**
 * total = paid hours of the window [h] × price [per h] + storage + egress where they are known; per million useful tokens = price ÷ (rate per GPU × GPUs × 3,600 ÷
 * 10⁶), of the steps alone when the total is not known; a successful run also bears what failures are expected to cost.
 * Never from a peak rate; an unknown price stays unknown.
 */
export function costOf(
  run: FilledRun,
  { limits, currency }: Pick<Market, "limits" | "currency">,
  throughput: Throughput | null,
  window: RentalWindow | null,
  price: Price | null,
  tokens: number | null,
  baggage: Baggage,
): Cost {
  const paid = window === null ? null : paidHours(window);
  const rent = price === null ? null : perPeriod(run, limits, window, price, baggage);
  const counted = paid ?? (rent === null ? null : exactly(periodDays[rent.period] * 24));
  const extras = extrasOf(run, price, baggage, counted);
  const parts = unknownParts(limits, price, extras);
  if (price === null)
    return { total: null, currency, perMillionTokens: null, perSuccessfulRun: null, unknownParts: parts };
  const { storage, egress } = extras;
  const total: Range | null =
    paid === null
      ? null
      : addRanges(multiplyRanges<number>(paid, price.perHour), ...[storage ?? [], egress ?? []].flat());
  let perMillionTokens: Range | null = null;
  if (total !== null && tokens !== null && tokens > 0) {
    perMillionTokens = scaleRange(total, 1e6 / (tokens * run.runs));
  } else if (throughput !== null) {
    const millionsPerHour = scaleRange(throughput.tokensPerSecondPerGpu, (run.gpus * 3600) / 1e6);
    perMillionTokens = divideRanges(price.perHour, millionsPerHour);
  }
  const perSuccessfulRun =
    total === null || window === null || run.method === "inference"
      ? null
      : scaleRange<number>(
          addRanges(total, multiplyRanges(failureHours(run, window), price.perHour)),
          1 / run.runs,
        );
  return {
    total,
    currency,
    perMillionTokens,
    perSuccessfulRun,
    ...(rent === null ? {} : { perPeriod: rent }),
    ...(storage === null ? {} : { storage }),
    ...(egress === null ? {} : { egress }),
    unknownParts: parts,
  };
}
