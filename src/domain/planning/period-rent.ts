import { exactly, scaleRange } from "../../units/range.ts";
import type { Candidate, PeriodRent } from "../plan.ts";
import { budgetPeriods, type BudgetPeriod } from "../run-spec.ts";

/** Days in each period: a month is a twelfth of 365.25 days. */
export const periodDays: Readonly<Record<BudgetPeriod, number>> = {
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 365.25 / 12,
};

export const isPeriod = (word: string): word is BudgetPeriod =>
  (budgetPeriods as readonly string[]).includes(word);

/**
 * What the machines of a candidate cost for a period [currency of the cost]: at the hours a day that its own rent was
 * reckoned with, else all the time at the price of its offer; null = no price.
 */
export function rentFor({ cost, offer }: Candidate, period: BudgetPeriod): PeriodRent | null {
  const { perPeriod } = cost;
  if (perPeriod !== undefined) {
    const share = periodDays[period] / periodDays[perPeriod.period];
    return { ...perPeriod, period, amount: scaleRange<number>(perPeriod.amount, share) };
  }
  if (offer === null || offer.currency !== cost.currency) return null;
  return {
    period,
    amount: exactly(offer.perHour * 24 * periodDays[period]),
    hoursPerDay: 24,
    capped: false,
  };
}
