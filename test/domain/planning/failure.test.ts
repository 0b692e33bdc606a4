import { describe, expect, it } from "vitest";
import { failureHours } from "../../../src/domain/planning/failure.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { bestOf, fill, marketOf, offer } from "./support.ts";

const run = (gpus: number, tokens: number, fields: Partial<RunSpec> = {}): RunSpec => ({
  model: "meta-llama/Llama-3.1-8B",
  method: "lora",
  accelerator: "h100-sxm",
  gpus,
  data: { tokens },
  ...fields,
});
const market = marketOf([offer("h100-sxm", 4), offer("h100-sxm", 32, { gpus: 8 })]);
const risk = (spec: RunSpec): number => {
  const { cost } = bestOf(spec, market);
  return (cost.perSuccessfulRun?.likely ?? 0) * (spec.runs ?? 1) - (cost.total?.likely ?? 0);
};

describe("the cost of a successful run", () => {
  it("holds what failures are expected to cost, over the total", () => {
    expect(risk(run(8, 1e10))).toBeGreaterThan(0);
  });

  it("grows with the hours of the cards, not with the number of runs it is shared by", () => {
    expect(risk(run(8, 4e10))).toBeGreaterThan(3 * risk(run(8, 1e10)));
    expect(risk(run(8, 1e10, { runs: 4 }))).toBeGreaterThan(3 * risk(run(8, 1e10)));
  });

  it("is less where it is saved more often", () => {
    expect(risk(run(8, 1e10, { save: { everyMinutes: 10 } }))).toBeLessThan(risk(run(8, 1e10)));
  });

  it("is not counted a second time on spot, nor for a service", () => {
    const best = bestOf(
      run(1, 1e10, { limits: { spot: true } }),
      marketOf([offer("h100-sxm", 1, { tier: "spot" })]),
    );
    expect(best.cost.perSuccessfulRun?.likely).toBeCloseTo(best.cost.total?.likely ?? 0);
    const { run: served } = fill({ model: "meta-llama/Llama-3.1-8B", method: "inference" });
    const window = { parts: [], total: { low: 1, likely: 10, high: 20 } };
    expect(failureHours(served, window).high).toBe(0);
  });
});
