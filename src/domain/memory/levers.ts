import type { Accelerator } from "../accelerator.ts";
import type { Lever } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { requiredMemory } from "./budget.ts";

interface Option {
  readonly change: string;
  /** Factor on step time; null = not known. */
  readonly slowdown: number | null;
  readonly apply: (run: FilledRun) => FilledRun | null;
}

const trains = (run: FilledRun): boolean => run.method !== "inference";

const options: readonly Option[] = [
  {
    change: "checkpointing=full",
    slowdown: 1.3,
    apply: (run) => (trains(run) && run.checkpointing !== "full" ? { ...run, checkpointing: "full" } : null),
  },
  {
    change: "microBatch=half",
    slowdown: 1.1,
    apply: (run) => {
      const half = Math.floor(run.microBatch / 2);
      if (!trains(run) || half < 1) return null;
      return {
        ...run,
        microBatch: half,
        gradientAccumulation: Math.ceil((run.gradientAccumulation * run.microBatch) / half),
      };
    },
  },
  {
    change: "fusedLoss=true",
    slowdown: 1,
    apply: (run) =>
      trains(run) && !run.fusedLoss && run.task === "causal-lm" ? { ...run, fusedLoss: true } : null,
  },
  {
    change: "sequenceLength=half",
    slowdown: null,
    apply: (run) =>
      trains(run) && run.memoryTokens >= 512
        ? {
            ...run,
            sequenceLength: Math.floor(run.memoryTokens / 2),
            memoryTokens: Math.floor(run.memoryTokens / 2),
          }
        : null,
  },
  {
    change: "optimizer=adamw-8bit",
    slowdown: 1.02,
    apply: (run) =>
      trains(run) && (run.optimizer === "adamw" || run.optimizer === "adamw-fused")
        ? { ...run, optimizer: "adamw-8bit", precision: { ...run.precision, optimizerStates: "int8" } }
        : null,
  },
  {
    change: "method=qlora",
    slowdown: 1.35,
    apply: (run) =>
      run.method === "lora"
        ? { ...run, method: "qlora", precision: { ...run.precision, weights: "nf4", groupSize: 64 } }
        : null,
  },
  {
    change: "parallel.offload=optimizer",
    slowdown: null,
    apply: (run) =>
      trains(run) && run.lora === null && run.parallel.offload === "none"
        ? { ...run, parallel: { ...run.parallel, offload: "optimizer" } }
        : null,
  },
  {
    change: "parallel.strategy=fsdp",
    slowdown: 1.1,
    apply: (run) =>
      trains(run) && run.parallel.strategy === "ddp"
        ? { ...run, parallel: { ...run.parallel, strategy: "fsdp" } }
        : null,
  },
  {
    change: "serving.kvPrecision=fp8",
    slowdown: 1,
    apply: (run) =>
      run.serving !== null && run.serving.kvPrecision === "bf16"
        ? { ...run, serving: { ...run.serving, kvPrecision: "fp8" } }
        : null,
  },
  {
    change: "precision.weights=fp8",
    slowdown: 1,
    apply: (run) =>
      run.method === "inference" && (run.precision.weights === "bf16" || run.precision.weights === "fp16")
        ? { ...run, precision: { ...run.precision, weights: "fp8", groupSize: 0 } }
        : null,
  },
  {
    change: "precision.weights=awq4",
    slowdown: 1,
    apply: (run) =>
      run.method === "inference" && (run.precision.weights === "bf16" || run.precision.weights === "fp16")
        ? { ...run, precision: { ...run.precision, weights: "awq4", groupSize: 128 } }
        : null,
  },
  {
    change: "serving.concurrency=half",
    slowdown: null,
    apply: (run) =>
      run.serving !== null && run.serving.concurrency > 1
        ? { ...run, serving: { ...run.serving, concurrency: Math.floor(run.serving.concurrency / 2) } }
        : null,
  },
];

const requiredLikely = (run: FilledRun, card: Accelerator | null): number => requiredMemory(run, card).likely;

/** Single changes that would lower `required`, largest gain first; those that gain under 1 % are left out. */
export function levers(run: FilledRun, card: Accelerator | null): readonly Lever[] {
  const now = requiredLikely(run, card);
  return options
    .flatMap(({ change, slowdown, apply }): Lever[] => {
      const changed = apply(run);
      if (changed === null) return [];
      const gainGib = now - requiredLikely(changed, card);
      return gainGib > now * 0.01 ? [{ change, gainGib, slowdown }] : [];
    })
    .sort((a, b) => b.gainGib - a.gainGib);
}

interface Look {
  readonly n: number;
  readonly size: number;
}

/** Looks without halving the bracket after which the line is given up for one halving. */
const patience = 6;

/** Where to look next between two bounds: where the line through the last two looks meets the room, else half-way. */
function nextLook(last: Look, before: Look | null, room: number, bounds: Bounds, patient: boolean): number {
  const { below, above, most } = bounds;
  const rise = before === null ? 0 : (last.size - before.size) / (last.n - before.n);
  const meets = Math.floor(last.n + (room - last.size) / rise);
  if (patient && rise > 0 && Number.isFinite(meets)) return meets;
  if (above > most) return 4 * Math.max(1, below);
  return Math.floor(patient ? Math.sqrt(Math.max(1, below) * above) : (below + above) / 2);
}

/** `below` fits or is 0, `above` does not fit or is beyond the most. */
interface Bounds {
  readonly below: number;
  readonly above: number;
  readonly most: number;
}

/**
 * Largest n in [1, most] whose size is within the room; 0 when 1 is not. The size must not fall with n. Starts from what is
 * asked and follows the line through the last two looks: sizes are the largest of a few straight lines.
 */
export function largestWithin(most: number, room: number, size: (n: number) => number, start = 1): number {
  let bounds: Bounds = { below: 0, above: most + 1, most };
  let before: Look | null = null;
  let n = Math.min(most, Math.max(1, start));
  let slow = 0;
  for (;;) {
    const last: Look = { n, size: size(n) };
    const width = bounds.above - bounds.below;
    bounds = last.size <= room ? { ...bounds, below: n } : { ...bounds, above: n };
    const { below, above } = bounds;
    if (above - below <= 1) return below;
    slow = above - below > width / 2 ? slow + 1 : 0;
    const patient = slow < patience;
    if (!patient) slow = 0;
    n = Math.min(above - 1, Math.max(below + 1, nextLook(last, before, room, bounds, patient)));
    before = last;
  }
}

/**
 * The largest micro-batch at the run's length that surely fits (`required.high` ≤ usable), and the longest length at its micro-batch.
 * Null where not even one token does, and for serving.
 */
export function largestThatFits(
  run: FilledRun,
  card: Accelerator | null,
  usable: number,
): { readonly microBatch: number; readonly sequenceLength: number } | null {
  if (!trains(run)) return null;
  const asked = requiredMemory(run, card).high;
  const microBatch = largestWithin(
    4096,
    usable,
    (n) => (n === run.microBatch ? asked : requiredMemory({ ...run, microBatch: n }, card).high),
    run.microBatch,
  );
  const length = run.memoryTokens === run.sequenceLength ? run.memoryTokens : 0;
  const sequenceLength = largestWithin(
    run.model.shape?.maxPositions ?? 1_048_576,
    usable,
    (n) => (n === length ? asked : requiredMemory({ ...run, sequenceLength: n, memoryTokens: n }, card).high),
    run.memoryTokens,
  );
  return sequenceLength === 0 ? null : { microBatch, sequenceLength };
}
