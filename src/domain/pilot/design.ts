import { multiplyRanges, range } from "../../units/range.ts";
import type { Accelerator } from "../accelerator.ts";
import { dataParallelSize, type FilledRun } from "../filled-run.ts";
import { memoryBase } from "../memory/budget.ts";
import { trainableParameters } from "../memory/parameters.ts";
import { scalingEfficiency } from "../performance/scaling.ts";
import type { PilotSketch } from "../plan.ts";
import type { Chosen } from "../planning/decide.ts";
import { billedHours } from "../planning/billing.ts";
import { hostFloor } from "../planning/workings.ts";
import type { Market } from "../planning/market.ts";
import { bestPrice } from "../planning/offers.ts";
import { headline } from "../planning/price.ts";
import { holds, sizeOn } from "../planning/size-on.ts";
import { predictionOf } from "./prediction.ts";
import { servingShare } from "./serving-share.ts";
import type { PilotPrediction, PilotRun, PilotSettings } from "./pilot.ts";

export const emptySketch = (): PilotSketch => ({ runs: [], passIf: [] });

/** Steps that count, after ten of warm-up; a group that accumulates for many cards needs fewer, longer ones. */
const STEPS = { memory: 30, scaling: 20, restore: 10 } as const;
const WARM_UP = 10;

/**
 * The same run on fewer cards at the same effective batch, of a service with their share of its users: one replica of a copied
 * model, or a smaller group that shards it. What the missing cards did is accumulated, or taken in a larger micro-batch.
 */
function onGroup(
  run: FilledRun,
  gpus: number,
  by: "accumulation" | "micro-batch" = "accumulation",
): FilledRun {
  const perNode = Math.ceil(run.gpus / run.nodes);
  const { tensor, pipeline, context, strategy } = run.parallel;
  const alone = gpus <= tensor * pipeline * context;
  const { shardGroup: _, ...parallel } = run.parallel;
  const group = {
    ...run,
    gpus,
    nodes: Math.ceil(gpus / perNode),
    parallel: { ...parallel, strategy: alone ? ("single" as const) : strategy },
    serving: run.serving === null ? null : servingShare(run.serving, gpus, run.gpus),
  };
  const times = dataParallelSize(run) / dataParallelSize(group);
  return by === "micro-batch"
    ? { ...group, microBatch: Math.round(run.microBatch * times) }
    : { ...group, gradientAccumulation: Math.round(run.gradientAccumulation * times) };
}

/**
 * The run on the smallest group that surely completes a step: one replica where a copy fits, else the smallest that shards it,
 * on whole nodes past one. Sharded gradients that accumulate whole may need more than the cards have: then the batch grows.
 */
function smallestGroup(run: FilledRun, card: Accelerator): FilledRun {
  const { tensor, pipeline, context, strategy } = run.parallel;
  const replica = Math.max(1, tensor * pipeline * context);
  if (run.gpus <= replica) return run;
  if (strategy === "single" || strategy === "ddp") return onGroup(run, replica);
  const perNode = Math.ceil(run.gpus / run.nodes);
  for (let gpus = replica; gpus < run.gpus; gpus *= 2) {
    if (run.gpus % gpus !== 0 || (gpus > perNode && gpus % perNode !== 0)) continue;
    const ways = [onGroup(run, gpus), onGroup(run, gpus, "micro-batch")];
    const held = ways.find((group) => holds(sizeOn(group, card, false)));
    if (held !== undefined) return held;
  }
  return run;
}

const settingsOf = ({
  gpus,
  microBatch,
  gradientAccumulation,
  sequenceLength,
  serving,
}: FilledRun): PilotSettings => ({
  gpus,
  microBatch,
  gradientAccumulation,
  sequenceLength,
  ...(serving === null ? {} : { concurrency: serving.concurrency }),
});

/** The smallest batch beside the longest one: together they pin what is held and what grows. Null where nothing can shrink. */
function shortest(run: FilledRun): FilledRun | null {
  if (run.method === "inference") return null;
  if (run.microBatch > 1) return { ...run, microBatch: 1 };
  const tokens = Math.floor(run.memoryTokens / 4);
  return tokens < 128
    ? null
    : { ...run, sequenceLength: tokens, memoryTokens: Math.min(run.memoryTokens, tokens) };
}

