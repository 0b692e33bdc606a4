import { match } from "./match.ts";
import { makeTally, type Tool } from "./tally.ts";

const iteration =
  /\biter (?<step>\d+): loss (?<loss>[\d.]+|nan), time (?<ms>[\d.,]+)ms(?:, mfu (?<mfu>-?[\d.,]+)%)?/u;
const perIteration = /tokens per iteration will be: (?<tokens>[\d,]+)/u;
const parameters = /number of parameters: (?<parameters>[\d.,]+M)/u;
const resumed = /Resuming training from/u;

/** A line without any of these says nothing here. */
const signs = ["iter", "number of parameters", "Resuming"] as const;

/** nanoGPT: time of the printed iteration alone; MFU against an A100 whatever the card, -100% = not computed. */
export const nanogpt: Tool = () => {
  const t = makeTally("nanogpt");
  return {
    signs,
    hits: t.hits,
    line({ text, rank }) {
      const tokens = match(text, perIteration);
      if (tokens !== null) {
        t.hit();
        t.detail("tokensPerStep", tokens.number("tokens"));
      }
      t.detail("parameters", match(text, parameters)?.number("parameters"));
      if (resumed.test(text)) t.warn("resumed");
      const found = match(text, iteration);
      if (found === null) return;
      t.hit();
      const now = { step: found.number("step") ?? 0, rank };
      t.most("steps", now.step);
      const ms = found.number("ms");
      t.sample("stepSeconds", now, ms === null ? null : ms / 1000, "instant");
      const percent = found.number("mfu");
      if (percent === null) return;
      if (percent < 0) t.warn("mfu-not-computed");
      else t.sample("modelFlopsUtilisation", now, percent / 100, "instant");
    },
    end() {
      if (t.hits() > 0) {
        t.warn("mfu-denominator", { tflops: 312 });
        t.warn("no-memory");
      }
      return t.end();
    },
  };
};
