import { gibFromMib } from "./figures.ts";
import { match, matches, type Match } from "./match.ts";
import { makeTally, type Tally, type Tool } from "./tally.ts";

const iteration = /\biteration\s+(?<step>\d+)\/\s*(?<all>\d+) \|/u;
const milliseconds = /elapsed time per iteration \(m?s\):\s*(?<ms>[\d.]+)/u;
const flops = /throughput per GPU \(TFLOP\/s\/GPU\):\s*(?<tflops>[\d.]+)/u;
const batch = /global batch size:\s*(?<global>\d+)/u;
const skipped = /number of skipped iterations:\s*(?<skipped>\d+)/u;
const report = /\bafter (?<steps>\d+) iterations\)? memory \(MB\)/u;
const figure = /(?<name>max allocated|max reserved|max cached|allocated|reserved|cached):\s*(?<mib>[\d.]+)/gu;
const device =
  /(?:total device memory used|device usage|mem-reserved-bytes|device memory used):\s*(?<mib>[\d.]+)/iu;
const theory = /Theoretical memory footprints:.*?total=(?<mib>[\d.]+) MB/u;
const argument =
  /^\s*(?:\d+:\s*)?(?<name>micro_batch_size|seq_length|world_size|global_batch_size|data_parallel_size) \.{3,} (?<value>\d+)\s*$/u;

const opening = /using world size: (?<world>\d+), data-parallel size: (?<data>\d+)/u;

/** The memory line of Megatron and of what grew from it: MB are MiB, printed once by one rank of each model shard. */
export function readShardMemory(text: string, rank: number | null, t: Tally): boolean {
  if (!report.test(text)) return false;
  const all = matches(text, figure);
  const of = (name: string): number | null =>
    all.find((one) => one.text("name") === name)?.number("mib") ?? null;
  peak(t, "allocated", of("max allocated") ?? of("allocated"), rank);
  peak(t, "reserved", of("max reserved") ?? of("max cached") ?? of("reserved") ?? of("cached"), rank);
  peak(t, "device", match(text, device)?.number("mib") ?? null, rank);
  t.warn("mb-is-mib");
  t.warn("rank-per-shard");
  return true;
}

function peak(
  t: Tally,
  counter: "allocated" | "reserved" | "device",
  mib: number | null,
  rank: number | null,
) {
  if (mib !== null) t.peak(counter, gibFromMib(mib), rank);
}

/** The fields that Megatron and GPT-NeoX share in the line of an iteration. */
export function readIteration(text: string, t: Tally): Match | null {
  const found = match(text, iteration);
  if (found === null) return null;
  t.hit();
  const step = found.number("step") ?? 0;
  t.most("steps", step);
  const inSeconds = /elapsed time per iteration \(s\)/u.test(text);
  const ms = match(text, milliseconds)?.number("ms") ?? null;
  t.sample("stepSeconds", { step, rank: null }, ms === null ? null : ms / (inSeconds ? 1 : 1000));
  if ((match(text, skipped)?.number("skipped") ?? 0) > 0) t.warn("skipped-steps");
  return found;
}

/** A line without any of these says nothing here. */
const signs = ["iteration", "Theoretical", "....", "using world size"] as const;

/** Megatron-LM's console. Shape recalled, not read in its source. */
export const megatron: Tool = () => {
  const t = makeTally("megatron-lm");
  return {
    signs,
    hits: t.hits,
    line({ text, rank }) {
      if (text.includes("approx flops")) return;
      const estimate = match(text, theory)?.number("mib") ?? null;
      if (estimate !== null) {
        t.hit();
        t.detail("theoreticalTotalGib", gibFromMib(estimate));
        t.warn("estimate-line");
      }
      if (readShardMemory(text, rank, t)) t.hit();
      const sizes = match(text, opening);
      if (sizes !== null) {
        t.first("gpuCount", sizes.number("world"));
        t.detail("dataParallelSize", sizes.number("data"));
      }
      const setting = match(text, argument);
      if (setting !== null) {
        const value = setting.number("value");
        const name = setting.text("name");
        if (name === "micro_batch_size") t.set("microBatch", value);
        else if (name === "seq_length") t.set("sequenceLength", value);
        else if (name === "world_size") t.set("gpuCount", value);
        else if (name === "global_batch_size") t.first("globalBatch", value);
        else t.detail("dataParallelSize", value);
      }
      if (!text.includes("elapsed time per iteration") || !text.includes("consumed samples")) return;
      if (readIteration(text, t) === null) return;
      t.set("globalBatch", match(text, batch)?.number("global"));
      t.detail("tflopsPerGpu", match(text, flops)?.number("tflops"));
    },
    end() {
      const [all, micro, parallel] = [
        t.known("globalBatch"),
        t.known("microBatch"),
        t.detailOf("dataParallelSize"),
      ];
      if (typeof all === "number" && typeof micro === "number" && parallel !== null) {
        const accumulation = all / (micro * parallel);
        if (Number.isInteger(accumulation)) t.set("gradientAccumulation", accumulation);
      }
      tokensOfSamples(t);
      return t.end();
    },
  };
};

/** Every sample is padded or packed to the sequence length. */
export function tokensOfSamples(t: Tally): void {
  const [samples, length] = [t.known("globalBatch"), t.known("sequenceLength")];
  if (typeof samples === "number" && typeof length === "number") t.detail("tokensPerStep", samples * length);
}