/** Share of the peak that grows with tokens. */
function tokenShare(run: FilledRun, card: Accelerator): number {
  const { splits } = memoryBase(run, card).base;
  const peak = splits.reduce((a, b) => (b.state + b.tokens > a.state + a.tokens ? b : a));
  return peak.tokens / (peak.state + peak.tokens);
}

/** A second point is worth its minutes where memory is in doubt and what grows makes a good part of it. */
const slopeInDoubt = (best: Chosen, run: FilledRun): boolean => {
  const { usableGib, verdict, budget } = best.sized;
  const close = usableGib === null || budget.perGpu.required.high > 0.8 * usableGib;
  return (verdict === "tight" || close) && tokenShare(run, best.configuration.card) > 0.1;
};

/** Minutes of one run: load, warm-up, the steps that count, one save and what surrounds them. */
function minutesOf(best: Chosen, prediction: PilotPrediction, steps: number): number {
  const load = best.configuration.window?.parts.find(({ part }) => part === "load")?.hours.likely ?? 0.1;
  const step = prediction.stepSeconds?.likely ?? 10;
  return Math.max(10, Math.round((load * 60 + ((WARM_UP + steps) * step) / 60 + 5) / 5) * 5);
}

/** What two cards' worth of work must still be worth of twice one card's: the predicted share, a tenth forgiven. */
export function efficiencyToPass(run: FilledRun, card: Accelerator, baseline: FilledRun): number {
  const predicted = scalingEfficiency(baseline, card, trainableParameters(baseline), run.gpus, "weak");
  return predicted === null ? (run.nodes > 1 ? 0.7 : 0.8) : Math.min(0.95, Math.max(0.5, predicted * 0.9));
}

/** The short runs that settle what arithmetic cannot, what they cost and what must hold: fixed and saved with the plan. */
export function designPilot(best: Chosen | null, market: Market): PilotSketch {
  if (best === null) return emptySketch();
  const { run, card, price, throughput, cost } = best.configuration;
  const baseline = smallestGroup(run, card);
  const group = baseline.gpus;
  const small = group < run.gpus ? bestPrice(card, group, baseline.nodes, market, hostFloor(baseline)) : null;
  // A part of a machine cannot be rented: one with fewer cards where it is sold, else the plan's own.
  const smaller = headline(small) && !(small?.assembled ?? true) ? small : price;
  const serving = run.method === "inference";
  const make = (what: string, stage: PilotRun["stage"] & string, as: FilledRun, steps: number): PilotRun => {
    const predicted = predictionOf(as, card);
    const minutes = minutesOf(best, predicted, steps);
    const rented = as.gpus < run.gpus ? smaller : price;
    const billed = billedHours(range(minutes / 60, minutes / 60, minutes / 60), rented?.terms ?? null);
    return {
      what,
      minutes,
      gpus: as.gpus,
      cost: rented === null ? null : multiplyRanges(rented.perHour, billed),
      currency: cost.currency,
      stage,
      settings: settingsOf(as),
      steps,
      predicted,
    };
  };
  const steps = Math.max(12, Math.round((STEPS.memory * group) / run.gpus));
  const second = slopeInDoubt(best, baseline) ? shortest(baseline) : null;
  const runs = [
    make(serving ? "serve-longest-requests" : "longest-batches", "one-gpu-pilot", baseline, steps),
    ...(second === null ? [] : [make("shortest-batches", "one-gpu-pilot", second, steps)]),
    ...(run.gpus > group ? [make("scaling-step", "scaling-step", run, STEPS.scaling)] : []),
    make(serving ? "restart-and-reload" : "restore-proof", "restore-proof", baseline, STEPS.restore),
  ];
  const { required } = best.sized.budget.perGpu;
  const memory = {
    code: "device-memory-below",
    params: {
      gib: best.sized.usableGib ?? required.high,
      predictedLow: required.low,
      predictedHigh: required.high,
    },
  };
  const rate = throughput?.tokensPerSecondPerGpu;
  const passIf = [
    memory,
    ...(rate === undefined
      ? []
      : [{ code: "tokens-per-second-at-least", params: { perGpu: rate.low, likely: rate.likely } }]),
    ...(run.gpus > group
      ? [
          {
            code: "scaling-efficiency-at-least",
            params: { efficiency: efficiencyToPass(run, card, baseline), baselineGpus: group },
          },
        ]
      : []),
    serving
      ? { code: "restarted-and-reloaded", params: {} }
      : { code: "five-items-restored", params: { items: 5 } },
  ];
  return { runs, passIf };
}
