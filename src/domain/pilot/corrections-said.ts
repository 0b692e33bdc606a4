import type { Plan } from "../plan.ts";
import type { RunSpec } from "../run-spec.ts";
import type { PaidPrice } from "./paid-price.ts";
import type { PlanResult, WhichResult } from "./plan-results.ts";
import type { MeasuredHere } from "./team-memory.ts";

/** What somebody asks of what the team has measured. */
export type CorrectionsWish =
  | { readonly act: "withdraw"; readonly which: WhichResult }
  /** What of this plan can be withdrawn. */
  | { readonly act: "list" }
  /** Contested: the plan as it would be. */
  | { readonly act: "without" }
  /** `about` = what the words name of a run. */
  | { readonly act: "ask"; readonly about: RunSpec; readonly of?: "price" };

/** Why no correction was withdrawn or left out. */
export const correctionRefusals = [
  "no-plan",
  "none",
  "none-here",
  "not-yours",
  "no-such-result",
  "withdrawn-before",
] as const;
export type CorrectionRefusal = (typeof correctionRefusals)[number];

export type CorrectionsSaid =
  | { readonly kind: "measured"; readonly asked: RunSpec; readonly found: readonly MeasuredHere[] }
  | { readonly kind: "paid"; readonly asked: RunSpec; readonly prices: readonly PaidPrice[] }
  | {
      readonly kind: "withdrawn";
      /** Results that no longer count. */
      readonly results: number;
      readonly gone: readonly PlanResult[];
      /** Those of the plan that still do. */
      readonly left: readonly PlanResult[];
      /** The plan as it was with them; null = it could not be sized again now. */
      readonly before: Plan | null;
    }
  | {
      readonly kind: "without";
      /** The same run, without what the team measured and paid, and not kept. */
      readonly plain: Plan;
      readonly found: readonly MeasuredHere[];
      readonly prices: readonly PaidPrice[];
    }
  | { readonly kind: "results"; readonly left: readonly PlanResult[] }
  | {
      readonly kind: "refused";
      readonly why: CorrectionRefusal;
      /** Those that could be meant. */
      readonly left?: readonly PlanResult[];
    };
