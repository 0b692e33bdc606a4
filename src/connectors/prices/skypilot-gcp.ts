import type { RowIssue } from "../../app/price-ports.ts";
import type { Machine } from "../../domain/machine.ts";
import { identifyCard } from "./identify-card.ts";
import { numberOf, type CsvRow } from "./read-csv.ts";
import { memoryIn, tpuSlice } from "./skypilot-fields.ts";
import type { Judged, PriceKnowledge, StatedPrice } from "./stated-price.ts";

interface Host {
  readonly price: number | null;
  readonly spot: number | null;
}

/** The host of an A4 is part of its GPU price, hence 0 in the list on purpose; on any other machine 0 is a gap. */
const hostInside = /^a4/u;

/**
 * GCP lists hosts and GPUs apart: the price of a machine is their sum in the same zone. A GPU price that its own spot
 * price tops is a commitment's, and so is the same figure in other zones.
 */
export function readGcp(rows: readonly CsvRow[], knowledge: PriceKnowledge): Judged<StatedPrice> {
  const issues: RowIssue[] = [];
  const hosts = new Map<string, Host>();
  for (const row of rows) {
    if (row.value("AcceleratorName") !== "") continue;
    const host = { price: numberOf(row.value("Price")), spot: numberOf(row.value("SpotPrice")) };
    hosts.set(`${row.value("InstanceType")}|${row.value("AvailabilityZone")}`, host);
  }
  const gpuRows = rows.filter((row) => row.value("AcceleratorName") !== "");
  const commitments = new Set(
    gpuRows
      .filter((row) => (numberOf(row.value("SpotPrice")) ?? 0) > (numberOf(row.value("Price")) ?? Infinity))
      .map(priceKey),
  );
  const machines = [...knowledge.machines.values()].filter(({ provider }) => provider === "gcp");
  const kept: StatedPrice[] = [];
  for (const row of gpuRows) {
    const commitment = commitments.has(priceKey(row));
    if (commitment) issues.push({ at: row.at, code: "commitment-price", read: row.value("Price") });
    const slice = tpuSlice(row.value("AcceleratorName"));
    if (slice !== null && slice.chips !== slice.size)
      issues.push({
        at: row.at,
        code: "cores-to-chips",
        read: `${row.value("AcceleratorName")} → ${slice.chips}`,
      });
    const read =
      slice !== null
        ? wholeTpu(row, slice.version, slice.chips)
        : withHost(row, machines, hosts, knowledge, issues);
    kept.push(...read.filter(({ tier }) => !commitment || tier === "spot"));
  }
  return { kept, issues };
}

const priceKey = (row: CsvRow): string =>
  ["AcceleratorName", "AcceleratorCount", "Price"].map((column) => row.value(column)).join("|");

function bare(row: CsvRow): StatedPrice {
  const card = row.value("AcceleratorName");
  return {
    at: row.at,
    provider: "gcp",
    instance: card,
    card,
    hints: "",
    memory: memoryIn(row.value("GpuInfo")),
    gpus: numberOf(row.value("AcceleratorCount")),
    vcpus: null,
    hostRamGib: null,
    localDiskGb: null,
    region: row.value("Region"),
    zone: row.value("AvailabilityZone"),
    tier: "on-demand",
    perHour: Number.NaN,
    currency: "USD",
    note: null,
    open: [],
  };
}

function priced(stated: StatedPrice, price: number | null, spot: number | null): readonly StatedPrice[] {
  return [
    ...(price === null ? [] : [{ ...stated, perHour: price }]),
    ...(spot === null ? [] : [{ ...stated, tier: "spot" as const, perHour: spot }]),
  ];
}

function wholeTpu(row: CsvRow, version: string, chips: number): readonly StatedPrice[] {
  const whole = { ...bare(row), card: version, memory: null, gpus: chips };
  return priced(whole, numberOf(row.value("Price")), numberOf(row.value("SpotPrice")));
}

function withHost(
  row: CsvRow,
  machines: readonly Machine[],
  hosts: ReadonlyMap<string, Host>,
  knowledge: PriceKnowledge,
  issues: RowIssue[],
): readonly StatedPrice[] {
  const stated = bare(row);
  // Every card of GCP's own machines is SXM where the form matters.
  const card = identifyCard({ ...stated, hints: "SXM" }, knowledge);
  if ("refused" in card) {
    issues.push(card.refused);
    return [];
  }
  const mega = /mega/iu.test(stated.card);
  const fitting = machines.filter(
    ({ accelerator, gpus, instance }) =>
      accelerator === card.accelerator &&
      gpus === card.gpus &&
      (gpus !== 8 || mega === /^a3-mega/u.test(instance)),
  );
  if (fitting.length === 0)
    issues.push({ at: row.at, code: "unknown-machine", read: `${stated.card} × ${card.gpus}` });
  const price = numberOf(row.value("Price"));
  const spot = numberOf(row.value("SpotPrice"));
  const offers = fitting.flatMap(({ instance }) => {
    // "n1-standard-8 + 1 × T4" is a host with cards added to it.
    const host = hosts.get(`${instance.split(" + ")[0] ?? instance}|${stated.zone ?? ""}`);
    const part = (amount: number | null | undefined): number | null =>
      amount === 0 && !hostInside.test(instance) ? null : (amount ?? null);
    const sum = (gpu: number | null, beside: number | null): number | null =>
      gpu === null || beside === null ? null : gpu + beside;
    return priced({ ...stated, instance }, sum(price, part(host?.price)), sum(spot, part(host?.spot)));
  });
  if (fitting.length > 0 && offers.length === 0)
    issues.push({ at: row.at, code: "no-host-price", read: `${stated.card} in ${stated.zone ?? "?"}` });
  return offers;
}
