import type { Currency } from "../units/money.ts";

export const tiers = ["on-demand", "spot", "reserved", "community"] as const;
export type Tier = (typeof tiers)[number];

/** Parts of a price that a source may leave open. */
export const openParts = ["currency", "form-factor"] as const;
export type OpenPart = (typeof openParts)[number];

/** One price for one machine; unknown parts are null, never zero. Amounts exclude tax. */
export interface Offer {
  readonly id: string;
  readonly provider: string;
  readonly instance: string;
  /** Accelerator id. */
  readonly accelerator: string;
  /** Cards in the instance; below 1 = a slice of one card, with a slice of its memory. */
  readonly gpus: number;
  readonly vcpus: number | null;
  readonly hostRamGib: number | null;
  readonly localDiskGb: number | null;
  readonly region: string | null;
  /** eu, us, ca, uk, no, jp, in, me, global …; null = not known. */
  readonly area: string | null;
  readonly interconnect: string | null;
  readonly tier: Tier;
  /** Per instance and hour. */
  readonly perHour: number;
  readonly currency: Currency;
  /** ISO date; null = undated: never in the headline. */
  readonly observedAt: string | null;
  readonly source: string;
  readonly note: string | null;
  /** Parts of the price that the source leaves open; such an offer must not make the headline. */
  readonly unverified?: readonly OpenPart[];
}
