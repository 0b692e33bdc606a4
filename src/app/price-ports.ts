import type { Offer } from "../domain/offer.ts";
import type { ExchangeRates } from "../units/money.ts";

export const priceSources = ["skypilot", "gpuhunt", "azure", "lambda", "runpod", "vast", "fx"] as const;
export type PriceSource = (typeof priceSources)[number];

/** Why a row was left out. */
export const refusals = [
  "no-price", "impossible-price", "no-card-name", "unknown-card", "ambiguous-card", "modified-card", "unknown-count",
  "unknown-machine", "duplicate", "wrong-field-count", "unreadable-row", "spot-is-on-demand", "spot-above-on-demand",
  "spot-tenth-of-on-demand", "commitment-price", "outlier-price", "placeholder-price", "rule-of-thumb-price",
  "no-host-price", "not-offered", "no-capacity", "wrong-unit", "wrong-currency", "name-missing",
] as const; // prettier-ignore
/** What was set right in a row that was kept, or left open in it. */
export const repairs = [
  "memory-repaired", "count-repaired", "contradiction-dearest-kept", "zone-median", "currency-left-open",
  "region-left-open", "form-left-open", "cores-to-chips", "host-memory-repaired", "sources-disagree",
] as const; // prettier-ignore
export type RowCode = (typeof refusals)[number] | (typeof repairs)[number];

/** One row that was not taken as it stood: where (file and line, or field), why, and what was read. */
export interface RowIssue {
  readonly at: string;
  readonly code: RowCode;
  readonly read: string;
}

export const feedFailures = [
  "unreachable", "timeout", "too-large", "status", "busy", "key-refused", "html", "error-body", "not-the-shape",
  "truncated", "nothing-read", "shrunk", "mostly-refused", "implausible-rates", "crashed",
] as const; // prettier-ignore
export interface FeedFailure {
  readonly code: (typeof feedFailures)[number];
  /** For a person: status, place or name of an error; never a key. */
  readonly detail: string;
}

/** By address: what a server gave to ask it later whether anything changed. */
export type Validators = Readonly<
  Record<string, { readonly etag?: string | undefined; readonly lastModified?: string | undefined }>
>;

export interface FeedContent {
  readonly offers: readonly Offer[];
  readonly rates: ExchangeRates | null;
  readonly issues: readonly RowIssue[];
  /** ISO date: the source's own where it states one, else the day it was read. */
  readonly observedAt: string;
  readonly validators: Validators;
}

export type FeedRead =
  | ({ readonly kind: "read" } & FeedContent)
  /** The source confirms what was read before; `observedAt` as above. */
  | { readonly kind: "unchanged"; readonly observedAt: string | null }
  | ({ readonly kind: "failed" } & FeedFailure);

export interface FeedAsk {
  readonly previous: Validators;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** One catalogue that is taken whole or not at all: a provider's file of a source, or a source with one address. */
export interface PriceFeed {
  /** "skypilot/aws", "azure", "fx" … */
  readonly key: string;
  readonly source: PriceSource;
  read(ask: FeedAsk): Promise<FeedRead>;
}

/** A feed as it is kept: the last good content, and how the last attempt went. */
export interface StoredFeed {
  readonly key: string;
  readonly content: FeedContent | null;
  /** ISO instant at which the content was taken. */
  readonly changedAt: string | null;
  /** ISO instant at which the source last confirmed it. */
  readonly checkedAt: string | null;
  readonly attemptedAt: string;
  readonly failure: FeedFailure | null;
}

/** Prices and rates concern no workspace: one set for everyone that this store serves. */
export interface PriceStore {
  feeds(): Promise<readonly StoredFeed[]>;
  save(feed: StoredFeed): Promise<void>;
  /** Changes whenever any content changes; null = nothing was ever taken. */
  stamp(): Promise<string | null>;
}
