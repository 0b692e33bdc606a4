import type { Currency } from "../units/money.ts";
import type { Machine } from "./machine.ts";

export const tiers = ["on-demand", "spot", "reserved", "community"] as const;
export type Tier = (typeof tiers)[number];

/** Parts of a price that a source may leave open. */
export const openParts = ["currency", "form-factor"] as const;
export type OpenPart = (typeof openParts)[number];

/** Provider and source of a price that the asker gave. */
export const statedSource = "stated";

/** One price for one machine; unknown parts are null, never zero. Amounts exclude tax. */
export interface Offer extends Machine {
  readonly id: string;
  readonly region: string | null;
  /** eu, us, ca, uk, no, jp, in, me, global …; null = not known. */
  readonly area: string | null;
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
