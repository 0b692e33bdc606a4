import type { Plan } from "../plan.ts";
import { boundOf, type BoundVerdict, type Traces } from "./bound.ts";
import type { PilotVerdict } from "./pilot.ts";
import { successfulCost, type MeasuredCost } from "./successful-cost.ts";

/** What a result says beside its verdict: which limit binds, and what an output costs at the measured rate. */
export interface Insight {
  readonly bound: BoundVerdict | null;
  readonly cost: (MeasuredCost & { readonly currency: string }) | null;
}

export function insightInto(plan: Plan, verdict: PilotVerdict): Insight {
  return { bound: boundOf(tracesOf(verdict)), cost: costOf(plan, verdict) };
}

function tracesOf({ measured, scaling }: PilotVerdict): Traces {
  const { details, modelFlopsUtilisation } = measured;
  const share = (name: string): number | null => {
    const value = details[name];
    return value === undefined ? null : value > 1 ? value / 100 : value;
  };
  return {
    utilisation: share("medianUtilisationPercent"),
    powerShare: null,
    dataWaitShare: share("dataWaitShare"),
    stepSpread: null,
    scalingEfficiency: scaling?.efficiency ?? null,
    modelFlopsUtilisation,
  };
}

/** At the rate that the whole plan will run at: a smaller group's only counts when the plan stands on that group. */
function costOf(plan: Plan, { measured }: PilotVerdict): Insight["cost"] {
  const { best, window, spec } = plan;
  const rate = measured.tokensPerSecondPerGpu;
  const tokens = spec.data?.tokens;
  if (best === null || best.offer === null || rate === null || tokens === undefined) return null;
  if (measured.gpuCount !== null && measured.gpuCount !== best.gpus) return null;
  const runs = spec.runs ?? 1;
  const cost = successfulCost({
    window,
    tokens: tokens * (spec.data?.epochs ?? 1) * runs,
    runs,
    gpus: best.gpus,
    tokensPerSecondPerGpu: rate,
    pricePerHour: best.offer.perHour,
  });
  return cost === null ? null : { ...cost, currency: best.offer.currency };
}
