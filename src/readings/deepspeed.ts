import { gibOf } from "./figures.ts";
import { match } from "./match.ts";
import { makeTally, type Tool } from "./tally.ts";

const caption = /see_memory_usage\]?\s+(?<what>\D.*)$/u;
const usage =
  /\bMA (?<now>[\d.]+) GB\s+Max_MA (?<peak>[\d.]+) GB\s+CA (?<cached>[\d.]+) GB\s+Max_CA (?<cachedPeak>[\d.]+) GB/u;
const host = /CPU Virtual Memory:\s+used = (?<used>[\d.]+) GB/u;
const timer =
  /(?:micro_step=(?<micro>\d+)\/global_step=|\b\d+\/)(?<step>\d+), (?:RunningAvgSamplesPerSec=[\d.]+, Curr)?SamplesPerSec=(?<now>[\d.]+), MemAllocated=(?<allocated>[\d.]+)\s?GB, MaxMemAllocated=(?<peak>[\d.]+)\s?GB/u;
const phases =
  /time \(ms\) \| (?:fwd|forward)(?:_microstep)?: (?<forward>[\d.]+) \| (?:bwd|backward)(?:_microstep)?: (?<backward>[\d.]+)(?<rest>.*)/u;
const optimizer = /\bstep(?:_microstep)?: (?<ms>[\d.]+)/u;
const progress = /\bstep=(?<step>\d+), skipped=(?<skipped>\d+)/u;
const flushes = /(?<count>\d+) pytorch allocator cache flushes since last step/u;
const setting =
  /\b(?<name>train_batch_size|train_micro_batch_size_per_gpu|gradient_accumulation_steps|world_size)\s*\.{3,}\s*(?<value>\d+)/u;
const beforeTraining = /init|creat|load|partition|building|before (?:zero|model|start)/iu;

/** A line without any of these says nothing here. */
const signs = [
  "see_memory_usage",
  "Max_MA",
  "CPU Virtual Memory",
  "SamplesPerSec",
  "time (ms)",
  "skipped=",
  "cache flushes",
  "...",
] as const;

/** DeepSpeed's engine: GB are GiB of rank 0; what was printed while the engine was built is no peak of training. */
export const deepspeed: Tool = () => {
  const t = makeTally("deepspeed");
  let building = false;
  let step = 0;
  return {
    signs,
    hits: t.hits,
    line({ text, rank }) {
      const heading = match(text, caption)?.text("what");
      if (heading !== undefined && !heading.startsWith("MA ") && !heading.startsWith("CPU"))
        building = beforeTraining.test(heading);
      const memory = match(text, usage);
      if (memory !== null) {
        t.hit();
        const gib = (name: string): number | null => gibOf(memory.number(name) ?? Number.NaN, "GB");
        if (building) {
          t.detail("allocatedAfterInitGib", gib("peak"));
          t.detail("reservedAfterInitGib", gib("cached"));
          t.warn("after-load");
        } else {
          t.peak("allocated", gib("peak"), rank);
          t.peak("reserved", Math.max(gib("cached") ?? 0, gib("cachedPeak") ?? 0), rank);
          t.warn("rounded");
        }
        common();
      }
      const ram = match(text, host)?.number("used") ?? null;
      if (ram !== null) t.detail("hostRamUsedGib", Math.max(ram, t.detailOf("hostRamUsedGib") ?? 0));
      const logged = match(text, progress);
      if (logged !== null) {
        t.hit();
        step = logged.number("step") ?? step;
        t.most("steps", step);
        if ((logged.number("skipped") ?? 0) > 0) t.warn("skipped-steps");
      }
      const speed = match(text, timer);
      if (speed !== null) {
        t.hit();
        step = speed.number("step") ?? step;
        t.most("steps", step);
        t.peak("allocated", gibOf(speed.number("peak") ?? Number.NaN, "GB"), rank);
        t.detail("samplesPerSecond", speed.number("now"));
        const micro = (speed.number("micro") ?? 0) / step;
        if (Number.isInteger(micro) && micro > 0) t.set("gradientAccumulation", micro);
        common();
      }
      const time = match(text, phases);
      if (time !== null) {
        t.hit();
        const last = match(time.text("rest") ?? "", optimizer)?.number("ms") ?? null;
        const ms = (time.number("forward") ?? Number.NaN) + (time.number("backward") ?? Number.NaN);
        if (last !== null && !text.includes("_microstep"))
          t.sample("stepSeconds", { step, rank }, (ms + last) / 1000, "instant");
      }
      const flushed = match(text, flushes)?.number("count") ?? null;
      if (flushed !== null) {
        t.hit();
        t.detail("cacheFlushes", (t.detailOf("cacheFlushes") ?? 0) + flushed);
        t.warn("cache-flushes", { count: t.detailOf("cacheFlushes") ?? flushed });
      }
      const row = match(text, setting);
      if (row !== null) {
        const value = row.number("value");
        if (row.text("name") === "train_batch_size") t.set("globalBatch", value);
        else if (row.text("name") === "world_size") t.set("gpuCount", value);
        else if (row.text("name") === "gradient_accumulation_steps") t.set("gradientAccumulation", value);
        else t.set("microBatch", value);
      }
    },
    end: () => t.end(),
  };

  function common(): void {
    t.warn("gb-is-gib");
    t.warn("one-rank");
  }
};
