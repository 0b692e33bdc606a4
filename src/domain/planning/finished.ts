import { range } from "../../units/range.ts";
import type { Range } from "../../units/range.ts";
import type { Candidate, RentalWindow } from "../plan.ts";
import type { RunSpec } from "../run-spec.ts";
import { budgetOf, hoursGiven } from "./feasible.ts";

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

/**
 * Tokens by then = T · (H − fixed) ÷ growing: of a window worked out for T tokens, start-up, load, restore proof and export
 * are there however few tokens are trained, the rest grows with them. The slow rate trains the fewest.
 */
export function finishedBy(
  candidate: Candidate,
  spec: RunSpec,
  sizedFor: number,
  wanted: number | null,
): Finished | null {
  const { window, offer } = candidate;
  if (window === undefined) return null;
  const budget = budgetOf(spec);
  const deadline = hoursGiven(spec.limits) ?? Number.POSITIVE_INFINITY;
  const perHour = offer?.perHour ?? null;
  const affordable =
    budget === null || perHour === null || spec.limits?.budget?.per !== undefined
      ? Number.POSITIVE_INFINITY
      : budget / perHour;
  const whole = wanted === null ? Number.POSITIVE_INFINITY : window.total.likely;
  const limit = Math.min(deadline, affordable);
  if (!Number.isFinite(limit)) return null;
  const hours = Math.min(limit, whole);
  const at = (bound: keyof Range): number => {
    const { fixed, grows } = split(window, bound);
    const done = grows <= 0 ? 0 : Math.max(0, (sizedFor * (limit - fixed)) / grows);
    return wanted === null ? done : Math.min(wanted, done);
  };
  const tokens = [at("high"), whole <= limit ? (wanted ?? at("likely")) : at("likely"), at("low")] as const;
  return {
    candidate,
    hours,
    by: whole <= limit ? "done" : affordable < deadline ? "budget" : "deadline",
    tokens: range(Math.min(...tokens), tokens[1], Math.max(...tokens)),
    cost: perHour === null ? null : perHour * hours,
  };
}
