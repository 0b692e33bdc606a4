import { clockSeconds, gibOf } from "./figures.ts";
import { match } from "./match.ts";
import { readThunder } from "./thunder.ts";
import { makeTally, type Tool } from "./tally.ts";

const iteration =
  /Epoch (?<epoch>\d+) \| iter (?<iteration>\d+) step (?<step>\d+) \| loss train: .*?\| iter time: (?<ms>[\d.]+) ms(?<stepped> \(step\))?/u;
const longest =
  /longest sequence length in the train data is (?<longest>\d+), the model's maximum sequence length is (?<length>\d+)/u;
const row =
  /^\s*\|\s*-\s*(?<name>Input Tokens|Tokens w\/ Prompt|Total Tokens(?: \(w\/ Padding\))?|Training Time|Tok\/sec|Memory Used)\s*:\s*(?<value>[\d.,:e+]+)\s*(?<unit>\S+)?/u;
const trainable = /Number of trainable parameters: (?<count>[\d,]+)/u;
/** The arguments of the run, as Python prints them. */
const micro = /TrainArgs\([^)]*?\bmicro_batch_size=(?<micro>\d+)/u;
const global = /TrainArgs\([^)]*?\bglobal_batch_size=(?<global>\d+)/u;
const trainingTime = /Training time: (?<seconds>[\d.]+)s/u;
const memoryLine = /Memory used: (?<size>[\d.]+) GB/u;
const resumed = /Resuming training from/u;

/** A line without any of these says nothing here. */
const signs = [
  "iter time",
  "sequence length in",
  "- ",
  "trainable parameters",
  "Training time",
  "Memory used",
  "Resuming training",
  "TrainArgs(",
  "Tokens/s",
  "iter time:",
  "Seq Length",
  " BS",
] as const;

/**
 * litgpt: memory in GB of 10^9, the allocator's peak of one rank. The rate of pretraining divides by a clock's
 * value, not by a duration, so tokens ÷ time is computed here. Shape checked against litgpt's pretrain; finetune's recalled.
 */
export const litgpt: Tool = () => {
  const t = makeTally("litgpt");
  let accumulation: number | null = null;
  let tokens: number | null = null;
  let seconds: number | null = null;
  let printed: number | null = null;
  let padded = false;
  /** One such line may be anybody's. */
  let seenOfThunder = 0;
  return {
    signs,
    hits: t.hits,
    line({ text, rank }) {
      const found = match(text, iteration);
      if (found !== null) {
        t.hit();
        const [done, step] = [found.number("iteration") ?? 0, found.number("step") ?? 0];
        t.most("steps", step);
        if (step > 0 && found.text("stepped") !== undefined && step >= 2) accumulation = done / step;
        const ms = found.number("ms");
        t.sample("stepSeconds", { step: done, rank }, ms === null ? null : ms / 1000, "instant");
      }
      t.detail("trainableParameters", match(text, trainable)?.number("count"));
      t.first("microBatch", match(text, micro)?.number("micro"));
      t.first("globalBatch", match(text, global)?.number("global"));
      const lengths = match(text, longest);
      if (lengths !== null) {
        t.set("sequenceLength", lengths.number("length"));
        t.detail("longestSample", lengths.number("longest"));
      }
      if (resumed.test(text) && t.hits() > 0) t.warn("resumed");
      seconds = match(text, trainingTime)?.number("seconds") ?? seconds;
      if (!text.includes("Memory used: ") || seenOfThunder === 0)
        memory(match(text, memoryLine)?.number("size") ?? null, rank);
      if (readThunder(text, rank, t)) {
        seenOfThunder += 1;
        if (seenOfThunder > 1) t.hit();
        return;
      }
      const line = match(text, row);
      if (line === null) return;
      t.hit();
      const value = line.number("value");
      switch (line.text("name") ?? "") {
        case "Training Time":
          seconds = value ?? clockSeconds(line.text("value") ?? "");
          break;
        case "Tok/sec":
          printed = value;
          break;
        case "Memory Used":
          memory(value, rank);
          break;
        case "Total Tokens":
          tokens = value;
          break;
        case "Total Tokens (w/ Padding)":
          tokens = value;
          padded = true;
          break;
        default:
      }
    },
    end() {
      if (t.hits() === 0) return null;
      t.set("runtimeSeconds", seconds);
      rates();
      if (accumulation !== null && Number.isInteger(accumulation)) {
        t.set("gradientAccumulation", accumulation);
        t.scale("stepSeconds", accumulation);
        if (accumulation > 1) t.warn("inferred", { field: "stepSeconds" });
      } else if (t.hasSamples("stepSeconds")) t.drop("stepSeconds");
      return t.end();
    },
  };

  function memory(size: number | null, rank: number | null): void {
    if (size === null) return;
    t.peak("allocated", gibOf(size, "GB", "decimal"), rank);
    t.warn("gb-is-decimal");
    t.warn("one-rank");
  }

  /** Finetuning counts one rank's tokens with padding; pretraining counts those of all ranks. */
  function rates(): void {
    const computed = tokens !== null && seconds !== null && seconds > 0 ? tokens / seconds : null;
    if (padded) {
      t.set("tokensPerSecondPerGpu", printed ?? computed);
      t.detail("tokensOfRank", tokens);
      t.warn("padded-tokens");
      t.warn("one-rank");
      return;
    }
    t.set("tokensTotal", tokens);
    if (computed === null) {
      if (printed !== null) t.warn("wrong-rate");
      return;
    }
    t.set("tokensPerSecondTotal", computed);
    if (printed !== null && Math.abs(printed / computed - 1) > 0.02) t.warn("wrong-rate");
  }
};
