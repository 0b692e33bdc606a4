import type { Candidate, Plan } from "./plan.ts";
import type { Finished } from "./planning/finished.ts";
import type { ScalingRow } from "./planning/more-cards.ts";

/** What is summed beside a plan, for a question about time and money, and kept nowhere. */
export type MoneyAnswer =
  | {
      readonly about: "spot";
      /** The same run with spot allowed, sized and not kept. */
      readonly allowed: Plan;
    }
  | {
      readonly about: "finished";
      /** Of each machine what it gets through by then, most first. */
      readonly rows: readonly Finished[];
      /** Tokens of the whole run; null = not stated. */
      readonly wanted: number | null;
    }
  | {
      readonly about: "more-cards";
      readonly steps: readonly ScalingRow[];
      /** The effective batch stays the same on more cards. */
      readonly strong: boolean;
      readonly valuePerHour: number | null;
    }
  | {
      /** Other machines for the same run; `cheapest`: looked for by price, whatever card was stated. */
      readonly about: "others";
      readonly order: "cheapest" | null;
      readonly compared: Plan;
      /** Whether its choice costs less than the plan; null = not asked, or one of both has no dated price. */
      readonly cheaper: boolean | null;
    }
  | {
      readonly about: "buy";
      /** The plan's own machine first, then the one of each class that the run fits, sized and not kept. */
      readonly machines: readonly Candidate[];
      /** The plan rests on what this team measured. */
      readonly measured: boolean;
    };
