import { gibFromMib } from "./figures.ts";
import { match } from "./match.ts";
import { makeTally, type Tool } from "./tally.ts";

const step =
  /\bstep (?<step>\d+)(?:\/(?<all>\d+))? \([\d.]+%\) \|.*?\bdt: (?<ms>[\d.,]+)ms \| tok\/sec: (?<rate>[\d.,]+)/u;
const utilisation = /\b(?:bf16_)?mfu: (?<mfu>-?[\d.,]+)/u;
const elapsed = /total time: (?<minutes>[\d.,]+)m/u;
const peak = /Peak memory usage: (?<mib>[\d.,]+)\s?MiB/u;
const total = /Total training time: (?<minutes>[\d.,]+)m/u;
const perStep = /Total batch size (?<tokens>[\d,]+) => gradient accumulation steps: (?<accumulation>\d+)/u;
const micro = /Tokens \/ micro-batch \/ rank: (?<micro>\d+) x (?<length>\d+) =/u;
const card = /^GPU: (?<name>[^|]{2,60}?) \| Peak FLOPS \(BF16\): (?<flops>[\d.]+e[+-]?\d+|inf)/u;
const world = /Tokens \/ micro-batch: (?<tokens>[\d,]+)/u;

/** A line without any of these says nothing here. */
const signs = [
  "tok/sec",
  "Peak FLOPS",
  "Total batch size",
  "Tokens / micro-batch",
  "Peak memory usage",
  "Total training time",
] as const;

/** nanochat: time and rate of the printed step, over all GPUs. Shape checked against public forks of base_train.py. */
export const nanochat: Tool = () => {
  const t = makeTally("nanochat");
  let perRank: number | null = null;
  return {
    signs,
    hits: t.hits,
    line({ text, rank }) {
      const found = match(text, step);
      if (found === null) {
        readSummary(text);
        return;
      }
      t.hit();
      const now = { step: found.number("step") ?? 0, rank };
      const seconds = (found.number("ms") ?? Number.NaN) / 1000;
      const rate = found.number("rate");
      t.most("steps", now.step);
      t.sample("stepSeconds", now, seconds, "instant");
      t.sample("tokensPerSecondTotal", now, rate, "instant");
      const percent = match(text, utilisation)?.number("mfu") ?? null;
      if (percent !== null) t.sample("modelFlopsUtilisation", now, percent / 100, "instant");
      const minutes = match(text, elapsed)?.number("minutes") ?? null;
      if (minutes !== null) t.detail("minutesAfterTenSteps", minutes);
      checkRate(rate, seconds);
    },
    end() {
      if (t.hasPeak("allocated")) t.warn("one-rank");
      return t.end();
    },
  };

  function readSummary(text: string): void {
    t.first("gpuName", match(text, card)?.text("name"));
    const batch = match(text, perStep);
    if (batch !== null) {
      t.detail("tokensPerStep", batch.number("tokens"));
      t.set("gradientAccumulation", batch.number("accumulation"));
    }
    const size = match(text, micro);
    if (size !== null) {
      t.set("microBatch", size.number("micro"));
      t.set("sequenceLength", size.number("length"));
      perRank = (size.number("micro") ?? 0) * (size.number("length") ?? 0);
    }
    const all = match(text, world)?.number("tokens") ?? null;
    if (all !== null && perRank !== null && perRank > 0 && all % perRank === 0)
      t.set("gpuCount", all / perRank);
    const mib = match(text, peak)?.number("mib") ?? null;
    if (mib !== null && t.hits() > 0) t.peak("allocated", gibFromMib(mib));
    const minutes = match(text, total)?.number("minutes") ?? null;
    if (minutes !== null) t.detail("minutesAfterTenSteps", minutes);
  }

  /** An older version left gradient accumulation out of tok/sec: the batch it printed tells. */
  function checkRate(rate: number | null, seconds: number): void {
    const tokens = t.detailOf("tokensPerStep");
    if (tokens === null || rate === null || rate <= 0) return;
    const off = tokens / seconds / rate;
    if (off <= 1.5) return;
    t.warn("wrong-rate");
    t.drop("tokensPerSecondTotal");
  }
};
