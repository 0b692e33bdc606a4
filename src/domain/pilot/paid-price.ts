import { convert, type Currency, type ExchangeRates, type Money } from "../../units/money.ts";
import type { Offer, Tier } from "../offer.ts";
import type { Candidate } from "../plan.ts";
import type { RunSpec } from "../run-spec.ts";
import type { Correction } from "./correction.ts";

/** Offers that one paid price speaks for. */
export interface PriceScope {
  readonly provider: string;
  readonly accelerator: string;
  readonly tier: Tier;
}

/** What a closed rental cost, learnt for one workspace. Amounts per GPU and hour, excluding tax. */
export interface PaidPrice {
  readonly cause: "price";
  readonly scope: PriceScope;
  readonly paid: Money;
  /** What its plan counted on, in the currency of the invoice. */
  readonly planned: number;
  /** All of the invoice is in it, storage and traffic as well; false = what is no GPU time was taken off. */
  readonly whole: boolean;
  /** Same rental, same figures: same key. */
  readonly point: string;
  readonly author: string | null;
  /** ISO instant of the closing. */
  readonly at: string | null;
  readonly withdrawn?: { readonly by: string; readonly at: string } | null;
}

/** What a workspace learns from its plans and keeps. */
export type Lesson = Correction | PaidPrice;

export const isPaidPrice = (lesson: Lesson): lesson is PaidPrice => lesson.cause === "price";
export const measuredIn = (lessons: readonly Lesson[]): readonly Correction[] =>
  lessons.flatMap((lesson) => (isPaidPrice(lesson) ? [] : [lesson]));

/** Paid prices that nobody withdrew, each rental once. */
export function pricesIn(lessons: readonly Lesson[]): readonly PaidPrice[] {
  const standing = lessons.filter(isPaidPrice).filter(({ withdrawn }) => withdrawn == null);
  return [...new Map(standing.map((price) => [price.point, price])).values()];
}

const fold = (text: string): string => text.trim().toLowerCase();

export const pricesOffer = (
  { scope }: PaidPrice,
  { provider, accelerator, tier }: Pick<Offer, "provider" | "accelerator" | "tier">,
): boolean =>
  fold(scope.provider) === fold(provider) && scope.accelerator === accelerator && scope.tier === tier;

/** Whether a plan's choice stands on offers that it speaks for. */
export const pricesCandidate = (
  price: PaidPrice,
  { accelerator, offer }: Pick<Candidate, "accelerator" | "offer">,
): boolean => offer !== null && pricesOffer(price, { ...offer, accelerator });

/** Those that the words speak of, the newest first; what they leave open matches everything. */
export const pricesFor = (
  prices: readonly PaidPrice[],
  { accelerator, limits }: RunSpec,
): readonly PaidPrice[] =>
  prices
    .filter(({ scope }) => accelerator === undefined || accelerator === scope.accelerator)
    .filter(({ scope }) => limits?.providers?.map(fold).includes(fold(scope.provider)) ?? true)
    .sort((a, b) => ((a.at ?? "") > (b.at ?? "") ? -1 : 1));

/** What a team paid for offers of one kind, in one currency. */
export interface PaidBefore {
  /** Mean of the rentals. */
  readonly perGpuHour: number;
  /** Farthest that one of them lies from it, as a share. */
  readonly spread: number;
  readonly rentals: number;
  readonly whole: boolean;
  /** Of the newest. */
  readonly by: string | null;
  readonly at: string | null;
}

/** Null where the team has paid for none of the kind, or in currencies whose rate is not known. */
export function paidFor(
  offer: Pick<Offer, "provider" | "accelerator" | "tier">,
  prices: readonly PaidPrice[],
  currency: Currency,
  rates: ExchangeRates,
): PaidBefore | null {
  const own = prices
    .filter((price) => pricesOffer(price, offer))
    .flatMap((price) => {
      const money = convert(price.paid, currency, rates);
      return money === null ? [] : [{ price, amount: money.amount }];
    })
    .sort((a, b) => ((a.price.at ?? "") < (b.price.at ?? "") ? -1 : 1));
  const newest = own.at(-1)?.price;
  if (newest === undefined) return null;
  const perGpuHour = own.reduce((sum, { amount }) => sum + amount, 0) / own.length;
  return {
    perGpuHour,
    spread: Math.max(...own.map(({ amount }) => Math.abs(amount / perGpuHour - 1))),
    rentals: own.length,
    whole: own.some(({ price }) => price.whole),
    by: newest.author,
    at: newest.at,
  };
}
