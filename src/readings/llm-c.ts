import { gibFromMib } from "./figures.ts";
import { match } from "./match.ts";
import { makeTally, type Tool } from "./tally.ts";

const step =
  /\bstep\s+(?<step>\d+)\/(?<all>\d+) \| (?:train )?loss\s+(?<loss>[\d.]+|-?nan).*?\|\s*(?<ms>[\d.]+) ms \|(?:\s*(?<mfu>-?[\d.]+)% \w+ (?<of>A100 )?MFU \|)?\s*(?<rate>[\d.]+) tok\/s/u;
const used = /device memory usage: (?<used>[\d.]+) MiB \/ (?<all>[\d.]+) MiB/u;
const setting =
  /^\s*\| (?<name>micro batch size B|sequence length T|total batch size|device|num_processes|num_parameters|peak TFlops)\s*\| (?<value>.+?)\s*\|\s*$/u;
const allocating = /allocating (?<mib>[\d.]+) MiB for (?<what>[\w ]+)/u;
const accumulation = /=> setting grad_accum_steps=(?<steps>\d+)/u;

/** A line without any of these says nothing here. */
const signs = ["tok/s", "device memory usage", "| ", "allocating", "grad_accum_steps"] as const;

/** llm.c: device memory read once when everything is allocated; step time, MFU and a smoothed rate over all GPUs. */
export const llmC: Tool = () => {
  const t = makeTally("llm.c");
  return {
    signs,
    hits: t.hits,
    line({ text, rank }) {
      const found = match(text, step);
      if (found === null) {
        readHead(text);
        return;
      }
      t.hit();
      const now = { step: found.number("step") ?? 0, rank };
      t.most("steps", now.step);
      t.sample("stepSeconds", now, (found.number("ms") ?? Number.NaN) / 1000, "instant");
      t.sample("tokensPerSecondTotal", now, found.number("rate"), "instant");
      const percent = found.number("mfu");
      if (percent !== null && percent >= 0) t.sample("modelFlopsUtilisation", now, percent / 100, "instant");
      if (percent !== null && percent < 0) t.warn("mfu-not-computed");
      if (found.text("of") !== undefined) t.warn("mfu-denominator", { tflops: 312 });
      t.warn("smoothed");
    },
    end: () => t.end(),
  };

  function readHead(text: string): void {
    const memory = match(text, used);
    if (memory !== null) {
      t.hit();
      t.peak("device", gibFromMib(memory.number("used") ?? Number.NaN));
      t.set("capacityGib", gibFromMib(memory.number("all") ?? Number.NaN));
      t.warn("instant");
      t.warn("all-processes");
    }
    const buffer = match(text, allocating);
    const mib = buffer?.number("mib") ?? null;
    if (buffer !== null && mib !== null) {
      t.hit();
      if (/^(?:model )?parameters\s*$/u.test(buffer.text("what") ?? "")) t.set("weightsGib", gibFromMib(mib));
    }
    t.set("gradientAccumulation", match(text, accumulation)?.number("steps"));
    const row = match(text, setting);
    if (row === null) return;
    const value = row.number("value");
    switch (row.text("name") ?? "") {
      case "micro batch size B":
        t.hit();
        t.set("microBatch", value);
        break;
      case "sequence length T":
        t.set("sequenceLength", value);
        break;
      case "total batch size":
        t.detail("tokensPerStep", value);
        break;
      case "num_processes":
        t.set("gpuCount", value);
        break;
      case "num_parameters":
        t.detail("parameters", value);
        break;
      case "peak TFlops":
        t.detail("mfuPeakTflops", value);
        break;
      case "device":
        t.set("gpuName", row.text("value"));
        break;
      default:
    }
  }
};
