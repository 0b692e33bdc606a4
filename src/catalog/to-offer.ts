import { areaOf } from "../domain/area-of.ts";
import type { RegionTable } from "../domain/catalogue.ts";
import type { Offer } from "../domain/offer.ts";
import type { OfferEntry } from "./schemas.ts";

export function toOffer(provider: string, entry: OfferEntry, regions: RegionTable): Offer {
  return {
    id: entry.id,
    provider,
    instance: entry.instance,
    accelerator: entry.accelerator,
    gpus: entry.gpus,
    vcpus: entry.vcpus,
    hostRamGib: entry.host_ram_gib,
    localDiskGb: entry.local_disk_gb,
    region: entry.region,
    area: areaOf(provider, entry.region, regions),
    interconnect: entry.interconnect,
    tier: entry.tier,
    perHour: entry.per_hour,
    currency: entry.currency,
    observedAt: entry.observed_at,
    source: entry.source,
    note: entry.note ?? null,
    ...(entry.unverified === undefined ? {} : { unverified: entry.unverified }),
  };
}
