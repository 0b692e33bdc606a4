import { clockSeconds } from "./figures.ts";
import type { Flavour } from "./flavour.ts";
import { figureOf } from "./literals.ts";
import { makeSinceTheStart } from "./since-the-start.ts";

/** Tokens of the data, without padding, by second and by process: a rate of one GPU. */
const effective = ["effective_tokens_per_sec", "effective_tokens_per_second"] as const;

/**
 * LLaMA-Factory's trainer_log.jsonl: elapsed time and tokens since the start; its own throughput is cumulative and
 * wrong after a resume. Its results may hold a rate of its own. Shapes checked against llamafactory/train.
 */
export function makeLlamaFactory(): Flavour {
  const sinceTheStart = makeSinceTheStart();
  return {
    tool: "llama-factory",
    line: ({ text }) => text.includes("actory") && /\bllamafactory[.\s-]|\bllama[-_]factory\b/iu.test(text),
    entry(entry, { rank }, t) {
      const perProcess = figureOf(entry, ...effective);
      if (perProcess !== null) {
        t.set("tokensPerSecondPerGpu", perProcess);
        t.warn("tokens-of-data");
      }
      const step = figureOf(entry, "current_steps");
      const clock = entry["elapsed_time"];
      if (step === null || typeof clock !== "string") return perProcess !== null;
      t.most("steps", step);
      t.peak("allocated", figureOf(entry, "vram_allocated"), rank);
      t.peak("reserved", figureOf(entry, "vram_reserved"), rank);
      if (figureOf(entry, "vram_reserved") !== null) t.warn("reserved-not-device");
      const tokens = figureOf(entry, "total_tokens");
      t.most("tokensTotal", tokens);
      if (figureOf(entry, "throughput") !== null) t.warn("cumulative-rate");
      const seconds = clockSeconds(clock);
      if (seconds !== null) sinceTheStart.see({ step, seconds, tokens }, rank, t);
      return true;
    },
    end(t) {
      sinceTheStart.end(t);
    },
  };
}
