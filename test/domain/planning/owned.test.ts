import { describe, expect, it } from "vitest";
import { recommend } from "../../../src/domain/planning/recommend.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { planOf, real } from "./support.ts";

const run: RunSpec = {
  model: "meta-llama/Llama-3.1-8B",
  method: "qlora",
  data: { tokens: 2e7, epochs: 1 },
};
const own: RunSpec = { ...run, accelerator: "rtx-3090", gpus: 1, owned: "rtx-3090" };

describe("a machine that the asker has", () => {
  it("costs no rent, and its energy is board power × hours of the window", () => {
    const { best, window } = planOf(own);
    const card = real.catalogue.accelerators.find(({ id }) => id === "rtx-3090");
    expect(best).toMatchObject({ accelerator: "rtx-3090", offer: null, cost: { total: null } });
    expect(best?.own?.kWh?.likely).toBeCloseTo(((card?.tdpW ?? NaN) * window.total.likely) / 1000);
    expect(best?.estimate.caveats.map(({ code }) => code)).not.toContain("price-parts");
  });

  it("is sized and timed as one that is rented, without a billed unit", () => {
    const [mine, rented] = [planOf(own), planOf({ ...run, accelerator: "rtx-3090", gpus: 1 })];
    expect(mine.best?.estimate.perGpu).toEqual(rented.best?.estimate.perGpu);
    expect(mine.best?.estimate.throughput).toEqual(rented.best?.estimate.throughput);
    expect(rented.best?.own).toBeUndefined();
    const rounded = mine.window.parts.find(({ part }) => part === "billing-unit")?.hours.likely ?? 0;
    expect(rounded * 3600).toBeLessThan(1);
  });

  it("needs no reservation and no closing", () => {
    const states = planOf(own).stages.map(({ stage, state }) => `${stage} ${state}`);
    expect(states).toEqual(expect.arrayContaining(["reserve not-needed", "closing not-needed"]));
  });

  it("goes before what would have to be rented, where both are named; not where the fastest is asked for", () => {
    const among = [
      { accelerator: "rtx-3090", gpus: 1 },
      { accelerator: "h100-sxm", gpus: 1 },
    ];
    const choice = planOf({ ...run, owned: "rtx-3090", limits: { among } });
    expect(choice.best).toMatchObject({ accelerator: "rtx-3090", reason: "own-machine" });
    expect(
      choice.alternatives.find(({ accelerator }) => accelerator === "h100-sxm")?.cost.total,
    ).not.toBeNull();
    const fastest = planOf({ ...run, owned: "rtx-3090", limits: { among, prefer: "fastest" } });
    expect(fastest.best?.accelerator).toBe("h100-sxm");
  });

  it("that cannot hold the run is said not to, and what would have to be rented is offered", () => {
    const { best, infeasible } = planOf({ ...own, method: "full" });
    expect(best).toBeNull();
    expect(infeasible?.binding).toBe("memory");
    expect(infeasible?.relaxations.length).toBeGreaterThan(0);
  });

  it("comes first among the ways out where a change makes the run fit it: nothing is rented", () => {
    const zero3: RunSpec = {
      model: "meta-llama/Llama-3.2-3B",
      method: "full",
      accelerator: "rtx-3090",
      owned: "rtx-3090",
      gpus: 3,
      parallel: { strategy: "zero3", offload: "all" },
      sequenceLength: 8192,
    };
    const first = (spec: RunSpec) => planOf(spec).infeasible?.relaxations[0];
    expect(first(zero3)).toMatchObject({ candidate: { accelerator: "rtx-3090", gpus: 3, offer: null } });
    const { owned: _mine, ...rented } = zero3;
    expect(first(rented)?.candidate.accelerator).not.toBe("rtx-3090");
  });

  it("breaks no cap, and needs no seller in a region", () => {
    const { best } = planOf({
      ...own,
      limits: { budget: { amount: 0.01, currency: "EUR" }, regions: ["eu"] },
    });
    expect(best?.accelerator).toBe("rtx-3090");
  });

  it("of a card nobody knows is a problem of its own field", () => {
    const outcome = recommend({ ...run, owned: "rtx-3900 turbo" }, real);
    expect("problems" in outcome ? outcome.problems : []).toMatchObject([
      { path: "owned", read: "rtx-3900 turbo" },
    ]);
  });
});
