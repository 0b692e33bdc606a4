import { areaOf } from "../domain/area-of.ts";
import type { RegionTable } from "../domain/catalogue.ts";
import type { Machine } from "../domain/machine.ts";
import type { Offer } from "../domain/offer.ts";
import type { MachineEntry, OfferEntry } from "./schemas.ts";

export const toMachine = (provider: string, entry: MachineEntry): Machine => ({
  provider,
  instance: entry.instance,
  accelerator: entry.accelerator,
  gpus: entry.gpus,
  vcpus: entry.vcpus,
  hostRamGib: entry.host_ram_gib,
  localDiskGb: entry.local_disk_gb,
  interconnect: entry.interconnect,
});

export function toOffer(provider: string, entry: OfferEntry, regions: RegionTable): Offer {
  return {
    id: entry.id,
    ...toMachine(provider, entry),
    region: entry.region,
    area: areaOf(provider, entry.region, regions),
    tier: entry.tier,
    perHour: entry.per_hour,
    currency: entry.currency,
    observedAt: entry.observed_at,
    source: entry.source,
    note: entry.note ?? null,
    ...(entry.unverified === undefined ? {} : { unverified: entry.unverified }),
  };
}
