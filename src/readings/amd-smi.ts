import { csvCells, isRow } from "./csv.ts";
import { gibOf, numberOf } from "./figures.ts";
import { figureOf, isEntry, type Entry } from "./literals.ts";
import { match } from "./match.ts";
import { makeSensor, type Sensor } from "./sensor.ts";
import type { Part, Tool } from "./tally.ts";

/** A size as amd-smi gives it: {value, unit}, or a bare number; its MB are bytes ÷ 2^20. */
function size(value: unknown, sensor: Sensor): number | null {
  const number = isEntry(value)
    ? figureOf(value, "value")
    : typeof value === "number"
      ? value
      : numberOf(String(value));
  const unit = isEntry(value) && typeof value["unit"] === "string" ? value["unit"] : "MB";
  if (number === null) return null;
  if (/^[mg]b$/iu.test(unit)) sensor.t.warn(/^m/iu.test(unit) ? "mb-is-mib" : "gb-is-gib");
  return gibOf(number, unit);
}

const plain = (value: unknown): number | null =>
  isEntry(value) ? figureOf(value, "value") : typeof value === "number" ? value : null;

function seeEntry(entry: Entry, sensor: Sensor): boolean {
  const memory = isEntry(entry["mem_usage"])
    ? entry["mem_usage"]
    : isEntry(entry["vram"])
      ? entry["vram"]
      : entry;
  const used = memory["vram_used"] ?? memory["used_vram"];
  const total = memory["vram_total"] ?? memory["total_vram"];
  const gpu = figureOf(entry, "gpu");
  if (gpu === null || used === undefined) return false;
  const usage = isEntry(entry["usage"]) ? entry["usage"] : entry;
  const power = isEntry(entry["power"]) ? entry["power"] : entry;
  sensor.see({
    gpu,
    usedGib: size(used, sensor),
    totalGib: total === undefined ? null : size(total, sensor),
    busy: plain(usage["gfx_activity"] ?? usage["gfx"]),
    watts: plain(power["socket_power"] ?? power["power_usage"]),
    at: figureOf(entry, "timestamp"),
  });
  return true;
}

/** `amd-smi monitor --json` and `metric --json`: a list of cards, in newer versions below a key. */
export function amdSmiDocument(json: unknown): Part | null {
  const list = Array.isArray(json)
    ? json
    : isEntry(json) && Array.isArray(json["gpu_data"])
      ? json["gpu_data"]
      : null;
  if (list === null) return null;
  const sensor = makeSensor("amd-smi");
  const seen = (list as readonly unknown[])
    .flat()
    .filter((entry) => isEntry(entry) && seeEntry(entry, sensor));
  return seen.length === 0 ? null : sensor.end();
}

