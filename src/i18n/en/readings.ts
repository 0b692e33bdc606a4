import type { ReadingWarningCode } from "../../domain/pilot-reading.ts";
import { format } from "../format.ts";
import { figure, text, when, type Params } from "../params.ts";

const f = format("en");
const gib = (p: Params, key: string): string => when(figure(p, key), f.gib) || "some memory";

const full = (p: Params): boolean => figure(p, "allocated") !== null;

const labels = {
  peakAllocatedGib: "peak allocated, per GPU",
  peakReservedGib: "peak reserved (PyTorch), per GPU",
  peakDeviceGib: "peak of the device, per GPU",
  weightsGib: "weights, per GPU",
  kvCacheGib: "KV cache, per GPU",
  capacityGib: "memory of the card",
  stepSeconds: "step time",
  tokensPerSecondTotal: "tokens per second, in total",
  tokensPerSecondPerGpu: "tokens per second, per GPU",
  modelFlopsUtilisation: "MFU as logged",
  runtimeSeconds: "run time",
  steps: "steps",
  tokensTotal: "tokens, in total",
  microBatch: "micro-batch",
  gradientAccumulation: "gradient accumulation",
  globalBatch: "global batch",
  sequenceLength: "sequence length",
  gpuName: "GPU",
  gpuCount: "GPUs",
  outOfMemory: "out of memory",
  versions: "versions",
};

/** The name of the figure that a warning is about. */
const labelOf = (p: Params): string | null => {
  const field = text(p, "field");
  return field !== null && Object.hasOwn(labels, field) ? labels[field as keyof typeof labels] : null;
};

/** Likely causes of steps that grow slower, by what the trace shows. */
const slowing: Readonly<Record<string, string>> = {
  memory:
    "The allocator had to free and retry meanwhile: memory is fragmented or too full. Test: expandable segments, or a smaller micro-batch.",
  data: "Waiting for data grew by as much: the loader, the disk or the network behind it. Test: the same steps on data held in memory.",
  sudden:
    "At once it is most likely the card held back (heat, power) or somebody else on the machine. Test: clocks, temperature and processes in nvidia-smi or rocm-smi at that step.",
  gradual:
    "Little by little it is most likely heat, batches that grow longer, or a loader that falls behind. Test: temperature and clocks, tokens per batch and loading time beside the step time.",
};

