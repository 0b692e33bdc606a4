import type { Range } from "../../units/range.ts";
import type { Lack } from "../performance/demand.ts";
import type { Limits, RunSpec } from "../run-spec.ts";
import type { Configuration } from "./configurations.ts";

/** Which limits a configuration keeps; an unknown price or time is not a breach and not a proof. */
interface LimitCheck {
  readonly budget: "kept" | "broken" | "unknown" | "none";
  readonly deadline: "kept" | "broken" | "unknown" | "none";
  /** What a service lacks of the latency and traffic asked for. */
  readonly service: Lack | null;
}

/** VAT that a budget "all taxes included" still holds: the French standard rate. Offers are without it. */
export const VAT = 0.2;

/** The budget in the plan's currency without tax; null = none stated. */
export function budgetOf(spec: RunSpec): number | null {
  const budget = spec.limits?.budget;
  if (budget === undefined) return null;
  return budget.tax === "included" ? budget.amount / (1 + VAT) : budget.amount;
}

/** What a configuration takes of the budget: its whole window, or the rent of one period when the cap is of a period. */
export const spentOf = ({ cost }: Pick<Configuration, "cost">, spec: RunSpec): Range | null =>
  spec.limits?.budget?.per === undefined ? cost.total : (cost.perPeriod?.amount ?? null);

/** Hours between the start and the deadline; null = no deadline. */
export function hoursGiven(limits: Limits | undefined): number | null {
  const { deadlineHours, startHours } = limits ?? {};
  return deadlineHours === undefined ? null : deadlineHours - (startHours ?? 0);
}

/** Kept when the likely value is within the limit; the interval's upper end beyond it is said, not refused. */
export function checkLimits(configuration: Configuration, spec: RunSpec): LimitCheck {
  return {
    budget: budgetCheck(configuration, spec),
    deadline: deadlineCheck(configuration, spec),
    service: configuration.lack,
  };
}

/** Time and money are not worked out for those who limit neither. */
function budgetCheck(configuration: Configuration, spec: RunSpec): LimitCheck["budget"] {
  const budget = budgetOf(spec);
  if (budget === null) return "none";
  const total = spentOf(configuration, spec);
  return total === null ? "unknown" : total.likely <= budget ? "kept" : "broken";
}

function deadlineCheck(configuration: Configuration, spec: RunSpec): LimitCheck["deadline"] {
  const deadline = hoursGiven(spec.limits);
  if (deadline === null) return "none";
  const serving = configuration.run.method === "inference" && configuration.throughput?.hours === undefined;
  if (serving) return "none";
  const hours = configuration.window?.total ?? null;
  return hours === null ? "unknown" : hours.likely <= deadline ? "kept" : "broken";
}

export const withinLimits = (check: LimitCheck): boolean =>
  check.budget !== "broken" && check.deadline !== "broken" && check.service === null;
