import { gibFromMib } from "./figures.ts";
import { match, type Match } from "./match.ts";
import { makeDmon, makeQuery } from "./nvidia-smi-rows.ts";
import { makeReport } from "./nvidia-smi-report.ts";
import { makeSensor, type Seen } from "./sensor.ts";
import type { Tool } from "./tally.ts";

const card =
  /^\|\s+(?<gpu>\d+)\s+(?<name>(?:NVIDIA|Tesla|Quadro|GeForce|GRID|[A-Z][\w-]+)[\w .()/-]*?)\s+(?:On|Off|N\/A)?\s*\|/u;
const memory = /(?<used>\d+)\s?MiB\s*\/\s*(?<total>\d+)\s?MiB/u;
/** GPU, instance of the GPU, instance of compute, device. */
const sliceRow =
  /^\|\s+(?<gpu>\d+)\s+\d+\s+\d+\s+\d+\s+\|\s+(?<used>\d+)\s?MiB\s*\/\s*(?<total>\d+)\s?MiB\s*\|/u;
const busy = /\|\s+(?<busy>\d+)\s?%/u;
const watts = /(?<watts>\d+)\s?W\s*\/\s*\d+\s?W/u;
const process =
  /^\|\s+(?<gpu>\d+)\s+(?:(?:N\/A|\d+)\s+(?:N\/A|\d+)\s+)?(?<pid>\d+)\s+(?:C|G|C\+G|M\+C)\s+.*?(?<mib>\d+)\s?MiB\s*\|/u;
const driver = /Driver Version:\s*(?<driver>[\d.]+)/u;
const cuda = /CUDA Version:\s*(?<cuda>[\d.]+)/u;

/** nvidia-smi as a table, as a report (text or XML), as a query with or without units, as dmon or pmon: device memory of all processes, in MiB. */
export const nvidiaSmi: Tool = () => {
  const sensor = makeSensor("nvidia-smi");
  const { t } = sensor;
  const query = makeQuery(sensor);
  const dmon = makeDmon(sensor);
  const report = makeReport(sensor);
  let heading: { readonly gpu: number; readonly name: string } | null = null;
  let cards: (Seen & { readonly slice?: boolean })[] = [];
  const processes = new Map<number, number>();
  return {
    hits: t.hits,
    line({ text }) {
      if (report.line(text) || query(text) || dmon(text)) return;
      if (!text.includes("|")) return;
      if (text.includes("NVIDIA-SMI")) {
        t.hit();
        flush();
        processes.clear();
      }
      t.version("driver", match(text, driver)?.text("driver"));
      const supported = match(text, cuda)?.text("cuda");
      if (supported !== undefined) {
        t.version("cudaSupportedByDriver", supported);
        t.warn("cuda-of-driver");
      }
      const running = match(text, process);
      if (running !== null) {
        const gpu = running.number("gpu") ?? 0;
        processes.set(gpu, (processes.get(gpu) ?? 0) + (running.number("mib") ?? 0));
        t.detail(`processGibOnGpu${gpu}`, gibFromMib(processes.get(gpu) ?? 0));
        return;
      }
      const slice = match(text, sliceRow);
      if (slice !== null) {
        seeSlice(slice);
        return;
      }
      const used = match(text, memory);
      if (used !== null && heading !== null) {
        cards.push({
          ...heading,
          usedGib: gibFromMib(used.number("used") ?? Number.NaN),
          totalGib: gibFromMib(used.number("total") ?? Number.NaN),
          busy: match(text, busy)?.number("busy") ?? null,
          watts: match(text, watts)?.number("watts") ?? null,
        });
        heading = null;
        return;
      }
      const named = match(text, card);
      if (named !== null)
        heading = {
          gpu: named.number("gpu") ?? 0,
          name: (named.text("name") ?? "").replace(/\.{2,}$/u, "").trim(),
        };
    },
    end() {
      report.end();
      flush();
      return sensor.end();
    },
  };

  /** One table, once it is known which of its cards are cut into slices. */
  function flush(): void {
    for (const seen of cards) sensor.see(seen);
    cards = [];
  }

  /** A run in a slice has the slice's memory: the fullest one stands for its card. */
  function seeSlice(slice: Match): void {
    const gpu = slice.number("gpu") ?? 0;
    const usedGib = gibFromMib(slice.number("used") ?? Number.NaN);
    const totalGib = gibFromMib(slice.number("total") ?? Number.NaN);
    const whole = cards.find((seen) => seen.gpu === gpu);
    t.warn("slices");
    if (whole?.slice === true && (whole.usedGib ?? 0) >= usedGib) return;
    cards = [
      ...cards.filter((seen) => seen.gpu !== gpu),
      { gpu, name: whole?.name, usedGib, totalGib, slice: true },
    ];
  }
};
