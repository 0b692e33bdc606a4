import { z } from "zod";
import type { PriceFeed } from "../../app/price-ports.ts";
import { keyedFeed, type KeyedList, type ListedRow } from "./keyed-list.ts";
import type { Wire } from "./send.ts";
import type { PriceKnowledge, StatedPrice } from "./stated-price.ts";

const url = "https://console.vast.ai/api/v0/bundles/";
const most = 2000;
export const vastSource = "live-vast";

const offerSchema = z.object({
  id: z.number(),
  gpu_name: z.string().nullish(),
  num_gpus: z.number().nullish(),
  /** MiB per card. */
  gpu_ram: z.number().nullish(),
  cpu_cores: z.number().nullish(),
  cpu_cores_effective: z.number().nullish(),
  /** MiB of the whole host. */
  cpu_ram: z.number().nullish(),
  disk_space: z.number().nullish(),
  /** USD a GB and month. */
  storage_cost: z.number().nullish(),
  dph_base: z.number().nullish(),
  min_bid: z.number().nullish(),
  geolocation: z.string().nullish(),
  datacenter: z.boolean().nullish(),
  rentable: z.boolean().nullish(),
});
type VastOffer = z.output<typeof offerSchema>;
const answerSchema = z.object({ offers: z.array(z.unknown()) });

const query = {
  rentable: { eq: true },
  verified: { eq: true },
  order: [["dph_base", "asc"]],
  limit: most,
};

const list: KeyedList<z.output<typeof answerSchema>, VastOffer> = {
  key: "vast",
  source: vastSource,
  request: { url, method: "POST", body: JSON.stringify(query), maxBytes: 20_000_000 },
  accepts: { "content-type": "application/json" },
  answer: answerSchema,
  missing: "no offers",
  rowsOf: ({ offers }) => offers.map((offer, i): ListedRow => [`offers[${i}]`, offer]),
  row: offerSchema,
  pricesOf: (offer, at, issues) => {
    const base = offer.dph_base ?? null;
    if (offer.rentable !== false && base !== null) return pricesOf(offer, base, at);
    issues.push({ at, code: offer.rentable === false ? "not-offered" : "no-price", read: String(offer.id) });
    return [];
  },
};

export const vastFeed = (wire: Wire, knowledge: PriceKnowledge, key: string): PriceFeed =>
  keyedFeed(list, wire, knowledge, key);

/** An offer is one host with all its cards. The disk is billed beside it: USD a GB and month ÷ 30 ÷ 24. */
function pricesOf(offer: VastOffer, base: number, at: string): readonly StatedPrice[] {
  const disk = ((offer.disk_space ?? 0) * (offer.storage_cost ?? 0)) / 30 / 24;
  const cores = offer.cpu_cores ?? null;
  const effective = offer.cpu_cores_effective ?? null;
  // The memory is the host's: an offer gets the share of it that it gets of the cores.
  const share = cores === null || cores === 0 || effective === null ? null : Math.min(1, effective / cores);
  const region = /,\s*([A-Z]{2})$/u.exec(offer.geolocation ?? "")?.[1] ?? null;
  const row: StatedPrice = {
    at,
    provider: "vast-ai",
    instance: `offer ${offer.id}`,
    card: offer.gpu_name ?? "",
    hints: "",
    memory: offer.gpu_ram ?? null,
    memoryPerCard: true,
    gpus: offer.num_gpus ?? null,
    vcpus: effective,
    hostRamGib: share === null || offer.cpu_ram == null ? null : (offer.cpu_ram / 1024) * share,
    localDiskGb: offer.disk_space ?? null,
    region,
    zone: null,
    tier: "community",
    perHour: base + disk,
    currency: "USD",
    note: offer.datacenter === true ? "in a data centre; disk included" : "private host; disk included",
    open: [],
  };
  const bid = offer.min_bid ?? 0;
  return bid > 0 ? [row, { ...row, tier: "spot", perHour: bid + disk }] : [row];
}
