import { differenceInCalendarDays } from "date-fns/differenceInCalendarDays";
import { parseISO } from "date-fns/parseISO";
import { convert } from "../../units/money.ts";
import type { Currency } from "../../units/money.ts";
import { range } from "../../units/range.ts";
import type { Range } from "../../units/range.ts";
import type { Accelerator } from "../accelerator.ts";
import { areaOf, areasAdmitted, countryOf } from "../area-of.ts";
import type { RegionTable, World } from "../catalogue.ts";
import type { Offer } from "../offer.ts";
import type { CandidateOffer, OfferTerms } from "../plan.ts";
import type { Limits } from "../run-spec.ts";

/** A price for the whole job, in the plan's currency. */
export interface Price {
  readonly offer: CandidateOffer;
  readonly perHour: Range;
  /** Cards paid for, which may be more than the job uses. */
  readonly cardsPaid: number;
  readonly dated: boolean;
  /** False where the source leaves a part of the price open, such as its currency. */
  readonly verified: boolean;
  /** n single-card offers of a seller that prices by the card: that one machine holds n is not verified. */
  readonly assembled: boolean;
  /** Where the price is assembled: what the cheapest machine costs that is sold for so many cards; null = none is sold. */
  readonly soldPerHour: number | null;
  /** What its provider bills beside the hour; null = nothing was read. */
  readonly terms: OfferTerms | null;
  readonly source: Offer;
}

/** A price that may stand in a headline: its date is known and no part of it is open. */
export const headline = (price: Price | null): boolean => price !== null && price.dated && price.verified;

/** The same where somebody sells a machine that holds the cards, be it dearer than as many single cards. */
export const solid = (price: Price | null): boolean =>
  price !== null && headline(price) && (!price.assembled || price.soldPerHour !== null);

/** An offer the limits leave, with what depends on it alone worked out once. */
interface Listing {
  readonly offer: Offer;
  /** Per instance and hour in the plan's currency. */
  readonly perHour: number;
  readonly ageDays: number | null;
  readonly drift: number;
  readonly pricedByCard: boolean;
  readonly terms: OfferTerms | null;
}

