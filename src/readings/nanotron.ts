import { gb, gbToGib } from "../units/bytes.ts";
import { gibFromMib } from "./figures.ts";
import { match } from "./match.ts";
import { makeTally, type Tool } from "./tally.ts";

const iteration = /\biteration: (?<step>[\d.]+[KM]?) \/ (?<all>[\d.]+[KM]?) \|/u;
const consumed = /consumed_tokens: (?<tokens>[\d.]+[KMBT]?)/u;
const time = /(?:elapsed_)?time_per_iteration_ms: (?<ms>[\d.]+[KM]?)/u;
const total = /tokens_per_sec: (?<rate>[\d.]+[KMB]?)/u;
const perGpu = /tokens_per_sec_per_gpu: (?<rate>[\d.]+[KMB]?)/u;
const batch = /global_batch_size: (?<size>[\d.]+[KMB]?)/u;
const flops = /model_tflops_per_gpu: (?<tflops>[\d.]+)/u;
const memory =
  /Memory usage: (?<now>[\d.]+)MiB\. Peak allocated:? (?<allocated>[\d.]+)MiB\. Peak reserved: (?<reserved>[\d.]+)MiB/u;
/** Bytes with G = 10^9 behind three digits; only where the exact line is missing. */
const roughPeak = /cuda_max_memory_reserved: (?<size>[\d.]+)(?<scale>[GM])/u;
const shape =
  /mbs: (?<micro>\d+) \| grad_accum: (?<accumulation>\d+)(?: \| cp: \d+)? \| sequence_length: (?<length>\d+) \| global_batch_size: (?<global>\d+)/u;

/** A line without any of these says nothing here. */
const signs = ["per_iteration_ms", "Peak allocated", "grad_accum"] as const;

/** nanotron: two or three digits with K, M or B behind them; memory in MiB of the rank that prints. */
export const nanotron: Tool = () => {
  const t = makeTally("nanotron");
  let rough = 0;
  return {
    signs,
    hits: t.hits,
    line({ text, rank }) {
      const used = match(text, memory);
      if (used !== null) {
        t.hit();
        t.peak("allocated", gibFromMib(used.number("allocated") ?? Number.NaN), rank);
        t.peak("reserved", gibFromMib(used.number("reserved") ?? Number.NaN), rank);
        t.warn("one-rank");
      }
      const run = match(text, shape);
      if (run !== null) {
        t.hit();
        t.set("microBatch", run.number("micro"));
        t.set("gradientAccumulation", run.number("accumulation"));
        t.set("sequenceLength", run.number("length"));
        t.set("globalBatch", run.number("global"));
      }
      const found = match(text, iteration);
      const ms = match(text, time)?.number("ms") ?? null;
      if (found === null || ms === null) return;
      t.hit();
      const step = found.number("step") ?? 0;
      t.most("steps", step);
      t.sample("stepSeconds", { step, rank: null }, ms / 1000, "instant");
      t.sample("tokensPerSecondTotal", { step, rank: null }, match(text, total)?.number("rate"), "instant");
      t.sample("tokensPerSecondPerGpu", { step, rank: null }, match(text, perGpu)?.number("rate"), "instant");
      t.most("tokensTotal", match(text, consumed)?.number("tokens"));
      t.detail("tflopsPerGpu", match(text, flops)?.number("tflops"));
      t.warn("rounded");
      const reserved = match(text, roughPeak);
      const size = reserved?.number("size") ?? null;
      if (size !== null) rough = Math.max(rough, size * (reserved?.text("scale") === "M" ? 1e-3 : 1));
      samples(match(text, batch)?.number("size") ?? null, match(text, total)?.number("rate") ?? null, ms);
    },
    end() {
      if (rough > 0 && !t.hasPeak("reserved")) {
        t.peak("reserved", gbToGib(gb(rough)));
        t.warn("gb-is-decimal");
        t.warn("one-rank");
      }
      return t.end();
    },
  };

  /** Newer versions print the global batch in tokens: then it is what one iteration takes in. */
  function samples(size: number | null, rate: number | null, ms: number): void {
    if (size === null || t.known("globalBatch") !== null) return;
    const perStep = rate === null ? null : (rate * ms) / 1000;
    if (perStep !== null && Math.abs(size / perStep - 1) < 0.1) t.detail("tokensPerStep", size);
    else if (Number.isInteger(size)) t.set("globalBatch", size);
  }
};
