import { gibOf } from "./figures.ts";
import { figureOf } from "./literals.ts";
import { match, matches } from "./match.ts";
import { makeBars } from "./progress-bars.ts";
import { makeTally, type Tool } from "./tally.ts";

const metrics = /^Step (?<step>\d+) \| (?<pairs>.*)$/u;
const pair = /(?<key>[A-Za-z_][\w/.-]*):(?<value>-?[\d.]+(?:e[+-]?\d+)?)/gu;
const stage = /Memory stats (?<when>after|before|during) (?<what>[\w ]+):/u;
const counter =
  /(?:CUDA|GPU|XPU|NPU|HIP|CPU) peak memory (?<which>active|alloc(?:ated)?|reserved):\s*(?<size>[\d.]+)\s?(?<unit>[GM]iB)/u;
const loss = /^\s*(?:\[?\w+\]?:\s*)?\d+\|(?<step>\d+)\|Loss:/u;
const own = /torchtune[./]|\btune run\b/u;

const rates = ["tokens_per_second_per_gpu"] as const;

/** A line without any of these says nothing here. */
const signs = [
  "torchtune",
  "tune run",
  "|Loss:",
  "Step ",
  "peak_memory",
  "tokens_per_second_per_gpu",
  "Memory stats",
  "peak memory",
] as const;

/**
 * torchtune: memory of stdout is that after the model was built, and the counters are reset after it; the metric
 * file has the peaks of rank 0 since the line before and a rate of labels that are not ignored.
 * Shape checked against a fork's metric_logging.py; the recipes' recalled.
 */
export const torchtune: Tool = () => {
  const t = makeTally("torchtune");
  const bars = makeBars();
  let afterInit = false;

  function metric(step: number, rank: number | null, value: (key: string) => number | null): void {
    t.most("steps", step);
    const [allocated, active, reserved] = [
      value("peak_memory_alloc"),
      value("peak_memory_active"),
      value("peak_memory_reserved"),
    ];
    t.peak("allocated", allocated ?? active, rank);
    t.peak("reserved", reserved, rank);
    if (allocated !== null || reserved !== null) {
      t.warn("reset-each-log");
      t.warn("one-rank");
      t.warn("reserved-not-device");
    }
    const rate = value(rates[0]);
    t.sample("tokensPerSecondPerGpu", { step, rank }, rate);
    if (rate !== null) t.warn("trained-tokens");
  }

  return {
    signs,
    hits: t.hits,
    line({ text, rank, entries }) {
      if (own.test(text)) t.hit();
      const training = match(text, loss);
      if (training !== null) {
        t.hit();
        bars.read(text.slice(text.indexOf("Loss:")), rank);
        t.most("steps", training.number("step"));
      }
      const row = match(text.trim(), metrics);
      if (row !== null) {
        const values = new Map(
          matches(row.text("pairs") ?? "", pair).map((one) => [one.text("key"), one.number("value")]),
        );
        if (values.has("loss") || values.has(rates[0])) {
          t.hit();
          metric(row.number("step") ?? 0, rank, (key) => values.get(key) ?? null);
        }
      }
      for (const entry of entries) {
        const step = figureOf(entry, "step");
        if (
          step === null ||
          (figureOf(entry, rates[0]) === null && figureOf(entry, "peak_memory_alloc") === null)
        )
          continue;
        t.hit();
        metric(step, rank, (key) => figureOf(entry, key));
      }
      const when = match(text, stage);
      if (when !== null) afterInit = /init|load|setup/u.test(when.text("what") ?? "");
      const memory = match(text, counter);
      if (memory === null) return;
      t.hit();
      const gib = gibOf(memory.number("size") ?? Number.NaN, memory.text("unit") ?? "");
      const which = memory.text("which") === "reserved" ? "reserved" : "allocated";
      if (!afterInit) t.peak(which, gib, rank);
      else if (memory.text("which") !== "active") {
        t.detail(which === "reserved" ? "reservedAfterInitGib" : "allocatedAfterInitGib", gib);
        t.warn("after-load");
      }
    },
    end() {
      if (t.hits() === 0) return null;
      const training = bars.training(null);
      t.most("steps", training === null || training.done === 0 ? null : training.done);
      training?.starts.forEach(t.startsAt);
      for (const { step, value, rank } of training?.samples ?? [])
        t.sample("stepSeconds", { step, rank }, value, "instant");
      if (t.hasSamples("stepSeconds")) t.warn("smoothed");
      return t.end();
    },
  };
};
