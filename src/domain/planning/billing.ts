import { addRanges, range } from "../../units/range.ts";
import type { Range } from "../../units/range.ts";
import type { BillingUnit } from "../terms.ts";

/** Units that machines are billed in: the second, the quarter of an hour, the started hour. [h] */
const QUARTER = 0.25;
/** A second more is no money. */
const unitHours: Readonly<Record<BillingUnit, number>> = { second: 0, minute: 1 / 60, hour: 1 };

/** The unit that a provider rounds up to, and the least it bills; null = not published. */
export interface Billing {
  readonly billing: BillingUnit | null;
  readonly minimumMinutes: number | null;
}

/** Rounded up to a multiple; a hair over one is the multiple itself. */
const upTo = (hours: number, unit: number): number =>
  unit === 0 ? hours : Math.ceil(hours / unit - 1e-9) * unit;

/**
 * What rounding up adds to hours that are used: to the unit that the provider publishes; where it publishes none, nothing
 * at best (by the second), up to a started quarter likely, up to a started hour at worst. [h]
 */
export function roundingUp(used: Range, by: Billing | null = null): Range {
  const least = (by?.minimumMinutes ?? 0) / 60;
  const added = (hours: number, unit: number): number =>
    Math.max(0, Math.max(least, upTo(hours, unit)) - hours);
  if (by?.billing == null) {
    const usual = added(used.likely, QUARTER);
    return range(0, usual, Math.max(usual, added(used.high, unitHours.hour)));
  }
  const unit = unitHours[by.billing];
  const usual = added(used.likely, unit);
  return range(Math.min(usual, added(used.low, unit)), usual, Math.max(usual, added(used.high, unit)));
}

/** Hours that are billed for hours that are used. [h] */
export const billedHours = (used: Range, by: Billing | null = null): Range =>
  addRanges(used, roundingUp(used, by));
