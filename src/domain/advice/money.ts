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

/** Spot saves while the work that is done again costs less than the discount. */
const spot: Advise = (s) => {
  const { understood } = s.reading;
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

export const moneyAdvice: readonly Advise[] = [compared, spot];
