import type { MemoryBudget } from "../estimate.ts";
import { contextGib } from "../memory/overhead.ts";
import { usableGib } from "../memory/usable.ts";
import type { RunSpec } from "../run-spec.ts";
import type { Configuration } from "./configurations.ts";
import { sizeOn, verdictOf } from "./size-on.ts";
import type { SizedOn } from "./size-on.ts";

export type Sized = SizedOn;

/** Which limits a configuration keeps; an unknown price or time is not a breach and not a proof. */
export interface LimitCheck {
  readonly budget: "kept" | "broken" | "unknown" | "none";
  readonly deadline: "kept" | "broken" | "unknown" | "none";
}

/** VAT that a budget "all taxes included" still holds: the French standard rate. Offers are without it. */
export const VAT = 0.2;

/** The budget in the plan's currency without tax; null = none stated. */
export function budgetOf(spec: RunSpec): number | null {
  const budget = spec.limits?.budget;
  if (budget === undefined) return null;
  return budget.tax === "included" ? budget.amount / (1 + VAT) : budget.amount;
}

/** Kept when the likely value is within the limit; the interval's upper end beyond it is said, not refused. */
export function checkLimits(configuration: Configuration, spec: RunSpec): LimitCheck {
  const budget = budgetOf(spec);
  const deadline = spec.limits?.deadlineHours;
  const total = configuration.cost.total;
  const hours = configuration.window?.total ?? null;
  const serving = configuration.run.method === "inference" && configuration.throughput?.hours === undefined;
  return {
    budget:
      budget === null ? "none" : total === null ? "unknown" : total.likely <= budget ? "kept" : "broken",
    deadline:
      deadline === undefined || serving
        ? "none"
        : hours === null
          ? "unknown"
          : hours.likely <= deadline
            ? "kept"
            : "broken",
  };
}

export const withinLimits = (check: LimitCheck): boolean =>
  check.budget !== "broken" && check.deadline !== "broken";

/** What a verdict depends on: the layout, and of the card only its context and usable size. */
function layoutKey({ run, card }: Configuration): string {
  const { strategy, tensor, pipeline, context, offload } = run.parallel;
  const { low, likely, high } = contextGib(card);
  return [
    run.gpus,
    strategy,
    tensor,
    pipeline,
    context,
    offload,
    run.gradientAccumulation,
    low,
    likely,
    high,
  ].join("/");
}

/** Memory of configurations, each layout summed at most once: cards that differ in size alone share the sum. */
export function sizer(): (configuration: Configuration) => Sized {
  const known = new Map<string, MemoryBudget>();
  return (configuration) => {
    const { run, card } = configuration;
    const key = layoutKey(configuration);
    let budget = known.get(key);
    if (budget === undefined) {
      budget = sizeOn(run, card, false).budget;
      known.set(key, budget);
    }
    const usable = usableGib(card, run.memoryGib);
    return { budget, usableGib: usable, verdict: verdictOf(budget, usable) };
  };
}
