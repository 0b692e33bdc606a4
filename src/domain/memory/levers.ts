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

/**
 * Largest n in [1, most] whose size is within the room; 0 when 1 is not. The size must not fall with n. Guesses where the
 * line between the bounds crosses the room (sizes are close to straight lines), and halves whenever a guess gains too little.
 */
export function largestWithin(most: number, room: number, size: (n: number) => number): number {
  let below = { n: 1, size: size(1) };
  if (below.size > room) return 0;
  let above = { n: most, size: size(most) };
  if (above.size <= room) return most;
  let halve = false;
  while (above.n - below.n > 1) {
    const width = above.n - below.n;
    const share = halve ? 0.5 : (room - below.size) / (above.size - below.size);
    const n = Math.min(above.n - 1, Math.max(below.n + 1, below.n + Math.floor(share * width)));
    const guess = { n, size: size(n) };
    if (guess.size <= room) below = guess;
    else above = guess;
    halve = above.n - below.n > width / 2 && !halve;
  }
  return below.n;
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
  const high = (changed: FilledRun): number => requiredMemory(changed, card).high;
  const microBatch = largestWithin(4096, usable, (n) => high({ ...run, microBatch: n }));
  const most = run.model.shape?.maxPositions ?? 1_048_576;
  const sequenceLength = largestWithin(most, usable, (n) =>
    high({ ...run, sequenceLength: n, memoryTokens: n }),
  );
  return sequenceLength === 0 ? null : { microBatch, sequenceLength };
}