/** The table that amd-smi prints when asked for nothing: two lines a card, memory in the second. */
const boxName =
  /^\|\s*[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.\d\s+(?<name>\S.*?)\s*\|(?:\s+(?:\d+\s?%|N\/A))?.*?(?<watts>\d+)?\/[\d.]+\s?W\s*\|/iu;
const boxMemory =
  /^\|\s+(?<gpu>\d+)\s+\S+\s+\S+\s+\S+\s*\|\s+(?:(?<busy>\d+)\s?%|N\/A)\s.*?(?<used>\d+)\s?\/\s?(?<total>\d+)\s?(?<unit>[MG]B)\s*\|/u;
const heading = /^GPU:\s*(?<gpu>\d+)\s*$/u;
const labelled = /^\s+(?<key>TOTAL_VRAM|USED_VRAM|GFX_ACTIVITY):\s*(?<value>[\d.]+)\s*(?<unit>[MGT]i?B|%)?/u;
const tableHead = /^\s*(?:TIMESTAMP\s+)?GPU\s+.*\bVRAM_USED\b/u;
/** Newer monitors: "112.4/192.0 GB" in the last column but a few; GB there are MiB ÷ 1024. */
const shareHead = /^\s*(?:TIMESTAMP\s+)?GPU\s+.*\bVRAM_USAGE\b/u;
const shareRow =
  /^\s*(?:\d{9,}\s+)?(?<gpu>\d{1,3})\s.*?(?:(?<busy>\d+)\s?%.*?)?\s(?<used>[\d.]+)\s?\/\s?(?<total>[\d.]+)\s?(?<unit>[MG]B)\b/u;

/** amd-smi's console and CSV (without units). Shape recalled, not read in its source. */
export const amdSmi: Tool = () => {
  const sensor = makeSensor("amd-smi");
  let columns: readonly string[] | null = null;
  let shares = false;
  let box: { readonly name: string; readonly watts: number | null } | null = null;
  let table: { readonly used: number; readonly total: number; readonly all: number } | null = null;
  let card: { gpu: number; used: number | null; total: number | null; busy: number | null } | null = null;

  function flush(): void {
    if (card?.used !== undefined && card.used !== null)
      sensor.see({ gpu: card.gpu, usedGib: card.used, totalGib: card.total, busy: card.busy });
    card = null;
  }

  function csvRow(cells: readonly string[]): void {
    if (cells.includes("gpu") && cells.some((cell) => /^(?:vram_used|used_vram)$/u.test(cell))) {
      columns = cells;
      sensor.t.warn("no-unit-column");
    } else if (columns?.length === cells.length) {
      const entry = Object.fromEntries(
        columns.map((column, index) => [
          column,
          numberOf((cells[index] ?? "").replace(/\s*(?:[MG]B|%|W)$/u, "")) ?? cells[index],
        ]),
      );
      seeEntry(entry, sensor);
    }
  }

  /** true = a line of the table without options. */
  function boxRow(text: string): boolean {
    const named = match(text, boxName);
    if (named !== null) {
      box = {
        name: (named.text("name") ?? "").replace(/^\.{2,}/u, "").trim(),
        watts: named.number("watts"),
      };
      return true;
    }
    const found = box === null ? null : match(text, boxMemory);
    if (found === null) return false;
    const unit = found.text("unit") ?? "MB";
    sensor.see({
      gpu: found.number("gpu") ?? 0,
      name: box?.name,
      watts: box?.watts ?? null,
      busy: found.number("busy"),
      usedGib: size({ value: found.number("used"), unit }, sensor),
      totalGib: size({ value: found.number("total"), unit }, sensor),
    });
    box = null;
    return true;
  }

  return {
    hits: sensor.t.hits,
    line({ text }) {
      if (text.startsWith("|") && boxRow(text)) return;
      if (card === null && table === null && columns === null && !shares && !/gpu/iu.test(text)) return;
      const gpu = match(text.trim(), heading)?.number("gpu") ?? null;
      if (gpu !== null) {
        flush();
        card = { gpu, used: null, total: null, busy: null };
        return;
      }
      const value = match(text, labelled);
      if (value !== null && card !== null) {
        const number = value.number("value");
        if (value.text("key") === "GFX_ACTIVITY") card.busy = number;
        else {
          const gib = size({ value: number, unit: value.text("unit") ?? "MB" }, sensor);
          if (value.text("key") === "USED_VRAM") card.used = gib;
          else card.total = gib;
        }
        return;
      }
      if (tableHead.test(text)) {
        const names = text.trim().split(/\s+/u);
        table = { used: names.indexOf("VRAM_USED"), total: names.indexOf("VRAM_TOTAL"), all: names.length };
        return;
      }
      if (shareHead.test(text)) shares = true;
      const row = shares ? match(text, shareRow) : null;
      if (row !== null) {
        const unit = row.text("unit") ?? "GB";
        sensor.see({
          gpu: row.number("gpu") ?? 0,
          usedGib: size({ value: row.number("used"), unit }, sensor),
          totalGib: size({ value: row.number("total"), unit }, sensor),
          busy: row.number("busy"),
        });
        sensor.t.warn("rounded");
        return;
      }
      if (table !== null) tableRow(text, table);
      if (isRow(text)) csvRow(csvCells(text).map((cell) => cell.toLowerCase()));
    },
    end() {
      flush();
      return sensor.end();
    },
  };

  /** Columns are counted from the right end, where used and total stand with their unit. */
  function tableRow(
    text: string,
    { used, total, all }: { readonly used: number; readonly total: number; readonly all: number },
  ): void {
    const cells = [...text.trim().matchAll(/N\/A|[\d.:]+(?:\s?(?:[MG]i?B(?:\/s)?|%|W|°?C|[MG]Hz))?/gu)].map(
      ([cell]) => cell,
    );
    const gpu = numberOf(cells[0] ?? "");
    if (cells.length !== all || gpu === null) return;
    const read = (cell: string | undefined): number | null => {
      const found = match(cell ?? "", /^(?<value>[\d.]+)\s?(?<unit>[MG]i?B)?$/u);
      return found === null
        ? null
        : size({ value: found.number("value"), unit: found.text("unit") ?? "MB" }, sensor);
    };
    const usedGib = read(cells[used]);
    if (usedGib !== null) sensor.see({ gpu, usedGib, totalGib: read(cells[total]) });
  }
};
