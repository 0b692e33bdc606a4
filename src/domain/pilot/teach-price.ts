import { convert, isCurrency, type ExchangeRates, type Money } from "../../units/money.ts";
import type { Plan } from "../plan.ts";
import { digest } from "./digest.ts";
import type { PaidPrice } from "./paid-price.ts";
import type { Closing } from "./progress.ts";

/** Nobody is billed so many times more, or less, than was planned for an hour: hours and invoice are not of one rental then. */
export const IMPOSSIBLE_PRICE_FACTOR = 5;

/** Closer than this an invoice confirms a listed price: it is rounded. */
const SAME = 0.01;

/** Why a closed rental teaches nothing of the price. */
export const priceSilences = ["no-invoice", "no-offer", "credits", "as-planned", "private-plan"] as const;
export type PriceSilence = (typeof priceSilences)[number];

/** Per GPU and hour, in the currency of the invoice. */
export interface PriceCompared {
  readonly paid: Money;
  readonly planned: number;
  readonly whole: boolean;
  readonly gpus: number;
}

export type PriceTaught =
  | { readonly price: PaidPrice; readonly compared: PriceCompared }
  | { readonly silent: PriceSilence; readonly compared: PriceCompared | null };

/**
 * Paid per GPU-hour = (invoice − what of it is no GPU time) ÷ hours ÷ GPUs billed, beside price per hour ÷ GPUs billed of the
 * offer that the plan stands on. Storage and traffic that nobody took off stay in it (`whole`).
 * What a private plan paid is told to its owner and teaches the team nothing.
 */
export function teachPrice(
  plan: Pick<Plan, "best">,
  { id: planId, private: closed }: { readonly id: string; readonly private: boolean },
  { hours, invoice, beside = null, by, at }: Closing,
  rates: ExchangeRates,
): PriceTaught | { readonly impossible: PriceCompared } {
  const { best } = plan;
  if (invoice === null) return { silent: "no-invoice", compared: null };
  if (invoice.amount === 0) return { silent: "credits", compared: null };
  const offer = best?.offer ?? null;
  if (best === null || offer === null || !isCurrency(offer.currency))
    return { silent: "no-offer", compared: null };
  const planned = convert({ amount: offer.perHour, currency: offer.currency }, invoice.currency, rates);
  const off = beside === null ? null : convert(beside, invoice.currency, rates);
  if (planned === null || (beside !== null && off === null)) return { silent: "no-offer", compared: null };
  const gpus = offer.gpusBilled ?? best.gpus;
  const paid = { ...invoice, amount: (invoice.amount - (off?.amount ?? 0)) / hours / gpus };
  const compared = { paid, planned: planned.amount / gpus, whole: beside === null, gpus };
  const ratio = paid.amount / compared.planned;
  if (!(ratio < IMPOSSIBLE_PRICE_FACTOR && ratio > 1 / IMPOSSIBLE_PRICE_FACTOR))
    return { impossible: compared };
  if (offer.paid === undefined && Math.abs(ratio - 1) < SAME) return { silent: "as-planned", compared };
  if (closed) return { silent: "private-plan", compared };
  const scope = { provider: offer.provider, accelerator: best.accelerator, tier: offer.tier };
  const point = digest({ planId, scope, paid, hours });
  const { whole } = compared;
  return {
    price: { cause: "price", scope, paid, planned: compared.planned, whole, point, author: by, at },
    compared,
  };
}
