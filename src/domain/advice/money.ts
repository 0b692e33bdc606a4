import type { Finding } from "../finding.ts";
import { finding, seen, told, type Situation } from "./situation.ts";

type Advise = (s: Situation) => readonly Finding[];
const none: readonly Finding[] = [];

/** Hourly prices brought to one GPU, the ratio between them and what the stated work costs at each. */
const compared: Advise = (s) => {
  const { prices = [] } = s.reading.context;
  const [a, b] = prices;
  if (a === undefined || b === undefined || a.currency !== b.currency) return none;
  const gpus = (price: typeof a): number => price.gpus ?? 1;
  const each = (price: typeof a): number => price.amount / gpus(price);
  const [high, low] = each(a) >= each(b) ? [a, b] : [b, a];
  if (gpus(high) === gpus(low)) return none;
  const hours = seen(s, "gpuHours");
  return [
    finding("hourly-prices", {
      currency: a.currency,
      high: high.amount,
      highGpus: gpus(high),
      highEach: each(high),
      lowEach: each(low),
      lowGpus: gpus(low),
      ratio: each(high) / each(low),
      hours,
      highTotal: hours === null ? null : hours * each(high),
      lowTotal: hours === null ? null : hours * each(low),
      whole: Math.max(gpus(high), gpus(low)),
    }),
  ];
};

const hoursInDay = 24;

/** Start-up, load and warm-up of the plan's window: what each interruption costs at least; null without a plan. [h] */
function restartOf({ plan }: Situation): number | null {
  const parts = plan?.window.parts ?? [];
  const again = parts.filter(({ part }) => part === "start-up" || part === "load" || part === "warm-up");
  return again.length === 0 ? null : again.reduce((sum, { hours }) => sum + hours.likely, 0);
}

/**
 * Spot against on demand at the person's own prices: the run may take firm ÷ spot times as long before nothing is saved,
 * so each of n interruptions a day may cost (1 − spot ÷ firm) · 24 h ÷ n. Restarts alone stretch it by e^{R/M}, the limit
 * of Daly's formula for saves that cost nothing (see `interruptedHours`).
 */
function atTheirPrices(s: Situation, price: number, firm: number): Finding {
  const perDay = seen(s, "interruptionsPerDay");
  const restart = restartOf(s);
  const mean = perDay === null || perDay === 0 ? null : hoursInDay / perDay;
  const stretch = mean === null || restart === null ? null : Math.exp(restart / mean);
  return finding("spot-at-prices", {
    price,
    firm,
    saved: 1 - price / firm,
    longer: firm / price,
    perDay,
    between: mean,
    lossEach: mean === null ? null : (1 - price / firm) * mean,
    restart,
    stretch,
    effective: stretch === null ? null : price * stretch,
    pays: stretch === null ? null : price * stretch < firm,
  });
}

/** Spot saves while the work that is done again costs less than the discount. */
const spot: Advise = (s) => {
  const { understood } = s.reading;
  const [price, firm] = [seen(s, "spotPrice"), seen(s, "firmPrice")];
  if (price !== null && firm !== null) return [atTheirPrices(s, price, firm)];
  const about = understood.limits?.spot === true || told(s, "interrupted");
  if (!about || !told(s, "interrupted")) return none;
  const percent = seen(s, "discountPercent");
  const discount = percent === null ? null : percent / 100;
  const [between, each] = [seen(s, "interruptedHours"), seen(s, "checkpointHours")];
  return [
    finding("spot-arithmetic", {
      discount,
      breakEven: discount === null ? null : 1 / (1 - discount),
      retry: seen(s, "retryHours"),
      between,
      each,
      never: between !== null && each !== null && each >= between,
      replayed: between !== null && each !== null && each < between ? each / 2 / between : null,
      cardKnown: s.card !== null,
    }),
  ];
};

/**
 * A commitment is paid for all of its hours, used or not: it is worth it where the hours used are at least
 * committed ÷ open price of its own.
 */
const commitment: Advise = (s) => {
  const [committed, open] = [seen(s, "committedPrice"), seen(s, "openPrice")];
  if (committed === null || open === null || committed >= open) return none;
  const [term, needed, percent] = [seen(s, "termHours"), seen(s, "neededHours"), seen(s, "usedPercent")];
  const ratio = committed / open;
  const share = percent === null ? 1 : percent / 100;
  const used = needed === null ? (percent === null || term === null ? null : term * share) : Math.min(needed, term ?? needed) * share;
  const [paid, otherwise] = [term === null ? null : committed * term, used === null ? null : open * used];
  const pays = paid !== null && otherwise !== null ? paid < otherwise : term === null && percent !== null ? share > ratio : null;
  return [finding("commitment", { committed, open, saved: 1 - ratio, ratio, term, needed, share: percent === null ? null : share, breakEven: term === null ? null : term * ratio, used, paid, otherwise, pays })];
}; // prettier-ignore

/** Power of a host as a share of its cards', lowest and highest, as `catalog/purchases.yaml` has it. */
const hostShare = [0.15, 0.5] as const;

/** Cards at their board power and the host around them: kWh = cards · W · h ÷ 1000, and what that costs at a stated tariff. */
const electricity: Advise = (s) => {
  const watts = s.card?.tdpW ?? null;
  if (!told(s, "electricity") || watts === null) return none;
  const { purchase, limits } = s.stated;
  const window = s.plan?.window.total.likely ?? 0;
  const planned = window > 0 ? window : null;
  const asked = seen(s, "perPeriodHours");
  const hours = asked ?? limits?.deadlineHours ?? planned ?? hoursInDay;
  const kwh = (watts * s.gpus * hours) / 1000;
  const tariff = purchase?.perKwh ?? null;
  const [least, most] = hostShare.map((share) => kwh * (1 + share));
  return [
    finding("electricity", {
      watts, gpus: s.gpus, hours, kwh, card: s.card?.id ?? null, day: asked === null && limits?.deadlineHours === undefined && planned === null, asked: asked !== null,
      least: least ?? null, most: most ?? null, tariff, currency: purchase?.currency ?? null,
      costLeast: tariff === null || least === undefined ? null : tariff * least,
      costMost: tariff === null || most === undefined ? null : tariff * most,
    }),
  ]; // prettier-ignore
};

/** Who wants to buy is told what the plan's machine costs to buy, as the catalogue has it, and whether the cap pays for it. */
const purchase: Advise = (s) => {
  if (!told(s, "buys") || s.candidate === null || s.candidate.own !== undefined) return none;
  const { buying, accelerator, gpus } = s.candidate;
  const price = buying?.price ?? null;
  const cap = s.spec.limits?.budget;
  return [
    finding("purchase-prices", {
      card: accelerator,
      gpus,
      currency: buying?.currency ?? null,
      low: price?.low ?? null,
      high: price?.high ?? null,
      budget:
        cap !== undefined && cap.per === undefined && cap.currency === buying?.currency ? cap.amount : null,
      used: told(s, "buys-used"),
    }),
  ];
};

export const moneyAdvice: readonly Advise[] = [compared, spot, commitment, electricity, purchase];
