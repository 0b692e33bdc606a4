import { hoursGiven } from "./feasible.ts";
import type { FilledRun } from "../filled-run.ts";
import { trainedTokens } from "../performance/workload.ts";
import type { Cost, RentalWindow, SpotOutlook } from "../plan.ts";
import { costOf } from "./cost.ts";
import { standsNoWorse } from "./price.ts";
import type { Billing } from "./billing.ts";
import type { Market } from "./market.ts";
import type { Price, Prices } from "./price.ts";
import { interruptedHours } from "./spot.ts";
import { billedBy, servingWindowOf } from "./window.ts";
import type { Timed } from "./workings.ts";

interface Rented {
  readonly price: Price | null;
  readonly window: RentalWindow | null;
  readonly cost: Cost;
}

/** What a configuration is rented as, and how spot compares where it is allowed. */
export interface Tenancy extends Rented {
  readonly spot: SpotOutlook | null;
}

/** What is compared: the bill of the job, or of an hour while its length is not known. */
const billOf = ({ cost, price }: Rented): number =>
  cost.total?.likely ?? price?.perHour.likely ?? Number.POSITIVE_INFINITY;

const late = ({ window }: Rented, deadline: number | undefined): boolean =>
  deadline !== undefined && window !== null && window.total.likely > deadline;

const hoursOf = ({ parts }: RentalWindow, ...named: readonly string[]): number =>
  parts.filter(({ part }) => named.includes(part)).reduce((sum, { hours }) => sum + hours.likely, 0);

/**
 * The number of interruptions per day at which the spot bill reaches the one on demand, saves as often as planned:
 * between none and one an hour, by halving; null where spot is dearer without any, or cheaper even then.
 */
function paysUpTo(spot: Rented, firm: Rented): number | null {
  const { window, price } = spot;
  const told = window?.interruptions;
  const target = firm.cost.total?.likely;
  if (window === null || told === undefined || price === null || target === undefined) return null;
  const useful = hoursOf(window, "steps", "evaluation");
  const restart = hoursOf(window, "start-up", "load", "warm-up");
  const others =
    window.total.likely -
    hoursOf(window, "steps", "evaluation", "checkpoints", "interruptions", "capacity-wait");
  const bill = (perDay: number): number => {
    const mean = perDay > 0 ? 24 / perDay : Number.POSITIVE_INFINITY;
    const hours = interruptedHours(useful, told.everyMinutes / 60, told.saveHours.likely, restart, mean);
    return (others + hours) * price.perHour.likely;
  };
  let [low, high] = [0, 24];
  if (bill(low) >= target || bill(high) <= target) return null;
  for (let i = 0; i < 40; i += 1) {
    const middle = (low + high) / 2;
    if (bill(middle) < target) low = middle;
    else high = middle;
  }
  return low;
}

const unbilled: Billing = { billing: "second", minimumMinutes: null };

/**
 * Spot where its bill, with work done again, restarts and waiting, is lower than on demand, on a price that stands no
 * worse, and where it does not break a deadline that the other keeps. Hours of an owned machine are not rounded up.
 */
export function spotOrFirm(
  run: FilledRun,
  { throughput, window: windowOf, baggage }: Timed,
  prices: Prices,
  market: Pick<Market, "limits" | "currency">,
  owned: boolean,
): Tenancy {
  const tokens = trainedTokens(run);
  const deadline = hoursGiven(market.limits) ?? undefined;
  const rented = (price: Price | null, spot: boolean): Rented => {
    const used = windowOf(spot) ?? servingWindowOf(run, throughput, deadline);
    const terms = owned ? unbilled : price?.terms;
    const window = used === null || terms == null ? used : billedBy(used, terms);
    return { price, window, cost: costOf(run, market, throughput, window, price, tokens, baggage()) };
  };
  if (prices.spot === null) return { ...rented(prices.firm, false), spot: null };
  const spot = rented(prices.spot, true);
  const firm = prices.firm === null ? null : rented(prices.firm, false);
  const taken =
    firm?.price == null ||
    (standsNoWorse(prices.spot, firm.price) &&
      billOf(spot) < billOf(firm) &&
      (!late(spot, deadline) || late(firm, deadline)));
  const outlook: SpotOutlook = {
    taken,
    spot: spot.cost,
    spotHours: spot.window?.total ?? null,
    spotPerHour: prices.spot.offer.perHour,
    onDemand: firm?.cost ?? null,
    onDemandHours: firm?.window?.total ?? null,
    onDemandPerHour: firm?.price?.offer.perHour ?? null,
    paysUpToPerDay: firm === null ? null : paysUpTo(spot, firm),
  };
  return { ...(taken ? spot : firm), spot: outlook };
}
