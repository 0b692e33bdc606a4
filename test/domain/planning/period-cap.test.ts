import { describe, expect, it } from "vitest";
import { budgetPeriods, type BudgetPeriod, type RunSpec } from "../../../src/domain/run-spec.ts";
import { bestOf, marketOf, offer, planOf } from "./support.ts";

const card = "h100-sxm";
const perHour = 2;
const market = marketOf([offer(card, perHour, { id: "one" })]);
const rentOf: Readonly<Record<BudgetPeriod, number>> = { hour: 2, day: 48, week: 336, month: 1461 };
const service = {
  model: "meta-llama/Llama-3.1-8B",
  method: "inference",
  accelerator: card,
  gpus: 1,
} as const;
const capped = (amount: number, per: BudgetPeriod, more: Partial<RunSpec> = {}): RunSpec => ({
  ...service,
  ...more,
  limits: { budget: { amount, currency: "USD", per } },
});

describe("a cap of what one period costs", () => {
  it.each(budgetPeriods)("is kept by a rent just under it, per %s", (per) => {
    const best = bestOf(capped(rentOf[per] * 1.01, per), market);
    expect(best.cost.perPeriod).toMatchObject({ period: per, capped: true });
    expect(best.cost.perPeriod?.amount.likely).toBeCloseTo(rentOf[per], 6);
  });

  it.each(budgetPeriods)("refuses a rent above it and says by how much, per %s", (per) => {
    const plan = planOf(capped(rentOf[per] / 2, per), market);
    expect(plan.best).toBeNull();
    expect(plan.infeasible).toMatchObject({ binding: "budget", unit: "currency" });
    expect(plan.infeasible?.shortBy).toBeCloseTo(rentOf[per] / 2, 6);
  });

  it("counts the hours a day that were stated", () => {
    const traffic = { traffic: { hoursPerDay: 8 } };
    const best = bestOf(capped(600, "month", { serving: traffic }), market);
    expect(best.cost.perPeriod).toMatchObject({ hoursPerDay: 8 });
    expect(best.cost.perPeriod?.amount.likely).toBeCloseTo(1461 / 3, 6);
  });

  it("bounds the rent of a training, not its total", () => {
    const spec = { ...capped(3, "hour"), method: "lora", data: { tokens: 1e9 } } as const;
    const best = bestOf(spec, market);
    expect(best.cost.total?.likely).toBeGreaterThan(3);
  });

  it("says the month of a service without a cap, and none of a training", () => {
    expect(bestOf(service, market).cost.perPeriod).toMatchObject({ period: "month", capped: false });
    expect(bestOf({ ...service, method: "lora", data: { tokens: 1e8 } }, market).cost.perPeriod).toBe(
      undefined,
    );
  });
});
