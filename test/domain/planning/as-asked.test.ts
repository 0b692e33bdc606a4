import { describe, expect, it } from "vitest";
import { planOf } from "./support.ts";

const run = {
  model: "meta-llama/Meta-Llama-3-8B",
  method: "qlora",
  accelerator: "rtx-a5000",
  sequenceLength: 4096,
  microBatch: 4,
} as const;

describe("a card that cannot hold the run", { timeout: 60_000 }, () => {
  it.each([undefined, 1, 8])("has its figures, caveats and count of the same cards (%s asked)", (gpus) => {
    const plan = planOf(gpus === undefined ? run : { ...run, gpus });
    const nearest = plan.infeasible?.nearest;
    expect(nearest?.gpus).toBe(gpus ?? 1);
    const many = plan.caveats.filter(({ code }) => code === "scaling-not-linear");
    expect(many.map(({ params }) => params["gpus"])).toEqual(gpus === 8 ? [8] : []);
    if (gpus === undefined)
      expect(plan.assumptions).toContainEqual(expect.objectContaining({ field: "gpus", value: 1 }));
  });
});
