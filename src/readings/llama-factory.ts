import { clockSeconds } from "./figures.ts";
import type { Flavour } from "./flavour.ts";
import { figureOf } from "./literals.ts";

interface Point {
  readonly step: number;
  readonly seconds: number;
  readonly tokens: number | null;
}

/**
 * LLaMA-Factory's trainer_log.jsonl: elapsed time and tokens since the start, so steps and rates come from the
 * differences between two lines; its own throughput is cumulative and wrong after a resume.
 * Shape checked against llamafactory/train/callbacks.py.
 */
export function makeLlamaFactory(): Flavour {
  let before: Point | null = null;
  let first: Point | null = null;
  const paces: number[] = [];
  return {
    tool: "llama-factory",
    line: ({ text }) => text.includes("actory") && /\bllamafactory[.\s-]|\bllama[-_]factory\b/iu.test(text),
    entry(entry, { rank }, t) {
      const step = figureOf(entry, "current_steps");
      const clock = entry["elapsed_time"];
      if (step === null || typeof clock !== "string") return false;
      t.most("steps", step);
      t.peak("allocated", figureOf(entry, "vram_allocated"), rank);
      t.peak("reserved", figureOf(entry, "vram_reserved"), rank);
      if (figureOf(entry, "vram_reserved") !== null) t.warn("reserved-not-device");
      const tokens = figureOf(entry, "total_tokens");
      t.most("tokensTotal", tokens);
      if (figureOf(entry, "throughput") !== null) t.warn("cumulative-rate");
      const seconds = clockSeconds(clock);
      if (seconds === null) return true;
      t.set("runtimeSeconds", seconds);
      const now: Point = { step, seconds, tokens };
      first ??= now;
      if (before !== null && before.seconds > seconds) {
        t.warn("resumed");
        first = now;
      } else if (before !== null && before.step < step && before.seconds < seconds) {
        const [steps, time] = [step - before.step, seconds - before.seconds];
        paces.push(time / steps);
        t.sample("stepSeconds", { step, rank }, time / steps);
        if (tokens !== null && before.tokens !== null)
          t.sample("tokensPerSecondTotal", { step, rank }, (tokens - before.tokens) / time);
      }
      before = now;
      return true;
    },
    end(t) {
      const pace = [...paces].sort((a, b) => a - b)[Math.floor(paces.length / 2)];
      if (first !== null && pace !== undefined && first.seconds < 0.5 * pace * first.step) t.warn("resumed");
    },
  };
}
