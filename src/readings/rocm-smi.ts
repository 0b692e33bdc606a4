import { csvCells } from "./csv.ts";
import { gibFromBytes, numberOf } from "./figures.ts";
import { figureOf, isEntry, type Entry } from "./literals.ts";
import { match } from "./match.ts";
import { makeSensor, type Sensor } from "./sensor.ts";
import type { Part, Tool } from "./tally.ts";

const line = /^\s*GPU\[(?<gpu>\d+)\]\s*:\s*(?<key>[^:]+?):\s*(?<value>.+?)\s*$/u;
const bytes = /^vram total (?<used>used )?memory \(b\)$/iu;
const percent = /^gpu memory (?:use \(%\)|allocated \(vram%\))$/iu;

interface Half {
  used: number | null;
  total: number | null;
  busy: number | null;
}

/** One card's figures, whatever the version called them; bytes come as text. */
function readPairs(pairs: Iterable<readonly [string, unknown]>, half: Half, sensor: Sensor): boolean {
  let known = false;
  for (const [key, value] of pairs) {
    const number = typeof value === "number" ? value : numberOf(String(value).replace(/%$/u, ""));
    const vram = bytes.exec(key.trim());
    if (vram !== null && number !== null) {
      known = true;
      if (vram.groups?.["used"] === undefined) half.total = number;
      else half.used = number;
      if (typeof value === "string") sensor.t.warn("figures-as-text");
    } else if (percent.test(key.trim()) && number !== null) {
      known = true;
      sensor.t.detail("devicePercent", Math.max(number, sensor.t.detailOf("devicePercent") ?? 0));
    } else if (/^gpu use \(%\)$/iu.test(key.trim())) half.busy = number;
    else if (
      /^(?:card series|device name|card model)$/iu.test(key.trim()) &&
      typeof value === "string" &&
      /[a-z]/iu.test(value) &&
      !value.startsWith("0x")
    )
      sensor.t.first("gpuName", value.trim());
  }
  return known;
}

function see(gpu: number, { used, total, busy }: Half, sensor: Sensor): void {
  sensor.see({
    gpu,
    usedGib: used === null ? null : gibFromBytes(used),
    totalGib: total === null ? null : gibFromBytes(total),
    busy,
  });
}

function finish(sensor: Sensor): Part | null {
  if (sensor.t.detailOf("devicePercent") !== null && !sensor.t.hasPeak("device"))
    sensor.t.warn("percent-without-capacity");
  return sensor.end();
}

/** A line without any of these says nothing here. */
const signs = ["GPU[", "card", "device", "VRAM%", "%"] as const;
const concise = /^\s*(?<gpu>\d+)\s+.*?(?<watts>[\d.]+)W\b.*\s(?<vram>\d+)%\s+(?<busy>\d+)%\s*$/u;

/** rocm-smi's console and its CSV. Shape recalled, not read in its source. */
export const rocmSmi: Tool = () => {
  const sensor = makeSensor("rocm-smi");
  const cards = new Map<number, Half>();
  let columns: readonly string[] | null = null;
  let table = false;

  function flush(gpu: number): void {
    const half = cards.get(gpu);
    if (half === undefined) return;
    cards.delete(gpu);
    if (half.used !== null || sensor.t.detailOf("devicePercent") !== null) see(gpu, half, sensor);
  }

  return {
    signs,
    hits: sensor.t.hits,
    line({ text }) {
      const found = match(text, line);
      if (found !== null) {
        const gpu = found.number("gpu") ?? 0;
        const half = cards.get(gpu) ?? { used: null, total: null, busy: null };
        const known = readPairs([[found.text("key") ?? "", found.text("value")]], half, sensor);
        if (known || cards.has(gpu)) cards.set(gpu, half);
        if (half.used !== null && half.total !== null) flush(gpu);
        return;
      }
      if (/\bVRAM%\s+GPU%/u.test(text)) table = true;
      const row = table ? match(text, concise) : null;
      if (row !== null) {
        readPairs(
          [["GPU Memory Allocated (VRAM%)", row.text("vram")]],
          { used: null, total: null, busy: null },
          sensor,
        );
        see(row.number("gpu") ?? 0, { used: null, total: null, busy: row.number("busy") }, sensor);
        return;
      }
      const cells = csvCells(text);
      if (cells.length < 2) return;
      if (cells[0]?.toLowerCase() === "device") columns = cells;
      else if (columns?.length === cells.length && /^card\d+$/u.test(cells[0] ?? "")) {
        const half: Half = { used: null, total: null, busy: null };
        const pairs = columns.map((column, index) => [column, cells[index]] as const);
        if (readPairs(pairs, half, sensor)) see(Number(cells[0]?.slice(4)), half, sensor);
      }
    },
    end() {
      for (const gpu of [...cards.keys()]) flush(gpu);
      return finish(sensor);
    },
  };
};

/** `rocm-smi --json`: one object a card, perhaps one of the system beside them. */
export function rocmSmiDocument(json: unknown): Part | null {
  if (!isEntry(json)) return null;
  const sensor = makeSensor("rocm-smi");
  let seen = 0;
  for (const [key, card] of Object.entries(json)) {
    const gpu = /^card(\d+)$/u.exec(key)?.[1];
    if (gpu === undefined || !isEntry(card)) continue;
    const half: Half = { used: null, total: null, busy: null };
    if (!readPairs(Object.entries(card), half, sensor)) continue;
    seen += 1;
    see(Number(gpu), half, sensor);
  }
  if (seen === 0) return null;
  const system: Entry = isEntry(json["system"]) ? json["system"] : {};
  const driver = system["Driver version"];
  sensor.t.version(
    "driver",
    typeof driver === "string" ? driver : figureOf(system, "Driver version")?.toString(),
  );
  return finish(sensor);
}
