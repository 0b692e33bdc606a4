import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Candidate, Plan } from "../../../src/domain/plan.ts";
import { billedHours } from "../../../src/domain/planning/billing.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { range } from "../../../src/units/range.ts";
import { bestOf, marketOf, offer, planOf, real } from "./support.ts";

const models = ["meta-llama/Llama-3.1-8B", "Qwen/Qwen2.5-0.5B", "Qwen/Qwen3-32B", "12B"];
const specs: fc.Arbitrary<RunSpec> = fc.record({
  model: fc.constantFrom(...models),
  method: fc.constantFrom("lora", "qlora", "full", "inference"),
  sequenceLength: fc.constantFrom(2048, 8192),
  data: fc.constantFrom({ tokens: 1e7 }, { tokens: 1e9, epochs: 1 }),
});

const cards = new Map(real.catalogue.accelerators.map((card) => [card.id, card]));
const platform = (c: Candidate): string => cards.get(c.accelerator)?.platform ?? "";
const money = ({ cost, offer: sold }: Candidate, service: boolean): number =>
  (service ? sold?.perHour : cost.total?.likely) ?? Number.NaN;
const candidates = ({ best, alternatives }: Plan): readonly Candidate[] => [
  ...(best === null ? [] : [best]),
  ...alternatives,
];

describe("the price of the cards that are used", { timeout: 60_000 }, () => {
  const card = "h100-sxm";
  const single = offer(card, 2, { id: "single", instance: "NVIDIA H100 SXM 80GB" });
  const pair = (perHour: number) => offer(card, perHour, { id: "pair", gpus: 2 });
  const eight = (perHour: number) => offer(card, perHour, { id: "eight", gpus: 8 });
  const spec: RunSpec = {
    model: "meta-llama/Llama-3.1-8B",
    method: "lora",
    accelerator: card,
    gpus: 2,
    data: { tokens: 1e8 },
  };

  it.each([
    ["a pair that is sold at about its price", [single, pair(4.5), eight(15)], 4.5, 2, false],
    ["two single cards, where a pair costs a multiple", [single, pair(11), eight(15)], 4, 2, true],
    ["two single cards, where only eight are sold", [single, eight(15)], 4, 2, true],
    ["the whole machine where nothing else is sold, and says so", [eight(15)], 15, 8, false],
    ["the cheapest machine that is large enough", [pair(9), eight(8)], 8, 8, false],
    ["the smaller of two machines at one price", [pair(8), eight(8)], 8, 2, false],
  ])("is that of %s", (_what, offers, perHour, gpusBilled, singleCards) => {
    const best = bestOf(spec, marketOf(offers));
    expect(best.offer).toMatchObject({ perHour, gpusBilled, singleCards });
    expect(best.cost.unknownParts.includes("one-machine-for-all-cards")).toBe(singleCards);
  });

  it("never sums single cards over several machines while machines are sold", () => {
    const best = bestOf({ ...spec, gpus: 16 }, marketOf([single, eight(30)]));
    expect(best.offer).toMatchObject({ perHour: 60, singleCards: false });
  });

  it("all cards of a machine that is billed whole are used, and the reason says so", () => {
    const free = { ...spec, model: "Qwen/Qwen3-32B", method: "full" } as const;
    const { gpus: _, ...open } = free;
    const best = bestOf({ ...open, limits: { maxGpus: 8 } }, marketOf([eight(15)]));
    expect(best).toMatchObject({ gpus: 8, offer: { gpusBilled: 8 } });
    const service = bestOf(
      { model: "meta-llama/Llama-3.1-8B", method: "inference", accelerator: card },
      marketOf([eight(15)]),
    );
    expect(service).toMatchObject({ gpus: 8, reason: "whole-machine" });
  });

  it("no candidate is billed for fewer cards than it uses", () => {
    fc.assert(
      fc.property(specs, (asked) => {
        for (const { gpus, offer: sold } of candidates(planOf(asked)))
          expect(sold?.gpusBilled ?? gpus).toBeGreaterThanOrEqual(gpus);
      }),
      { numRuns: 8 },
    );
  });
});

