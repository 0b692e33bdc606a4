import type { Plan } from "../plan.ts";
import { digest } from "./digest.ts";

/**
 * Names what a pilot is judged against: the run and the hardware it stands on, without money, dates or labels. Results and
 * waivers hold for one key only. Null when the plan has nothing sized.
 */
export function configurationKey(plan: Pick<Plan, "spec" | "best">): string | null {
  const { spec, best } = plan;
  if (best === null) return null;
  const { id: _, limits, current: __, runs: ___, export: ____, ...run } = spec;
  const { accelerator, gpus, nodes, layout } = best;
  return digest({ run, spot: limits?.spot ?? false, accelerator, gpus, nodes, layout });
}
