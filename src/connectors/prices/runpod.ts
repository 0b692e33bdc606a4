import { z } from "zod";
import type { PriceFeed, RowIssue } from "../../app/price-ports.ts";
import { keyedFeed, type KeyedList, type ListedRow } from "./keyed-list.ts";
import type { Wire } from "./send.ts";
import type { PriceKnowledge, StatedPrice } from "./stated-price.ts";

const url = "https://api.runpod.io/graphql";
const query = `query { gpuTypes { id displayName memoryInGb maxGpuCount secureCloud communityCloud securePrice communityPrice secureSpotPrice communitySpotPrice lowestPrice(input: {gpuCount: 1}) { minimumBidPrice uninterruptablePrice minVcpu minMemory stockStatus } } }`;
export const runpodSource = "live-runpod";

const price = z.number().nullish();
const typeSchema = z.object({
  id: z.string(),
  displayName: z.string().nullish(),
  memoryInGb: price,
  maxGpuCount: price,
  secureCloud: z.boolean().nullish(),
  communityCloud: z.boolean().nullish(),
  securePrice: price,
  communityPrice: price,
  secureSpotPrice: price,
  lowestPrice: z.object({ minVcpu: price, minMemory: price, stockStatus: z.string().nullish() }).nullish(),
});
type GpuType = z.output<typeof typeSchema>;
const answerSchema = z.object({ data: z.object({ gpuTypes: z.array(z.unknown()) }) });

const list: KeyedList<z.output<typeof answerSchema>, GpuType> = {
  key: "runpod",
  source: runpodSource,
  request: { url, method: "POST", body: JSON.stringify({ query }), maxBytes: 5_000_000 },
  accepts: { "content-type": "application/json" },
  answer: answerSchema,
  missing: "no data.gpuTypes",
  rowsOf: ({ data }) => data.gpuTypes.map((type, i): ListedRow => [`data.gpuTypes[${i}]`, type]),
  row: typeSchema,
  pricesOf,
};

export const runpodFeed = (wire: Wire, knowledge: PriceKnowledge, key: string): PriceFeed =>
  keyedFeed(list, wire, knowledge, key);

/** Prices are per card; no stock status means that it is not offered now. */
function pricesOf(type: GpuType, at: string, issues: RowIssue[]): readonly StatedPrice[] {
  const stock = type.lowestPrice?.stockStatus ?? null;
  if (stock === null) {
    issues.push({ at, code: "not-offered", read: type.id });
    return [];
  }
  const secure = type.secureCloud === false ? null : (type.securePrice ?? null);
  const community = communityPrice(type, secure, at, issues);
  const tiers = [
    ["on-demand", "secure", secure],
    ["community", "community", community],
    ["spot", "secure", type.secureSpotPrice ?? null],
  ] as const;
  return tiers.flatMap(([tier, name, each]) =>
    each === null || each === 0 ? [] : byCount(type, at, tier, name, each),
  );
}

/** A community price above the secure one, or under two fifths of it, stands for machines that are not there. */
function communityPrice(type: GpuType, secure: number | null, at: string, issues: RowIssue[]): number | null {
  const stated = type.communityPrice ?? null;
  if (stated === null || stated === 0 || type.communityCloud === false) return null;
  const odd = secure !== null && (stated > secure || stated < 0.4 * secure);
  if (odd)
    issues.push({
      at: `${at}.communityPrice`,
      code: "placeholder-price",
      read: `${stated} beside ${secure}`,
    });
  return odd ? null : stated;
}

const counts = [1, 2, 4, 8] as const;

function byCount(
  type: GpuType,
  at: string,
  tier: StatedPrice["tier"],
  cloud: string,
  each: number,
): readonly StatedPrice[] {
  const most = type.maxGpuCount ?? 1;
  const times = (of: number | null | undefined, n: number): number | null =>
    of === null || of === undefined || of === 0 ? null : of * n;
  return counts
    .filter((n) => n <= most)
    .map((n) => ({
      at,
      provider: "runpod",
      instance: n === 1 ? `${cloud}: ${type.id}` : `${cloud}: ${n} × ${type.id}`,
      card: type.id,
      hints: type.displayName ?? "",
      memory: type.memoryInGb ?? null,
      memoryPerCard: true,
      gpus: n,
      vcpus: times(type.lowestPrice?.minVcpu, n),
      hostRamGib: times(type.lowestPrice?.minMemory, n),
      localDiskGb: null,
      region: null,
      zone: null,
      tier,
      perHour: each * n,
      currency: "USD",
      note: "stock seen for one card when the price was read",
      open: [],
    }));
}
