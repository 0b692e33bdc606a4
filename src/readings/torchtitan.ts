import { gibOf } from "./figures.ts";
import { figureOf, type Entry } from "./literals.ts";
import { match } from "./match.ts";
import { makeTally, type Tool } from "./tally.ts";

const step = /\bstep:\s*(?<step>\d+)\s+loss:/u;
const memory = /\bmemory:\s*(?<size>[\d.,]+)\s?(?<unit>[GM]iB)\s?\((?<share>[\d.,]+)\s?%\)/u;
const rate = /\b(?:tps|wps):\s*(?<rate>[\d.,]+)/u;
const utilisation = /\bmfu:\s*(?<mfu>[\d.,]+)\s?%/u;
const flops = /\btflops:\s*(?<tflops>[\d.,]+)/u;
const capacity =
  /\b[A-Z][A-Za-z]+ capacity:\s*(?<name>.+?)(?: \(\d+\))? with (?<size>[\d.,]+)\s?(?<unit>[GM]iB) memory/u;
const model = /Model .+? size:\s*(?<parameters>[\d,]+) total parameters/u;
const loaded = /memory usage for model:\s*(?<size>[\d.,]+)\s?(?<unit>[GM]iB)/iu;
const start = /Training starts at step (?<step>\d+)/u;
const shape =
  /local batch size (?<micro>\d+), global batch size (?<global>\d+)(?:, gradient accumulation steps (?<accumulation>\d+))?, sequence length (?<sequence>\d+)/u;
const divisor = /Peak FLOPS used for computing MFU:\s*(?<flops>[\d.e+]+)/u;

const retries = /(?<count>\d+) CUDA memory allocation retries/u;

/** A line without any of these says nothing here. */
const signs = [
  "memory",
  "throughput(tps)",
  "total parameters",
  "Training starts",
  "batch size",
  "Peak FLOPS",
] as const;

/**
 * torchtitan's console: memory is the allocator's highest reserved since the line before, tokens/s are per GPU,
 * and the share of the card beside the size gives the true card. Shape recalled, not read in its source.
 */
export const torchtitan: Tool = () => {
  const t = makeTally("torchtitan");
  return {
    signs,
    hits: t.hits,
    line({ text, rank, entries }) {
      for (const entry of entries) readRow(entry, rank);
      const used = match(text, memory);
      const at = used === null ? null : match(text, step);
      if (used === null || at === null) {
        readHead(text);
        return;
      }
      t.hit();
      const now = { step: at.number("step") ?? 0, rank };
      t.most("steps", now.step);
      const gib = gibOf(used.number("size") ?? Number.NaN, used.text("unit") ?? "");
      const share = used.number("share") ?? 0;
      t.peak("reserved", gib, rank);
      if (gib !== null && share > 0) t.detail("cardFromShareGib", (gib / share) * 100);
      t.sample("tokensPerSecondPerGpu", now, match(text, rate)?.number("rate"));
      const percent = match(text, utilisation)?.number("mfu");
      t.sample("modelFlopsUtilisation", now, typeof percent === "number" ? percent / 100 : null);
      t.detail("tflopsPerGpu", match(text, flops)?.number("tflops"));
    },
    end() {
      if (t.hasPeak("reserved")) {
        t.warn("reserved-not-device");
        t.warn("reset-each-log");
        t.warn("one-rank");
      }
      const card = t.detailOf("cardFromShareGib");
      if (t.known("capacityGib") === null && card !== null) {
        t.set("capacityGib", card);
        t.warn("capacity-inferred");
      }
      return t.end();
    },
  };

  /** What it logs to W&B or TensorBoard, a row a step. */
  function readRow(entry: Entry, rank: number | null): void {
    const gib = figureOf(entry, "memory/max_reserved(GiB)");
    const perGpu = figureOf(entry, "throughput(tps)", "wps");
    const step = figureOf(entry, "_step", "step");
    if (gib === null || perGpu === null || step === null) return;
    t.hit();
    const now = { step, rank };
    t.most("steps", step);
    t.peak("reserved", gib, rank);
    const share = figureOf(entry, "memory/max_reserved(%)") ?? 0;
    if (share > 0) t.detail("cardFromShareGib", (gib / share) * 100);
    t.sample("tokensPerSecondPerGpu", now, perGpu);
    t.sample("stepSeconds", now, figureOf(entry, "time_metrics/end_to_end(s)"));
    const percent = figureOf(entry, "mfu(%)");
    t.sample("modelFlopsUtilisation", now, percent === null ? null : percent / 100);
    t.detail("tflopsPerGpu", figureOf(entry, "tflops"));
    const retried = figureOf(entry, "memory/num_alloc_retries") ?? 0;
    if (retried > 0) t.warn("allocation-retries", { count: retried });
  }

  function readHead(text: string): void {
    const card = match(text, capacity);
    if (card !== null) {
      t.hit();
      t.first("gpuName", card.text("name"));
      t.first("capacityGib", gibOf(card.number("size") ?? Number.NaN, card.text("unit") ?? ""));
    }
    const weights = match(text, loaded);
    if (weights !== null)
      t.most("weightsGib", gibOf(weights.number("size") ?? Number.NaN, weights.text("unit") ?? ""));
    const run = match(text, shape);
    if (run !== null) {
      t.hit();
      t.set("microBatch", run.number("micro"));
      t.set("globalBatch", run.number("global"));
      t.set("gradientAccumulation", run.number("accumulation"));
      t.set("sequenceLength", run.number("sequence"));
    }
    const begins = match(text, start)?.number("step") ?? null;
    if (begins !== null) t.startsAt(begins);
    if (begins !== null && begins > 1) t.warn("resumed");
    t.detail("parameters", match(text, model)?.number("parameters"));
    const retried = match(text, retries)?.number("count") ?? null;
    if (retried !== null) t.warn("allocation-retries", { count: retried });
    const peakFlops = match(text, divisor)?.number("flops") ?? null;
    if (peakFlops !== null) t.detail("mfuPeakTflops", peakFlops / 1e12);
  }
};
