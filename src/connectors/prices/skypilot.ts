import type { FeedAsk, FeedRead, PriceFeed, RowIssue } from "../../app/price-ports.ts";
import { numberOf, readCsv, type CsvRow } from "./read-csv.ts";
import { readGcp } from "./skypilot-gcp.ts";
import { memoryIn, tpuSlice } from "./skypilot-fields.ts";
import { failureOf, send, textOf, type Sent, type Wire } from "./send.ts";
import type { PriceKnowledge, StatedPrice } from "./stated-price.ts";
import { feedContent } from "./tidy-offers.ts";

interface Cloud {
  /** Folder in skypilot-catalog. */
  readonly folder: string;
  readonly provider: string;
  readonly tier?: "community";
  /** The file states no currency and the provider does not bill in dollars. */
  readonly currencyOpen?: true;
  /** The Region column is every region the fetcher knows, not where the machine is sold. */
  readonly regionOpen?: true;
  /** The instance's prefix is the seller that this one resells. */
  readonly resold?: true;
  readonly note?: string;
}

/**
 * Left out: azure (not refreshed there: the Retail Prices API is asked instead), mithril (the price is a bid floor),
 * scaleway and ovhcloud (older format, no currency), and marketplaces that list other clouds' machines again.
 */
const clouds: readonly Cloud[] = [
  { folder: "aws", provider: "aws" },
  { folder: "gcp", provider: "gcp" },
  { folder: "lambda", provider: "lambda", regionOpen: true },
  { folder: "runpod", provider: "runpod", note: "secure cloud" },
  {
    folder: "vast",
    provider: "vast-ai",
    tier: "community",
    note: "median of the market's offers of this shape",
  },
  { folder: "nebius", provider: "nebius" },
  { folder: "cudo", provider: "cudo" },
  { folder: "do", provider: "digitalocean" },
  { folder: "fluidstack", provider: "fluidstack" },
  { folder: "hyperbolic", provider: "hyperbolic", tier: "community" },
  { folder: "hyperstack", provider: "hyperstack" },
  { folder: "jarvislabs", provider: "jarvislabs" },
  { folder: "oci", provider: "oci" },
  { folder: "paperspace", provider: "paperspace" },
  { folder: "seeweb", provider: "seeweb", currencyOpen: true },
  { folder: "shadeform", provider: "shadeform", resold: true },
  { folder: "verda", provider: "verda" },
];

const versions = ["v9", "v8"] as const;
const bases = [
  "https://raw.githubusercontent.com/skypilot-org/skypilot-catalog/master/catalogs",
  "https://skypilot-catalog.s3.us-east-1.amazonaws.com/catalogs",
] as const;
const maxBytes = 25_000_000;
export const skypilotSource = "live-skypilot-catalog";

/** One feed a cloud: a cloud whose file is broken keeps its own last prices and stops no other. */
export function skypilotFeeds(wire: Wire, knowledge: PriceKnowledge): readonly PriceFeed[] {
  return clouds.map((cloud) => ({
    key: `skypilot/${cloud.folder}`,
    source: "skypilot",
    read: (ask) => readCloud(cloud, wire, knowledge, ask),
  }));
}

/** The newest version that has this cloud, at the repository, else at its mirror; the repository's failure is the one told. */
async function find(folder: string, wire: Wire, { previous, signal }: FeedAsk): Promise<Sent> {
  const at = async (base: string): Promise<Sent> => {
    const [newest, older] = versions.map((version) => `${base}/${version}/${folder}/vms.csv`) as [
      string,
      string,
    ];
    const sent = await send(wire, { url: newest, maxBytes, previous, signal });
    // S3 answers 403 for what is not there.
    const absent = sent.kind === "failed" && (sent.status === 404 || sent.status === 403);
    return absent ? send(wire, { url: older, maxBytes, previous, signal }) : sent;
  };
  const told = await at(bases[0]);
  if (told.kind !== "failed" || signal.aborted) return told;
  const second = await at(bases[1]);
  return second.kind === "failed" ? told : second;
}

