import { differenceInCalendarDays } from "date-fns/differenceInCalendarDays";
import { parseISO } from "date-fns/parseISO";
import { convert, isCurrency } from "../../units/money.ts";
import type { Currency } from "../../units/money.ts";
import type { Accelerator } from "../accelerator.ts";
import { areaOf, areasAdmitted, countryOf } from "../area-of.ts";
import type { RegionTable, World } from "../catalogue.ts";
import { statedSource, type Offer } from "../offer.ts";
import { paidFor } from "../pilot/paid-price.ts";
import type { CandidateOffer, OfferTerms } from "../plan.ts";
import type { CardPrice, Limits } from "../run-spec.ts";
import { hoursGiven } from "./feasible.ts";
import type { Prices } from "./price.ts";

/** An offer the limits leave, with what depends on it alone worked out once. */
export interface Listing {
  readonly offer: Offer;
  /** Per instance and hour in the plan's currency. */
  readonly perHour: number;
  readonly ageDays: number | null;
  readonly drift: number;
  readonly pricedByCard: boolean;
  readonly terms: OfferTerms | null;
  /** Where the team's own price stands in place of the listed one. */
  readonly paid?: NonNullable<CandidateOffer["paid"]>;
}

/** Offers as the limits on place, seller and tier leave them, in one currency. */
export interface Listings {
  readonly byCard: ReadonlyMap<string, readonly Listing[]>;
  readonly currency: Currency;
  /** Offers that only the region or only the provider limit shut out, by card. */
  readonly shutByRegion: ReadonlySet<string>;
  readonly shutByProvider: ReadonlySet<string>;
  /** Cards of the largest machine sold, by card. */
  readonly largestNode: ReadonlyMap<string, number>;
  /** Prices worked out so far, by card, counts and host. */
  readonly quoted: Map<string, Prices>;
}

export interface Market extends Listings {
  /** Card that the asker has: nobody bills its hours. */
  readonly owned?: string;
  /** What the offers were chosen by. */
  readonly limits: Limits | undefined;
  /**
   * What of the limits bears on the bill of a machine beside its price, as keys: with the hours given, for what is rented
   * until then or may be taken back, and without.
   */
  readonly terms: { readonly timed: string; readonly untimed: string };
}

const fold = (text: string): string => text.trim().toLowerCase();

