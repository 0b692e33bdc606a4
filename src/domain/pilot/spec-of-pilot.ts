import { fieldsOfArchitecture } from "../fields-of-architecture.ts";
import type { ModelArchitecture } from "../model-architecture.ts";
import type { Candidate, Plan } from "../plan.ts";
import type { ParallelSpec, RunSpec } from "../run-spec.ts";

/** What a pilot is for: one card (or the smallest group that completes a step), or all cards of the plan. */
export type PilotSize = "smallest" | "all";

/** Whether one card holds a whole replica, so that a pilot of the run needs no other. */
const isReplicated = ({ layout }: Candidate): boolean =>
  (layout.strategy === "single" || layout.strategy === "ddp") &&
  layout.tensor * layout.pipeline * layout.context * layout.expert === 1;

/**
 * The run of a plan as the pilot kit takes it: every default filled in, laid out as the plan recommends, the model
 * with its shape, and nothing about money. `model` is that of the catalogue, null for one that is given by fields.
 */
export function specOfPilot(plan: Plan, model: ModelArchitecture | null, size: PilotSize): RunSpec {
  const { limits: _limits, current: _current, serving: _serving, save, ...run } = plan.spec;
  const { destination: _destination, ...saved } = save ?? {};
  const spec: RunSpec = {
    ...run,
    ...(save === undefined ? {} : { save: saved }),
    ...(model === null ? {} : { model: fieldsOfArchitecture(model) }),
  };
  return plan.best === null ? spec : { ...spec, ...laidOut(plan.best, size) };
}

function laidOut(best: Candidate, size: PilotSize): Partial<RunSpec> {
  const { microBatch, gradientAccumulation, ...layout } = best.layout;
  const alone = size === "smallest" && isReplicated(best);
  const parallel: ParallelSpec = alone ? { ...layout, strategy: "single" } : layout;
  return {
    accelerator: best.accelerator,
    gpus: alone ? 1 : best.gpus,
    nodes: alone ? 1 : best.nodes,
    parallel,
    microBatch,
    gradientAccumulation,
  };
}
