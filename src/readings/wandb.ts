import { csvCells, isRow } from "./csv.ts";
import { gibFromBytes } from "./figures.ts";
import { figureOf, isEntry, type Entry } from "./literals.ts";
import { makeSensor, type Sensor } from "./sensor.ts";
import type { Part, Tool } from "./tally.ts";

const column = /^(?:.* - )?(?:system[./])?gpu[./](?<gpu>\d+)[./](?<what>\w+?)(?<bound>__(?:MIN|MAX|STD))?$/u;
const times = ["_runtime", "_timestamp", "Relative Time (Process)", "Relative Time (Wall)"] as const;

interface Cell {
  bytes: number | null;
  percent: number | null;
  busy: number | null;
  watts: number | null;
}

/** One record of system metrics; true = it had any card in it. */
function see(record: Entry, sensor: Sensor, capacities: Map<number, number>): boolean {
  const cards = new Map<number, Cell>();
  for (const key of Object.keys(record)) {
    const named = column.exec(key)?.groups;
    if (named === undefined || named["bound"] === "__MIN" || named["bound"] === "__STD") continue;
    const value = figureOf(record, key);
    if (value === null) continue;
    const card = cards.get(Number(named["gpu"])) ?? { bytes: null, percent: null, busy: null, watts: null };
    const what = named["what"];
    if (what === "memoryAllocatedBytes") card.bytes = Math.max(value, card.bytes ?? 0);
    else if (what === "memoryAllocated") card.percent = Math.max(value, card.percent ?? 0);
    else if (what === "gpu") card.busy = value;
    else if (what === "powerWatts") card.watts = value;
    else if (what !== "memory") continue;
    else sensor.t.warn("activity-not-memory");
    cards.set(Number(named["gpu"]), card);
  }
  const at = figureOf(record, ...times);
  for (const [gpu, { bytes, percent, busy, watts }] of cards) {
    sensor.see({ gpu, usedGib: bytes === null ? null : gibFromBytes(bytes), busy, watts, at });
    if (percent !== null)
      sensor.t.detail("devicePercent", Math.max(percent, sensor.t.detailOf("devicePercent") ?? 0));
    if (bytes !== null && percent !== null && percent >= 10)
      capacities.set(gpu, gibFromBytes(bytes) / (percent / 100));
  }
  const rss = figureOf(record, "system.proc.memory.rssMB", "system/proc.memory.rssMB");
  if (rss !== null) sensor.t.detail("hostRssMb", Math.max(rss, sensor.t.detailOf("hostRssMb") ?? 0));
  return cards.size > 0;
}

function finish(sensor: Sensor, capacities: ReadonlyMap<number, number>): Part | null {
  if (capacities.size > 0) {
    sensor.t.first("capacityGib", Math.min(...capacities.values()));
    sensor.t.warn("capacity-inferred");
  } else if (sensor.t.detailOf("devicePercent") !== null && !sensor.t.hasPeak("device"))
    sensor.t.warn("percent-without-capacity");
  return sensor.end();
}

/** Weights & Biases: system events as CSV or JSON Lines, a panel as CSV with the run's name in each column. */
export const wandb: Tool = () => {
  const sensor = makeSensor("wandb");
  const capacities = new Map<number, number>();
  let header: readonly string[] | null = null;
  return {
    hits: sensor.t.hits,
    line({ text, entries }) {
      if (header === null && !text.includes("gpu")) return;
      for (const entry of entries) see(entry, sensor, capacities);
      if (!isRow(text)) return;
      const cells = csvCells(text);
      if (cells.some((cell) => column.test(cell))) header = cells;
      else if (header?.length === cells.length)
        see(Object.fromEntries(header.map((name, index) => [name, cells[index]])), sensor, capacities);
    },
    end: () => finish(sensor, capacities),
  };
};

/** A list of system events, or the metadata of a run. */
export function wandbDocument(json: unknown): Part | null {
  const sensor = makeSensor("wandb");
  const capacities = new Map<number, number>();
  if (Array.isArray(json)) {
    const seen = (json as readonly unknown[]).filter((one) => isEntry(one) && see(one, sensor, capacities));
    return seen.length === 0 ? null : finish(sensor, capacities);
  }
  if (!isEntry(json) || figureOf(json, "gpu_count") === null || typeof json["gpu"] !== "string") return null;
  const { t } = sensor;
  t.hit();
  t.set("gpuName", json["gpu"]);
  t.set("gpuCount", figureOf(json, "gpu_count"));
  const cards = Array.isArray(json["gpu_nvidia"]) ? (json["gpu_nvidia"] as readonly unknown[]) : [];
  const sizes = cards.flatMap((one) => (isEntry(one) ? (figureOf(one, "memoryTotal") ?? []) : []));
  if (sizes.length > 0) t.set("capacityGib", gibFromBytes(Math.min(...sizes)));
  const cuda = json["cudaVersion"];
  if (typeof cuda === "string") t.version("cudaSupportedByDriver", cuda);
  return t.end();
}
