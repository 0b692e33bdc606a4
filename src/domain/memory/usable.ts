import { gbToGib, gib, type Gib } from "../../units/bytes.ts";
import { exactly, range, type Range } from "../../units/range.ts";
import type { Accelerator } from "../accelerator.ts";

/**
 * Memory that software may use on one device: what the driver reports. Where nobody has read it, between 97 % of the decimal
 * gigabytes sold (an A10G shows 22.06 GiB of 24 GB) and as many GiB as the box says GB (an H100 shows 79.6 of 80).
 * `stated` (a bare usable size of the run) wins.
 */
export function usableRange(card: Accelerator | null, stated?: number): Range<Gib> | null {
  if (stated !== undefined) return exactly(gib(stated));
  if (card === null) return null;
  if (card.reported !== null) return exactly(card.reported);
  const decimal = gbToGib(card.sold) / card.devices;
  return range(lowOf(card), gib(decimal), gib(card.sold / card.devices));
}

const lowOf = ({ reported, sold, devices }: Accelerator): Gib =>
  reported ?? gib((gbToGib(sold) / devices) * 0.97);

/** One number for verdicts: the low end, so that an unread card is never flattered. */
export function usableGib(card: Accelerator | null, stated?: number): Gib | null {
  if (stated !== undefined) return gib(stated);
  return card === null ? null : lowOf(card);
}
