import type { FilledRun } from "../filled-run.ts";
import type { Accelerator } from "../accelerator.ts";
import { cardFamily } from "./peaks.ts";
import type { CardFamily } from "./peaks.ts";

/** Measured rate ÷ rate of the step model, at the 5th, 50th and 95th percentile of comparable teams. */
export interface Achieved {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
  /** Published rows behind it; 0 = carried over from a neighbouring family. */
  readonly rows: number;
}

/** Frameworks whose published tables are tuned by their makers, step by step. */
const tunedStacks: ReadonlySet<string> = new Set([
  "megatron",
  "nemo",
  "torchtitan",
  "llm-foundry",
  "nanotron",
]);

export type Practice = "tuned" | "usual";

export const practice = (run: Pick<FilledRun, "stack">): Practice =>
  tunedStacks.has(run.stack) ? "tuned" : "usual";

/** How much of the step model a family reaches under common practice; see test/bench/throughput.ts for the error. */
const usual: Readonly<Record<CardFamily, Achieved>> = {
  turing: { low: 0.3, likely: 0.55, high: 0.9, rows: 0 },
  volta: { low: 0.32, likely: 0.55, high: 0.85, rows: 0 },
  "ampere-dc": { low: 0.35, likely: 0.6, high: 0.95, rows: 63 },
  "ampere-rtx": { low: 0.4, likely: 0.65, high: 0.98, rows: 13 },
  ada: { low: 0.35, likely: 0.6, high: 0.95, rows: 13 },
  hopper: { low: 0.33, likely: 0.58, high: 0.95, rows: 8 },
  "blackwell-dc": { low: 0.25, likely: 0.5, high: 0.92, rows: 0 },
  "blackwell-rtx": { low: 0.3, likely: 0.55, high: 0.9, rows: 0 },
  cdna2: { low: 0.25, likely: 0.5, high: 0.85, rows: 0 },
  cdna3: { low: 0.3, likely: 0.55, high: 0.92, rows: 0 },
  cdna4: { low: 0.25, likely: 0.5, high: 0.9, rows: 0 },
  rdna: { low: 0.2, likely: 0.45, high: 0.8, rows: 0 },
  other: { low: 0.15, likely: 0.4, high: 0.8, rows: 0 },
};

const tunedGain = 1.2;

/** Mixture-of-experts steps lose to routing, imbalance and small products. */
const moeLoss = 0.65;

export function achieved(run: FilledRun, card: Accelerator): Achieved {
  const base = usual[cardFamily(card)];
  const tuned = practice(run) === "tuned" ? tunedGain : 1;
  const moe = run.model.parametersActive < 0.9 * run.model.parametersTotal ? moeLoss : 1;
  const factor = tuned * moe;
  return {
    low: base.low * factor,
    likely: base.likely * factor,
    high: Math.min(1.15, base.high * factor),
    rows: base.rows,
  };
}
