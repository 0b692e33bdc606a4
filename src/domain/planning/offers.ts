import { range } from "../../units/range.ts";
import type { Accelerator } from "../accelerator.ts";
import { statedSource, type Offer } from "../offer.ts";
import { USUAL_NODE } from "./market.ts";
import type { Listing, Market } from "./market.ts";
import { standsNoWorse } from "./price.ts";
import type { HostFloor, Price, Prices } from "./price.ts";

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

/** Memory of the host per node: single cards put together bring theirs along. [GiB] */
const ramPerNode = ({ hostRamGib }: Offer, count: number, nodes: number): number | null =>
  hostRamGib === null ? null : (hostRamGib * count) / nodes;

function hostHolds({ offer }: Listing, count: number, nodes: number, floor: HostFloor): boolean {
  const ram = ramPerNode(offer, count, nodes);
  return ram === null || ram >= floor.ramGib;
}

interface Quotes {
  sold: Quote | null;
  singles: Quote | null;
}

/** The prices for so many GPUs of a card: see `expected`; null = none. Asked again, the very same object. */
export function pricesFor(
  card: Accelerator,
  gpus: number,
  nodes: number,
  market: Market,
  floor: HostFloor,
): Prices {
  const key = `${card.id}/${gpus}/${nodes}/${floor.ramGib}`;
  const before = market.quoted.get(key);
  if (before !== undefined) return before;
  const prices = quotedFor(card, gpus, nodes, market, floor);
  market.quoted.set(key, prices);
  return prices;
}

function quotedFor(card: Accelerator, gpus: number, nodes: number, market: Market, floor: HostFloor): Prices {
  const cards = Math.ceil(gpus / Math.max(1, card.devices));
  const perNode = Math.ceil(cards / nodes);
  const firm: Quotes = { sold: null, singles: null };
  const spot: Quotes = { sold: null, singles: null };
  for (const listing of market.byCard.get(card.id) ?? []) {
    const count = machines(listing, cards, nodes, card.maxPerNode ?? 8);
    if (count === null || !hostHolds(listing, count, nodes, floor)) continue;
    const assembled = listing.offer.gpus < perNode && listing.offer.source !== statedSource;
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
      ...(listing.paid === undefined ? {} : { paid: listing.paid }),
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
