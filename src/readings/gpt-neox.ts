import { match } from "./match.ts";
import { readIteration, readShardMemory, tokensOfSamples } from "./megatron.ts";
import { makeTally, type Tool } from "./tally.ts";

const rate = /samples\/sec:\s*(?<rate>[\d.]+)/u;
const flops = /approx flops per GPU:\s*(?<value>[\d.]+)\s?(?<scale>[GTP])FLOPS/u;
const setting =
  /^\s*(?<name>train_micro_batch_size_per_gpu|train_batch_size|seq_length|world_size|gradient_accumulation_steps)\s*\.{2,}\s*(?<value>\d+)/u;

const tera = { G: 1e-3, T: 1, P: 1e3 } as const;

/** A line without any of these says nothing here. */
const signs = ["memory (MB)", "samples/sec", "flops per GPU", "..."] as const;

/** GPT-NeoX: Megatron's line with samples/s before it; its FLOPs include recomputation. */
export const gptNeox: Tool = () => {
  const t = makeTally("gpt-neox");
  let memory: (() => void)[] = [];
  return {
    signs,
    hits: t.hits,
    line({ text, rank }) {
      if (text.includes("memory (MB)")) memory.push(() => readShardMemory(text, rank, t));
      const value = match(text, setting);
      if (value !== null) read(value.text("name") ?? "", value.number("value"));
      const seen = match(text, flops);
      const samples = match(text, rate)?.number("rate") ?? null;
      if (seen === null && !(samples !== null && text.includes("elapsed time per iteration"))) return;
      if (readIteration(text, t) === null) return;
      const scale = seen?.text("scale");
      if (scale === "G" || scale === "T" || scale === "P") {
        t.detail("tflopsPerGpu", (seen?.number("value") ?? Number.NaN) * tera[scale]);
        t.warn("recompute-in-flops");
      }
      if (samples !== null) t.detail("samplesPerSecond", samples);
    },
    end() {
      if (t.hits() === 0) return null;
      for (const read of memory) read();
      memory = [];
      tokensOfSamples(t);
      return t.end();
    },
  };

  function read(name: string, value: number | null): void {
    if (name === "train_micro_batch_size_per_gpu") t.set("microBatch", value);
    else if (name === "train_batch_size") t.set("globalBatch", value);
    else if (name === "seq_length") t.set("sequenceLength", value);
    else if (name === "gradient_accumulation_steps") t.set("gradientAccumulation", value);
    else t.set("gpuCount", value);
  }
};
