import { describe, expect, it } from "vitest";
import { rentalPace, teachRental } from "../../../src/domain/pilot/teach-rental.ts";
import { planOf, real } from "../planning/support.ts";

const plan = planOf({
  model: "meta-llama/Llama-3.1-8B",
  method: "lora",
  stack: "trl",
  accelerator: "h100-80gb-sxm",
  gpus: 2,
  sequenceLength: 4096,
  microBatch: 2,
  packing: true,
  data: { tokens: 9e9 },
});
const likely = plan.window.total.likely;
const closing = (hours: number, incidents = 0) => ({
  by: "ada", at: "2026-11-30T10:00:00Z", hours, invoice: null, incidents,
}); // prettier-ignore

describe("the pace of a closed rental", () => {
  it("is the planned one in the planned hours, and only falls with more of them", () => {
    expect(rentalPace(plan.window, likely)?.likely).toBeCloseTo(1, 6);
    const paces = [0.7, 0.9, 1, 1.2, 1.6, 3].map((times) => rentalPace(plan.window, likely * times));
    for (const [i, pace] of paces.entries()) {
      expect(pace?.low).toBeLessThanOrEqual(pace?.likely ?? 0);
      expect(pace?.likely).toBeLessThanOrEqual(pace?.high ?? 0);
      if (i > 0) expect(pace?.likely).toBeLessThan(paces[i - 1]?.likely ?? 0);
    }
  });

  it("is none where nothing is left for the steps", () => {
    expect(rentalPace(plan.window, 0.01)).toBeNull();
    expect(rentalPace({ parts: [], total: { low: 0, likely: 0, high: 0 } }, 10)).toBeNull();
  });
});

describe("what it teaches", () => {
  const effect = (hours: number) => {
    const taught = teachRental(plan, closing(hours), [], real);
    if ("silent" in taught) throw new Error(taught.silent);
    expect(taught.corrections.map(({ cause }) => cause)).toEqual(["utilisation"]);
    const [{ effect: factor }] = taught.corrections as [(typeof taught.corrections)[number]];
    return factor;
  };

  it("points the way of the hours, less than all the way, and never to a false certainty", () => {
    expect(effect(likely * 1.4).likely).toBeLessThan(0.85);
    expect(effect(likely * 1.4).likely).toBeGreaterThan(1 / 1.4);
    expect(effect(likely * 0.75).likely).toBeGreaterThan(1.1);
    const { low, high } = effect(likely);
    // A rate between steps scatters by 5 %: whole hours say less than that.
    expect(high / low).toBeGreaterThan(Math.exp(2 * 1.645 * 0.05));
  });

  it.each([
    ["incidents", 1, 1],
    ["implausible", 0.3, 0],
    ["implausible", 5, 0],
  ] as const)("is nothing, for %s", (silent, times, incidents) => {
    expect(teachRental(plan, closing(likely * times, incidents), [], real)).toEqual({ silent });
  });
});
