import type { Range } from "../../units/range.ts";
import type { Accelerator } from "../accelerator.ts";
import type { Lever } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { fourBitOf } from "../quantised-base.ts";
import { requiredMemory } from "./budget.ts";
import { repeatsLatentCache } from "./kv-cache.ts";

interface Option {
  readonly change: string;
  /** Another result, not only another way to it: fewer digits, other data, fewer requests. */
  readonly alters?: true;
  /** The changed run; null where the change does not apply. */
  readonly apply: (run: FilledRun) => FilledRun | null;
}

const trains = (run: FilledRun): boolean => run.method !== "inference";
const trainsAll = (run: FilledRun): boolean => run.method === "full" || run.method === "pretrain";

/** Fewer samples at a time and as many more steps before the optimizer's: the same effective batch. */
function withMicroBatch(run: FilledRun, microBatch: number): FilledRun | null {
  if (!trains(run) || microBatch < 1 || microBatch >= run.microBatch) return null;
  const gradientAccumulation = Math.ceil((run.gradientAccumulation * run.microBatch) / microBatch);
  return run.optimizerInBackward && gradientAccumulation > 1
    ? null
    : { ...run, microBatch, gradientAccumulation };
}

const withParallel = (run: FilledRun, parallel: Partial<FilledRun["parallel"]>): FilledRun => ({
  ...run,
  parallel: { ...run.parallel, ...parallel },
});

/** Served weights are narrowed only from 16 bits. */
const serves16 = ({ method, precision: { weights } }: FilledRun): boolean =>
  method === "inference" && (weights === "bf16" || weights === "fp16");

const options: readonly Option[] = [
  {
    change: "checkpointing=full",
    apply: (run) => (trains(run) && run.checkpointing !== "full" ? { ...run, checkpointing: "full" } : null),
  },
  {
    change: "checkpointing=selective",
    apply: (run) =>
      trains(run) && run.checkpointing === "none" ? { ...run, checkpointing: "selective" } : null,
  },
  {
    change: "microBatch=half",
    apply: (run) => withMicroBatch(run, Math.floor(run.microBatch / 2)),
  },
  {
    change: "microBatch=1",
    apply: (run) => (run.microBatch > 3 ? withMicroBatch(run, 1) : null),
  },
  {
    change: "fusedLoss=true",
    apply: (run) =>
      trains(run) && !run.fusedLoss && run.task === "causal-lm" ? { ...run, fusedLoss: true } : null,
  },
  {
    change: "attention=flash",
    apply: (run) => (trains(run) && run.attention === "eager" ? { ...run, attention: "flash" } : null),
  },
  {
    change: "sequenceLength=half",
    alters: true,
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
    change: "activationOffload=true",
    apply: (run) =>
      trains(run) && run.checkpointing === "full" && !run.activationOffload
        ? { ...run, activationOffload: true }
        : null,
  },
  {
    change: "optimizer=adamw-8bit",
    apply: (run) =>
      trains(run) && (run.optimizer === "adamw" || run.optimizer === "adamw-fused")
        ? { ...run, optimizer: "adamw-8bit", precision: { ...run.precision, optimizerStates: "int8" } }
        : null,
  },
  {
    change: "precision.mode=pure",
    alters: true,
    apply: (run) =>
      trainsAll(run) && run.precision.mode === "mixed" && run.precision.compute !== "fp32"
        ? {
            ...run,
            precision: {
              ...run.precision,
              mode: "pure",
              weights: "bf16",
              masterWeights: false,
              optimizerStates:
                run.precision.optimizerStates === "fp32" ? "bf16" : run.precision.optimizerStates,
              gradients: "bf16",
            },
          }
        : null,
  },
  {
    change: "method=qlora",
    alters: true,
    apply: (run) =>
      run.method === "lora" && run.profile.supports.methods.value.includes("qlora")
        ? {
            ...run,
            method: "qlora",
            precision: { ...run.precision, weights: fourBitOf(run.profile), groupSize: 64 },
          }
        : null,
  },
  {
    change: "parallel.offload=optimizer",
    apply: (run) =>
      trainsAll(run) && run.parallel.offload === "none" ? withParallel(run, { offload: "optimizer" }) : null,
  },
  {
    change: "parallel.strategy=fsdp",
    apply: (run) =>
      sharesLess(run) && run.profile.supports.strategies.value.includes("fsdp")
        ? withParallel(run, { strategy: "fsdp" })
        : null,
  },
  {
    change: "parallel.strategy=zero3",
    apply: (run) => {
      const { value } = run.profile.supports.strategies;
      return sharesLess(run) && value.includes("zero3") && !value.includes("fsdp")
        ? withParallel(run, { strategy: "zero3" })
        : null;
    },
  },
  {
    change: "parallel.tensor=1,parallel.expert=all",
    apply: (run) =>
      repeatsLatentCache(run) && run.model.shape?.moe != null
        ? withParallel(run, { tensor: 1, expert: Math.max(run.parallel.tensor, run.parallel.expert) })
        : null,
  },
  {
    change: "serving.kvPrecision=fp8",
    alters: true,
    apply: (run) =>
      run.serving !== null && run.serving.kvPrecision === "bf16"
        ? { ...run, serving: { ...run.serving, kvPrecision: "fp8" } }
        : null,
  },
  {
    change: "precision.weights=fp8",
    alters: true,
    apply: (run) =>
      serves16(run) ? { ...run, precision: { ...run.precision, weights: "fp8", groupSize: 0 } } : null,
  },
  {
    change: "precision.weights=awq4",
    alters: true,
    apply: (run) =>
      serves16(run) ? { ...run, precision: { ...run.precision, weights: "awq4", groupSize: 128 } } : null,
  },
  {
    change: "serving.concurrency=half",
    alters: true,
    apply: (run) =>
      run.serving !== null && run.serving.concurrency > 1
        ? { ...run, serving: { ...run.serving, concurrency: Math.floor(run.serving.concurrency / 2) } }
        : null,
  },
];

