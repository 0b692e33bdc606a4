import { strFromU8, unzipSync } from "fflate";
import type { FeedAsk, FeedFailure, FeedRead, PriceFeed, RowIssue } from "../../app/price-ports.ts";
import { numberOf, readCsv, type CsvRow } from "./read-csv.ts";
import { failureOf, send, textOf, type Wire } from "./send.ts";
import type { PriceKnowledge, StatedPrice } from "./stated-price.ts";
import { feedContent } from "./tidy-offers.ts";

interface Published {
  /** As in the addresses. */
  readonly name: string;
  readonly provider: string;
  /** The location column crosses every machine with every region. */
  readonly regionOpen?: true;
  /** Spot is half the price by rule, not a price. */
  readonly spotByRule?: true;
  /** Host memory was multiplied by 1.0737 (GiB written as GB). */
  readonly memoryInGb?: true;
}

const published: readonly Published[] = [
  { name: "aws", provider: "aws" },
  { name: "azure", provider: "azure" },
  { name: "verda", provider: "verda" },
  { name: "gcp", provider: "gcp" },
  { name: "lambdalabs", provider: "lambda", regionOpen: true, memoryInGb: true },
  { name: "nebius", provider: "nebius" },
  { name: "oci", provider: "oci", spotByRule: true },
  { name: "runpod", provider: "runpod" },
  { name: "cloudrift", provider: "cloudrift" },
];

const base = "https://dstack-gpu-pricing.s3.eu-west-1.amazonaws.com/v3";
const maxZip = 25_000_000;
const maxCsv = 120_000_000;
export const gpuhuntSource = "live-gpuhunt";

export function gpuhuntFeeds(wire: Wire, knowledge: PriceKnowledge): readonly PriceFeed[] {
  return published.map((of) => ({
    key: `gpuhunt/${of.name}`,
    source: "gpuhunt",
    read: (ask) => readPublished(of, wire, knowledge, ask),
  }));
}

/** The version names the day and is asked first: the archive travels only when it is another one. */
async function readPublished(
  of: Published,
  wire: Wire,
  knowledge: PriceKnowledge,
  { previous, signal }: FeedAsk,
): Promise<FeedRead> {
  const versionUrl = `${base}/${of.name}/version`;
  const stated = await send(wire, { url: versionUrl, maxBytes: 200, signal });
  if (stated.kind === "failed") return failureOf(stated);
  const version = stated.kind === "bytes" ? textOf(stated.bytes).trim() : "";
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)-\d+$/u.exec(version) ?? [];
  if (year === undefined || month === undefined || day === undefined)
    return { kind: "failed", code: "not-the-shape", detail: "no version such as 20260818-42" };
  const observedAt = `${year}-${month}-${day}`;
  if (previous[versionUrl]?.etag === version) return { kind: "unchanged", observedAt };
  const url = `${base}/${of.name}/${version}/catalog.zip`;
  const sent = await send(wire, { url, maxBytes: maxZip, timeoutMs: 60_000, signal });
  if (sent.kind === "failed") return failureOf(sent);
  const text = sent.kind === "bytes" ? csvIn(sent.bytes, `${of.name}.csv`) : "";
  if (typeof text !== "string") return { kind: "failed", ...text };
  const required = ["instance_name", "location", "price", "gpu_count", "gpu_name", "gpu_memory", "spot"];
  const csv = await readCsv(`${of.name}.csv`, text, required);
  if ("code" in csv) return { kind: "failed", ...csv };
  const read = readRows(of, csv.rows);
  const rows = { kept: read.kept, issues: [...csv.issues, ...read.issues] };
  const dated = { source: gpuhuntSource, observedAt };
  return feedContent(rows, knowledge, dated, { [versionUrl]: { etag: version } });
}

function csvIn(zip: Uint8Array, name: string): string | FeedFailure {
  const sizes: number[] = [];
  try {
    const files = unzipSync(zip, {
      filter: (file) => {
        if (file.name !== name) return false;
        sizes.push(file.originalSize);
        return file.originalSize <= maxCsv;
      },
    });
    const bytes = files[name];
    if (bytes !== undefined) return strFromU8(bytes);
    return sizes.length > 0
      ? { code: "too-large", detail: `${name} of more than ${maxCsv} bytes` }
      : { code: "not-the-shape", detail: `no ${name} in the archive` };
  } catch {
    return { code: "truncated", detail: "the archive cannot be opened" };
  }
}

function readRows(of: Published, rows: readonly CsvRow[]): { kept: StatedPrice[]; issues: RowIssue[] } {
  const kept: StatedPrice[] = [];
  const issues: RowIssue[] = [];
  for (const row of rows) {
    const count = numberOf(row.value("gpu_count"));
    if (count === 0) continue;
    const price = numberOf(row.value("price"));
    const instance = row.value("instance_name");
    const spot = /^true$/iu.test(row.value("spot"));
    if (price === null || instance === "") {
      issues.push({
        at: row.at,
        code: price === null ? "no-price" : "name-missing",
        read: row.text.slice(0, 80),
      });
      continue;
    }
    if (spot && of.spotByRule === true) {
      issues.push({ at: row.at, code: "rule-of-thumb-price", read: row.value("price") });
      continue;
    }
    if (of.regionOpen === true)
      issues.push({ at: row.at, code: "region-left-open", read: row.value("location") });
    kept.push(statedOf(of, row, { count, price, spot }));
  }
  return { kept: of.regionOpen === true ? firstOfEach(kept) : kept, issues };
}

function statedOf(
  of: Published,
  row: CsvRow,
  { count, price, spot }: { readonly count: number | null; readonly price: number; readonly spot: boolean },
): StatedPrice {
  const memory = numberOf(row.value("memory"));
  const tpu = row.value("gpu_vendor") === "google" || /^v\d/u.test(row.value("gpu_name"));
  const cpus = numberOf(row.value("cpu"));
  const place = of.regionOpen === true ? "" : row.value("location");
  return {
    at: row.at,
    provider: of.provider,
    instance: row.value("instance_name"),
    card: row.value("gpu_name"),
    hints: row.value("provider_data"),
    memory: tpu ? null : numberOf(row.value("gpu_memory")) || null,
    memoryPerCard: true,
    gpus: count,
    vcpus: cpus === 0 ? null : cpus,
    hostRamGib: memory === null || memory === 0 ? null : of.memoryInGb === true ? memory / 1.0737 : memory,
    localDiskGb: numberOf(row.value("disk_size")) || null,
    region: place === "" ? null : place,
    zone: null,
    tier: spot ? "spot" : "on-demand",
    perHour: price,
    currency: "USD",
    note: of.regionOpen === true ? "the source names regions that may not sell it" : null,
    open: [],
  };
}

/** One row a machine and tier where regions were crossed with machines. */
const firstOfEach = (rows: readonly StatedPrice[]): StatedPrice[] => [
  ...new Map(rows.map((row) => [`${row.instance}|${row.tier}|${row.perHour}`, row])).values(),
];
