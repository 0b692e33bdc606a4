import { gibFromMib } from "./figures.ts";
import { match } from "./match.ts";
import { makeTally, type Tool } from "./tally.ts";

const total =
  /(?<cpu>CPU )?(?:GPU )?Total Peak Memory consumed during the (?<stage>train|eval\w*) \(max\)\s*:\s*(?<mib>\d+)/u;
const difference =
  /(?:GPU )?Peak Memory consumed during the (?:train|eval\w*) \(max-begin\)\s*:\s*(?<mib>\d+)/u;
const begin = /(?<cpu>CPU )?(?:GPU )?Memory before entering the (?:train|eval\w*)\s*:\s*(?<mib>\d+)/u;

/** A line without any of these says nothing here. */
const signs = ["entering the", "consumed"] as const;

/** The examples of accelerate and PEFT that trace memory: whole MiB without a unit; only the total line is a peak. */
export const accelerate: Tool = () => {
  const t = makeTally("accelerate-example");
  return {
    signs,
    hits: t.hits,
    line({ text, rank }) {
      if (match(text, difference) !== null && !text.includes("CPU")) {
        t.hit();
        t.warn("difference-not-peak");
      }
      const start = match(text, begin);
      if (start !== null) t.hit();
      const peak = match(text, total);
      if (peak === null) return;
      t.hit();
      t.warn("unit-not-printed");
      if (text.includes("CPU ")) {
        t.detail("hostPeakMib", peak.number("mib"));
        t.warn("host-not-device");
      } else {
        t.peak("allocated", gibFromMib(peak.number("mib") ?? Number.NaN), rank);
        t.warn("one-rank");
      }
    },
    end: () => t.end(),
  };
};
