import { describe, expect, it } from "vitest";
import { finishedBy } from "../../../src/domain/planning/finished.ts";
import type { Candidate } from "../../../src/domain/plan.ts";
import { aboveLinear, lastThatPays, scalingRows } from "../../../src/domain/planning/more-cards.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { bestOf, marketOf, offer, planOf } from "./support.ts";

const tokens = 1e9;
const run: RunSpec = {
  model: "meta-llama/Llama-3.1-8B",
  method: "lora",
  accelerator: "h100-sxm",
  gpus: 1,
  data: { tokens },
};
const market = marketOf([1, 2, 4, 8].map((gpus) => offer("h100-sxm", 4 * gpus, { gpus })));
const best = bestOf(run, market);
const within = (limits: RunSpec["limits"], wanted: number | null = null) =>
  finishedBy(best, { ...run, ...(limits === undefined ? {} : { limits }) }, tokens, wanted);

describe("what is finished in a fixed time", () => {
  it("is the whole run in the hours of its own window, and less in fewer", () => {
    const hours = best.window?.total.likely ?? 0;
    expect(within({ deadlineHours: hours })?.tokens.likely).toBeGreaterThan(0.97 * tokens);
    expect(within({ deadlineHours: hours / 2 })?.tokens.likely).toBeLessThan(0.5 * tokens);
    expect(within({ deadlineHours: hours * 2 }, tokens)).toMatchObject({ by: "done", hours });
  });

  it("grows with the hours, after what start-up and loading take", () => {
    const at = (deadlineHours: number) => within({ deadlineHours })?.tokens.likely ?? -1;
    expect(at(0.01)).toBe(0);
    for (const hours of [1, 5, 20, 100]) expect(at(hours * 2)).toBeGreaterThan(2 * at(hours));
  });

  it("is what the cap pays for, where that ends first", () => {
    const budget = { amount: 40, currency: "USD" };
    expect(within({ budget, deadlineHours: 1000 })).toMatchObject({ by: "budget", hours: 10, cost: 40 });
    expect(within({ budget, deadlineHours: 5 })).toMatchObject({ by: "deadline", hours: 5, cost: 20 });
  });

  it("says nothing without a limit", () => {
    expect(within(undefined)).toBeNull();
  });
});

describe("a plan whose length is not stated, under a deadline or a cap", () => {
  const { data: _tokens, ...open } = run;
  const under = (limits: RunSpec["limits"], more: Partial<RunSpec> = {}) =>
    planOf({ ...open, ...more, ...(limits === undefined ? {} : { limits }) }, market);

  it("says what is finished by then and what all of those hours cost", () => {
    const { best: eight, warnings, questions } = under({ deadlineHours: 120 }, { gpus: 8 });
    expect(eight?.finished).toMatchObject({ hours: 120, by: "deadline" });
    expect(eight?.finished?.cost?.likely).toBeCloseTo(120 * 32, 6);
    const rate = (eight?.estimate.throughput?.tokensPerSecondPerGpu.likely ?? 0) * 8 * 3600;
    expect(eight?.finished?.tokens.likely).toBeGreaterThan(0.8 * 118 * rate);
    expect(eight?.finished?.tokens.likely).toBeLessThan(120 * rate);
    expect(warnings.map(({ code }) => code)).not.toContain("budget-not-verified");
    expect(questions.map(({ field }) => field)).toContain("data.tokens");
  });

  it("spends the cap where that ends first, never more", () => {
    const budget = { amount: 100, currency: "USD" as const };
    const { best: capped } = under({ budget, deadlineHours: 1000 });
    expect(capped?.finished).toMatchObject({ by: "budget", hours: 25 });
    expect(capped?.finished?.cost).toMatchObject({ likely: 100, high: 100 });
  });

  it("names the machine that trains most within both, where it trains half as much again", () => {
    const budget = { amount: 1000, currency: "USD" as const };
    const { accelerator: _card, gpus: _one, ...free } = open;
    const plan = planOf({ ...free, limits: { budget, deadlineHours: 48 } }, market);
    const [first] = plan.alternatives;
    expect(first?.reason).toBe("most-within-limits");
    expect(first?.finished?.tokens.likely).toBeGreaterThan(1.5 * (plan.best?.finished?.tokens.likely ?? 0));
    expect(first?.finished?.cost?.likely).toBeLessThanOrEqual(1000);
  });

  it("says nothing of the kind where the length is known, nothing ends it, or a service runs", () => {
    expect(planOf({ ...run, limits: { deadlineHours: 500 } }, market).best).not.toHaveProperty("finished");
    expect(under(undefined).best).not.toHaveProperty("finished");
    const serving: RunSpec = { model: run.model ?? "", method: "inference", limits: { deadlineHours: 500 } };
    expect(planOf(serving, market).best).not.toHaveProperty("finished");
  });
});

describe("when more cards stop paying", () => {
  const rows = scalingRows([1, 2, 4, 8].map((gpus) => bestOf({ ...run, gpus }, market)));

  it("the fewest are the measure, and nothing is better than linear", () => {
    expect(rows[0]?.efficiency).toBe(1);
    for (const row of rows) expect(row.efficiency).toBeLessThanOrEqual(1 + 1e-9);
  });

  it("better than linear is never left without its reason", () => {
    expect(aboveLinear(rows)).toBeNull();
    const [one, two] = rows;
    if (one === undefined || two === undefined) throw new Error("no rows");
    const faster = { ...two, efficiency: 1.04 };
    const from = (layout: Partial<Candidate["layout"]>) => ({
      ...one,
      candidate: { ...one.candidate, layout: { ...one.candidate.layout, ...layout } },
    });
    expect(aboveLinear([from({ strategy: "fsdp" }), faster])).toBe("less-state");
    expect(aboveLinear([from({ strategy: "zero3", offload: "all" }), faster])).toBe("less-offload");
    expect(aboveLinear([from({ strategy: "single" }), faster])).toBe("smaller-group");
    // Printed as 100 %.
    expect(aboveLinear([from({ strategy: "fsdp" }), { ...two, efficiency: 1.004 }])).toBeNull();
  });

  it("an hour that is worth nothing buys no dearer row, one worth a fortune all of them", () => {
    const dearer = scalingRows(
      [1, 2, 4, 8].map((gpus) =>
        bestOf({ ...run, gpus }, marketOf([offer("h100-sxm", 4 * gpus ** 1.3, { gpus })])),
      ),
    );
    expect(lastThatPays(dearer, 0.0001)?.candidate.gpus).toBe(1);
    expect(lastThatPays(dearer, 1e9)?.candidate.gpus).toBe(8);
    expect(lastThatPays(dearer, null)?.candidate.gpus).toBe(1);
  });
});

describe("what an hour gained is worth", () => {
  const world = marketOf([offer("l40s", 1), offer("h100-sxm", 5), offer("b200", 14)]);
  const spec: RunSpec = {
    model: "meta-llama/Llama-3.1-8B",
    method: "lora",
    data: { tokens },
    limits: { maxGpus: 1 },
  };

  it("the second line is the least of money and hours together", () => {
    const second = (valuePerHour: number) =>
      planOf({ ...spec, limits: { ...spec.limits, valuePerHour } }, world).alternatives.find(
        ({ gain }) => gain,
      )?.gain;
    expect(second(100)?.worthIt).toBe(true);
    const dear = second(0.01);
    if (dear !== undefined && dear.perHourGained !== null)
      expect(dear.worthIt).toBe(dear.perHourGained <= 0.01);
  });
});
