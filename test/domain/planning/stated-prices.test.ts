import { describe, expect, it } from "vitest";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { planOf } from "./support.ts";

const run: RunSpec = {
  model: "meta-llama/Llama-3.1-8B",
  method: "full",
  data: { tokens: 5e7, epochs: 1 },
  accelerator: "h100-sxm",
  gpus: 8,
};
const at = (perGpuHour: number, currency = "USD"): RunSpec => ({
  ...run,
  limits: { prices: [{ accelerator: "h100-sxm", perGpuHour, currency }] },
});

describe("a price that the asker gave", () => {
  it("is what every card costs, of today and with nothing open", () => {
    const { best } = planOf(at(2.1));
    expect(best?.offer).toMatchObject({ provider: "stated", perHour: 8 * 2.1, currency: "USD", ageDays: 0 });
    expect(best?.offer?.singleCards).toBe(false);
  });

  it("moves the cost and not the time", () => {
    const [cheap, dear] = [planOf(at(1)), planOf(at(3))];
    expect(dear.best?.estimate).toEqual(cheap.best?.estimate);
    expect(dear.best?.cost.total?.likely).toBeCloseTo(3 * (cheap.best?.cost.total?.likely ?? NaN), 6);
  });

  it("sets the currency of the plan, and chooses between cards", () => {
    expect(planOf(at(2, "EUR")).best?.cost.currency).toBe("EUR");
    const prices = [
      { accelerator: "h100-sxm", perGpuHour: 9, currency: "USD" },
      { accelerator: "h200-sxm", perGpuHour: 1, currency: "USD" },
    ];
    const { accelerator: _, gpus: __, ...free } = run;
    const among = [{ accelerator: "h100-sxm" }, { accelerator: "h200-sxm" }];
    expect(planOf({ ...free, limits: { prices, among } }).best?.accelerator).toBe("h200-sxm");
  });

  it("does not make a machine dearer that is owned", () => {
    expect(planOf({ ...at(2), owned: "h100-sxm" }).best?.offer).toBeNull();
  });
});
