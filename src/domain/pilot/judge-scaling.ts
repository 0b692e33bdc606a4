import { dataParallelSize, type FilledRun } from "../filled-run.ts";
import type { Readings } from "../pilot-reading.ts";
import type { Plan } from "../plan.ts";
import { ratePerGpu, type Trusted } from "./compare.ts";
import type { AsRun } from "./match.ts";
import type { InconclusiveReason, Miss, PilotSettings, PilotStage, PilotVerdict } from "./pilot.ts";
import { scalingDifferences, scalingStep, type ScalingPoint, type ScalingVerdict } from "./scaling-step.ts";

type ScalingJudged =
  { readonly scaling: ScalingVerdict } | { readonly reasons: readonly InconclusiveReason[] };

const because = (code: InconclusiveReason["code"]): ScalingJudged => ({ reasons: [{ code, params: {} }] });

/** Efficiency that the plan asked for before the run. */
const asked = (plan: Plan): number => {
  const efficiency = plan.pilot.passIf.find(({ code }) => code === "scaling-efficiency-at-least")?.params[
    "efficiency"
  ];
  return typeof efficiency === "number" ? efficiency : 0.8;
};

/** Rate per card that the plan saved for its run on all cards ÷ that of its smallest group. */
function predictedEfficiency(plan: Plan): number | null {
  const rate = (stage: PilotStage): number | null =>
    plan.pilot.runs.find((run) => run.stage === stage)?.predicted?.tokensPerSecondPerGpu?.likely ?? null;
  const [group, all] = [rate("one-gpu-pilot"), rate("scaling-step")];
  return group === null || all === null || !(group > 0) ? null : all / group;
}

/** One run as a point of the comparison; null without a rate, printed or from its step time at a known batch. */
function pointOf(
  settings: PilotSettings,
  run: FilledRun,
  measured: Readings,
  ratesTrusted: boolean,
): Omit<ScalingPoint, "quality"> | null {
  const { gpus, microBatch, gradientAccumulation, sequenceLength } = settings;
  const serving = run.method === "inference";
  const replicas = dataParallelSize({ gpus, parallel: run.parallel });
  const batch = microBatch * gradientAccumulation * replicas;
  const printed = ratesTrusted ? ratePerGpu(measured, gpus) : null;
  const timed =
    ratesTrusted && !serving && measured.stepSeconds !== null && measured.stepSeconds > 0
      ? (batch * sequenceLength) / measured.stepSeconds
      : null;
  const tokensPerSecond = printed === null ? timed : printed * gpus;
  if (tokensPerSecond === null || !(tokensPerSecond > 0)) return null;
  return { gpus, tokensPerSecond, effectiveBatch: serving ? null : batch, sequenceLength };
}

/** The step on all cards against the smallest group: rates at equal effective batch, lengths and quality settings. */
export function judgeScaling(
  plan: Plan,
  as: AsRun,
  measured: Readings,
  trusted: Trusted,
  baseline: PilotVerdict | null,
): ScalingJudged {
  const after = pointOf(as.run, as.run, measured, trusted.rates);
  if (after === null) return because("speed-not-shown");
  const group = plan.pilot.runs.find(({ stage }) => stage === "one-gpu-pilot")?.settings;
  if (baseline === null || baseline.verdict === "inconclusive" || group === undefined)
    return because("baseline-missing");
  const was = baseline.measured;
  const settings: PilotSettings = {
    gpus: was.gpuCount ?? group.gpus,
    microBatch: was.microBatch ?? group.microBatch,
    gradientAccumulation: was.gradientAccumulation ?? group.gradientAccumulation,
    sequenceLength: was.sequenceLength ?? group.sequenceLength,
  };
  const before = pointOf(settings, as.run, was, baseline.ratesTrusted ?? true);
  if (before === null) return because("baseline-missing");
  const [from, to]: readonly [ScalingPoint, ScalingPoint] = [
    { ...before, quality: baseline.quality ?? null },
    { ...after, quality: as.quality },
  ];
  const reasons = scalingDifferences(from, to);
  if (reasons.length > 0) return { reasons };
  const dataWaitShare = measured.details["dataWaitShare"] ?? null;
  return {
    scaling: scalingStep(from, to, {
      predicted: predictedEfficiency(plan),
      toPass: asked(plan),
      dataWaitShare,
    }),
  };
}

/** Cards that share the work less well than was asked beforehand: the plan's time and cost rest on it. */
export const scalingMiss = ({
  efficiency,
  asked: least,
  predicted,
  passes,
}: ScalingVerdict): readonly Miss[] =>
  passes
    ? []
    : [
        {
          cause: "scaling",
          figure: "scalingEfficiency",
          direction: "below",
          measured: efficiency,
          predicted: {
            low: least,
            likely: Math.max(least, predicted ?? least),
            high: Math.max(1, predicted ?? 1),
          },
          phase: null,
        },
      ];
