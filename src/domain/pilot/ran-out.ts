import type { Plan } from "../plan.ts";
import { lastOf } from "./stages.ts";
import { pilotStages, type Pilot } from "./pilot.ts";

/** When the planned run itself ran out of memory on the planned machine, and no later result of that stage says otherwise. */
function ranOut(plan: Plan, pilots: readonly Pilot[]): Pilot | null {
  const failed = pilotStages.flatMap((stage) => {
    const pilot = lastOf(stage, plan, pilots);
    const off = pilot?.verdict.verdict === "off" && pilot.verdict.misses.some((miss) => miss.figure === "outOfMemory"); // prettier-ignore
    return off ? [pilot] : [];
  });
  return failed.reduce<Pilot | null>((last, one) => (last === null || one.at >= last.at ? one : last), null);
}

/**
 * A plan as its pilots leave it: one whose run was tried and ran out of memory does not fit, whatever was calculated. A smaller
 * group than the planned one holds more of the state per card: that it ran out leaves the whole in doubt only.
 */
export function asTried(plan: Plan, pilots: readonly Pilot[]): Plan {
  const { best } = plan;
  const pilot = ranOut(plan, pilots);
  if (best === null || pilot === null) return plan;
  const { strategy } = best.layout;
  const tried = plan.pilot.runs.find(({ stage }) => stage === pilot.verdict.stage)?.gpus ?? best.gpus;
  const whole = tried === best.gpus || strategy === "single" || strategy === "ddp";
  const verdict = whole ? "does-not-fit" : "tight";
  return {
    ...plan,
    ranOutOfMemoryAt: pilot.at,
    best: { ...best, reason: verdict, estimate: { ...best.estimate, verdict } },
  };
}
