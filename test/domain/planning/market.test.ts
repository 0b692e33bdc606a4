import { describe, expect, it } from "vitest";
import { priceDrift } from "../../../src/domain/planning/market.ts";
import type { Limits, RunSpec } from "../../../src/domain/run-spec.ts";
import { bestOf, marketOf, offer, planOf, real } from "./support.ts";

const spec: RunSpec = {
  model: "meta-llama/Llama-3.1-8B",
  method: "lora",
  accelerator: "a100-80gb-sxm",
  data: { tokens: 1e8 },
};
const card = "a100-80gb-sxm";

describe("offers", { timeout: 30_000 }, () => {
  const list = [
    offer(card, 3, { id: "plain" }),
    offer(card, 1, { id: "spot", tier: "spot" }),
    offer(card, 1.1, { id: "community", tier: "community" }),
    offer(card, 0.9, { id: "reserved", tier: "reserved" }),
    offer(card, 0.8, { id: "undated", observedAt: null }),
    offer(card, 2, { id: "nowhere", area: null, region: null }),
    offer(card, 2.5, { id: "american", area: "us", region: "us-east-1" }),
    offer(card, 2.8, { id: "other", provider: "other" }),
    offer(card, 0.2, { id: "slice", gpus: 0.25 }),
  ];

  it.each<[string, Limits, number]>([
    ["on demand and dated unless more is allowed", {}, 2],
    ["spot only when allowed", { spot: true }, 1],
    ["community only when allowed", { community: true }, 1.1],
    ["an unknown region is out under a region limit", { regions: ["eu"] }, 2.8],
    ["residency binds like a region", { residency: "us" }, 2.5],
    ["the seller asked for", { providers: ["other"] }, 2.8],
    ["seller and region together", { providers: ["acme"], regions: ["eu"] }, 3],
  ])("%s", (_why, limits, perHour) => {
    expect(bestOf({ ...spec, gpus: 1, limits }, marketOf(list)).offer?.perHour).toBe(perHour);
  });

  it("several cards come in machines that hold them, paid whole", () => {
    const world = marketOf([offer(card, 2), offer(card, 15, { gpus: 8 })]);
    expect(bestOf({ ...spec, gpus: 4 }, world).offer).toMatchObject({ perHour: 15 });
    expect(bestOf({ ...spec, gpus: 16 }, world).offer?.perHour).toBe(30);
  });

  it("a list that prices single cards may be multiplied, and says that one machine is not verified", () => {
    const best = bestOf(
      { ...spec, gpus: 4 },
      marketOf([offer(card, 2, { instance: "NVIDIA A100 SXM 80GB" })]),
    );
    expect(best.offer?.perHour).toBe(8);
    expect(best.cost.unknownParts).toContain("one-machine-for-all-cards");
  });

  it("money is counted in the budget's currency", () => {
    const budget = { amount: 1000, currency: "EUR" };
    const dollars = bestOf({ ...spec, gpus: 1 }, marketOf([offer(card, 3)])).cost.total?.likely ?? 0;
    const euros = bestOf({ ...spec, gpus: 1, limits: { budget } }, marketOf([offer(card, 3)])).cost;
    expect(euros.currency).toBe("EUR");
    expect(euros.total?.likely).toBeGreaterThan(0.5 * dollars);
    expect(euros.total?.likely).not.toBeCloseTo(dollars);
  });

  it("an old price widens the range, a week does not", () => {
    expect([priceDrift(0), priceDrift(7)]).toEqual([0, 0]);
    expect(priceDrift(30)).toBeGreaterThan(0);
    expect(priceDrift(2000)).toBe(0.35);
    expect(priceDrift(null)).toBe(0.35);
  });

  it("no offer is an unknown price, never zero", () => {
    const { cost, offer: none } = bestOf({ ...spec, gpus: 1 }, marketOf([]));
    expect(none).toBeNull();
    expect(cost).toMatchObject({ total: null, perMillionTokens: null, perSuccessfulRun: null });
    expect(cost.unknownParts).toContain("price");
  });
});

