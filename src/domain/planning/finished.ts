import { exactly, range, scaleRange } from "../../units/range.ts";
import type { Range } from "../../units/range.ts";
import { trainedTokens } from "../performance/workload.ts";
import type { Candidate, FinishedWithin, RentalWindow } from "../plan.ts";
import type { RunSpec } from "../run-spec.ts";
import type { Configuration } from "./configurations.ts";
import { budgetOf, hoursGiven } from "./feasible.ts";
import { billedBy, trainingWindowOf } from "./window.ts";

/** What a machine gets through in a fixed time or for a fixed sum. */
export interface Finished {
  readonly candidate: Candidate;
  /** Hours that the limits leave, or that all of the run takes where that is less. */
  readonly hours: number;
  /** What ends it: nothing where all of the run is done. */
  readonly by: "deadline" | "budget" | "done";
  /** Trained by then, of all runs together. */
  readonly tokens: Range;
  /** Of those hours; null = no price. */
  readonly cost: number | null;
}

/** Parts of a window that grow with the tokens; the others are there however few. */
const growing: ReadonlySet<string> = new Set([
  "steps",
  "evaluation",
  "checkpoints",
  "interruptions",
  "capacity-wait",
  "slack",
]);

function split(
  { parts }: RentalWindow,
  bound: keyof Range,
): { readonly fixed: number; readonly grows: number } {
  let [fixed, grows] = [0, 0];
  for (const { part, hours } of parts)
    if (growing.has(part)) grows += hours[bound];
    else if (part !== "billing-unit") fixed += hours[bound];
  return { fixed, grows };
}

interface Progress {
  readonly hours: number;
  readonly by: "deadline" | "budget" | "done";
  readonly tokens: Range;
}

/**
 * Tokens by then = T · (H − fixed) ÷ growing: of a window worked out for T tokens, start-up, load, restore proof and export
 * are there however few tokens are trained, the rest grows with them. The slow rate trains the fewest.
 */
export function progressOf(
  window: RentalWindow,
  perHour: number | null,
  spec: RunSpec,
  sizedFor: number,
  wanted: number | null,
): Progress | null {
  const budget = budgetOf(spec);
  const deadline = hoursGiven(spec.limits) ?? Number.POSITIVE_INFINITY;
  const affordable =
    budget === null || perHour === null || spec.limits?.budget?.per !== undefined
      ? Number.POSITIVE_INFINITY
      : budget / perHour;
  const whole = wanted === null ? Number.POSITIVE_INFINITY : window.total.likely;
  const limit = Math.min(deadline, affordable);
  if (!Number.isFinite(limit)) return null;
  const at = (bound: keyof Range): number => {
    const { fixed, grows } = split(window, bound);
    const done = grows <= 0 ? 0 : Math.max(0, (sizedFor * (limit - fixed)) / grows);
    return wanted === null ? done : Math.min(wanted, done);
  };
  const tokens = [at("high"), whole <= limit ? (wanted ?? at("likely")) : at("likely"), at("low")] as const;
  return {
    hours: Math.min(limit, whole),
    by: whole <= limit ? "done" : affordable < deadline ? "budget" : "deadline",
    tokens: range(Math.min(...tokens), tokens[1], Math.max(...tokens)),
  };
}

/** Of a candidate whose window was worked out for so many tokens; null without a limit. */
export function finishedBy(
  candidate: Candidate,
  spec: RunSpec,
  sizedFor: number,
  wanted: number | null,
): Finished | null {
  const { window, offer } = candidate;
  const perHour = offer?.perHour ?? null;
  const progress = window === undefined ? null : progressOf(window, perHour, spec, sizedFor, wanted);
  if (progress === null) return null;
  return { candidate, ...progress, cost: perHour === null ? null : perHour * progress.hours };
}

/** Any length does: what does not grow is told from what does. */
const SIZED_FOR = 1e9;

/**
 * What a training of unknown length gets through within a deadline or a cap: cards × hours × price, and the tokens trained
 * by then. Null where the length is known or nothing ends it.
 */
export function finishedWithin(
  { run, throughput, price, trainable }: Configuration,
  spec: RunSpec,
): FinishedWithin | null {
  if (run.method === "inference" || throughput === null || trainedTokens(run) !== null) return null;
  const { low, likely, high } = scaleRange<number>(throughput.tokensPerSecondPerGpu, run.gpus * 3600);
  if (low <= 0) return null;
  const hours = range(SIZED_FOR / high, SIZED_FOR / likely, SIZED_FOR / low);
  const spot = price?.offer.tier === "spot";
  const one = { ...run, runs: 1 };
  const window = trainingWindowOf(one, { ...throughput, hours }, trainable, spot);
  if (window === null) return null;
  const billed = price?.terms == null ? window : billedBy(window, price.terms);
  const progress = progressOf(billed, price?.perHour.likely ?? null, spec, SIZED_FOR, null);
  if (progress === null || progress.by === "done") return null;
  const { by } = progress;
  const cost =
    price === null
      ? null
      : by === "budget"
        ? exactly(price.perHour.likely * progress.hours)
        : scaleRange<number>(price.perHour, progress.hours);
  return { hours: progress.hours, by, tokens: progress.tokens, cost };
}
