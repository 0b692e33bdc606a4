import { differenceInCalendarDays, parseISO } from "date-fns";
import { convert } from "../../units/money.ts";
import type { Currency } from "../../units/money.ts";
import { range } from "../../units/range.ts";
import type { Range } from "../../units/range.ts";
import type { Accelerator } from "../accelerator.ts";
import { areaOf, areasAdmitted } from "../area-of.ts";
import type { RegionTable, World } from "../catalogue.ts";
import type { Offer } from "../offer.ts";
import type { CandidateOffer } from "../plan.ts";
import type { Limits } from "../run-spec.ts";

/** A price for the whole job, in the plan's currency. */
export interface Price {
  readonly offer: CandidateOffer;
  readonly perHour: Range;
  /** Cards paid for, which may be more than the job uses. */
  readonly cardsPaid: number;
  readonly dated: boolean;
  /** n single-card offers of a seller that prices by the card: that one machine holds n is not verified. */
  readonly assembled: boolean;
  readonly source: Offer;
}

export interface Market {
  readonly byCard: ReadonlyMap<string, readonly Offer[]>;
  readonly currency: Currency;
  readonly world: World;
  /** Offers that only the region or only the provider limit shut out, by card. */
  readonly shutByRegion: ReadonlySet<string>;
  readonly shutByProvider: ReadonlySet<string>;
}

const fold = (text: string): string => text.trim().toLowerCase();

/** Whether a place limit ("eu", "europe", "eu-west-1") admits an offer; an unknown place satisfies none. */
function placeAllowed(offer: Offer, limit: string, regions: RegionTable | undefined): boolean {
  const wanted = fold(limit);
  const area = offer.area ?? (regions === undefined ? null : areaOf(offer.provider, offer.region, regions));
  if (offer.region !== null && fold(offer.region) === wanted) return true;
  if (area === null) return false;
  const admitted = regions === undefined ? [] : areasAdmitted(wanted, regions);
  return fold(area) === wanted || admitted.includes(fold(area));
}

function regionAllowed(offer: Offer, limits: Limits | undefined, regions: RegionTable | undefined): boolean {
  const asked = limits?.regions ?? [];
  const residency = limits?.residency;
  return (
    (asked.length === 0 || asked.some((place) => placeAllowed(offer, place, regions))) &&
    (residency === undefined || placeAllowed(offer, residency, regions))
  );
}

const providerAllowed = (offer: Offer, limits: Limits | undefined): boolean =>
  limits?.providers === undefined || limits.providers.map(fold).includes(fold(offer.provider));

function tierAllowed(offer: Offer, limits: Limits | undefined): boolean {
  switch (offer.tier) {
    case "on-demand":
      return true;
    case "spot":
      return limits?.spot === true;
    case "community":
      return limits?.community === true;
    case "reserved":
      return false;
  }
}

/** The offers that the limits leave, by card, in an order that does not depend on theirs. */
export function marketFor(world: World, limits: Limits | undefined, currency: Currency): Market {
  const byCard = new Map<string, Offer[]>();
  const shutByRegion = new Set<string>();
  const shutByProvider = new Set<string>();
  for (const offer of world.catalogue.offers) {
    if (!(offer.perHour > 0) || offer.gpus < 1 || !tierAllowed(offer, limits)) continue;
    const region = regionAllowed(offer, limits, world.catalogue.regions);
    const provider = providerAllowed(offer, limits);
    if (!region) shutByRegion.add(offer.accelerator);
    if (!provider) shutByProvider.add(offer.accelerator);
    if (!region || !provider) continue;
    const list = byCard.get(offer.accelerator);
    if (list === undefined) byCard.set(offer.accelerator, [offer]);
    else list.push(offer);
  }
  return { byCard, currency, world, shutByRegion, shutByProvider };
}

/** Sellers' lists that price a card and let the buyer choose how many share a machine, told by how the row is named. */
export const pricedByCard = (offer: Offer): boolean =>
  offer.gpus === 1 &&
  /^(marketplace:|secure:|community:|NVIDIA |AMD |RTX |H100|H200|A100)|per GPU|per card/i.test(
    offer.instance,
  );

/** Machines of this offer that a job of so many cards a node needs; null when it cannot hold a node. */
function machines(offer: Offer, cards: number, nodes: number, maxPerNode: number): number | null {
  const perNode = Math.ceil(cards / nodes);
  if (offer.gpus >= perNode) return nodes;
  if (pricedByCard(offer) && perNode <= maxPerNode) return nodes * perNode;
  return null;
}

export function ageDays(offer: Offer, today: string): number | null {
  if (offer.observedAt === null) return null;
  return Math.max(0, differenceInCalendarDays(parseISO(today), parseISO(offer.observedAt)));
}

/** How far a list price may have moved: nothing for a week, then 2 % and 0.08 % more a day, at most 35 %. */
export function priceDrift(age: number | null): number {
  if (age === null) return 0.35;
  return age <= 7 ? 0 : Math.min(0.35, 0.02 + 0.0008 * age);
}

function priceOf(offer: Offer, card: Accelerator, gpus: number, nodes: number, market: Market): Price | null {
  const cards = Math.ceil(gpus / Math.max(1, card.devices));
  const count = machines(offer, cards, nodes, card.maxPerNode ?? 8);
  if (count === null) return null;
  const amount = convert(
    { amount: offer.perHour * count, currency: offer.currency },
    market.currency,
    market.world.catalogue.rates,
  );
  if (amount === null) return null;
  const age = ageDays(offer, market.world.today);
  const drift = priceDrift(age);
  return {
    offer: {
      provider: offer.provider,
      instance: count === 1 ? offer.instance : `${count} × ${offer.instance}`,
      region: offer.region,
      tier: offer.tier,
      perHour: amount.amount,
      currency: market.currency,
      observedAt: offer.observedAt,
      source: offer.source,
      ageDays: age,
    },
    perHour: range(amount.amount * (1 - drift), amount.amount, amount.amount * (1 + drift)),
    cardsPaid: Math.max(cards, Math.ceil(count * offer.gpus)),
    dated: offer.observedAt !== null,
    assembled: offer.gpus < Math.ceil(cards / nodes),
    source: offer,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Dated before undated, then cheapest, freshest, by name: never by the order of the list. */
function preferred(a: Price, b: Price): number {
  return (
    Number(b.dated) - Number(a.dated) ||
    a.offer.perHour - b.offer.perHour ||
    (a.offer.ageDays ?? Infinity) - (b.offer.ageDays ?? Infinity) ||
    Number(a.assembled) - Number(b.assembled) ||
    compare(a.source.id, b.source.id)
  );
}

/** The cheapest dated price for so many GPUs of a card, else the cheapest undated one, else null. */
export function bestPrice(card: Accelerator, gpus: number, nodes: number, market: Market): Price | null {
  let best: Price | null = null;
  for (const offer of market.byCard.get(card.id) ?? []) {
    const price = priceOf(offer, card, gpus, nodes, market);
    if (price !== null && (best === null || preferred(price, best) < 0)) best = price;
  }
  return best;
}