describe("the pick", { timeout: 120_000 }, () => {
  it("is not dearer and slower than another candidate of its platform, beyond what prices may have moved", () => {
    fc.assert(
      fc.property(specs, (asked) => {
        const plan = planOf(asked);
        const { best } = plan;
        if (best === null || best.estimate.verdict !== "fits") return;
        const service = asked.method === "inference";
        const speed = (c: Candidate): number =>
          (c.estimate.throughput?.tokensPerSecondPerGpu.likely ?? 0) * c.gpus;
        for (const c of plan.alternatives) {
          if (platform(c) !== platform(best) || c.estimate.verdict !== "fits" || c.gpus > best.gpus) continue;
          const dominates = money(c, service) < 0.5 * money(best, service) && speed(c) > 1.3 * speed(best);
          expect(dominates, `${c.accelerator} beats ${best.accelerator}`).toBe(false);
        }
      }),
      { numRuns: 15 },
    );
  });

  const run: RunSpec = { model: "meta-llama/Llama-3.1-8B", method: "lora", data: { tokens: 1e9, epochs: 1 } };
  const slow = offer("rtx-a6000", 6, { id: "slow" });
  const fast = offer("h100-sxm", 2, { id: "fast" });

  it("leaves the smallest for one that is cheaper and faster, and says why", () => {
    expect(bestOf(run, marketOf([slow, fast]))).toMatchObject({
      accelerator: "h100-sxm",
      reason: "cheapest-that-fits",
    });
  });

  it("whoever leaves the smallest never pays more than it costs", () => {
    const dear = offer("h100-sxm", 60, { id: "dear" });
    const cheap = offer("rtx-pro-6000", 0.5, { id: "cheap" });
    expect(bestOf(run, marketOf([slow, dear, cheap]))).toMatchObject({
      accelerator: "rtx-pro-6000",
      reason: "cheapest-that-fits",
    });
  });

  it("gives what is wanted most: the cheapest and the fastest of one machine are nobody's second there", () => {
    const offers = [slow, fast, offer("l40s", 0.3, { id: "cheap" }), offer("h200-sxm", 9, { id: "quick" })];
    const of = (prefer: "smallest" | "cheapest" | "fastest") => bestOf({ ...run, limits: { prefer } }, marketOf(offers)); // prettier-ignore
    const [smallest, cheapest, fastest] = [of("smallest"), of("cheapest"), of("fastest")];
    expect([smallest.reason, cheapest.reason, fastest.reason]).toEqual([
      "smallest-that-fits",
      "cheapest-that-fits",
      "fastest-that-fits",
    ]);
    for (const other of [smallest, fastest]) expect(money(cheapest, false)).toBeLessThanOrEqual(money(other, false)); // prettier-ignore
    for (const other of [smallest, cheapest])
      expect(fastest.estimate.throughput?.hours?.likely).toBeLessThanOrEqual(
        other.estimate.throughput?.hours?.likely ?? 0,
      );
  });

  it("obeys who names a card, and says the cheaper and faster one second", () => {
    const plan = planOf({ ...run, accelerator: "rtx-a6000" }, marketOf([slow, fast]));
    expect(plan.best).toMatchObject({ accelerator: "rtx-a6000", reason: "named-by-asker" });
    expect(plan.alternatives[0]).toMatchObject({ accelerator: "h100-sxm", reason: "cheaper-and-faster" });
  });

  it("stays the smallest against what ROCm would have to be validated for", () => {
    const plan = planOf(run, marketOf([slow, offer("mi300x", 1, { id: "amd" })]));
    expect(plan.best).toMatchObject({ accelerator: "rtx-a6000", reason: "smallest-that-fits" });
    for (const { reason } of plan.alternatives.slice(0, 1)) expect(reason).not.toBe("cheaper-and-faster");
  });

  it.each([
    ["cheaper-and-faster", 3],
    ["faster-same-price", 5],
    ["faster-for-more", 6.5],
  ])("%s is what the price makes of the faster one", (reason, perHour) => {
    const cheap = offer("rtx-a6000", 1, { id: "cheap" });
    const quick = offer("h100-sxm", perHour, { id: "quick" });
    const plan = planOf({ ...run, accelerator: "rtx-a6000" }, marketOf([cheap, quick]));
    const [second] = plan.alternatives;
    expect(second?.reason).toBe(reason);
    const ratio = (second?.cost.total?.likely ?? 0) / (plan.best?.cost.total?.likely ?? 1);
    if (reason === "faster-same-price") expect(Math.abs(ratio - 1)).toBeLessThanOrEqual(0.0527);
    const { gain } = second ?? {};
    expect(gain?.speedup).toBeGreaterThanOrEqual(2);
    expect(gain?.extra).toBeCloseTo(
      (second?.cost.total?.likely ?? 0) - (plan.best?.cost.total?.likely ?? 0),
      6,
    );
    const gained = (plan.best?.window?.total.likely ?? 0) - (second?.window?.total.likely ?? 0);
    if (reason === "faster-for-more") expect(gain?.perHourGained).toBeCloseTo((gain?.extra ?? 0) / gained, 6);
  });
});

