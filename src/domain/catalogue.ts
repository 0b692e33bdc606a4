import type { ExchangeRates } from "../units/money.ts";
import type { Accelerator } from "./accelerator.ts";
import type { Machine } from "./machine.ts";
import type { Learnt } from "./memory/learnt.ts";
import type { PaidPrice } from "./pilot/paid-price.ts";
import type { MeasuredRun } from "./measurement.ts";
import type { ModelArchitecture } from "./model-architecture.ts";
import type { Offer } from "./offer.ts";
import type { Workshop } from "./planning/workings.ts";
import type { Source } from "./provenance.ts";
import type { Purchases } from "./purchase.ts";
import type { StackName } from "./run-spec.ts";
import type { StackProfile } from "./stack-profile.ts";
import type { ProviderTerms } from "./terms.ts";

/** Which area a provider's region lies in: the first rule that matches; `*` in a pattern means anything. */
export interface RegionTable {
  /** Area → its English name. */
  readonly areas: Readonly<Record<string, string>>;
  /** A word for several areas ("europe") → the areas it admits. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  readonly rules: readonly {
    readonly provider: string;
    readonly region: string;
    readonly area: string;
    /** Where the area is several countries; absent = not known which. */
    readonly country?: string | undefined;
  }[];
}

/** Everything the engine may look up; plain data, safe to hand to a worker thread. */
export interface Catalogue {
  readonly accelerators: readonly Accelerator[];
  readonly models: readonly ModelArchitecture[];
  readonly offers: readonly Offer[];
  readonly stacks: Readonly<Record<StackName, StackProfile>>;
  /** Published runs with the memory they took: what evidence links to. */
  readonly measurements?: readonly MeasuredRun[];
  readonly sources: readonly Source[];
  readonly rates: ExchangeRates;
  readonly regions?: RegionTable;
  /** Machine types by their provider's name: what a live price list is checked against. */
  readonly machines?: readonly Machine[];
  /** Billing units, storage and traffic of providers, where they publish them. */
  readonly terms?: readonly ProviderTerms[];
  /** What cards cost to buy and to keep. */
  readonly purchases?: Purchases;
}

/** One name found for what a person typed. */
export interface NamedMatch {
  readonly id: string;
  readonly name: string;
  /** 1 = exact id or alias, falling with distance. */
  readonly score: number;
}

/**
 * What a typed name stands for. `one` with `alternatives` = a reading was chosen and must be said
 * ("h100" → SXM, PCIe and NVL exist); `several` = only the person can say ("A6000" is three cards).
 */
export type Resolution =
  | { readonly kind: "one"; readonly match: NamedMatch; readonly alternatives: readonly NamedMatch[] }
  | { readonly kind: "several"; readonly matches: readonly NamedMatch[] }
  | { readonly kind: "none"; readonly nearest: readonly NamedMatch[] };

/** A model or accelerator name inside a sentence; `start` and `end` index the text that was given. */
export interface NameSpan {
  readonly kind: "model" | "accelerator";
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly resolution: Resolution;
}

/** Name look-ups over a catalogue, all from memory. */
export interface CatalogueLookup {
  /** Any id, alias, typo or fragment. */
  resolveModel(text: string): Resolution;
  resolveAccelerator(text: string): Resolution;
  /** Of a machine type as its provider calls it, or of a family of which all have the same cards; undefined where none. */
  machine(name: string): Machine | undefined;
  /** Ranked, for lists and type-ahead; an empty query gives the best-known entries. */
  searchModels(query: string, limit: number): readonly NamedMatch[];
  searchAccelerators(query: string, limit: number): readonly NamedMatch[];
  /** Non-overlapping names in a sentence, longest first on word borders, left to right. */
  findNames(sentence: string): readonly NameSpan[];
  model(id: string): ModelArchitecture | undefined;
  accelerator(id: string): Accelerator | undefined;
}

/** What `recommend` and `estimateRun` know besides the run. `today` is an ISO date: the engine has no clock. */
export interface World {
  readonly catalogue: Catalogue;
  readonly lookup: CatalogueLookup;
  readonly today: string;
  /** What the asker's pilots taught; put here by the engine from the corrections it is passed, never kept. */
  readonly learnt?: readonly Learnt[];
  /** What the asker's team paid for rentals; put here likewise. */
  readonly paid?: readonly PaidPrice[];
  /** What this question has worked out so far; put here by `recommend`, never kept. */
  readonly workshop?: Workshop;
}
