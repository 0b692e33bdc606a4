import type { FilledRun } from "../filled-run.ts";
import type { Accelerator } from "../accelerator.ts";
import { cardFamily } from "./peaks.ts";
import type { CardFamily } from "./peaks.ts";

/** Measured rate ÷ rate of the step model, at the 5th, 50th and 95th percentile of comparable teams. */
interface Achieved {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
  /** Published rows behind it; 0 = carried over from a neighbouring family. */
  readonly rows: number;
}

/** Frameworks whose published tables were tuned by the card's maker, step by step. */
const tunedStacks: ReadonlySet<string> = new Set(["megatron", "nemo"]);

type Practice = "tuned" | "usual";

export const practice = (run: Pick<FilledRun, "stack">): Practice =>
  tunedStacks.has(run.stack) ? "tuned" : "usual";

const achievedShare = (low: number, likely: number, high: number, rows: number): Achieved => ({
  low,
  likely,
  high,
  rows,
});

/**
 * What training frameworks reach of the step model without a vendor's tuning. Middle values lie between the medians of
 * independent users (Qwen, fsdp_qlora) and of framework authors (llm-foundry, torchtitan); families without rows take a
 * neighbour's values, widened. Sources and error: test/bench/throughput.ts over catalog/measurements/throughput.jsonl.
 */
const usual: Readonly<Record<CardFamily, Achieved>> = {
  turing: achievedShare(0.28, 0.55, 0.9, 0),
  volta: achievedShare(0.38, 0.66, 0.88, 0),
  "ampere-dc": achievedShare(0.38, 0.67, 0.9, 186),
  "ampere-rtx": achievedShare(0.32, 0.72, 0.96, 13),
  ada: achievedShare(0.4, 0.72, 1.05, 13),
  hopper: achievedShare(0.4, 0.67, 0.95, 99),
  "blackwell-dc": achievedShare(0.35, 0.65, 1.05, 8),
  "blackwell-rtx": achievedShare(0.33, 0.63, 1, 0),
  cdna2: achievedShare(0.26, 0.52, 0.9, 0),
  cdna3: achievedShare(0.28, 0.58, 0.95, 0),
  cdna4: achievedShare(0.25, 0.55, 0.95, 0),
  rdna: achievedShare(0.2, 0.45, 0.85, 0),
  other: achievedShare(0.15, 0.4, 0.85, 0),
};

/**
 * What Megatron and NeMo recipes reach. Above 1 where the publisher does not state recomputation: the step model then
 * assumes it is on. Ampere and Volta rows are of 2021.
 */
const tuned: Readonly<Partial<Record<CardFamily, Achieved>>> = {
  volta: achievedShare(0.4, 0.7, 0.85, 43),
  "ampere-dc": achievedShare(0.45, 0.72, 1, 32),
  hopper: achievedShare(0.72, 1.08, 1.45, 190),
  "blackwell-dc": achievedShare(0.75, 1.25, 1.8, 120),
};

/** Mixture-of-experts steps lose to routing, imbalance and small products (Megatron-Bridge: about half). */
const MOE_LOSS = 0.55;

export function achieved(run: FilledRun, card: Accelerator): Achieved {
  const family = cardFamily(card);
  const base = (practice(run) === "tuned" ? tuned[family] : undefined) ?? usual[family];
  const moe = run.model.parametersActive < 0.9 * run.model.parametersTotal;
  if (!moe) return base;
  return {
    low: base.low * MOE_LOSS * 0.8,
    likely: base.likely * MOE_LOSS,
    high: base.high * MOE_LOSS * 1.2,
    rows: base.rows,
  };
}
