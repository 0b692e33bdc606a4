import { z } from "zod";
import type { FeedAsk, FeedRead, PriceFeed, RowIssue } from "../../app/price-ports.ts";
import { jsonOf, send, type Wire } from "./send.ts";
import type { PriceKnowledge, StatedPrice } from "./stated-price.ts";
import { tidyOffers } from "./tidy-offers.ts";

const url = "https://cloud.lambdalabs.com/api/v1/instance-types";
export const lambdaSource = "live-lambda";

const typeSchema = z.object({
  instance_type: z.object({
    name: z.string(),
    description: z.string(),
    price_cents_per_hour: z.number(),
    specs: z.object({
      vcpus: z.number().optional(),
      memory_gib: z.number().optional(),
      storage_gib: z.number().optional(),
      gpus: z.number().optional(),
    }),
  }),
  regions_with_capacity_available: z.array(z.object({ name: z.string() })),
});
const answerSchema = z.object({ data: z.record(z.string(), z.unknown()) });

export const lambdaFeed = (wire: Wire, knowledge: PriceKnowledge, key: string): PriceFeed => ({
  key: "lambda",
  source: "lambda",
  read: (ask) => readTypes(wire, knowledge, key, ask),
});

async function readTypes(
  wire: Wire,
  knowledge: PriceKnowledge,
  key: string,
  ask: FeedAsk,
): Promise<FeedRead> {
  const headers = { authorization: `Bearer ${key}`, accept: "application/json" };
  const sent = await send(wire, { url, headers, maxBytes: 5_000_000, signal: ask.signal, keyed: true });
  if (sent.kind !== "bytes")
    return sent.kind === "failed"
      ? { kind: "failed", code: sent.code, detail: sent.detail }
      : { kind: "unchanged", observedAt: null };
  const json = jsonOf(sent.bytes);
  if ("code" in json) return { kind: "failed", ...json };
  const parsed = answerSchema.safeParse(json.value);
  if (!parsed.success) return { kind: "failed", code: "not-the-shape", detail: "no data" };
  const kept: StatedPrice[] = [];
  const issues: RowIssue[] = [];
  for (const [name, value] of Object.entries(parsed.data.data)) {
    const at = `data.${name}`;
    const type = typeSchema.safeParse(value);
    if (!type.success) {
      issues.push({ at, code: "unreadable-row", read: type.error.issues[0]?.path.join(".") ?? "" });
      continue;
    }
    // Machines without a GPU are sold too; so are ones that no region has left.
    if (type.data.instance_type.specs.gpus === 0) continue;
    const regions = type.data.regions_with_capacity_available;
    if (regions.length === 0) issues.push({ at, code: "no-capacity", read: name });
    for (const region of regions) kept.push(statedOf(type.data, region.name, at));
  }
  const observedAt = ask.now.toISOString().slice(0, 10);
  const tidy = tidyOffers(kept, knowledge, { source: lambdaSource, observedAt });
  return {
    kind: "read",
    offers: tidy.kept,
    rates: null,
    issues: [...issues, ...tidy.issues],
    observedAt,
    validators: {},
  };
}

/** The card's name is in the description alone: "8x B200 (180 GB SXM6)". */
function statedOf(
  { instance_type: type }: z.output<typeof typeSchema>,
  region: string,
  at: string,
): StatedPrice {
  const [, , card = "", inside = ""] = /^(\d+)x\s+([^(]+?)\s*(?:\(([^)]*)\))?$/u.exec(type.description) ?? [];
  const { vcpus, memory_gib: ram, storage_gib: disk, gpus } = type.specs;
  const gb = /(\d+)\s*GB/iu.exec(inside)?.[1];
  return {
    at,
    provider: "lambda",
    instance: type.name,
    card,
    hints: inside,
    memory: gb === undefined ? null : Number(gb),
    memoryPerCard: true,
    gpus: gpus ?? null,
    vcpus: vcpus ?? null,
    hostRamGib: ram ?? null,
    localDiskGb: disk === undefined ? null : disk * 1.073741824,
    region,
    zone: null,
    tier: "on-demand",
    perHour: type.price_cents_per_hour / 100,
    currency: "USD",
    note: "capacity seen when the price was read",
    open: [],
  };
}
