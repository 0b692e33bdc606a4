import { exactly, multiplyRanges, range, scaleRange } from "../../units/range.ts";
import type { Range } from "../../units/range.ts";
import type { FilledRun } from "../filled-run.ts";
import type { Price } from "./price.ts";

/** What a run keeps beside the machine and what must leave it, in GB (10^9 bytes). */
export interface Baggage {
  /** Weights, data, checkpoints and exports on the disk of a node. */
  readonly diskGb: Range;
  /** Weights that are the result, of all runs. */
  readonly exportGb: number;
  /** One saved state. */
  readonly savedGb: number;
  readonly keep: number;
}

/** What is billed beside the hours, in the plan's currency; null = not known. */
export interface Extras {
  readonly storage: Range | null;
  readonly egress: Range | null;
}

export const HOURS_A_MONTH = 730;
const GB_PER_GIB = 2 ** 30 / 1e9;
const nothing = exactly(0);
const unknown: Extras = { storage: null, egress: null };

/** GB that the machine's own disk does not hold, of all nodes; its disk is in the price of the hour. */
function beside({ diskGb }: Baggage, price: Price, nodes: number): Range {
  const own = (price.offer.diskGib ?? 0) * GB_PER_GIB;
  const over = (gb: number): number => Math.max(0, gb - own) * nodes;
  return range(over(diskGb.low), over(diskGb.likely), over(diskGb.high));
}

/**
 * storage = GB beyond the machine's own disk and what is included × price per GB and month × hours ÷ 730; nothing where the
 * machine's own disk holds all of it. `hours` null = not known how long.
 */
function storageOf(run: FilledRun, price: Price, baggage: Baggage, hours: Range | null): Range | null {
  const over = beside(baggage, price, run.nodes);
  if (over.high === 0) return nothing;
  const { terms } = price;
  if (terms?.storagePerGbMonth == null) return null;
  const billed = (gb: number): number => Math.max(0, gb - terms.includedGb * run.nodes);
  const gb = range(billed(over.low), billed(over.likely), billed(over.high));
  if (gb.high === 0 || terms.storagePerGbMonth === 0) return nothing;
  return hours === null
    ? null
    : scaleRange<number>(multiplyRanges(gb, hours), terms.storagePerGbMonth / HOURS_A_MONTH);
}

/**
 * egress = GB beyond the free ones × price per GB: nothing where results stay with the provider, likely the trained weights,
 * at most the states that are kept as well and no free GB left. A service sends text, which is not counted.
 */
function egressOf(run: FilledRun, price: Price, baggage: Baggage): Range | null {
  const perGb = price.terms?.egressPerGb ?? null;
  if (perGb === null) return null;
  if (perGb === 0) return nothing;
  if (run.method === "inference") return null;
  const free = price.terms?.egressFreeGb ?? 0;
  const most = baggage.exportGb + baggage.keep * baggage.savedGb;
  return range(0, Math.max(0, baggage.exportGb - free) * perGb, most * perGb);
}

/** A price drawn from whole invoices holds them already. */
export const holdsExtras = (price: Price | null): boolean => price?.offer.paid?.whole === true;

export const extrasOf = (
  run: FilledRun,
  price: Price | null,
  baggage: Baggage,
  hours: Range | null,
): Extras =>
  price === null || holdsExtras(price)
    ? unknown
    : { storage: storageOf(run, price, baggage, hours), egress: egressOf(run, price, baggage) };
