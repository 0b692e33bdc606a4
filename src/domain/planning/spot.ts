import { range } from "../../units/range.ts";
import type { Range } from "../../units/range.ts";
import type { Interruptions } from "../plan.ts";

/**
 * How often one spot machine is taken back, per day. Likely: the middle of what Google observed of its preemptible machines,
 * 5–15 % a day (source gcp-preemption-rate). Low: a fifth in a month, where AWS's advisor tops out (aws-spot-advisor). High:
 * once a day, the longest that Google's preemptible machines live (gcp-preemptible-lifetime). No seller states it for an offer.
 */
export const INTERRUPTIONS_PER_DAY = range(0.2 / 30, 0.1, 1);
export const interruptionSources = [
  "gcp-preemption-rate",
  "aws-spot-advisor",
  "gcp-preemptible-lifetime",
] as const;

/** Wall time until a machine of the kind is to be had again: nobody publishes it, a stated assumption. Not billed. [h] */
export const CAPACITY_WAIT = range(0.02, 0.25, 3);

const HOURS_IN_DAY = 24;

/** Losing any machine stops the job: machines × interruptions of one. [per day of the job] */
export const interruptionsOfJob = (perMachine: Range, nodes: number): Range =>
  range(perMachine.low * nodes, perMachine.likely * nodes, perMachine.high * nodes);

/**
 * The interval between saves that loses least, Daly's expansion of Young's √(2δM):
 *   τ = √(2δM) · (1 + ⅓·√(δ/2M) + (δ/2M)/9) − δ for δ < 2M, else M [h],
 * δ time of a save, M mean time between interruptions. J. T. Daly, Future Generation Computer Systems 22 (2006), eq. 37.
 */
export function bestSaveInterval(saveHours: number, meanHours: number): number {
  if (saveHours >= 2 * meanHours) return meanHours;
  const share = saveHours / (2 * meanHours);
  return Math.sqrt(2 * saveHours * meanHours) * (1 + Math.sqrt(share) / 3 + share / 9) - saveHours;
}

/**
 * Billed hours for useful ones, with saves, work done again and restarts, interruptions at random (exponential):
 *   T = M · e^{R/M} · (e^{(τ+δ)/M} − 1) · W/τ [h],
 * R restart, τ interval, δ save, M mean time between interruptions. Daly 2006, eq. 20. Without interruptions W · (1 + δ/τ).
 */
export function interruptedHours(
  useful: number,
  interval: number,
  saveHours: number,
  restartHours: number,
  meanHours: number,
): number {
  if (!Number.isFinite(meanHours)) return useful * (1 + saveHours / interval);
  return (
    meanHours *
    Math.exp(restartHours / meanHours) *
    Math.expm1((interval + saveHours) / meanHours) *
    (useful / interval)
  );
}

/**
 * What interruptions add to so many useful hours on spot machines: the interval is the stated one, else the best for the
 * likely rate, and then the same for all three bounds, since one interval is set and the rate is not known.
 */
export function interruptionsOf(
  useful: Range,
  saveHours: Range,
  restartHours: Range,
  perDay: Range,
  statedMinutes: number | undefined,
): Interruptions {
  const mean = (rate: number): number => (rate > 0 ? HOURS_IN_DAY / rate : Number.POSITIVE_INFINITY);
  const best = bestSaveInterval(saveHours.likely, mean(perDay.likely));
  const interval =
    statedMinutes === undefined ? Math.min(best, Math.max(useful.likely, 0.1)) : statedMinutes / 60;
  const added = (hours: number, save: number, restart: number, rate: number): number =>
    Math.max(0, interruptedHours(hours, interval, save, restart, mean(rate)) - hours * (1 + save / interval));
  const lost = range(
    added(useful.low, saveHours.low, restartHours.low, perDay.low),
    added(useful.likely, saveHours.likely, restartHours.likely, perDay.likely),
    added(useful.high, saveHours.high, restartHours.high, perDay.high),
  );
  const counted = (hours: number, extra: number, rate: number): number =>
    ((hours + extra) / HOURS_IN_DAY) * rate;
  const count = range(
    counted(useful.low, lost.low, perDay.low),
    counted(useful.likely, lost.likely, perDay.likely),
    counted(useful.high, lost.high, perDay.high),
  );
  return {
    perDay,
    count,
    everyMinutes: interval * 60,
    chosen: statedMinutes === undefined,
    saveHours,
    lostHours: lost,
    waitHours: range(
      count.low * CAPACITY_WAIT.low,
      count.likely * CAPACITY_WAIT.likely,
      count.high * CAPACITY_WAIT.high,
    ),
  };
}
