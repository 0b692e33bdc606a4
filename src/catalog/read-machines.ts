import type { Machine } from "../domain/machine.ts";
import { addOddities, whole, type Reading } from "./reading.ts";
import { machinesSchema } from "./schemas.ts";
import { toMachine } from "./to-offer.ts";

/** `machines.yaml`; a machine named twice, or of a card that the catalogue does not have, is a fault. */
export function readMachines(reading: Reading, cards: ReadonlySet<string>): readonly Machine[] {
  const placed = whole(reading, "machines.yaml", machinesSchema);
  if (placed === null) return [];
  const seen = new Set<string>();
  for (const [i, { provider, instance, accelerator }] of placed.entry.machines.entries()) {
    const key = `${provider}/${instance}`;
    const path = ["machines", i] as const;
    if (seen.has(key))
      addOddities(reading, placed, [{ path: [...path, "instance"], message: "is named twice" }]);
    if (!cards.has(accelerator))
      addOddities(reading, placed, [
        { path: [...path, "accelerator"], message: "is no accelerator of the catalogue" },
      ]);
    seen.add(key);
  }
  return placed.entry.machines.map((entry) => toMachine(entry.provider, entry));
}