describe("hours that are billed", () => {
  it("are never less than those used, and less than one unit more", () => {
    const hours = fc.double({ min: 0, max: 500, noNaN: true });
    fc.assert(
      fc.property(hours, hours, hours, (a, b, c) => {
        const [low = 0, likely = 0, high = 0] = [a, b, c].sort((x, y) => x - y);
        const billed = billedHours(range(low, likely, high));
        expect(billed.low).toBe(low);
        expect(billed.likely - likely).toBeGreaterThanOrEqual(0);
        expect(billed.likely - likely).toBeLessThanOrEqual(0.25);
        expect(billed.high - high).toBeGreaterThanOrEqual(0);
        expect(billed.high - high).toBeLessThanOrEqual(1.25);
      }),
    );
  });

  it("a pilot and its plan are billed by one rule", () => {
    const { pilot, best } = planOf({
      model: "meta-llama/Llama-3.1-8B", method: "lora", accelerator: "h100-sxm", gpus: 1, data: { tokens: 1e8 },
    }); // prettier-ignore
    const perHour = best?.offer?.perHour ?? 0;
    expect(pilot.runs.length).toBeGreaterThan(0);
    for (const { minutes, cost } of pilot.runs) {
      const hours = minutes / 60;
      const billed = billedHours(range(hours, hours, hours), best?.offer?.terms ?? null);
      expect(cost?.likely).toBeCloseTo(perHour * billed.likely, 6);
    }
  });
});

describe("a floor proves no fit", { timeout: 60_000 }, () => {
  it("a memory figure that is called a floor never stands beside “fits”", () => {
    const objective = fc.constantFrom<RunSpec["objective"]>("sft", "dpo", "grpo");
    fc.assert(
      fc.property(specs, objective, (asked, aim) => {
        const spec = asked.method === "inference" || aim === undefined ? asked : { ...asked, objective: aim };
        for (const { estimate } of candidates(planOf(spec))) {
          const floor = estimate.caveats.some(
            ({ code, params }) => code === "lower-bound-only" && params["bounded"] !== true,
          );
          if (floor) expect(estimate.verdict).not.toBe("fits");
          if (estimate.verdict === "fits" && estimate.usableGib !== null)
            expect(estimate.perGpu.required.high).toBeLessThanOrEqual(estimate.usableGib);
        }
      }),
      { numRuns: 8 },
    );
  });

  it.each<[string, RunSpec, string, boolean | null]>([
    ["a shape taken from the size", { model: "12B", method: "lora" }, "fits", true],
    ["activations that nobody sized", { model: "black-forest-labs/FLUX.1-dev", method: "lora" }, "tight", false],
    ["a known run", { model: "meta-llama/Llama-3.1-8B", method: "lora" }, "fits", null],
  ])("%s", (_what, spec, verdict, bounded) => {
    const { estimate } = bestOf(spec);
    expect(estimate.verdict).toBe(verdict);
    const found = estimate.caveats.find(({ code }) => code === "lower-bound-only");
    expect(found?.params["bounded"] ?? null).toBe(bounded);
  }); // prettier-ignore
});

describe("a cap that cannot be checked", { timeout: 30_000 }, () => {
  const capped: RunSpec = {
    model: "meta-llama/Llama-3.1-8B",
    method: "lora",
    accelerator: "h100-sxm",
    gpus: 1,
    limits: { budget: { amount: 500, currency: "USD" } },
  };
  it.each([
    [
      "the amount of work of a service, where the price is known",
      "inference",
      [offer("h100-sxm", 2)],
      "amount-of-work",
    ],
    ["the price, where none is", "lora", [], "price"],
    ["nothing where it says what a training gets through for it", "lora", [offer("h100-sxm", 2)], undefined],
  ] as const)("names %s", (_what, method, offers, missing) => {
    const { warnings } = planOf({ ...capped, method }, marketOf(offers));
    const found = warnings.find(({ code }) => code === "budget-not-verified");
    expect(found?.params["missing"]).toBe(missing);
  });
});
