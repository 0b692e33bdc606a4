import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Accelerator } from "../../../src/domain/accelerator.ts";
import type { Offer } from "../../../src/domain/offer.ts";
import type { Candidate, Plan } from "../../../src/domain/plan.ts";
import { recommend } from "../../../src/domain/planning/recommend.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { gb, gib } from "../../../src/units/bytes.ts";
import type { Range } from "../../../src/units/range.ts";
import { marketOf as fullMarketOf, offer, planOf, real, worldOf } from "./support.ts";

const models = [
  "meta-llama/Llama-3.1-8B",
  "Qwen/Qwen2.5-0.5B",
  "mistralai/Mistral-7B-v0.1",
  "meta-llama/Llama-3.1-70B",
];
const cards = ["rtx-4090", "l40s", "a100-80gb-sxm", "h100-sxm", "mi300x"];

/** The five cards that the offers are about: the laws do not need the other forty-eight. */
function marketOf(list: Parameters<typeof fullMarketOf>[0]): ReturnType<typeof fullMarketOf> {
  const market = fullMarketOf(list);
  const accelerators = market.catalogue.accelerators.filter(({ id }) => cards.includes(id));
  return { ...market, catalogue: { ...market.catalogue, accelerators } };
}

const specs: fc.Arbitrary<RunSpec> = fc.record({
  model: fc.constantFrom(...models),
  method: fc.constantFrom("lora", "qlora", "full", "inference"),
  sequenceLength: fc.constantFrom(1024, 2048, 8192),
  microBatch: fc.constantFrom(1, 4),
  data: fc.constantFrom({ tokens: 1e7 }, { tokens: 1e9, epochs: 1 }),
});

const limits = fc.record(
  {
    budget: fc.constantFrom({ amount: 20, currency: "EUR" }, { amount: 2000, currency: "USD" }),
    deadlineHours: fc.constantFrom(6, 200),
    regions: fc.constantFrom(["eu"], ["us"]),
    maxGpus: fc.constantFrom(1, 8),
  },
  { requiredKeys: [] },
);

const offers = fc
  .array(
    fc.record({
      card: fc.constantFrom(...cards),
      gpus: fc.constantFrom(1, 2, 8),
      cents: fc.integer({ min: 20, max: 900 }),
      area: fc.constantFrom("eu", "us", null),
      observedAt: fc.constantFrom("2026-11-28", "2026-05-24", null),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((rows) =>
    rows.map(({ card, gpus, cents, area, observedAt }, i) =>
      offer(card, (cents / 100) * gpus, { id: `o${i}`, gpus, area, observedAt }),
    ),
  );

const runs = { numRuns: 40 };
const money = (c: Candidate | null): number => c?.cost.total?.likely ?? Number.POSITIVE_INFINITY;
const cheapest = (plan: Plan): number => Math.min(...[plan.best, ...plan.alternatives].map(money));
/** Undated prices never make the headline, so they are no price to compare an added one with. */
const dated = (offer: Offer): boolean => offer.observedAt !== null;

describe("laws of the decision", { timeout: 120_000 }, () => {
  it("does not depend on the order of offers, nor of cards", () => {
    fc.assert(
      fc.property(specs, limits, offers, (spec, bounds, list) => {
        const asked = { ...spec, limits: bounds };
        const forward = marketOf(list);
        const { catalogue } = forward;
        const turned = {
          ...catalogue,
          offers: [...list].reverse(),
          accelerators: [...catalogue.accelerators].reverse(),
        };
        expect(recommend(asked, { ...forward, catalogue: turned })).toEqual(recommend(asked, forward));
      }),
      runs,
    );
  });

  it("is the same twice", () => {
    fc.assert(
      fc.property(specs, limits, (spec, bounds) => {
        const asked = { ...spec, limits: bounds };
        expect(recommend(asked, real)).toEqual(recommend(asked, real));
      }),
      { numRuns: 3 },
    );
  });

  it("an added offer never raises the cheapest dated cost", () => {
    fc.assert(
      // On one machine: a cheaper price that needs more machines than the best one is no step to propose.
      fc.property(specs, offers, fc.nat(), (open, all, pick) => {
        const spec = { ...open, limits: { maxGpus: 8 } };
        const list = all.filter(dated);
        const [extra, ...rest] = [...list.slice(pick % list.length), ...list.slice(0, pick % list.length)];
        if (extra === undefined || rest.length === 0) return;
        expect(cheapest(planOf(spec, marketOf(list)))).toBeLessThanOrEqual(
          cheapest(planOf(spec, marketOf(rest))),
        );
      }),
      runs,
    );
  });

  it("without limits nothing that was feasible becomes infeasible", () => {
    fc.assert(
      fc.property(specs, limits, offers, (spec, bounds, list) => {
        const world = marketOf(list);
        if (planOf({ ...spec, limits: bounds }, world).kind !== "recommendation") return;
        expect(planOf(spec, world).kind).toBe("recommendation");
      }),
      runs,
    );
  });

  it("more memory on the card never makes a feasible run infeasible", () => {
    const grown = (card: Accelerator, factor: number): Accelerator => ({
      ...card,
      sold: gb(card.sold * factor),
      reported: card.reported === null ? null : gib(card.reported * factor),
    });
    fc.assert(
      fc.property(specs, fc.constantFrom(...cards), fc.constantFrom(1.2, 2, 4), (spec, card, factor) => {
        const asked = { ...spec, accelerator: card, gpus: 1 };
        if (planOf(asked).kind !== "recommendation") return;
        const accelerators = real.catalogue.accelerators.map((a) => (a.id === card ? grown(a, factor) : a));
        expect(planOf(asked, worldOf({ ...real.catalogue, accelerators })).kind).toBe("recommendation");
      }),
      { numRuns: 5 },
    );
  });

  it("every range is ordered and every plan has all its keys", () => {
    const keys = [
      "kind", "spec", "assumptions", "unread", "premises", "best", "alternatives", "infeasible", "questions", "caveats",
      "stages", "window", "pilot", "warnings",
    ]; // prettier-ignore
    const check = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      if ("low" in value && "likely" in value && "high" in value) {
        const { low, likely, high } = value as Range;
        expect(low).toBeLessThanOrEqual(likely);
        expect(likely).toBeLessThanOrEqual(high);
        return;
      }
      for (const inner of Object.values(value)) check(inner);
    };
    fc.assert(
      fc.property(specs, limits, offers, (spec, bounds, list) => {
        const plan = planOf({ ...spec, limits: bounds }, marketOf(list));
        expect(
          Object.keys(plan)
            .filter((key) => key !== "stay")
            .sort(),
        ).toEqual([...keys].sort());
        check(plan);
      }),
      runs,
    );
  });

  it("an unknown price is never the cheapest, and an undated one never the headline while a dated one fits", () => {
    const spec: RunSpec = { model: "meta-llama/Llama-3.1-8B", method: "lora", data: { tokens: 1e8 } };
    const world = marketOf([
      offer("l40s", 0.1, { observedAt: null }),
      offer("a100-80gb-sxm", 2, { observedAt: "2026-11-28" }),
    ]);
    const plan = planOf(spec, world);
    expect(plan.best).toMatchObject({ accelerator: "a100-80gb-sxm", offer: { observedAt: "2026-11-28" } });
    for (const c of plan.alternatives) if (c.reason === "cheaper") expect(c.offer?.observedAt).not.toBeNull();
  });
});
