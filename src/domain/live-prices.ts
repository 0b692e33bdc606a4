import type { ExchangeRates } from "../units/money.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Offer } from "./offer.ts";

/** What a refresh brought in: the last good content of every source, each with its own date. */
export interface LivePrices {
  readonly offers: readonly Offer[];
  /** Null = the snapshot's. */
  readonly rates: ExchangeRates | null;
}

/** Sources by how near they are to the seller: the seller's own list, then a list of lists, then its check. */
const nearness: Readonly<Record<string, number>> = {
  "live-azure-retail-prices": 0,
  "live-lambda": 0,
  "live-runpod": 0,
  "live-vast": 0,
  "live-skypilot-catalog": 1,
  "live-gpuhunt": 2,
};
/** A list of lists is preferred to the seller's own when that one is this many days older. */
const daysPerStep = 4;
const millisecondsPerDay = 86_400_000;

/** Machine, place and tier: what one price belongs to. */
const placeOf = ({ provider, instance, gpus, region, tier }: Offer): string =>
  [provider, instance.toLowerCase(), gpus, region ?? "", tier].join("|");

/** Lower is better: days before the epoch's end, with a step for each remove from the seller. */
function standing(offer: Offer): number {
  const day = offer.observedAt === null ? 0 : Date.parse(offer.observedAt) / millisecondsPerDay;
  return (nearness[offer.source] ?? 3) * daysPerStep - day;
}

const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Of two prices for one thing: the better standing, else the dearer, which no bill will exceed. */
const preferred = (a: Offer, b: Offer): number =>
  standing(a) - standing(b) || b.perHour - a.perHour || text(a.source, b.source);

/**
 * The catalogue with what a refresh brought in. One price stays for each machine, region and tier. Of the snapshot goes
 * what a live source covers: the same seller's prices of the same card, whose old figures would undercut the new ones.
 */
export function withLivePrices(catalogue: Catalogue, live: LivePrices): Catalogue {
  const best = new Map<string, Offer>();
  for (const offer of live.offers) {
    const key = placeOf(offer);
    const known = best.get(key);
    if (known === undefined || preferred(offer, known) < 0) best.set(key, offer);
  }
  const covered = new Set(
    [...best.values()].map(({ provider, accelerator }) => `${provider}|${accelerator}`),
  );
  const kept = catalogue.offers.filter(
    ({ provider, accelerator }) => !covered.has(`${provider}|${accelerator}`),
  );
  const named = new Set(kept.map(({ id }) => id));
  const offers = [...kept, ...uniquelyNamed([...best.values()], named)];
  return { ...catalogue, offers, rates: newer(live.rates, catalogue.rates) };
}

/** Two machines whose names differ in signs alone share a slug: the later ones are numbered, in a stable order. */
function uniquelyNamed(offers: readonly Offer[], taken: Set<string>): readonly Offer[] {
  return [...offers]
    .sort((a, b) => text(placeOf(a), placeOf(b)))
    .map((offer) => {
      let id = offer.id;
      for (let n = 2; taken.has(id); n += 1) id = `${offer.id}/${n}`;
      taken.add(id);
      return id === offer.id ? offer : { ...offer, id };
    });
}

/** A live rate that is older than the snapshot's is not live. Currencies that it lacks keep the snapshot's, with its date. */
function newer(live: ExchangeRates | null, snapshot: ExchangeRates): ExchangeRates {
  if (live === null || live.date < snapshot.date) return snapshot;
  const missing = Object.keys(snapshot.perUsd).filter((code) => !(code in live.perUsd));
  const otherDates = Object.fromEntries(
    missing.map((code) => [
      code,
      snapshot.otherDates?.[code as keyof typeof snapshot.perUsd] ?? snapshot.date,
    ]),
  );
  return {
    ...live,
    perUsd: { ...snapshot.perUsd, ...live.perUsd },
    ...(missing.length === 0 ? {} : { otherDates }),
  };
}

export interface Disagreement {
  readonly here: Offer;
  readonly there: Offer;
}

/** Prices of one thing by two sources that lie more than a quarter apart. */
export function disagreements(offers: readonly Offer[]): readonly Disagreement[] {
  const byPlace = new Map<string, Offer>();
  const found: Disagreement[] = [];
  for (const offer of offers) {
    const key = placeOf(offer);
    const other = byPlace.get(key);
    if (other === undefined) byPlace.set(key, offer);
    else if (
      other.source !== offer.source &&
      offer.tier !== "spot" &&
      other.currency === offer.currency &&
      Math.max(offer.perHour / other.perHour, other.perHour / offer.perHour) > 1.25
    )
      found.push({ here: other, there: offer });
  }
  return found;
}
