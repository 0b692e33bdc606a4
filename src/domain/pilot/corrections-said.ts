import type { Plan } from "../plan.ts";
import type { RunSpec } from "../run-spec.ts";
import type { PaidPrice } from "./paid-price.ts";
import type { MeasuredHere } from "./team-memory.ts";

/** What somebody asks of what the team has measured. */
export type CorrectionsWish =
  | { readonly act: "withdraw" }
  /** Contested: the plan as it would be. */
  | { readonly act: "without" }
  /** `about` = what the words name of a run. */
  | { readonly act: "ask"; readonly about: RunSpec; readonly of?: "price" };

/** Why no correction was withdrawn or left out. */
export const correctionRefusals = ["no-plan", "none", "none-here", "not-yours", "withdrawn-before"] as const;
export type CorrectionRefusal = (typeof correctionRefusals)[number];

export type CorrectionsSaid =
  | { readonly kind: "measured"; readonly asked: RunSpec; readonly found: readonly MeasuredHere[] }
  | { readonly kind: "paid"; readonly asked: RunSpec; readonly prices: readonly PaidPrice[] }
  | {
      readonly kind: "withdrawn";
      /** Results that no longer count. */
      readonly results: number;
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
  | { readonly kind: "refused"; readonly why: CorrectionRefusal };
