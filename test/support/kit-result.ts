import type { PilotRun } from "../../src/domain/pilot/pilot.ts";
import type { Plan } from "../../src/domain/plan.ts";

const runOf = (plan: Plan, stage: PilotRun["stage"]): PilotRun => {
  const found = plan.pilot.runs.find((run) => run.stage === stage);
  if (found === undefined) throw new Error(`no run for ${stage ?? "?"}`);
  return found;
};

/** What the kit writes after a run of the plan that needed so much of what was predicted. */
export function kitOf(plan: Plan, stage: NonNullable<PilotRun["stage"]>, factor = 1, over: object = {}): object {
  const run = runOf(plan, stage);
  const { predicted, settings } = run;
  if (predicted === undefined || settings === undefined || plan.best === null) throw new Error("not designed");
  const step = predicted.stepSeconds?.likely ?? 1;
  const { microBatch: _, gradientAccumulation: __, ...parallel } = plan.best.layout;
  const gib = (range: { likely: number }) => range.likely * factor;
  return {
    kit: "gpu-plan-pilot",
    version: 1,
    run: stage,
    spec: { ...plan.spec, ...settings, accelerator: plan.best.accelerator, nodes: 1, ...(settings.gpus > 1 ? { parallel } : { parallel: { ...parallel, strategy: "single" } }) },
    startedAt: "2026-11-30T10:00:00Z",
    machine: { gpuName: "NVIDIA H100 80GB HBM3", gpus: settings.gpus, nodes: 1, driver: "550", versions: { torch: "2.9.1" } },
    warmUpSteps: 10,
    steps: Array.from({ length: 40 }, () => step),
    tokensPerStep: settings.microBatch * settings.sequenceLength * settings.gradientAccumulation * settings.gpus,
    longestSampleTokens: settings.sequenceLength,
    ranks: Array.from({ length: settings.gpus }, (_x, rank) => ({
      rank,
      peakAllocatedGib: gib(predicted.peakAllocatedGib),
      peakReservedGib: gib(predicted.peakReservedGib),
      peakDeviceGib: gib(predicted.peakDeviceGib),
      capacityGib: 79.6,
    })),
    validationSeconds: null,
    checkpointWriteSeconds: null,
    checkpointReadSeconds: null,
    checkpointGib: null,
    outOfMemory: null,
    restore: null,
    ...over,
  };
} // prettier-ignore
