import { csvCells, isRow } from "./csv.ts";
import { gibFromMib, numberOf } from "./figures.ts";
import { moment, type Sensor } from "./sensor.ts";

type RowReader = (text: string) => boolean;

const units = /\s*\[(?<unit>[^\]]+)\]\s*$/u;
const queryField =
  /^(?:timestamp|index|uuid|name|gpu_name|driver_version|count|memory\.|utilization\.|power\.|temperature\.|clocks?\.|pci\.|pid$|process_name|used_gpu_memory|used_memory|gpu_uuid|gpu_bus_id|pstate|fan\.speed|ecc\.)/iu;

/** `nvidia-smi --query-gpu=… --format=csv`, with units in each cell, or in the header only (nounits). */
export function makeQuery(sensor: Sensor): RowReader {
  const ofProcess = makeProcesses(sensor);
  let columns: readonly string[] | null = null;
  return (text) => {
    if (!isRow(text)) return false;
    const cells = csvCells(text);
    const header = /memory|utilization\.|name|index/u.test(text) ? headerOf(cells) : null;
    if (header !== null) {
      columns = header;
      return true;
    }
    if (columns === null) return text.includes("MiB") && bareRow(cells, sensor);
    if (cells.length > columns.length) return false;
    // The last row of a file that was being written may break off, within a figure too.
    const whole = cells.length === columns.length ? cells : cells.slice(0, -1);
    const cell = (...names: readonly string[]): string | undefined => {
      const at = columns?.findIndex((column) => names.includes(column)) ?? -1;
      return at === -1 ? undefined : whole[at];
    };
    if (columns.includes("pid"))
      return ofProcess(
        indexOf(cell("gpu_uuid", "gpu_bus_id")),
        cell("pid") ?? "",
        mib(cell("used_gpu_memory", "used_memory")),
      );
    const used = mib(cell("memory.used"));
    if (used === null && mib(cell("memory.total")) === null && figure(cell("utilization.gpu")) === null)
      return false;
    const name = cell("name", "gpu_name");
    sensor.see({
      gpu: figure(cell("index")) ?? indexOf(cell("uuid", "pci.bus_id", "gpu_bus_id")),
      usedGib: used === null ? null : gibFromMib(used),
      totalGib: gibOrNull(mib(cell("memory.total"))),
      name: name === undefined || name === "" ? undefined : name,
      busy: figure(cell("utilization.gpu")),
      watts: figure(cell("power.draw", "power.draw.instant", "power.draw.average")),
      at: moment(cell("timestamp") ?? ""),
    });
    sensor.t.version("driver", cell("driver_version"));
    return true;
  };

  function headerOf(cells: readonly string[]): readonly string[] | null {
    const names = cells.map((cell) => cell.replace(units, "").toLowerCase());
    return names.length > 1 && names.every((name) => queryField.test(name)) ? names : null;
  }
}

const indexOf = (id: string | undefined): number =>
  id === undefined ? 0 : Number.parseInt(id.replaceAll(/\D/gu, "").slice(0, 9), 10) || 0;

/** Rows without a header: only two sizes in MiB side by side are sure. */
function bareRow(cells: readonly string[], sensor: Sensor): boolean {
  const sizes = cells.filter((cell) => /^\d+ MiB$/u.test(cell)).map((cell) => Number.parseInt(cell, 10));
  const [a, b] = sizes;
  if (a === undefined || b === undefined || sizes.length !== 2) return false;
  const index = cells.find((cell) => /^\d{1,2}$/u.test(cell));
  const name = cells.find((cell) => /^(?:NVIDIA|Tesla|Quadro|GeForce)\b/u.test(cell));
  const busy = cells.find((cell) => /^\d+ %$/u.test(cell));
  sensor.see({
    gpu: index === undefined ? 0 : Number(index),
    usedGib: gibFromMib(Math.min(a, b)),
    totalGib: gibFromMib(Math.max(a, b)),
    name,
    busy: busy === undefined ? null : Number.parseInt(busy, 10),
    at: moment(cells.find((cell) => /\d:\d\d:\d\d/u.test(cell)) ?? ""),
  });
  return true;
}

/** `nvidia-smi dmon`: a header of names, one of units; the column fb is memory, and its MB are MiB. */
export function makeDmon(sensor: Sensor): RowReader {
  let columns: readonly string[] | null = null;
  const ofProcess = makeProcesses(sensor);
  return (text) => {
    if (columns === null && !text.includes("#")) return false;
    const words = text.trim().split(/\s*,\s*|\s+/u);
    if (text.trimStart().startsWith("#")) {
      const names = words.map((word) => word.replace(/^#/u, "").toLowerCase()).filter((word) => word !== "");
      if (names.includes("gpu") && (names.includes("fb") || names.includes("sm"))) columns = names;
      return columns !== null;
    }
    if (
      columns === null ||
      words.length < columns.length ||
      (words.length > columns.length && !columns.includes("command"))
    )
      return false;
    const cell = (name: string): string | undefined => {
      const at = columns?.indexOf(name) ?? -1;
      return at === -1 ? undefined : words[at];
    };
    const gpu = figure(cell("gpu"));
    if (gpu === null) return false;
    const used = figure(cell("fb"));
    if (columns.includes("pid")) {
      if (used !== null) sensor.t.warn("mb-is-mib");
      return ofProcess(gpu, cell("pid") ?? "", used);
    }
    sensor.see({
      gpu,
      usedGib: used === null ? null : gibFromMib(used),
      busy: figure(cell("sm")),
      watts: figure(cell("pwr")),
      at: moment(
        `${cell("date")?.replace(/^(\d{4})(\d{2})(\d{2})$/u, "$1-$2-$3") ?? ""} ${cell("time") ?? ""}`.trim(),
      ),
    });
    if (used !== null) sensor.t.warn("mb-is-mib");
    sensor.t.warn("activity-not-memory");
    return true;
  };
}

/** Memory of one process, which is not all of the card's: `pmon` and `--query-compute-apps`. */
function makeProcesses(sensor: Sensor) {
  const byProcess = new Map<string, number>();
  return (gpu: number, pid: string, used: number | null): boolean => {
    if (used === null || !/^\d+$/u.test(pid)) return true;
    const largest = Math.max(used, byProcess.get(`${gpu} ${pid}`) ?? 0);
    byProcess.set(`${gpu} ${pid}`, largest);
    const all = [...byProcess]
      .filter(([key]) => key.startsWith(`${gpu} `))
      .reduce((sum, [, mib]) => sum + mib, 0);
    sensor.t.hit();
    sensor.t.detail(`processGibOnGpu${gpu}`, gibFromMib(all));
    sensor.t.warn("processes-only");
    return true;
  };
}

const figure = (cell: string | undefined): number | null =>
  cell === undefined ? null : numberOf(cell.replace(/\s*(?:%|W|MiB|MB|C|MHz)$/u, ""));
/** A size of the query, MiB unless the cell says otherwise. */
function mib(cell: string | undefined): number | null {
  const value = figure(cell?.replace(/\s*GiB$/u, ""));
  return value !== null && cell?.endsWith("GiB") === true ? value * 1024 : value;
}
const gibOrNull = (value: number | null): number | null => (value === null ? null : gibFromMib(value));
