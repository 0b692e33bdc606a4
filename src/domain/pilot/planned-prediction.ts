import type { Plan } from "../plan.ts";
import type { AsRun } from "./match.ts";
import type { PilotPrediction } from "./pilot.ts";

/** Predicted and saved with the plan for this very run; the whole plan's where it has no designed pilot. */
export function plannedPrediction(plan: Plan, as: AsRun): PilotPrediction | null {
  if (as.planned?.predicted !== undefined) return as.planned.predicted;
  const { best } = plan;
  if (best === null) return null;
  const { allocated, reserved, device } = best.estimate.perGpu;
  return {
    peakAllocatedGib: allocated,
    peakReservedGib: reserved,
    peakDeviceGib: device,
    stepSeconds: best.estimate.throughput?.stepSeconds ?? null,
    tokensPerSecondPerGpu: best.estimate.throughput?.tokensPerSecondPerGpu ?? null,
  };
}