export interface Market {
  readonly byCard: ReadonlyMap<string, readonly Listing[]>;
  readonly currency: Currency;
  /** What the offers were chosen by. */
  readonly limits: Limits | undefined;
  readonly world: World;
  /** Offers that only the region or only the provider limit shut out, by card. */
  readonly shutByRegion: ReadonlySet<string>;
  readonly shutByProvider: ReadonlySet<string>;
  /** Cards of the largest machine sold, by card. */
  readonly largestNode: ReadonlyMap<string, number>;
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

/** The offers that the limits leave, by card, in an order that does not depend on theirs. */
export function marketFor(world: World, limits: Limits | undefined, currency: Currency): Market {
  const byCard = new Map<string, Listing[]>();
  const ages = new Map<string, number>();
  const terms = termsIn(world, currency);
  const shutByRegion = new Set<string>();
  const shutByProvider = new Set<string>();
  const largestNode = new Map<string, number>();
  for (const offer of world.catalogue.offers) {
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
  return { byCard, currency, limits, world, shutByRegion, shutByProvider, largestNode };
}

/** Sellers' lists that price a card and let the buyer choose how many share a machine, told by how the row is named. */
const pricedByCard = (offer: Offer): boolean =>
  offer.gpus === 1 &&
  /^(marketplace:|secure:|community:|NVIDIA |AMD |RTX |H100|H200|A100)|per GPU|per card/i.test(
    offer.instance,
  );

/** Machines of this offer that a job of so many cards needs; null when it cannot hold a node's share. */
function machines(
  { offer, pricedByCard: byCard }: Listing,
  cards: number,
  nodes: number,
  maxPerNode: number,
): number | null {
  const perNode = Math.ceil(cards / nodes);
  if (offer.gpus >= perNode) return nodes;
  if (byCard && perNode <= Math.min(maxPerNode, USUAL_NODE)) return nodes * perNode;
  return null;
}

/** Cards of a usual machine: more only where one is sold. */
const USUAL_NODE = 8;

/** Cards that one machine of this card holds, going by its sheet and by what is sold. */
export function cardsPerNode(card: Accelerator, market: Market): number {
  const most = card.maxPerNode ?? USUAL_NODE;
  return Math.min(most, Math.max(USUAL_NODE, market.largestNode.get(card.id) ?? 0));
}

export function ageDays(observedAt: string, today: string): number {
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
  return {
    offer,
    perHour: money.amount,
    ageDays: age,
    drift: priceDrift(age),
    pricedByCard: pricedByCard(offer),
    terms: terms.get(offer.provider) ?? null,
  };
}

interface Quote {
  readonly listing: Listing;
  readonly machines: number;
  readonly perHour: number;
  readonly assembled: boolean;
}

/** 0 = a dated price with nothing open; then open prices; undated ones last. */
function standing({ listing }: Quote): number {
  if (listing.ageDays === null) return 2;
  return listing.offer.unverified !== undefined ? 1 : 0;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Prices that leave nothing open first, then cheapest, fewest cards paid for, freshest, by name: never by the order of the list. */
function preferred(a: Quote, b: Quote): number {
  const [x, y] = [a.listing, b.listing];
  return (
    standing(a) - standing(b) ||
    a.perHour - b.perHour ||
    a.machines * x.offer.gpus - b.machines * y.offer.gpus ||
    (x.ageDays ?? 0) - (y.ageDays ?? 0) ||
    a.machines - b.machines ||
    compare(x.offer.id, y.offer.id)
  );
}

/**
 * A machine of the very size stands before as many single cards unless these cost less than this share of it: sellers
 * by the card let a few share a machine, a whole node of them is another product.
 */
const singlesShare = (perNode: number): number => (perNode < USUAL_NODE ? 0.75 : 0.5);

/**
 * Which price people would expect: a machine of about the size that is needed; single cards on one node where no such
 * machine is sold, or only at a multiple of theirs, or only with cards that would be paid for and not used. Single
 * cards of several nodes have no fabric between them: last.
 */
function expected(sold: Quote | null, singles: Quote | null, cards: number, nodes: number): Quote | null {
  if (sold === null || singles === null) return sold ?? singles;
  const byStanding = standing(sold) - standing(singles);
  if (byStanding !== 0) return byStanding < 0 ? sold : singles;
  if (nodes > 1) return sold;
  const wasted = sold.machines * sold.listing.offer.gpus > cards;
  return singles.perHour < sold.perHour * (wasted ? 1 : singlesShare(cards / nodes)) ? singles : sold;
}

/** Memory of the host that a run cannot load without, in GiB per machine. */
export interface HostFloor {
  readonly ramGib: number;
}

/** Memory of the host per node: single cards put together bring theirs along. [GiB] */
const ramPerNode = ({ hostRamGib }: Offer, count: number, nodes: number): number | null =>
  hostRamGib === null ? null : (hostRamGib * count) / nodes;

function hostHolds({ offer }: Listing, count: number, nodes: number, floor: HostFloor): boolean {
  const ram = ramPerNode(offer, count, nodes);
  return ram === null || ram >= floor.ramGib;
}

/** The prices a configuration may stand on: of a machine that stays, and of one that can be taken back. */
export interface Prices {
  readonly firm: Price | null;
  readonly spot: Price | null;
}

interface Quotes {
  sold: Quote | null;
  singles: Quote | null;
}

/** The prices for so many GPUs of a card: see `expected`; null = none. */
export function pricesFor(
  card: Accelerator,
  gpus: number,
  nodes: number,
  market: Market,
  floor: HostFloor,
): Prices {
  const cards = Math.ceil(gpus / Math.max(1, card.devices));
  const perNode = Math.ceil(cards / nodes);
  const firm: Quotes = { sold: null, singles: null };
  const spot: Quotes = { sold: null, singles: null };
  for (const listing of market.byCard.get(card.id) ?? []) {
    const count = machines(listing, cards, nodes, card.maxPerNode ?? 8);
    if (count === null || !hostHolds(listing, count, nodes, floor)) continue;
    const assembled = listing.offer.gpus < perNode;
    const quote = { listing, machines: count, perHour: listing.perHour * count, assembled };
    const kind = listing.offer.tier === "spot" ? spot : firm;
    const place = assembled ? "singles" : "sold";
    const known = kind[place];
    if (known === null || preferred(quote, known) < 0) kind[place] = quote;
  }
  const need = { gpus, cards, nodes, devices: Math.max(1, card.devices) };
  return { firm: priceOf(firm, need, market), spot: priceOf(spot, need, market) };
}

interface Need {
  readonly gpus: number;
  readonly cards: number;
  readonly nodes: number;
  readonly devices: number;
}

function priceOf(
  { sold, singles }: Quotes,
  { gpus, cards, nodes, devices }: Need,
  market: Market,
): Price | null {
  const best = expected(sold, singles, cards, nodes);
  if (best === null) return null;
  const { listing, perHour, assembled } = best;
  const { offer, drift } = listing;
  const cardsPaid = Math.max(cards, Math.ceil(best.machines * offer.gpus));
  return {
    offer: {
      provider: offer.provider,
      instance: best.machines === 1 ? offer.instance : `${best.machines} × ${offer.instance}`,
      region: offer.region,
      tier: offer.tier,
      perHour,
      currency: market.currency,
      observedAt: offer.observedAt,
      source: offer.source,
      ageDays: listing.ageDays,
      hostRamGib: ramPerNode(offer, best.machines, nodes),
      diskGib: offer.localDiskGb === null ? null : (offer.localDiskGb * 1e9) / 2 ** 30,
      gpusBilled: Math.max(gpus, cardsPaid * devices),
      singleCards: assembled,
      ...(listing.terms === null ? {} : { terms: listing.terms }),
    },
    perHour: range(perHour * (1 - drift), perHour, perHour * (1 + drift)),
    cardsPaid,
    dated: offer.observedAt !== null,
    verified: offer.unverified === undefined,
    assembled,
    soldPerHour: assembled && sold !== null && standing(sold) === 0 ? sold.perHour : null,
    terms: listing.terms,
    source: offer,
  };
}

/** The price for so many GPUs of a card, by the hour alone: the spot one only where it stands no worse and is cheaper. */
export function bestPrice(
  card: Accelerator,
  gpus: number,
  nodes: number,
  market: Market,
  floor: HostFloor,
): Price | null {
  const { firm, spot } = pricesFor(card, gpus, nodes, market, floor);
  if (firm === null || spot === null) return firm ?? spot;
  return standsNoWorse(spot, firm) && spot.perHour.likely < firm.perHour.likely ? spot : firm;
}

/** Dated before open, open before undated. */
const openness = (price: Price): number => (!price.dated ? 2 : price.verified ? 0 : 1);
export const standsNoWorse = (a: Price, b: Price): boolean => openness(a) <= openness(b);
