import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { insightInto } from "../../../src/domain/pilot/insight.ts";
import {
  scalingDifferences,
  scalingStep,
  type ScalingPoint,
} from "../../../src/domain/pilot/scaling-step.ts";
import { verdictInWords } from "../../../src/i18n/verdict-words.ts";
import { wording } from "../../../src/i18n/messages.ts";
import { planOf } from "../planning/support.ts";
import { cameBack, judged, type Came } from "./support.ts";

const one: ScalingPoint = {
  gpus: 1,
  tokensPerSecond: 1000,
  effectiveBatch: 16,
  sequenceLength: 4096,
  quality: { precision: "bf16" },
};
const eight: ScalingPoint = { ...one, gpus: 8, tokensPerSecond: 6400 };
const rate = fc.double({ min: 1, max: 1e6, noNaN: true });
const cards = fc.integer({ min: 2, max: 512 });

describe("an efficiency", () => {
  it("is useful throughput over n ÷ m times that of m cards", () => {
    expect(scalingStep(one, eight, { predicted: 0.9, toPass: 0.8 })).toMatchObject({
      efficiency: 0.8,
      passes: true,
      binds: "communication",
      costRatio: 1.25,
      timeRatio: 1000 / 6400,
    });
  });

  it("does not depend on the unit of the rates, and time × cards = cost", () => {
    fc.assert(
      fc.property(rate, rate, cards, rate, (a, b, gpus, unit) => {
        const at = (factor: number) =>
          scalingStep(
            { ...one, tokensPerSecond: a * factor },
            { ...eight, gpus, tokensPerSecond: b * factor },
            { predicted: null, toPass: 0.8 },
          );
        expect(at(unit).efficiency / at(1).efficiency).toBeCloseTo(1, 6);
        expect((at(1).timeRatio * gpus) / at(1).costRatio).toBeCloseTo(1, 6);
      }),
    );
  });

  it("that is higher never stops paying or passing", () => {
    fc.assert(
      fc.property(
        rate,
        cards,
        fc.double({ min: 1, max: 3, noNaN: true }),
        (tokensPerSecond, gpus, faster) => {
          const at = (factor: number) =>
            scalingStep(
              one,
              { ...eight, gpus, tokensPerSecond: tokensPerSecond * factor },
              { predicted: null, toPass: 0.8 },
            );
          if (at(1).pays) expect(at(faster).pays).toBe(true);
          if (at(1).passes) expect(at(faster).passes).toBe(true);
        },
      ),
    );
  });

  it.each([
    [{}, []],
    [{ effectiveBatch: 128 }, ["effectiveBatch"]],
    [{ sequenceLength: 2048 }, ["sequenceLength"]],
    [{ quality: { precision: "fp8" } }, ["precision"]],
    [{ quality: { precision: "bf16", packing: "true" } }, ["packing"]],
    [{ gpus: 1 }, ["gpus"]],
    [{ quality: null, effectiveBatch: null, sequenceLength: null }, []],
  ] as const)("of %j names what is not equal: %j", (given, fields) => {
    expect(scalingDifferences(one, { ...eight, ...given }).map(({ params }) => params["field"])).toEqual(
      fields,
    );
  });
});

const plan = planOf({
  model: "meta-llama/Llama-3.1-8B", stack: "trl", method: "lora", accelerator: "h100-sxm", gpus: 2,
  sequenceLength: 4096, microBatch: 2, packing: true, data: { tokens: 9e9 },
}); // prettier-ignore
const baseline = judged(plan, [cameBack(plan, "one-gpu-pilot")]);
const step = (came: Came = {}) => judged(plan, [cameBack(plan, "scaling-step", came)], { baseline });

describe("the scaling step", () => {
  it("as predicted is confirmed, with the efficiency against the predicted and the asked one", () => {
    const { verdict, scaling, next } = step();
    expect(verdict).toBe("confirmed");
    expect(scaling?.efficiency).toBeCloseTo(scaling?.predicted ?? 0, 6);
    expect(scaling).toMatchObject({ from: 1, gpus: 2, passes: true, qualityShown: true });
    expect(next.code).toBe("run-restore-proof");
  });

  it("below what was asked is off by its own name, and its bound is told", () => {
    const verdict = step({ pace: 0.6 });
    const { scaling } = verdict;
    expect(verdict).toMatchObject({ verdict: "off", scaling: { passes: false, binds: "communication" } });
    expect(verdict.verdict === "off" && verdict.misses.map(({ cause }) => cause)).toContain("scaling");
    expect(insightInto(plan, verdict).bound).toMatchObject({
      bound: "communication",
      gain: 1 - (scaling?.efficiency ?? 1),
    });
  });

  it.each([
    ["waits for data", { pace: 0.6, readings: { details: { dataWaitShare: 0.3 } } }, "change-bound"],
    ["costs far more than it saves", { pace: 0.52 }, "one-card-fewer"],
  ] as const)("that %s says what to do first", (_name, came, code) => {
    expect(step(came).next.code).toBe(code);
  });

  it.each([
    ["without a baseline", {}, null, "baseline-missing"],
    ["with another objective", { spec: { objective: "dpo" } }, baseline, "baseline-differs"],
    [
      "with rates nobody may compare",
      { warnings: [{ code: "smoothed", params: {} }] },
      baseline,
      "speed-not-shown",
    ],
  ] as const)("%s concludes nothing", (_name, came, context, code) => {
    const verdict = judged(plan, [cameBack(plan, "scaling-step", came)], { baseline: context });
    expect(verdict).toMatchObject({ verdict: "inconclusive", reasons: [{ code }] });
  });

  it("of logs without a rate takes it from the step time at the known batch", () => {
    const log = { kit: false, readings: { tokensPerSecondPerGpu: null } };
    const before = judged(plan, [cameBack(plan, "one-gpu-pilot", log)]);
    const { scaling } = judged(plan, [cameBack(plan, "scaling-step", log)], { baseline: before });
    expect(scaling).toMatchObject({ qualityShown: false, passes: true });
    expect(scaling?.efficiency).toBeCloseTo(scaling?.predicted ?? 0, 2);
  });

  it.each(["en", "fr"] as const)("is said in %s", (language) => {
    expect(
      verdictInWords(step({ pace: 0.6 }), wording(language))
        .split("\n")
        .slice(0, 7),
    ).toMatchSnapshot();
  });
});
