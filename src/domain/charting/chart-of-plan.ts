import type { Plan } from "../plan.ts";
import type { Charted, ChartKind } from "./chart-figures.ts";
import { candidateShown, memoryFigures } from "./memory-figures.ts";
import { tradeOffFigures } from "./trade-off-figures.ts";
import { windowFigures, type WindowStart } from "./window-figures.ts";

/** One chart of a plan, or what the plan lacks for it; `start` is when its window is taken to begin. */
export function chartOfPlan(plan: Plan, kind: ChartKind, start: WindowStart): Charted {
  if (candidateShown(plan) === null) return { kind, figures: null, missing: "nothing-sized" };
  switch (kind) {
    case "memory": {
      const figures = memoryFigures(plan);
      return figures === null
        ? { kind, figures, missing: "nothing-sized" }
        : { kind, figures, missing: null };
    }
    case "cost": {
      const figures = tradeOffFigures(plan);
      return figures === null
        ? { kind, figures, missing: "nothing-to-place" }
        : { kind, figures, missing: null };
    }
    case "window": {
      const figures = windowFigures(plan, start);
      return figures === null ? { kind, figures, missing: "no-hours" } : { kind, figures, missing: null };
    }
  }
}
