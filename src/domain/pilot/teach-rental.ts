import { addRanges, range, type Range } from "../../units/range.ts";
import type { World } from "../catalogue.ts";
import type { Plan } from "../plan.ts";
import { fillRun } from "../planning/assumptions.ts";
import { PLAUSIBLE_FACTOR, type Correction } from "./correction.ts";
import { digest } from "./digest.ts";
import { bareSpec, boundSpec } from "./match.ts";
import type { Closing } from "./progress.ts";
import { stretched } from "./successful-cost.ts";
import { noMemory, teachPoint } from "./teach.ts";

/** Bounds of a 90 % interval lie so many standard deviations from its middle. */
const Z90 = 1.645;

/** Why a finished rental teaches nothing of the pace. */
export const rentalSilences = ["no-pace", "incidents", "implausible"] as const;
export type RentalSilence = (typeof rentalSilences)[number];

export type RentalTaught =
  { readonly corrections: readonly Correction[] } | { readonly silent: RentalSilence };

/**
 * Pace of the steps in a rental of so many hours ÷ pace that was planned. What does not grow with the steps (start-up, load,
 * saves, upload) is taken off as planned; what does (validation, slack) keeps its planned share, within its interval:
 * steps [h] = (hours − fixed) ÷ (1 + share). Null where no time is left for steps.
 */
export function rentalPace({ parts }: Plan["window"], hours: number): Range | null {
  const steps = parts.find(({ part }) => part === "steps")?.hours;
  if (steps === undefined || !(steps.low > 0)) return null;
  const others = parts.filter(({ part }) => part !== "steps");
  const sum = (grow: boolean): Range =>
    addRanges(
      range(0, 0, 0),
      ...others.filter(({ part }) => stretched.has(part) === grow).map((part) => part.hours),
    );
  const [fixed, growing] = [sum(false), sum(true)];
  const pace = (of: "low" | "likely" | "high"): number =>
    steps.likely / ((hours - fixed[of]) / (1 + growing[of] / steps[of]));
  return hours > fixed.high ? range(pace("low"), pace("likely"), pace("high")) : null;
}

/**
 * What the hours of a closed rental teach of the pace, beside what its scope knew: the whole run as planned, in the hours
 * that were paid for. Hours with incidents, or beyond a plausible factor, are of another run than the planned one.
 */
export function teachRental(
  plan: Plan,
  { hours, incidents }: Closing,
  earlier: readonly Correction[],
  world: World,
): RentalTaught {
  const planned = plan.best?.estimate.throughput?.tokensPerSecondPerGpu.likely;
  const spec = boundSpec(plan);
  const filled = spec === null ? null : fillRun(spec, world.lookup, world.catalogue.stacks);
  if (spec === null || filled === null || "problems" in filled || planned === undefined)
    return { silent: "no-pace" };
  if (filled.run.method === "inference") return { silent: "no-pace" };
  if (incidents > 0) return { silent: "incidents" };
  const pace = rentalPace(plan.window, hours);
  if (pace === null || pace.likely > PLAUSIBLE_FACTOR || pace.likely < 1 / PLAUSIBLE_FACTOR)
    return { silent: "implausible" };
  const figures = {
    spec: bareSpec(spec),
    ...noMemory,
    tokensPerSecondPerGpu: planned * pace.likely,
    rateSpread: Math.log(pace.high / pace.low) / (2 * Z90),
  };
  const point = { key: digest(figures), ...figures };
  return { corrections: teachPoint(filled, point, { versions: {}, earlier }, world) };
}
