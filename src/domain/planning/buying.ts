import { addRanges, exactly, multiplyRanges, range, scaleRange } from "../../units/range.ts";
import type { Range } from "../../units/range.ts";
import { convert, currencies } from "../../units/money.ts";
import type { Currency, ExchangeRates } from "../../units/money.ts";
import type { Buying, Purchases, Term } from "../purchase.ts";
import type { PurchaseSpec } from "../run-spec.ts";
import type { Configuration } from "./configurations.ts";

const MONTHS = 12;
/** Hours of a month: 365.25 days ÷ 12. */
export const HOURS_IN_MONTH = (365.25 * 24) / MONTHS;

const isCurrency = (text: string): text is Currency => (currencies as readonly string[]).includes(text);

/** An amount of one currency in another; null when a rate is missing. */
function inCurrency(amount: Range, from: Currency, to: Currency, rates: ExchangeRates): Range | null {
  const one = convert({ amount: 1, currency: from }, to, rates);
  return one === null ? null : scaleRange(amount, one.amount);
}

/**
 * Hours of use a month above which owning costs less than renting [h]:
 *   (price × (1 − resale) ÷ (12 · years) + hosting + people) ÷ (rent per hour − power · PUE · price of a kWh);
 * null where an hour of power costs as much as an hour of rent.
 */
export function breakEvenHours(fixed: Range, rent: Range, power: Range): Range | null {
  const saved = rent.likely - power.likely;
  if (saved <= 0) return null;
  const least = Math.max(rent.low - power.high, 1e-9);
  return range(
    Math.min(fixed.low / Math.max(rent.high - power.low, 1e-9), fixed.likely / saved),
    fixed.likely / saved,
    Math.max(fixed.high / least, fixed.likely / saved),
  );
}

/** Price × (1 − resale) ÷ months of use: dear, short-lived and worthless at worst. [per month] */
function depreciation(price: Range, resale: Range, years: Range): Range {
  const at = (p: number, share: number, y: number): number => (p * (1 - share)) / (MONTHS * y);
  return range(
    at(price.low, resale.high, years.high),
    at(price.likely, resale.likely, years.likely),
    at(price.high, resale.low, years.low),
  );
}

/** Owning the machine of a configuration; null without the catalogue's terms or a rate of exchange. */
export function buyingOf(
  { card, run, price: rented, cost }: Configuration,
  stated: PurchaseSpec | undefined,
  purchases: Purchases | undefined,
  rates: ExchangeRates,
): Buying | null {
  const to = cost.currency;
  if (purchases === undefined || !isCurrency(to)) return null;
  const spoken = stated?.currency !== undefined && isCurrency(stated.currency) ? stated.currency : to;
  const cards = Math.ceil(run.gpus / Math.max(1, card.devices));
  const money = (amount: number | undefined, assumed: Range, from: Currency): Term | null => {
    const value =
      amount === undefined
        ? inCurrency(assumed, from, to, rates)
        : inCurrency(exactly(amount), spoken, to, rates);
    return value === null ? null : { value, stated: amount !== undefined };
  };
  const figure = (amount: number | undefined, assumed: Range): Term => ({
    value: amount === undefined ? assumed : exactly(amount),
    stated: amount !== undefined,
  });
  const known = purchases.cards.find(({ accelerator }) => accelerator === card.id);
  const [low, high] = known?.usd ?? [0, 0];
  const pricePerCard =
    known === undefined && stated?.pricePerCard === undefined
      ? null
      : money(stated?.pricePerCard, range(low, (low + high) / 2, high), "USD");
  const hostPerCard = money(stated?.hostPerCard, purchases.hostUsdPerCard[card.class], "USD");
  const perKwh = money(stated?.perKwh, purchases.eurPerKwh, "EUR");
  const years = figure(stated?.years, purchases.years);
  const resaleShare = figure(stated?.resaleShare, purchases.resaleShare);
  const pue = figure(stated?.pue, purchases.pue);
  const watts = card.tdpW;
  const kilowatts =
    watts === null
      ? null
      : scaleRange<number>(addRanges(exactly(1), purchases.hostPowerShare), (cards * watts) / 1000);
  const hosting = multiplyRanges<number>(purchases.hostingUsdPerKwMonth[card.class], kilowatts ?? exactly(0));
  const hostingPerMonth = money(stated?.hostingPerMonth, hosting, "USD");
  const people = multiplyRanges<number>(purchases.peopleHoursPerMonth, purchases.usdPerPeopleHour);
  const peoplePerMonth = money(stated?.peoplePerMonth, people, "USD");
  if (hostPerCard === null || perKwh === null || hostingPerMonth === null || peoplePerMonth === null)
    return null;

  const price =
    pricePerCard === null
      ? null
      : scaleRange<number>(addRanges(pricePerCard.value, hostPerCard.value), cards);
  const fixedPerMonth =
    price === null
      ? null
      : addRanges(
          depreciation(price, resaleShare.value, years.value),
          hostingPerMonth.value,
          peoplePerMonth.value,
        );
  const perHour =
    kilowatts === null ? null : multiplyRanges(multiplyRanges(kilowatts, pue.value), perKwh.value);
  const rentPerHour = rented?.perHour ?? null;
  const comparable = fixedPerMonth !== null && perHour !== null && rentPerHour !== null;
  const even = comparable ? breakEvenHours(fixedPerMonth, rentPerHour, perHour) : null;
  const never = comparable && (even === null || even.likely > HOURS_IN_MONTH);
  const hours = stated?.hoursPerMonth;
  return {
    currency: to,
    price,
    sources: known?.sources ?? [],
    terms: { pricePerCard, hostPerCard, years, resaleShare, perKwh, pue, hostingPerMonth, peoplePerMonth },
    kilowatts,
    fixedPerMonth,
    perHour,
    rentPerHour,
    breakEvenHours: even,
    never,
    usage:
      hours === undefined
        ? null
        : {
            hours,
            own:
              fixedPerMonth === null || perHour === null
                ? null
                : addRanges(fixedPerMonth, scaleRange(perHour, hours)),
            rent: rentPerHour === null ? null : scaleRange(rentPerHour, hours),
          },
  };
}
