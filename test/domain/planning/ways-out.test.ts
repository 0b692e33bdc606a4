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
      waysOf({ model: "mistralai/Mistral-Nemo-Base-2407", accelerator: "t4", gpus: 1, ...spec }).find(
        ({ candidate }) => candidate.accelerator === "t4" && candidate.gpus === 1,
      );
    expect(onThisCard({})?.change).toBe("qlora-instead");
    expect(onThisCard({ method: "lora" })?.change).not.toBe("qlora-instead");
  });
});

describe("where few single changes do, more is offered with its figures", () => {
  const lora = "meta-llama/Llama-3.1-8B";
  const large = "meta-llama/Llama-3.1-70B";
  const small = "mistralai/Mistral-7B-v0.3";
  it.each([
    ["a shorter sequence", { model: lora, method: "lora", accelerator: "rtx-4090", gpus: 1, sequenceLength: 131_072 }, /^shorter-sequence/u],
    ["on an older card too", { model: small, method: "qlora", accelerator: "t4", gpus: 1, sequenceLength: 32_768, microBatch: 4 }, /^shorter-sequence/u],
    ["QLoRA on the same cards", { model: large, method: "lora", accelerator: "h100-sxm", gpus: 2, sequenceLength: 8192, microBatch: 4 }, /^qlora-and-(?:lean|shorter)-instead$/u],
    ["fewer users", { model: lora, method: "inference", accelerator: "l4", gpus: 1, serving: { concurrency: 512, promptTokens: 8000 } }, /^fewer-users/u],
    ["fewer bits on more cards", { model: "meta-llama/Llama-3.1-405B", method: "inference", accelerator: "h100-sxm", gpus: 1 }, /^weights-(?:4bit|fp8)-and-count$/u],
    ["less data under a cap", { model: lora, method: "lora", accelerator: "h100-sxm", gpus: 1, data: { tokens: 5e9 }, limits: { budget: { amount: 50, currency: "EUR" } } }, /^fewer-tokens$/u],
    ["fewer samples by a date", { model: lora, method: "lora", accelerator: "h100-sxm", gpus: 1, data: { samples: 4e6, tokensPerSample: 900 }, limits: { deadlineHours: 24 } }, /^fewer-tokens$/u],
  ] satisfies [string, RunSpec, RegExp][])("%s", (_what, spec: RunSpec, code) => {
    const way = waysOf(spec).find(({ change }) => code.test(change));
    if (way === undefined) throw new Error("not offered");
    const { candidate } = way;
    const { usableGib, perGpu, verdict } = candidate.estimate;
    expect(verdict).toBe("fits");
    expect(perGpu.required.high).toBeLessThanOrEqual(usableGib ?? 0);
    // What it keeps of the asker's machine, it says.
    expect(candidate.accelerator).toBe(spec.accelerator);
    for (const [field, limit] of [["budget", spec.limits?.budget?.amount], ["deadline", spec.limits?.deadlineHours]] as const) {
      if (limit === undefined) continue;
      const spent = field === "budget" ? candidate.cost.total : candidate.window?.total;
      expect(spent?.likely).toBeLessThanOrEqual(limit);
    }
  }); // prettier-ignore

  it("a shorter sequence is the longest that fits, to a step a person would say", () => {
    const spec: RunSpec = { model: lora, method: "lora", accelerator: "rtx-4090", gpus: 1, sequenceLength: 131_072, fusedLoss: true, checkpointing: "full" }; // prettier-ignore
    const way = waysOf(spec).find(({ change }) => change.startsWith("shorter-sequence"));
    const length = Number(way?.changes.find(({ field }) => field === "sequenceLength")?.to);
    const longer = planOf({ ...spec, sequenceLength: length + 1024 }, real);
    expect(length).toBeGreaterThan(0);
    expect(longer.best?.estimate.verdict ?? "does-not-fit").not.toBe("fits");
  });

  it("nothing of it where simple changes do", () => {
    const simple = waysOf({ model: lora, method: "full", accelerator: "a100-80gb-sxm", gpus: 1, data: { tokens: 1e9 } }); // prettier-ignore
    expect(simple.length).toBeGreaterThanOrEqual(3);
    expect(simple.map(({ change }) => change).join()).not.toMatch(
      /shorter|and-count-instead|and-lean-instead/u,
    );
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
