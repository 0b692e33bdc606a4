import type { CandidateReason, Gain } from "../plan.ts";
import type { Configuration } from "./configurations.ts";
import { priceNoise } from "./dominated.ts";
import { moneyOf, speedup } from "./rank.ts";

/** Likely costs closer than this share are called the same. */
const SAME_PRICE = 0.05;

/** Why a faster configuration stands second: what is said of its price is what its price is. */
export function fasterReason(faster: Configuration, than: Configuration): CandidateReason {
  const [money, own] = [moneyOf(faster), moneyOf(than)];
  if (money === null || own === null) return "faster";
  if (money * (1 + Math.max(SAME_PRICE, priceNoise(faster, than))) < own) return "cheaper-and-faster";
  if (money * (1 + SAME_PRICE) < own) return "faster-for-less";
  return money <= own * (1 + SAME_PRICE) ? "faster-same-price" : "faster-for-more";
}

/** What `faster` buys against `than`; null where it is not faster or a price is missing. */
export function gainOver(faster: Configuration, than: Configuration): Gain | null {
  const [money, own] = [moneyOf(faster), moneyOf(than)];
  const times = speedup(faster, than);
  if (money === null || own === null || times <= 1) return null;
  const extra = money - own;
  const [hours, before] = [faster.window?.total.likely, than.window?.total.likely];
  const gained = hours === undefined || before === undefined ? 0 : before - hours;
  const job = faster.cost.total !== null;
  return {
    speedup: times,
    extra,
    per: job ? "job" : faster.run.method === "inference" ? "hour" : "million-tokens",
    currency: faster.cost.currency,
    perHourGained: job && extra > 0 && gained > 0 ? extra / gained : null,
  };
}
