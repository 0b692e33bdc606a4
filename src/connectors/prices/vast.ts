import { z } from "zod";
import type { FeedAsk, FeedRead, PriceFeed, RowIssue } from "../../app/price-ports.ts";
import { jsonOf, send, type Wire } from "./send.ts";
import type { PriceKnowledge, StatedPrice } from "./stated-price.ts";
import { tidyOffers } from "./tidy-offers.ts";

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

export const vastFeed = (wire: Wire, knowledge: PriceKnowledge, key: string): PriceFeed => ({
  key: "vast",
  source: "vast",
  read: (ask) => readOffers(wire, knowledge, key, ask),
});

async function readOffers(
  wire: Wire,
  knowledge: PriceKnowledge,
  key: string,
  ask: FeedAsk,
): Promise<FeedRead> {
  const sent = await send(wire, {
    url,
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      rentable: { eq: true },
      verified: { eq: true },
      order: [["dph_base", "asc"]],
      limit: most,
    }),
    maxBytes: 20_000_000,
    signal: ask.signal,
    keyed: true,
  });
  if (sent.kind !== "bytes")
    return sent.kind === "failed"
      ? { kind: "failed", code: sent.code, detail: sent.detail }
      : { kind: "unchanged", observedAt: null };
  const json = jsonOf(sent.bytes);
  if ("code" in json) return { kind: "failed", ...json };
  const parsed = answerSchema.safeParse(json.value);
  if (!parsed.success) return { kind: "failed", code: "not-the-shape", detail: "no offers" };
  const kept: StatedPrice[] = [];
  const issues: RowIssue[] = [];
  for (const [i, value] of parsed.data.offers.entries()) {
    const at = `offers[${i}]`;
    const offer = offerSchema.safeParse(value);
    if (!offer.success)
      issues.push({ at, code: "unreadable-row", read: offer.error.issues[0]?.path.join(".") ?? "" });
    else if (offer.data.rentable === false)
      issues.push({ at, code: "not-offered", read: String(offer.data.id) });
    else if (offer.data.dph_base == null) issues.push({ at, code: "no-price", read: String(offer.data.id) });
    else kept.push(...pricesOf(offer.data, offer.data.dph_base, at));
  }
  const observedAt = ask.now.toISOString().slice(0, 10);
  const tidy = tidyOffers(kept, knowledge, { source: vastSource, observedAt });
  return {
    kind: "read",
    offers: tidy.kept,
    rates: null,
    issues: [...issues, ...tidy.issues],
    observedAt,
    validators: {},
  };
}

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
