import { gibFromMib } from "./figures.ts";
import { match } from "./match.ts";
import { moment, type Sensor } from "./sensor.ts";

const opens = /^\s*<gpu id="|^GPU [0-9A-Fa-f]{4,8}:[0-9A-Fa-f:.]+\s*$/u;
const field = /^\s*(?:<(?<tag>\w+)>(?<inner>[^<]*)<\/\w+>|(?<label>[A-Za-z][\w ]*?)\s+:\s(?<value>.*?))\s*$/u;
const block = /^\s*(?:<(?<tag>\w+)>|(?<label>[A-Za-z][\w ]+?))\s*$/u;

interface Card {
  used: number | null;
  total: number | null;
  busy: number | null;
  name: string | undefined;
}

const plain = (name: string): string => name.trim().toLowerCase().replaceAll(/\s+/gu, "_");
const mib = (text: string): number | null => match(text, /^(?<n>\d+)\s*MiB$/u)?.number("n") ?? null;

/** `nvidia-smi -q`, as text or XML: one card after the other, its frame buffer in a block of its own. */
export function makeReport(sensor: Sensor) {
  let card: Card | null = null;
  let gpu = -1;
  let within = "";
  let at: number | null = null;
  let report = false;

  function flush(): void {
    if (card !== null && (card.used !== null || card.total !== null))
      sensor.see({
        gpu,
        usedGib: card.used === null ? null : gibFromMib(card.used),
        totalGib: card.total === null ? null : gibFromMib(card.total),
        name: card.name,
        busy: card.busy,
        at,
      });
    card = null;
  }

  function read(key: string, value: string): void {
    if (key === "timestamp") at = moment(value) ?? at;
    else if (key === "driver_version") sensor.t.version("driver", value);
    else if (key === "cuda_version") {
      sensor.t.version("cudaSupportedByDriver", value);
      sensor.t.warn("cuda-of-driver");
    }
    if (card === null) return;
    if (key === "product_name") card.name = value;
    else if (key === "gpu_util" || (within === "utilization" && key === "gpu"))
      card.busy = match(value, /^(?<n>\d+)\s*%$/u)?.number("n") ?? null;
    else if (within !== "fb_memory_usage") return;
    else if (key === "total") card.total = mib(value);
    else if (key === "used") card.used = mib(value);
  }

  return {
    line(text: string): boolean {
      if (/<nvidia_smi_log>|=+NVSMI LOG=+/u.test(text)) {
        flush();
        gpu = -1;
        report = true;
        return true;
      }
      if (!report) return false;
      if (opens.test(text)) {
        flush();
        gpu += 1;
        within = "";
        card = { used: null, total: null, busy: null, name: undefined };
        return true;
      }
      const found = match(text, field);
      if (found !== null) {
        read(
          plain(found.text("tag") ?? found.text("label") ?? ""),
          found.text("inner") ?? found.text("value") ?? "",
        );
        return true;
      }
      const title = match(text, block);
      if (title !== null) within = plain(title.text("tag") ?? title.text("label") ?? "");
      return true;
    },
    end: flush,
  };
}
