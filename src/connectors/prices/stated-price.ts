import type { RowIssue } from "../../app/price-ports.ts";
import type { CatalogueLookup, RegionTable } from "../../domain/catalogue.ts";
import type { Machine } from "../../domain/machine.ts";
import type { OpenPart, Tier } from "../../domain/offer.ts";
import type { Currency } from "../../units/money.ts";

/** A price as a source states it, before it is judged. Nothing is filled in: null = not stated. */
export interface StatedPrice {
  readonly at: string;
  /** As in the catalogue. */
  readonly provider: string;
  readonly instance: string;
  /** The card as the source names it. */
  readonly card: string;
  /** Texts beside the name that may tell form and memory: a description, another name. */
  readonly hints: string;
  /** As written, whatever its unit and whether per card or in total; null = not stated or zero. */
  readonly memory: number | null;
  /** The field is known to be per card, in GB or MiB. */
  readonly memoryPerCard?: true;
  readonly gpus: number | null;
  readonly vcpus: number | null;
  readonly hostRamGib: number | null;
  readonly localDiskGb: number | null;
  readonly region: string | null;
  readonly zone: string | null;
  readonly tier: Tier;
  /** Per instance and hour. */
  readonly perHour: number;
  readonly currency: Currency;
  readonly note: string | null;
  readonly open: readonly OpenPart[];
}

/** What readers know besides the payload. */
export interface PriceKnowledge {
  readonly lookup: Pick<CatalogueLookup, "resolveAccelerator" | "accelerator">;
  readonly machines: ReadonlyMap<string, Machine>;
  readonly regions: RegionTable;
}

export const machineKey = (provider: string, instance: string): string =>
  `${provider}/${instance}`.toLowerCase();

export interface Judged<T> {
  readonly kept: readonly T[];
  readonly issues: readonly RowIssue[];
}
