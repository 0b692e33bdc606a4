import { fieldsOfArchitecture } from "../fields-of-architecture.ts";
import type { ModelArchitecture } from "../model-architecture.ts";
import type { Candidate, Plan } from "../plan.ts";
import type { ParallelSpec, RunSpec } from "../run-spec.ts";
import type { PilotSettings, PilotStage } from "./pilot.ts";

/**
 * One short run of a plan as the pilot kit takes it: every default filled in, laid out and sized as that run was designed,
 * the model with its shape, and nothing about money. `model` is that of the catalogue, null for one that is given by fields.
 */
export function specOfPilot(plan: Plan, model: ModelArchitecture | null, stage: PilotStage): RunSpec {
  const { limits: _limits, current: _current, serving: _serving, save, ...run } = plan.spec;
  const { destination: _destination, ...saved } = save ?? {};
  const spec: RunSpec = {
    ...run,
    ...(save === undefined ? {} : { save: saved }),
    ...(model === null ? {} : { model: fieldsOfArchitecture(model) }),
  };
  if (plan.best === null) return spec;
  const designed = plan.pilot.runs.find((one) => one.stage === stage)?.settings;
  return { ...spec, ...laidOut(plan.best, designed ?? null) };
}

/** The plan's own layout, or that of the group that the run was designed for. */
function laidOut(best: Candidate, designed: PilotSettings | null): Partial<RunSpec> {
  const { microBatch, gradientAccumulation, ...layout } = best.layout;
  const { accelerator, gpus, nodes } = best;
  const whole = { accelerator, gpus, nodes, parallel: layout, microBatch, gradientAccumulation };
  if (designed === null || designed.gpus === gpus) return { ...whole, ...designed };
  const { shardGroup: _, ...parallel } = layout as ParallelSpec;
  const alone = designed.gpus <= layout.tensor * layout.pipeline * layout.context;
  return {
    ...whole,
    ...designed,
    nodes: 1,
    parallel: alone ? { ...parallel, strategy: "single" } : parallel,
  };
}
