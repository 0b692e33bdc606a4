import { describe, expect, it } from "vitest";
import type { PaidPrice } from "../../../src/domain/pilot/paid-price.ts";
import { IMPOSSIBLE_PRICE_FACTOR, teachPrice } from "../../../src/domain/pilot/teach-price.ts";
import { recommend } from "../../../src/domain/planning/recommend.ts";
import type { Plan } from "../../../src/domain/plan.ts";
import type { Currency } from "../../../src/units/money.ts";
import { planOf, real } from "../planning/support.ts";

const shared = { id: "p", private: false };

const spec = {
  model: "meta-llama/Llama-3.1-8B",
  method: "lora",
  stack: "trl",
  accelerator: "h100-80gb-sxm",
  gpus: 2,
  sequenceLength: 4096,
  microBatch: 2,
  packing: true,
  data: { tokens: 9e9 },
} as const;
const plan = planOf(spec);
const { rates } = real.catalogue;
const offer = plan.best?.offer;
if (offer == null || plan.best === null) throw new Error("no offer to compare with");
const gpus = offer.gpusBilled ?? plan.best.gpus;
const planned = offer.perHour / gpus;

const closing = (factor: number, over: { hours?: number; beside?: number; currency?: Currency } = {}) => {
  const { hours = 20, currency = offer.currency as Currency } = over;
  const beside = over.beside === undefined ? null : { amount: over.beside, currency };
  const invoice = { amount: offer.perHour * hours * factor + (over.beside ?? 0), currency };
  return { by: "ada", at: "2026-11-30T10:00:00Z", hours, invoice, beside, incidents: 0 };
};
const taught = (...args: Parameters<typeof closing>): PaidPrice => {
  const price = teachPrice(plan, shared, closing(...args), rates);
  if (!("price" in price)) throw new Error(JSON.stringify(price));
  return price.price;
};
const withPaid = (prices: readonly PaidPrice[], over: object = {}): Plan => {
  const again = recommend({ ...spec, ...over }, real, null, prices);
  if ("problems" in again) throw new Error("problems");
  return again;
};

describe("what an invoice teaches", () => {
  it("is the price per GPU-hour, of all GPUs billed, and whether the whole invoice is in it", () => {
    expect(taught(0.7)).toMatchObject({ scope: { provider: offer.provider, tier: offer.tier }, whole: true });
    expect(taught(0.7).paid.amount).toBeCloseTo(planned * 0.7, 9);
    expect(taught(0.7, { beside: 30 })).toMatchObject({ whole: false });
    expect(taught(0.7, { beside: 30 }).paid.amount).toBeCloseTo(planned * 0.7, 9);
  });

  it.each([
    ["as planned", 1, "as-planned"],
    ["of nothing", 0, "credits"],
  ] as const)("%s is nothing", (_what, factor, silent) => {
    expect(teachPrice(plan, shared, closing(factor), rates)).toMatchObject({ silent });
  });

  it("of a private plan stays its owner's: compared, and taught to nobody", () => {
    const closed = teachPrice(plan, { id: "p", private: true }, closing(0.7), rates);
    expect(closed).toMatchObject({ silent: "private-plan" });
    expect(closed).toHaveProperty("compared.paid.amount");
    expect(closed).not.toHaveProperty("price");
  });

  it("is nothing without an invoice or an offer", () => {
    const later = { ...closing(1), invoice: null };
    expect(teachPrice(plan, shared, later, rates)).toMatchObject({ silent: "no-invoice" });
    const unpriced = { best: plan.best === null ? null : { ...plan.best, offer: null } };
    expect(teachPrice(unpriced, shared, closing(0.7), rates)).toMatchObject({ silent: "no-offer" });
  });

  it.each([10, 1 / 10, IMPOSSIBLE_PRICE_FACTOR * 1.01])("at %d times the plan cannot be", (factor) => {
    expect(teachPrice(plan, shared, closing(factor), rates)).toHaveProperty("impossible.planned");
  });
});

describe("a plan of a team that paid", () => {
  it("stands on its price for offers of that provider, card and tier, and says so in its data", () => {
    const again = withPaid([taught(0.7)]);
    expect(again.best?.offer).toMatchObject({
      provider: offer.provider,
      paid: { rentals: 1, by: "ada", at: "2026-11-30T10:00:00Z", whole: true },
    });
    expect((again.best?.offer?.perHour ?? 0) / (again.best?.offer?.gpusBilled ?? gpus)).toBeCloseTo(planned * 0.7, 6);
    expect(again.best?.cost.unknownParts).not.toContain("egress");
  }); // prettier-ignore

  it("does not look at it for another card or tier", () => {
    const [price] = [taught(0.7)];
    expect(withPaid([price], { accelerator: "a100-80gb-sxm" }).best?.offer?.paid).toBeUndefined();
    const spot = { ...price, scope: { ...price.scope, tier: "spot" as const } };
    expect(withPaid([spot]).best?.offer?.paid).toBeUndefined();
  });

  it("counts each rental once, whatever the order, and spans what they cost", () => {
    const two = [taught(0.7), taught(0.9, { hours: 30 })];
    const paid = withPaid([...two, ...two]).best?.offer?.paid;
    expect(paid).toMatchObject({ rentals: 2 });
    expect(paid?.perGpuHour).toBeCloseTo(planned * 0.8, 6);
    expect(paid?.spread).toBeCloseTo(0.125, 6);
    expect(withPaid([...two].reverse())).toEqual(withPaid(two));
  });

  it("that pays more than elsewhere goes elsewhere, and a withdrawn price is none", () => {
    const dear = withPaid([taught(4)]);
    expect(dear.best?.offer?.provider).not.toBe(offer.provider);
    const withdrawn = { ...taught(0.7), withdrawn: { by: "bo", at: "2026-11-30T11:00:00Z" } };
    expect(withPaid([withdrawn])).toEqual(plan);
  });
});
