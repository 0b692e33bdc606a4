import type { FilledRun } from "../filled-run.ts";
import type { Plan } from "../plan.ts";
import { ratePerGpu } from "./compare.ts";
import { nextAfter } from "./next-step.ts";
import type { InconclusiveReason, NextStep, PilotVerdict } from "./pilot.ts";
import { scalingDifferences, scalingStep, type ScalingPoint } from "./scaling-step.ts";

type ScalingJudged = { readonly next: NextStep } | { readonly reasons: readonly InconclusiveReason[] };

const because = (code: InconclusiveReason["code"]): ScalingJudged => ({ reasons: [{ code, params: {} }] });

/** Efficiency that the plan asked for before the run. */
const asked = (plan: Plan): number => {
  const efficiency = plan.pilot.passIf.find(({ code }) => code === "scaling-efficiency-at-least")?.params[
    "efficiency"
  ];
  return typeof efficiency === "number" ? efficiency : 0.8;
};

/** The step on all cards against the smallest group: rates at equal effective batch and lengths. */
export function judgeScaling(
  plan: Plan,
  run: FilledRun,
  rate: number | null,
  baseline: PilotVerdict | null,
): ScalingJudged {
  if (rate === null) return because("speed-not-shown");
  const group = plan.pilot.runs.find(({ stage }) => stage === "one-gpu-pilot")?.settings;
  if (baseline === null || baseline.verdict === "inconclusive" || group === undefined)
    return because("baseline-missing");
  const gpus = baseline.measured.gpuCount ?? group.gpus;
  const baseRate = ratePerGpu(baseline.measured, gpus);
  if (baseRate === null) return because("baseline-missing");
  const { tensor, pipeline, context } = run.parallel;
  const batch = (micro: number, accumulation: number, cards: number): number =>
    micro * accumulation * Math.max(1, Math.floor(cards / (tensor * pipeline * context)));
  const before: ScalingPoint = {
    gpus,
    tokensPerSecond: baseRate * gpus,
    effectiveBatch: batch(
      baseline.measured.microBatch ?? group.microBatch,
      baseline.measured.gradientAccumulation ?? group.gradientAccumulation,
      gpus,
    ),
    sequenceLength: baseline.measured.sequenceLength ?? group.sequenceLength,
    quality: null,
  };
  const after: ScalingPoint = {
    gpus: run.gpus,
    tokensPerSecond: rate * run.gpus,
    effectiveBatch: batch(run.microBatch, run.gradientAccumulation, run.gpus),
    sequenceLength: run.sequenceLength,
    quality: null,
  };
  const differences = scalingDifferences(before, after);
  if (differences.length > 0) return { reasons: differences };
  const scaled = scalingStep(before, after, { predicted: null, toPass: asked(plan) });
  const next = nextAfter(plan, "scaling-step", { verdict: "confirmed" });
  const params = {
    efficiency: scaled.efficiency,
    asked: asked(plan),
    gpus: run.gpus,
  };
  return {
    next: scaled.passes
      ? { ...next, params: { ...next.params, ...params } }
      : { code: "one-card-fewer", params, run: null },
  };
}