/** What is said beside the figures of a log. */
export const readings = {
  nothing: "No figure of a run was found in it.",
  together: "All files together, worst rank:",
  labels,
  failure: (asked: string, free: string) => `asked for ${asked} with ${free} free`,
  warnings: {
    "nothing-read": () => "No figure of a run was found in this file.",
    binary: () => "This is not a text file. Send the log, the JSON or the CSV itself.",
    "cut-short": () => "The file is longer than what is read; only its beginning was used.",
    truncated: () => "The JSON breaks off; what is whole in it was used.",
    mixed: (p) => `Several tools wrote into this file${when(text(p, "tools"), (x) => `: ${x}`)}.`,
    "several-runs": () => "Steps start over: several runs are in this file; the longest one was used.",
    resumed: () => "The run was resumed: rates since the start are not to be used.",
    "cumulative-rate": () =>
      "The printed throughput is the average since the start; it was computed between two lines instead.",
    "wrong-rate": () => "The printed rate is known to be wrong here and was not used.",
    "warm-up": () => "The first steps are slow (compilation, allocator) and were left out.",
    "warm-up-included": () => "Too few steps: warm-up is in the step time.",
    "whole-run-average": (p) =>
      `Run time and rates cover the whole run: warm-up, saves and evaluation${when(figure(p, "evaluation"), (n) => ` (${f.number(n, 1)} s)`)} are in them.`,
    smoothed: () => "The time comes from a smoothed display.",
    "per-device-batch": () => "train_batch_size is per device.",
    inferred: (p) => `${labelOf(p) ?? "A figure"} is computed from other figures of the file.`,
    "tokens-may-pad": () => "The token count may include padding.",
    "padded-tokens": () => "The token rate counts padding.",
    "trained-tokens": (p) =>
      `The token rate counts trained labels only${when(figure(p, "share"), (n) => `, ${f.percent(n)} of all tokens here`)}: not comparable with other tools.`,
    "tokens-of-data": () =>
      "The token rate counts the tokens of the data, without padding, of one process: not comparable with other tools.",
    "completions-batch": () =>
      "In GRPO the batch per device counts completions, prompts in versions before February 2025.",
    "no-memory": () => "No memory figure in this file.",
    "gb-is-gib": () => "This tool writes GB and means GiB (2^30).",
    "mb-is-mib": () => "This tool writes MB and means MiB (2^20).",
    "gb-is-decimal": () => "GB is 10^9 bytes here: converted.",
    "unit-not-printed": () => "The numbers have no unit; this tool prints MiB.",
    "unit-per-cell": () => "Each cell of this table has a unit of its own.",
    "figures-as-text": () => "Numbers come as text in this file.",
    rounded: () => "Figures are rounded by the tool.",
    "one-rank": () => "Only one process or device reports here; another may need more.",
    "rank-per-shard": () => "Memory is printed once, early, by one rank of each model shard.",
    "reset-each-log": () => "The peak is reset at each line: the largest of all lines was taken.",
    "reserved-not-device": () => "Reserved is PyTorch's allocator, not what the driver shows.",
    "after-load": () => "Memory right after loading is not the peak of training.",
    "estimate-line": () => "The theoretical footprint is the tool's estimate, not a measurement.",
    "difference-not-peak": () => "Some lines are differences; the peak is the total.",
    "host-not-device": () => "CPU memory is in the file too; it was kept apart.",
    "cache-flushes": () => "The allocator flushed its cache: memory pressure, so the speed does not count.",
    "allocation-retries": (p) =>
      `The allocator had to retry${when(figure(p, "count"), (n) => ` ${f.number(n)} times`)}: memory pressure.`,
    "skipped-steps": () => "Steps were skipped (loss scaling): they cost less than a real step.",
    "recompute-in-flops": () => "The FLOPs include recomputation.",
    "mfu-denominator": (p) =>
      `The MFU divides by ${when(figure(p, "tflops"), (n) => `${f.number(n)} TFLOP/s`) || "a fixed peak"}, whatever the card.`,
    "mfu-not-computed": () => "Negative MFU = not computed yet.",
    "mfu-unlikely": () => "An MFU outside 5 to 65% is rare: check what it divides by.",
    impossible: () => "A figure is impossible (a share outside 0 to 100%, or a negative time).",
    "above-card": (p) => `The peak, ${gib(p, "peak")}, is above the card's ${gib(p, "card")}.`,
    instant: () => "Device memory of one instant, not a peak.",
    sampled: (p) =>
      `Device memory is sampled${when(figure(p, "seconds"), (n) => ` every ${f.rough(n)} s`)}: short peaks are missed.`,
    "all-processes": () => "Device memory counts every process on the card.",
    "processes-only": () => "Memory of single processes, not of the whole card: not used as its peak.",
    slices: () => "The card is cut into slices (MIG): the fullest slice and its size were taken.",
    "idle-samples": () => "Idle moments are in the samples; they do not count as use.",
    "idle-card": (p) => `${f.number(figure(p, "count") ?? 1)} card(s) did nothing and are not counted.`,
    "slows-down": (p) => {
      const unit = text(p, "unit") ?? "s";
      const one = (name: string): string => f.withUnit(f.rough(figure(p, name) ?? Number.NaN), unit);
      const why = text(p, "why") ?? "gradual";
      const step = figure(p, "step");
      const how = step === null ? "little by little" : `at once, near step ${f.number(step)}`;
      return `Steps grew slower during the run, ${how}: ${one("from")} at first, ${one("to")} at the end (${f.number(figure(p, "percent") ?? Number.NaN)} % more time). ${slowing[why] ?? ""}`;
    },
    straggler: (p) =>
      `Card ${f.number(figure(p, "gpu") ?? 0)} works far less than the others: one waits for another.`,
    "utilisation-is-not-mfu": () => "GPU utilisation is time with a kernel running, not efficiency.",
    "cuda-of-driver": () => "“CUDA Version” is the newest the driver supports, not the toolkit in use.",
    "activity-not-memory": () => "“memory” is how busy the memory is, not how full.",
    "percent-without-capacity": () => "Memory is a share of an unknown size: no figure can be given.",
    "capacity-inferred": () => "The card's size is computed from a size and its share.",
    "at-failure": () => "Memory at the moment of the failure: the run needed more.",
    fragmentation: (p) =>
      `${gib(p, "reserved")} were reserved but not in use while ${gib(p, "asked")} were asked: fragmentation. ${
        full(p)
          ? `Expandable segments give back that at most; tensors already held ${gib(p, "allocated")} of the card's ${gib(p, "capacity")}: the run itself is too large or barely fits.`
          : "Try expandable segments before other hardware."
      }`,
    capped: (p) => `The program was allowed ${gib(p, "allowed")}: a cap, not the card.`,
    "several-cards": () => "Cards of several sizes are in this file.",
    "several-failures": (p) =>
      `${f.number(figure(p, "count") ?? 2)} allocations failed; the first one counts, all are listed.`,
    "mixed-units": () => "MiB and GiB are mixed in one message: converted.",
    "host-memory-kill": () => "A process was killed by the system: host RAM, not the card.",
    "shared-memory-kill": () => "Bus error: shared memory (/dev/shm), not the card.",
    "collective-timeout": () => "A collective timed out: a slow rank, gather or write, not memory.",
    "kv-is-what-is-left": () => "The KV cache is what is left, not what the requests need.",
    "blocks-of-16": (p) => `Blocks × ${f.number(figure(p, "size") ?? 16)} = tokens.`,
    "rank-and-group": () => "Memory is per rank, KV-cache tokens are for the whole group.",
    "few-full-requests": () => "Fewer than two requests of full length fit at a time.",
    "does-not-start": () => "The server refused to start: memory does not hold the asked length.",
    preemptions: () => "Requests were preempted: the KV cache is too small for this load.",
    "output-tokens": () => "Tokens per second are generated tokens only.",
    "input-and-output": () => "Total tokens per second mix input and output: compare like with like.",
    "load-unknown": () => "Concurrency or request rate is not printed here.",
    "failed-requests": (p) => `${f.number(figure(p, "count") ?? 1)} requests failed.`,
    "no-unit-column": () => "The CSV has no unit; this tool counts MiB.",
    "loss-not-finite": (p) =>
      `The loss is nan or infinite in ${f.number(figure(p, "count") ?? 1)} of ${f.number(figure(p, "of") ?? 1)} lines that print it: such a run shows its memory and its pace, not that it trains.`,
    "scaling-typed": (p) =>
      `Rates on several numbers of GPUs in one line: on ${f.number(figure(p, "gpus") ?? 1)} each is worth ${f.number(figure(p, "share") ?? 0, 0)}% of one on ${f.number(figure(p, "from") ?? 1)}. They were judged as no single run: post one result for each, at the same effective batch.`,
    "counter-unnamed": (p) =>
      `A peak of ${gib(p, "gib")} names no counter: allocated or reserved (PyTorch), or what nvidia-smi shows? They differ by gibibytes, so it was compared with none.`,
    "counter-taken": (p) =>
      `${gib(p, "gib")} “of torch” was taken as allocated; say “reserved” if it was that.`,
    "typed-gb": (p) => `GB was read as GiB, as the tools that print it mean it: ${gib(p, "gib")}.`,
    "human-figures": () => "Figures typed by a person, not printed by a tool.",
    "instruction-in-log": () => "The text holds something like an instruction: it was ignored.",
  } satisfies Record<ReadingWarningCode, (p: Params) => string>,
};