describe("what stands in the way", { timeout: 30_000 }, () => {
  it.each<[string, Limits, string]>([
    ["money", { budget: { amount: 0.5, currency: "USD" } }, "budget"],
    ["time", { deadlineHours: 0.5 }, "deadline"],
    ["place", { regions: ["jp"] }, "region"],
    ["seller", { providers: ["nobody"] }, "provider"],
  ])("%s", (_what, limits, binding) => {
    const plan = planOf({ ...spec, gpus: 1, limits }, marketOf([offer(card, 3)]));
    expect(plan.kind).toBe("infeasible");
    expect(plan.infeasible?.binding).toBe(binding);
    expect(plan.infeasible?.relaxations.length).toBeGreaterThan(0);
    expect(plan.infeasible?.relaxations[0]?.candidate.estimate.verdict).toBe("fits");
  });

  it("a seller that nobody knows is named, with the nearest that have prices", () => {
    const plan = planOf({ ...spec, gpus: 1, limits: { providers: ["acmee"] } }, marketOf([offer(card, 3)]));
    expect(plan.warnings).toContainEqual({
      code: "unknown-provider",
      params: { read: "acmee", nearest: "acme" },
    });
    expect(
      planOf({ ...spec, gpus: 1, limits: { providers: ["acme"] } }, marketOf([offer(card, 3)])).warnings.map(
        ({ code }) => code,
      ),
    ).not.toContain("unknown-provider");
  });

  it("a cap with tax holds a sixth less", () => {
    const world = marketOf([offer(card, 3)]);
    const total = bestOf({ ...spec, gpus: 1 }, world).cost.total?.likely ?? 0;
    const capped = (tax: "included" | "excluded") =>
      planOf({ ...spec, gpus: 1, limits: { budget: { amount: total * 1.1, currency: "USD", tax } } }, world)
        .kind;
    expect(capped("excluded")).toBe("recommendation");
    expect(capped("included")).toBe("infeasible");
  });
});

describe("caveats, each with its trigger", { timeout: 30_000 }, () => {
  const codes = (asked: RunSpec, world = marketOf([offer(card, 3)])): readonly string[] =>
    planOf(asked, world).caveats.map((c) => c.code);

  it.each<[string, RunSpec, string, boolean]>([
    ["AMD", { ...spec, accelerator: "mi300x", gpus: 1 }, "rocm-validation", true],
    ["NVIDIA", { ...spec, gpus: 1 }, "rocm-validation", false],
    ["several cards", { ...spec, gpus: 2 }, "scaling-not-linear", true],
    ["one card", { ...spec, gpus: 1 }, "scaling-not-linear", false],
    ["copies", { ...spec, gpus: 2 }, "ddp-no-pooling", true],
    ["training", { ...spec, gpus: 1 }, "prove-restore", true],
    [
      "serving",
      { model: spec.model ?? "", method: "inference", accelerator: card, gpus: 1 },
      "prove-restore",
      false,
    ],
    ["lengths vary", { ...spec, gpus: 1, packing: false }, "longest-batch", true],
    ["packed", { ...spec, gpus: 1, packing: true }, "longest-batch", false],
    ["several nodes", { ...spec, gpus: 16 }, "multi-node-network", true],
    ["an old card named", { ...spec, accelerator: "v100-32gb", gpus: 1 }, "no-native-bf16", true],
    [
      "sharding over a bus",
      { ...spec, accelerator: "rtx-4090", gpus: 2, parallel: { strategy: "fsdp" } },
      "pcie-only",
      true,
    ],
    ["a gated model", { ...spec, gpus: 1 }, "gated-model", true],
    ["a number of PyTorch's", { ...spec, gpus: 1, current: { peakGib: 30 } }, "allocator-vs-device", true],
    ["no stack named is known", { ...spec, gpus: 1, stack: "generic" }, "unmeasured-stack", true],
  ])("%s", (_when, asked, code, expected) => {
    expect(codes(asked).includes(code)).toBe(expected);
  });

  it.each([
    ["v100-32gb", "fp16"],
    ["p40", "fp32"],
    ["gtx-1080-ti", "fp32"],
  ])("what an old card computes in instead is what it is fast in: %s", (accelerator, instead) => {
    const { caveats } = planOf({ ...spec, accelerator, gpus: 1 }, real);
    expect(caveats.find((c) => c.code === "no-native-bf16")?.params["instead"]).toBe(instead);
  });

  it("a fresh price is not called old, an old one is, with its age", () => {
    const aged = marketOf([offer(card, 3, { observedAt: "2026-05-24" })]);
    expect(codes({ ...spec, gpus: 1 })).not.toContain("price-age");
    const found = planOf({ ...spec, gpus: 1 }, aged).caveats.find((c) => c.code === "price-age");
    expect(found?.params["ageDays"]).toBe(190);
  });
});
