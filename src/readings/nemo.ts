import { gibFromBytes } from "./figures.ts";
import { match } from "./match.ts";
import { makeTally, type Tool } from "./tally.ts";

const iteration =
  /\bTraining epoch \d+, iteration (?<iteration>\d+)\/\d+ \|.*?\bglobal_batch_size: (?<batch>\d+)/u;
const seconds = /train_step_timing in s: (?<seconds>[\d.]+(?:e[+-]?\d+)?)/u;
const peak = /\b(?:peak_memory_usage|max_memory_allocated): (?<bytes>[\d.]+(?:e[+-]?\d+)?)/u;
const reserved = /\bmax_memory_reserved: (?<bytes>[\d.]+(?:e[+-]?\d+)?)/u;
const rate = /\btokens_per_sec_per_gpu: (?<rate>[\d.]+(?:e[+-]?\d+)?)/u;

/**
 * NeMo 2 on Lightning: one line an iteration, counted from nought, memory in bytes when it is asked to log it.
 * Shape checked against public logs.
 */
export const nemo: Tool = () => {
  const t = makeTally("nemo");
  return {
    signs: ["train_step_timing in s: "],
    hits: t.hits,
    line({ text, rank }) {
      const found = match(text, iteration);
      if (found === null) return;
      t.hit();
      const step = (found.number("iteration") ?? 0) + 1;
      t.most("steps", step);
      t.set("globalBatch", found.number("batch"));
      t.sample("stepSeconds", { step, rank }, match(text, seconds)?.number("seconds"), "instant");
      t.sample("tokensPerSecondPerGpu", { step, rank }, match(text, rate)?.number("rate"), "instant");
      const bytes = match(text, peak)?.number("bytes") ?? null;
      if (bytes !== null) t.peak("allocated", gibFromBytes(bytes), rank);
      const held = match(text, reserved)?.number("bytes") ?? null;
      if (held !== null) t.peak("reserved", gibFromBytes(held), rank);
    },
    end() {
      t.warn(t.hasPeak("allocated") || t.hasPeak("reserved") ? "one-rank" : "no-memory");
      return t.end();
    },
  };
};
