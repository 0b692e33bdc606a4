import { gib, type Gib } from "../../units/bytes.ts";
import { partNames, type PartName } from "../estimate.ts";
import type { Overheads } from "./counters.ts";
import type { Moment } from "./phases.ts";

const gibibyte = 2 ** 30;

/** Likely GiB of every part that one moment holds, with what the process holds beside its tensors; parts add up to what is required then. */
export function phaseParts(
  moment: Moment,
  { context, communicators, fragmentation }: Overheads,
): Readonly<Partial<Record<PartName, Gib>>> {
  const beside: Readonly<Partial<Record<PartName, number>>> = {
    context: context.likely,
    communicators: communicators.likely,
    fragmentation: fragmentation.likely,
  };
  const parts: Partial<Record<PartName, Gib>> = {};
  for (const part of partNames) {
    const amount = (beside[part] ?? 0) + (moment.parts[part] ?? 0) / gibibyte;
    if (amount > 0) parts[part] = gib(amount);
  }
  return parts;
}
