import { z } from "zod";
import type { PriceFeed } from "../../app/price-ports.ts";
import { keyedFeed, type KeyedList, type ListedRow } from "./keyed-list.ts";
import type { Wire } from "./send.ts";
import type { PriceKnowledge, StatedPrice } from "./stated-price.ts";

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

const list: KeyedList<z.output<typeof answerSchema>, z.output<typeof typeSchema>> = {
  key: "lambda",
  source: lambdaSource,
  request: { url, maxBytes: 5_000_000 },
  accepts: { accept: "application/json" },
  answer: answerSchema,
  missing: "no data",
  rowsOf: ({ data }) => Object.entries(data).map(([name, type]): ListedRow => [`data.${name}`, type]),
  row: typeSchema,
  pricesOf: (type, at, issues) => {
    // Machines without a GPU are sold too; so are ones that no region has left.
    if (type.instance_type.specs.gpus === 0) return [];
    const regions = type.regions_with_capacity_available;
    if (regions.length === 0) issues.push({ at, code: "no-capacity", read: at.slice("data.".length) });
    return regions.map((region) => statedOf(type, region.name, at));
  },
};

export const lambdaFeed = (wire: Wire, knowledge: PriceKnowledge, key: string): PriceFeed =>
  keyedFeed(list, wire, knowledge, key);

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
