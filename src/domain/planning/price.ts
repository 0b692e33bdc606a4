import type { Range } from "../../units/range.ts";
import type { Offer } from "../offer.ts";
import type { CandidateOffer, OfferTerms } from "../plan.ts";

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

/** Memory of the host that a run cannot load without, in GiB per machine. */
export interface HostFloor {
  readonly ramGib: number;
}

/** The prices a configuration may stand on: of a machine that stays, and of one that can be taken back. */
export interface Prices {
  readonly firm: Price | null;
  readonly spot: Price | null;
}

/** Dated before open, open before undated. */
const openness = (price: Price): number => (!price.dated ? 2 : price.verified ? 0 : 1);
export const standsNoWorse = (a: Price, b: Price): boolean => openness(a) <= openness(b);
