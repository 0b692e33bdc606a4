import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundOf, type Traces } from "../../../src/domain/pilot/bound.ts";
import { insightInto } from "../../../src/domain/pilot/insight.ts";
import { successfulCost, type CostAsked } from "../../../src/domain/pilot/successful-cost.ts";
import { planOf } from "../planning/support.ts";
import { cameBack, judged } from "./support.ts";

const none: Traces = {
  utilisation: null,
  powerShare: null,
  dataWaitShare: null,
  stepSpread: null,
  scalingEfficiency: null,
  modelFlopsUtilisation: null,
};

describe("what binds", () => {
  it("is not said without a trace", () => {
    expect(boundOf(none)).toBeNull();
  });

  it.each([
    [{ dataWaitShare: 0.2, modelFlopsUtilisation: 0.5 }, "input", "feed-data-faster", 0.2],
    [{ utilisation: 0.5 }, "input", "feed-data-faster", 0.5],
    [{ utilisation: 0.5, scalingEfficiency: 0.6 }, "communication", "fewer-cards-or-faster-network", 0.4],
    [{ stepSpread: 0.8 }, "input", "even-out-lengths", 0.2],
    [{ modelFlopsUtilisation: 0.2, powerShare: 0.4 }, "memory", "larger-micro-batch", 0.5],
    [{ modelFlopsUtilisation: 0.2, powerShare: 0.9 }, "memory", "fuse-or-compile", 0.5],
    [{ modelFlopsUtilisation: 0.5 }, "compute", null, 0],
    [{ powerShare: 0.4 }, "memory", "larger-micro-batch", null],
    [{ powerShare: 0.9 }, "compute", null, null],
  ] as const)("by %j is %s: %s", (traces, bound, change, gain) => {
    const found = boundOf({ ...none, ...traces });
    expect(found).toMatchObject({ bound, change });
    if (gain === null) expect(found?.gain).toBeNull();
    else expect(found?.gain).toBeCloseTo(gain, 9);
  });

  it("never promises more than the whole step, nor less than nothing", () => {
    const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(
        fc.record({
          utilisation: share,
          powerShare: share,
          dataWaitShare: share,
          stepSpread: share,
          scalingEfficiency: share,
          modelFlopsUtilisation: share,
        }),
        (traces) => {
          const gain = boundOf(traces)?.gain ?? 0;
          expect(gain).toBeGreaterThanOrEqual(0);
          expect(gain).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

const hours = (likely: number) => ({ low: likely, likely, high: likely });
const asked: CostAsked = {
  window: {
    parts: [
      { part: "load", hours: hours(0.5) },
      { part: "steps", hours: hours(10) },
      { part: "evaluation", hours: hours(1) },
      { part: "restore-proof", hours: hours(0.5) },
    ],
    total: hours(12),
  },
  tokens: 36e6,
  runs: 1,
  gpus: 2,
  tokensPerSecondPerGpu: 500,
  pricePerHour: 4,
};

describe("the cost of a successful output", () => {
  it("takes the whole window: a pace as planned costs what was planned", () => {
    expect(successfulCost(asked)).toMatchObject({ hours: 12, total: 48, perSuccessfulRun: 48 });
    expect(successfulCost(asked)?.perMillionTokens).toBeCloseTo(48 / 36, 9);
  });

  it("stretches steps and evaluation with the pace, not load and restore", () => {
    expect(successfulCost({ ...asked, tokensPerSecondPerGpu: 250 })?.hours).toBeCloseTo(
      0.5 + 20 + 2 + 0.5,
      9,
    );
  });

  it("is shared by the runs that count alone", () => {
    expect(successfulCost({ ...asked, runs: 3, successRate: 0.5 })?.perSuccessfulRun).toBeCloseTo(
      48 / 1.5,
      9,
    );
  });

  it("falls with the rate and grows with the price", () => {
    const positive = fc.double({ min: 1, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(positive, positive, fc.double({ min: 1.01, max: 10, noNaN: true }), (rate, price, more) => {
        const at = (tokensPerSecondPerGpu: number, pricePerHour: number): number =>
          successfulCost({ ...asked, tokensPerSecondPerGpu, pricePerHour })?.perSuccessfulRun ?? 0;
        expect(at(rate * more, price)).toBeLessThan(at(rate, price));
        expect(at(rate, price * more)).toBeGreaterThan(at(rate, price));
      }),
    );
  });

  it.each([{ tokens: 0 }, { tokensPerSecondPerGpu: 0 }, { gpus: 0 }, { runs: 0 }, { successRate: 0 }, { tokens: Number.NaN }])(
    "of %j is not known",
    (given) => {
      expect(successfulCost({ ...asked, ...given })).toBeNull();
    },
  ); // prettier-ignore
});

describe("an insight", () => {
  const plan = planOf({
    model: "meta-llama/Llama-3.1-8B", stack: "trl", method: "lora", accelerator: "h100-sxm", gpus: 1,
    sequenceLength: 4096, microBatch: 2, packing: true, data: { tokens: 5e7 },
  }); // prettier-ignore

  it("costs the whole plan at the measured pace, in the currency of its offer", () => {
    const [even, slow] = [1, 0.9].map(
      (pace) => insightInto(plan, judged(plan, [cameBack(plan, "one-gpu-pilot", { pace })])).cost,
    );
    expect(even?.currency).toBe(plan.best?.cost.currency);
    expect(slow?.total ?? 0).toBeGreaterThan(even?.total ?? Infinity);
  });

  it("of a group smaller than the plan costs nothing: it does not run at that rate", () => {
    const given = { readings: { gpuCount: 8 } };
    expect(insightInto(plan, judged(plan, [cameBack(plan, "one-gpu-pilot", given)])).cost).toBeNull();
  });
});
