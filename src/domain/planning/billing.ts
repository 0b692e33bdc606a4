import { addRanges, range } from "../../units/range.ts";
import type { Range } from "../../units/range.ts";

/** Units that machines are billed in: the second, the quarter of an hour, the started hour. [h] */
const QUARTER = 0.25;
const HOUR = 1;

/** Rounded up to a multiple; a hair over one is the multiple itself. */
const upTo = (hours: number, unit: number): number => Math.ceil(hours / unit - 1e-9) * unit;

/**
 * What rounding up adds to hours that are used. No offer of the catalogue states its billing unit: nothing at best (by
 * the second), up to a started quarter likely, up to a started hour at worst. [h]
 */
export function roundingUp({ likely, high }: Range): Range {
  const usual = Math.max(0, upTo(likely, QUARTER) - likely);
  return range(0, usual, Math.max(usual, upTo(high, HOUR) - high));
}

/** Hours that are billed for hours that are used. [h] */
export const billedHours = (used: Range): Range => addRanges(used, roundingUp(used));
