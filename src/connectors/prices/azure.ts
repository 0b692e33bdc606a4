import { z } from "zod";
import type { FeedAsk, FeedRead, PriceFeed, RowIssue } from "../../app/price-ports.ts";
import { jsonOf, send, type Wire } from "./send.ts";
import { machineKey, type PriceKnowledge, type StatedPrice } from "./stated-price.ts";
import { feedContent } from "./tidy-offers.ts";

const origin = "https://prices.azure.com";
const filter = [
  "serviceName eq 'Virtual Machines'",
  "priceType eq 'Consumption'",
  "contains(productName,'Windows') eq false",
  "contains(productName,'Dedicated') eq false",
  "contains(meterName,'Low Priority') eq false",
  "(startswith(armSkuName,'Standard_NC') or startswith(armSkuName,'Standard_ND') or startswith(armSkuName,'Standard_NV'))",
].join(" and ");
const first = `${origin}/api/retail/prices?api-version=2023-01-01-preview&currencyCode='USD'&$filter=${encodeURIComponent(filter)}`;
const mostPages = 80;
export const azureSource = "live-azure-retail-prices";

const itemSchema = z.object({
  currencyCode: z.string().optional(),
  retailPrice: z.number(),
  tierMinimumUnits: z.number().optional(),
  armRegionName: z.string().optional(),
  meterName: z.string().optional(),
  productName: z.string().optional(),
  skuName: z.string().optional(),
  unitOfMeasure: z.string().optional(),
  type: z.string().optional(),
  armSkuName: z.string().optional(),
  savingsPlan: z.array(z.object({ retailPrice: z.number(), term: z.string() })).optional(),
});
type Item = z.output<typeof itemSchema>;
const pageSchema = z.object({
  Items: z.array(z.unknown()),
  NextPageLink: z.string().nullish(),
  Count: z.number().optional(),
});

export const azureFeed = (wire: Wire, knowledge: PriceKnowledge): PriceFeed => ({
  key: "azure",
  source: "azure",
  read: (ask) => readAll(wire, knowledge, ask),
});

/** Every page or nothing: half a price list would drop regions. */
async function readAll(wire: Wire, knowledge: PriceKnowledge, { now, signal }: FeedAsk): Promise<FeedRead> {
  const observedAt = now.toISOString().slice(0, 10);
  const kept: StatedPrice[] = [];
  const issues: RowIssue[] = [];
  let url: string | null = first;
  for (let page = 1; url !== null; page += 1) {
    if (page > mostPages)
      return { kind: "failed", code: "not-the-shape", detail: `more than ${mostPages} pages` };
    const sent = await send(wire, { url, maxBytes: 10_000_000, signal });
    if (sent.kind !== "bytes")
      return sent.kind === "failed"
        ? { kind: "failed", code: sent.code, detail: `page ${page}: ${sent.detail}` }
        : { kind: "failed", code: "not-the-shape", detail: `page ${page}: not modified` };
    const json = jsonOf(sent.bytes);
    if ("code" in json) return { kind: "failed", code: json.code, detail: `page ${page}: ${json.detail}` };
    const parsed = pageSchema.safeParse(json.value);
    if (!parsed.success) return { kind: "failed", code: "not-the-shape", detail: `page ${page}: no Items` };
    const { Items, NextPageLink, Count } = parsed.data;
    if (Count !== undefined && Count !== Items.length)
      return { kind: "failed", code: "truncated", detail: `page ${page}: ${Items.length} of ${Count} items` };
    for (const [i, item] of Items.entries()) {
      const read = readItem(item, `page ${page} Items[${i}]`, knowledge);
      if ("code" in read) issues.push(read);
      else kept.push(...read.prices);
    }
    const next: string | null = NextPageLink === undefined || NextPageLink === "" ? null : NextPageLink;
    if (next !== null && !URL.canParse(next))
      return { kind: "failed", code: "not-the-shape", detail: "next page" };
    if (next !== null && new URL(next).origin !== origin)
      return { kind: "failed", code: "not-the-shape", detail: "the next page lies elsewhere" };
    url = next;
  }
  const read = { kept: firstMeters(kept, issues), issues };
  return feedContent(read, knowledge, { source: azureSource, observedAt });
}

/** Meters are listed once more for regions that are not their own: the same figure again is no news. */
function firstMeters(rows: readonly StatedPrice[], issues: RowIssue[]): readonly StatedPrice[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = [row.instance, row.region, row.tier, row.note, row.perHour].join("|");
    if (!seen.has(key)) {
      seen.add(key);
      return true;
    }
    issues.push({ at: row.at, code: "duplicate", read: `${row.instance} ${row.region ?? ""}` });
    return false;
  });
}

function readItem(
  value: unknown,
  at: string,
  { machines }: PriceKnowledge,
): RowIssue | { readonly prices: readonly StatedPrice[] } {
  const parsed = itemSchema.safeParse(value);
  if (!parsed.success)
    return { at, code: "unreadable-row", read: parsed.error.issues[0]?.path.join(".") ?? "" };
  const item = parsed.data;
  const { armSkuName = "", productName = "", meterName = "", skuName = "" } = item;
  const name = `${productName} ${meterName} ${skuName}`;
  // The query leaves these out already; a proxy or a new version of the service may not.
  if (/windows|dedicated|low priority|cloudservices/iu.test(name)) return { prices: [] };
  if (item.type !== undefined && item.type !== "Consumption") return { prices: [] };
  if (armSkuName === "") return { at, code: "name-missing", read: meterName };
  if (productName === "")
    return { at, code: "name-missing", read: `${armSkuName}: Windows or Linux is not said` };
  if (item.currencyCode !== undefined && item.currencyCode !== "USD")
    return { at, code: "wrong-currency", read: item.currencyCode };
  if (item.unitOfMeasure !== "1 Hour") return { at, code: "wrong-unit", read: item.unitOfMeasure ?? "" };
  if ((item.tierMinimumUnits ?? 0) > 0) return { at, code: "wrong-unit", read: "a price from a quantity on" };
  if (item.retailPrice === 0) return { at, code: "no-price", read: armSkuName };
  if (!machines.has(machineKey("azure", armSkuName)))
    return { at, code: "unknown-machine", read: armSkuName };
  const spot = /\bspot\b/iu.test(`${meterName} ${skuName}`);
  const row = statedOf(item, armSkuName, at);
  // Three years' plans are left out: one reserved price a machine, the shorter commitment.
  const plan = spot ? undefined : item.savingsPlan?.find(({ term }) => term === "1 Year");
  const reserved: readonly StatedPrice[] =
    plan === undefined
      ? []
      : [{ ...row, tier: "reserved", perHour: plan.retailPrice, note: "savings plan of one year" }];
  return { prices: [{ ...row, tier: spot ? "spot" : "on-demand" }, ...reserved] };
}

const statedOf = (item: Item, instance: string, at: string): StatedPrice => ({
  at,
  provider: "azure",
  instance,
  card: "",
  hints: "",
  memory: null,
  gpus: null,
  vcpus: null,
  hostRamGib: null,
  localDiskGb: null,
  region: item.armRegionName === undefined || item.armRegionName === "" ? null : item.armRegionName,
  zone: null,
  tier: "on-demand",
  perHour: item.retailPrice,
  currency: "USD",
  note: null,
  open: [],
});
