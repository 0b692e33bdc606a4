import { convert, currencies, type ExchangeRates } from "../../units/money.ts";
import type { Candidate, Change, Plan } from "../plan.ts";
import type { Preference } from "../run-spec.ts";

/** A revision of a plan that is talked about. */
export interface Tried {
  readonly number: number;
  /** Against the revision before it; none for the first. */
  readonly changes: readonly Change[];
  readonly plan: Plan;
}

const usd = (amount: number, currency: string, rates: ExchangeRates | null): number | null => {
  const known = currencies.find((one) => one === currency);
  if (known === "USD") return amount;
  return known === undefined || rates === null
    ? null
    : (convert({ amount, currency: known }, "USD", rates)?.amount ?? null);
};

/** Money of the run, or of a million served tokens, in US dollars; of one's own machine nothing. */
export function costOf({ cost, own }: Candidate, rates: ExchangeRates | null): number | null {
  if (own !== undefined) return 0;
  const range = cost.total ?? cost.perMillionTokens;
  return range === null ? null : usd(range.likely, cost.currency, rates);
}

function measureOf(candidate: Candidate, order: Preference, rates: ExchangeRates | null): number | null {
  if (order === "cheapest") return costOf(candidate, rates);
  const { throughput } = candidate.estimate;
  if (order === "fastest") {
    if (throughput === undefined) return null;
    return throughput.hours?.likely ?? -throughput.tokensPerSecondPerGpu.likely * candidate.gpus;
  }
  const { usableGib } = candidate.estimate;
  return usableGib === null ? null : usableGib * candidate.gpus;
}

/** The revision that comes first in that order among those that fit; the earlier of equals. */
export function bestTried(
  tried: readonly Tried[],
  order: Preference,
  rates: ExchangeRates | null,
): Tried | null {
  let best: { readonly one: Tried; readonly measure: number } | null = null;
  for (const one of tried) {
    const measure = one.plan.best === null ? null : measureOf(one.plan.best, order, rates);
    if (measure !== null && (best === null || measure < best.measure)) best = { one, measure };
  }
  return best?.one ?? null;
}