async function readCloud(
  cloud: Cloud,
  wire: Wire,
  knowledge: PriceKnowledge,
  ask: FeedAsk,
): Promise<FeedRead> {
  const sent = await find(cloud.folder, wire, ask);
  if (sent.kind === "failed") return failureOf(sent);
  const observedAt = ask.now.toISOString().slice(0, 10);
  if (sent.kind === "unchanged") return { kind: "unchanged", observedAt };
  const required = ["InstanceType", "AcceleratorName", "AcceleratorCount", "Price", "Region"];
  const csv = await readCsv(`${cloud.folder}/vms.csv`, textOf(sent.bytes), required);
  if ("code" in csv) return { kind: "failed", ...csv };
  const read = cloud.folder === "gcp" ? readGcp(csv.rows, knowledge) : readRows(cloud, csv.rows);
  const rows = { kept: read.kept, issues: [...csv.issues, ...read.issues] };
  return feedContent(rows, knowledge, { source: skypilotSource, observedAt }, sent.validators);
}

function readRows(cloud: Cloud, rows: readonly CsvRow[]): { kept: StatedPrice[]; issues: RowIssue[] } {
  const kept: StatedPrice[] = [];
  const issues: RowIssue[] = [];
  for (const row of rows) {
    if (row.value("AcceleratorName") === "") continue;
    const priced = (["Price", "SpotPrice"] as const).flatMap((column) => {
      const price = numberOf(row.value(column));
      return price === null
        ? []
        : [{ tier: column === "Price" ? ("on-demand" as const) : ("spot" as const), price }];
    });
    if (priced.length === 0) issues.push({ at: row.at, code: "no-price", read: row.value("InstanceType") });
    for (const { tier, price } of priced) {
      const stated = statedOf(cloud, row, tier === "on-demand" ? (cloud.tier ?? tier) : tier, price);
      kept.push(tpuOf(stated, issues));
    }
    if (priced.length > 0 && cloud.currencyOpen === true)
      issues.push({ at: row.at, code: "currency-left-open", read: row.value("Price") });
  }
  return { kept, issues };
}

function statedOf(cloud: Cloud, row: CsvRow, tier: StatedPrice["tier"], perHour: number): StatedPrice {
  const raw = row.value("InstanceType");
  const [seller, own] = cloud.resold === true ? splitResold(raw) : [cloud.provider, raw];
  const region = row.value("Region");
  const info = row.value("GpuInfo");
  const disk = numberOf(row.value("LocalDiskSize"));
  const disks = numberOf(row.value("LocalDiskCount")) ?? 1;
  const open = cloud.regionOpen === true && region !== "";
  return {
    at: row.at,
    provider: seller,
    instance: own,
    card: row.value("AcceleratorName"),
    hints: info,
    memory: memoryIn(info),
    gpus: numberOf(row.value("AcceleratorCount")),
    vcpus: positive(row.value("vCPUs")),
    hostRamGib: positive(row.value("MemoryGiB")),
    localDiskGb: disk === null || disk === 0 ? null : disk * disks,
    region: region === "" || open ? null : region,
    zone: open || row.value("AvailabilityZone") === "" ? null : row.value("AvailabilityZone"),
    tier,
    perHour,
    currency: "USD",
    note: open ? "the source names regions that may not sell it" : (cloud.note ?? null),
    open: cloud.currencyOpen === true ? ["currency"] : [],
  };
}

const positive = (text: string): number | null => {
  const value = numberOf(text);
  return value !== null && value > 0 ? value : null;
};

function splitResold(instance: string): readonly [string, string] {
  const at = instance.indexOf("_");
  return at < 1
    ? ["shadeform", instance]
    : [instance.slice(0, at), `${instance.slice(at + 1)} (via shadeform)`];
}

function tpuOf(stated: StatedPrice, issues: RowIssue[]): StatedPrice {
  const slice = tpuSlice(stated.card);
  if (slice === null) return stated;
  const { version, chips, size } = slice;
  if (chips !== size)
    issues.push({ at: stated.at, code: "cores-to-chips", read: `${stated.card} → ${chips}` });
  return { ...stated, instance: stated.card, card: version, gpus: chips, memory: null, hints: "" };
}