/** Several replicas that do not share all of their state; the stages of a pipeline would gather it for every micro-batch. */
function sharesLess({ method, parallel: { strategy, pipeline } }: FilledRun): boolean {
  return (
    method !== "inference" &&
    pipeline === 1 &&
    (strategy === "ddp" || strategy === "zero1" || strategy === "zero2")
  );
}

export interface Pricing {
  /** What the run may take; null where nobody knows. [GiB] */
  readonly usableGib: number | null;
  /** Time of a token, in any unit; null where the card's sheet gives no speed. */
  readonly timePerToken: (run: FilledRun) => number | null;
  /** `required` of the run as it is, where it was summed already. [GiB] */
  readonly required?: Range;
}

const unknownPrice: Pricing = { usableGib: null, timePerToken: () => null };

/** Below this share of what is required a change is not worth a line. */
const least = 0.01;

/**
 * Single changes that lower `required`, each with its gain per GPU and its price in time. Those that make a run fit which
 * otherwise may not come first, those before all that leave the result what it is, cheapest first; then by gain. Gains under
 * 1 % are left out.
 */
export function levers(
  run: FilledRun,
  card: Accelerator | null,
  { usableGib, timePerToken, required }: Pricing = unknownPrice,
): readonly Lever[] {
  const now = required ?? requiredMemory(run, card);
  const tooMuch = usableGib !== null && now.high > usableGib;
  const speed = timePerToken(run);
  const found = options.flatMap(({ change, apply }): Lever[] => {
    const changed = apply(run);
    if (changed === null) return [];
    const then = requiredMemory(changed, card);
    const gainGib = now.likely - then.likely;
    if (gainGib <= now.likely * least) return [];
    const after = speed === null ? null : timePerToken(changed);
    const slowdown = after === null || speed === null ? null : after / speed;
    return [{ change, gainGib, slowdown, ...(tooMuch ? { sufficient: then.high <= usableGib } : {}) }];
  });
  return found.sort(better);
}

const altering = new Set(options.filter(({ alters }) => alters === true).map(({ change }) => change));

function better(a: Lever, b: Lever): number {
  if (a.sufficient !== b.sufficient) return a.sufficient === true ? -1 : 1;
  if (a.sufficient !== true) return b.gainGib - a.gainGib;
  const price = ({ slowdown }: Lever): number => slowdown ?? Number.MAX_VALUE;
  return (
    Number(altering.has(a.change)) - Number(altering.has(b.change)) ||
    price(a) - price(b) ||
    b.gainGib - a.gainGib
  );
}