/** Whether a place limit ("eu", "europe", "fr", "eu-west-1") admits an offer; an unknown place satisfies none. */
function placeAllowed(offer: Offer, limit: string, regions: RegionTable | undefined): boolean {
  const wanted = fold(limit);
  const area = offer.area ?? (regions === undefined ? null : areaOf(offer.provider, offer.region, regions));
  if (offer.region !== null && fold(offer.region) === wanted) return true;
  if (area === null) return false;
  if (regions !== undefined && countryOf(offer.provider, offer.region, regions) === wanted) return true;
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

const among = (offer: Offer, names: readonly string[]): boolean =>
  names.map(fold).includes(fold(offer.provider));

/** What is excluded goes before what is asked for. */
const providerAllowed = (offer: Offer, limits: Limits | undefined): boolean =>
  !among(offer, limits?.excludedProviders ?? []) &&
  (limits?.providers === undefined || among(offer, limits.providers));

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

/**
 * The offers that the limits leave, but none of the card that the asker has; what one question asks for again is listed
 * once.
 */
export function marketFor(
  world: World,
  limits: Limits | undefined,
  currency: Currency,
  owned?: string,
): Market {
  const { spot, community, regions, residency, providers, excludedProviders, prices } = limits ?? {};
  const key = JSON.stringify([prices ?? null, currency, spot === true, community === true, regions ?? null, residency ?? null, providers ?? null, excludedProviders ?? null, owned ?? null]); // prettier-ignore
  const list = (): Listings => listingsFor(world, limits, currency, owned);
  const untimed = JSON.stringify([limits?.budget?.per ?? null, limits?.options ?? null]);
  const timed = `${hoursGiven(limits) ?? ""}/${untimed}`;
  return {
    ...(world.workshop?.listings(key, list) ?? list()),
    limits,
    ...(owned === undefined ? {} : { owned }),
    terms: { timed, untimed },
  };
}

/** By card, in an order that does not depend on that of the offers. */
function listingsFor(
  world: World,
  limits: Limits | undefined,
  currency: Currency,
  owned: string | undefined,
): Listings {
  const byCard = new Map<string, Listing[]>();
  const ages = new Map<string, number>();
  const terms = termsIn(world, currency);
  const shutByRegion = new Set<string>();
  const shutByProvider = new Set<string>();
  const largestNode = new Map<string, number>();
  for (const price of limits?.prices ?? []) {
    const listing = price.accelerator === owned ? null : statedListing(price, world, currency);
    if (listing !== null) byCard.set(price.accelerator, [listing]);
  }
  const stated = new Set(byCard.keys());
  for (const offer of world.catalogue.offers) {
    if (offer.accelerator === owned || stated.has(offer.accelerator)) continue;
    if (!(offer.perHour > 0) || offer.gpus < 1 || !tierAllowed(offer, limits)) continue;
    const region = regionAllowed(offer, limits, world.catalogue.regions);
    const provider = providerAllowed(offer, limits);
    if (!region) shutByRegion.add(offer.accelerator);
    if (!provider) shutByProvider.add(offer.accelerator);
    if (!region || !provider) continue;
    largestNode.set(offer.accelerator, Math.max(offer.gpus, largestNode.get(offer.accelerator) ?? 0));
    const list = byCard.get(offer.accelerator);
    const listing = listingOf(offer, world, currency, ages, terms);
    if (listing === null) continue;
    if (list === undefined) byCard.set(offer.accelerator, [listing]);
    else list.push(listing);
  }
  return { byCard, currency, shutByRegion, shutByProvider, largestNode, quoted: new Map() };
}

/** A price that the asker gave: of today, of one card, and for as many as are taken; null = its currency has no rate. */
function statedListing(price: CardPrice, world: World, currency: Currency): Listing | null {
  if (!isCurrency(price.currency)) return null;
  const money = convert({ amount: price.perGpuHour, currency: price.currency }, currency, world.catalogue.rates); // prettier-ignore
  if (money === null) return null;
  const devices = Math.max(1, world.lookup.accelerator(price.accelerator)?.devices ?? 1);
  const offer: Offer = {
    id: `${statedSource}/${price.accelerator}`,
    provider: statedSource,
    instance: "",
    accelerator: price.accelerator,
    gpus: 1,
    vcpus: null,
    hostRamGib: null,
    localDiskGb: null,
    interconnect: null,
    region: null,
    area: null,
    tier: "on-demand",
    perHour: money.amount * devices,
    currency,
    observedAt: world.today,
    source: statedSource,
    note: null,
  };
  return { offer, perHour: offer.perHour, ageDays: 0, drift: 0, pricedByCard: true, terms: null };
}

/** Sellers' lists that price a card and let the buyer choose how many share a machine, told by how the row is named. */
const pricedByCard = (offer: Offer): boolean =>
  offer.gpus === 1 &&
  /^(marketplace:|secure:|community:|NVIDIA |AMD |RTX |H100|H200|A100)|per GPU|per card/i.test(
    offer.instance,
  );

/** Cards of a usual machine: more only where one is sold. */
export const USUAL_NODE = 8;

/** Cards that one machine of this card holds, going by its sheet and by what is sold. */
export function cardsPerNode(card: Accelerator, market: Market): number {
  const most = card.maxPerNode ?? USUAL_NODE;
  return Math.min(most, Math.max(USUAL_NODE, market.largestNode.get(card.id) ?? 0));
}

function ageDays(observedAt: string, today: string): number {
  return Math.max(0, differenceInCalendarDays(parseISO(today), parseISO(observedAt)));
}

/** How far a list price may have moved: nothing for a week, then 2 % and 0.08 % more a day, at most 35 %. */
export function priceDrift(age: number | null): number {
  if (age === null) return 0.35;
  return age <= 7 ? 0 : Math.min(0.35, 0.02 + 0.0008 * age);
}

/** The terms of each provider in the plan's currency; a price that cannot be converted is not known. */
function termsIn({ catalogue }: World, currency: Currency): ReadonlyMap<string, OfferTerms> {
  const inPlan = (amount: number | null, from: Currency): number | null =>
    amount === null ? null : (convert({ amount, currency: from }, currency, catalogue.rates)?.amount ?? null);
  return new Map(
    (catalogue.terms ?? []).map((t) => [
      t.provider,
      {
        billing: t.billing,
        minimumMinutes: t.minimumMinutes,
        storagePerGbMonth: inPlan(t.storagePerGbMonth, t.currency),
        includedGb: t.includedGb,
        egressPerGb: inPlan(t.egressPerGb, t.currency),
        egressFreeGb: t.egressFreeGb,
        observedAt: t.observedAt,
        sources: t.sources,
      },
    ]),
  );
}

/** Null when no exchange rate is known: a price that cannot be compared is no price. */
function listingOf(
  offer: Offer,
  world: World,
  currency: Currency,
  ages: Map<string, number>,
  terms: ReadonlyMap<string, OfferTerms>,
): Listing | null {
  const { rates } = world.catalogue;
  const money = convert({ amount: offer.perHour, currency: offer.currency }, currency, rates);
  if (money === null) return null;
  const date = offer.observedAt;
  const age = date === null ? null : (ages.get(date) ?? ageDays(date, world.today));
  if (date !== null && age !== null) ages.set(date, age);
  const listing = {
    offer,
    perHour: money.amount,
    ageDays: age,
    drift: priceDrift(age),
    pricedByCard: pricedByCard(offer),
    terms: terms.get(offer.provider) ?? null,
  };
  return world.paid === undefined ? listing : (asPaid(listing, world, currency, ages) ?? listing);
}

/** The price that the team paid for offers of this kind, whatever the list says; null where it paid for none. */
function asPaid(
  listing: Listing,
  world: World,
  currency: Currency,
  ages: Map<string, number>,
): Listing | null {
  const { offer, perHour } = listing;
  const before = paidFor(offer, world.paid ?? [], currency, world.catalogue.rates);
  if (before === null) return null;
  const gpus = offer.gpus * Math.max(1, world.lookup.accelerator(offer.accelerator)?.devices ?? 1);
  const day = before.at?.slice(0, 10) ?? null;
  const age = day === null ? null : (ages.get(day) ?? ageDays(day, world.today));
  if (day !== null && age !== null) ages.set(day, age);
  const { unverified: _open, ...verified } = offer;
  return {
    ...listing,
    offer: { ...verified, observedAt: day },
    perHour: before.perGpuHour * gpus,
    ageDays: age,
    drift: Math.max(priceDrift(age), before.spread),
    paid: { ...before, listed: perHour / gpus },
  };
}
