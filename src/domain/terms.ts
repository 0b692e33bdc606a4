import type { Currency } from "../units/money.ts";

/** The unit that running time is rounded up to on a bill. */
export const billingUnits = ["second", "minute", "hour"] as const;
export type BillingUnit = (typeof billingUnits)[number];

/** What a provider publishes of a bill beside the price per hour; null = not known, never zero. Amounts exclude tax. */
export interface ProviderTerms {
  readonly provider: string;
  readonly billing: BillingUnit | null;
  /** The least that is billed of a machine. */
  readonly minimumMinutes: number | null;
  /** Disk or file storage beside the machine, per GB (10^9 bytes) and month, after `includedGb`. */
  readonly storagePerGbMonth: number | null;
  readonly includedGb: number;
  /** Traffic to the internet, per GB, after `egressFreeGb` a month of an account. */
  readonly egressPerGb: number | null;
  readonly egressFreeGb: number;
  readonly currency: Currency;
  /** ISO date of what was read; null = undated. */
  readonly observedAt: string | null;
  readonly sources: readonly string[];
}
