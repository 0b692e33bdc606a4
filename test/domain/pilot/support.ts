import { judge, type JudgeContext } from "../../../src/domain/pilot/judge.ts";
import type { KitResult, PilotEvidence, PilotRun, PilotStage } from "../../../src/domain/pilot/pilot.ts";
import { emptyReadings, type PilotReading, type Readings } from "../../../src/domain/pilot-reading.ts";
import type { Plan } from "../../../src/domain/plan.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { acrossFiles } from "../../../src/readings/across-files.ts";
import { real } from "../planning/support.ts";

export function runOf(plan: Plan, stage: PilotStage): Required<Pick<PilotRun, "predicted" | "settings">> {
  const { predicted, settings } = plan.pilot.runs.find((run) => run.stage === stage) ?? {};
  if (predicted === undefined || settings === undefined) throw new Error(`no run for ${stage}`);
  return { predicted, settings };
}

export interface Came {
  /** Measured rate ÷ the predicted one. */
  readonly pace?: number;
  readonly readings?: Partial<Readings>;
  readonly spec?: Partial<RunSpec>;
  readonly restore?: KitResult["restore"];
  /** False = a log of a program, not of the kit. */
  readonly kit?: boolean;
  readonly warnings?: PilotReading["warnings"];
}

/** What a run of the plan brings back when everything else is as predicted. */
export function cameBack(plan: Plan, stage: PilotStage, came: Came = {}): PilotEvidence {
  const { predicted, settings } = runOf(plan, stage);
  const { pace = 1, restore = null, kit = true } = came;
  const { best } = plan;
  if (best === null) throw new Error("nothing is sized");
  const { microBatch: _, gradientAccumulation: __, ...layout } = best.layout;
  const step = (predicted.stepSeconds?.likely ?? 1) / pace;
  const alone = settings.gpus === 1;
  const spec: RunSpec = {
    ...plan.spec,
    ...settings,
    accelerator: best.accelerator,
    nodes: 1,
    parallel: alone ? { ...layout, strategy: "single" } : layout,
    ...came.spec,
  };
  const readings: Readings = {
    ...emptyReadings,
    ...settings,
    gpuName: "NVIDIA H100 80GB HBM3",
    gpuCount: settings.gpus,
    steps: 50,
    peakAllocatedGib: predicted.peakAllocatedGib.likely,
    peakReservedGib: predicted.peakReservedGib.likely,
    stepSeconds: step,
    tokensPerSecondPerGpu: (predicted.tokensPerSecondPerGpu?.likely ?? 1) * pace,
    ...came.readings,
  };
  const steps = Array.from({ length: 40 }, () => step);
  const result: KitResult = {
    run: stage,
    spec,
    warmUpSteps: 10,
    steps,
    tokensPerStep: null,
    longestSampleTokens: settings.sequenceLength,
    restore,
  };
  const reading: PilotReading = {
    tool: kit ? "gpu-plan-pilot" : "hf-trainer",
    readings,
    warnings: came.warnings ?? [],
  };
  return { name: `${stage}.json`, reading, result: kit ? result : null };
}

export const judged = (plan: Plan, files: readonly PilotEvidence[], context: JudgeContext = {}) =>
  judge(plan, { files, together: acrossFiles(files.map(({ reading }) => reading)) }, real, context);
