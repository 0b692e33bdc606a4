import { gibFromMib } from "./figures.ts";
import { match } from "./match.ts";
import { makeTally, type Tool } from "./tally.ts";

const place = /^\s*step:(?<step>\d+)\/\d+ .*?\btrain_time:(?<ms>\d+)ms step_avg:/u;
const memory = /peak memory allocated: (?<allocated>\d+) MiB reserved: (?<reserved>\d+) MiB/u;

/**
 * modded-nanogpt and what grew from it: training time since the start, without the evaluations, so a step is the
 * difference between two lines. Shape checked against its published records.
 */
export const moddedNanogpt: Tool = () => {
  const t = makeTally("modded-nanogpt");
  let before: { readonly step: number; readonly ms: number } | null = null;
  return {
    signs: ["train_time:", "peak memory allocated:"],
    hits: t.hits,
    line({ text, rank }) {
      const found = match(text, place);
      if (found !== null) {
        t.hit();
        const now = { step: found.number("step") ?? 0, ms: found.number("ms") ?? 0 };
        t.most("steps", now.step);
        if (before !== null && now.step > before.step && now.ms > before.ms)
          t.sample(
            "stepSeconds",
            { step: now.step, rank },
            (now.ms - before.ms) / 1000 / (now.step - before.step),
          );
        before = now;
      }
      const peaks = match(text, memory);
      if (peaks === null) return;
      t.hit();
      t.peak("allocated", gibFromMib(peaks.number("allocated") ?? Number.NaN), rank);
      t.peak("reserved", gibFromMib(peaks.number("reserved") ?? Number.NaN), rank);
      t.warn("one-rank");
    },
    end: () => t.end(),
  };
};
