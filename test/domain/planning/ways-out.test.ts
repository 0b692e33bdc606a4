import { describe, expect, it } from "vitest";
import { rentFor } from "../../../src/domain/planning/period-rent.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { planOf, real } from "./support.ts";

const waysOf = (spec: RunSpec) => planOf(spec, real).infeasible?.relaxations ?? [];

describe("ways out of memory that a person can take", () => {
  it.each([
    [{ model: "700B", method: "lora", accelerator: "rtx-3090", gpus: 2 }],
    [{ model: "9900B", method: "lora" }],
    [{ model: "70B", method: "qlora", accelerator: "rtx-3090", gpus: 2, sequenceLength: 8192 }],
    [{ model: "13B", method: "full", accelerator: "rtx-4090", gpus: 1 }],
    [{ model: "34B", method: "full", accelerator: "t4", gpus: 4 }],
  ] satisfies [RunSpec][])("offload only to a host with the RAM for it: %j", (spec) => {
    const largest = Math.max(...real.catalogue.offers.map(({ hostRamGib }) => hostRamGib ?? 0));
    for (const { changes, candidate } of waysOf(spec)) {
      if (!changes.some(({ field }) => field === "parallel.offload")) continue;
      const held = candidate.offer?.hostRamGib ?? largest;
      expect(candidate.estimate.host.ramGib.likely).toBeLessThanOrEqual(held);
    }
  });

  it("name QLoRA first on the same card where no method was stated, and the asked method where one was", () => {
    const onThisCard = (spec: RunSpec) =>
      waysOf({ model: "mistralai/Mistral-7B-v0.3", accelerator: "t4", gpus: 1, ...spec }).find(
        ({ candidate }) => candidate.accelerator === "t4" && candidate.gpus === 1,
      );
    expect(onThisCard({})?.change).toBe("qlora-instead");
    expect(onThisCard({ method: "lora" })?.change).not.toBe("qlora-instead");
  });
});

describe("a machine that holds none of the usual models", () => {
  it("offers none of them as an answer", () => {
    const { reach = [], questions } = planOf(
      { accelerator: "rtx-4090", gpus: 2, sequenceLength: 32_768 },
      real,
    );
    expect(reach.every(({ largest }) => largest === null)).toBe(true);
    expect(questions.map(({ field, answers }) => [field, answers.length])).toEqual([["model", 0]]);
    expect(planOf({}, real).questions[0]?.answers.length).toBeGreaterThan(0);
  });
});

describe("a run of years", () => {
  const years: RunSpec = { model: "7B", method: "pretrain", data: { tokens: 2e12 } };

  it("is proposed with the question by when it must end, each answer sized", () => {
    const { best, questions } = planOf(years, real);
    expect(best?.window?.total.likely ?? planOf(years, real).window.total.likely).toBeGreaterThan(365 * 24);
    expect(questions[0]).toMatchObject({ field: "limits.deadlineHours", why: "too-long-to-wait" });
    for (const { value, effect } of questions[0]?.answers ?? []) {
      if (effect.code === "infeasible") continue;
      const hours = effect.params["hours"] as { readonly likely: number };
      expect(hours.likely).toBeLessThanOrEqual(Number(value));
    }
  });

  it.each([
    [{ ...years, data: { tokens: 2e9 } }],
    [{ ...years, limits: { deadlineHours: 24 * 400 } }],
  ] satisfies [RunSpec][])(
    "is not asked about a run that ends sooner, or whose end is stated: %j",
    (spec) => {
      expect(planOf(spec, real).questions.map(({ why }) => why)).not.toContain("too-long-to-wait");
    },
  );
});

describe("the rent of a period", () => {
  it.each([
    [{ hoursPerDay: 24 }, 24],
    [{ hoursPerDay: 10 }, 10],
  ])("of a service is one price at its hours a day: %j", (traffic, hoursPerDay) => {
    const { best } = planOf(
      {
        model: "meta-llama/Llama-3.1-8B-Instruct",
        method: "inference",
        serving: { concurrency: 8, promptTokens: 500, outputTokens: 200, traffic },
      },
      real,
    );
    if (best === null) throw new Error("nothing fits");
    const [month, week] = [rentFor(best, "month"), rentFor(best, "week")];
    expect(month?.hoursPerDay).toBe(hoursPerDay);
    expect((month?.amount.likely ?? 0) / (week?.amount.likely ?? 1)).toBeCloseTo(365.25 / 12 / 7);
    const rent = hoursPerDay * 7 * (best.offer?.perHour ?? 0);
    expect(week?.amount.likely).toBeGreaterThanOrEqual(rent * 0.999);
  });

  it("of a training is that of its machine, kept all the time", () => {
    const { best } = planOf(
      { model: "meta-llama/Llama-3.1-8B", method: "lora", data: { tokens: 1e8 } },
      real,
    );
    if (best?.offer == null) throw new Error("no price");
    expect(rentFor(best, "day")?.amount.likely).toBeCloseTo(24 * best.offer.perHour);
  });
});
