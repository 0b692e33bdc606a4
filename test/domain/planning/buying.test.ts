import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breakEvenHours } from "../../../src/domain/planning/buying.ts";
import type { PurchaseSpec, RunSpec } from "../../../src/domain/run-spec.ts";
import { exactly, range } from "../../../src/units/range.ts";
import { bestOf, loraOnH100 as run, marketOf, offer } from "./support.ts";

/** Everything stated: no assumption is left in the sum. */
const stated: PurchaseSpec = {
  currency: "USD", pricePerCard: 30_000, hostPerCard: 6000, years: 3, resaleShare: 0, perKwh: 0.2, pue: 1,
  hostingPerMonth: 0, peoplePerMonth: 0,
}; // prettier-ignore
const market = marketOf([offer("h100-sxm", 4)]);
const owned = (purchase: PurchaseSpec, world = market) => bestOf({ ...run, purchase }, world).buying;

describe("owning against renting", () => {
  const amount = fc.double({ min: 1, max: 1e5, noNaN: true });
  const hour = fc.double({ min: 0.1, max: 50, noNaN: true });

  it("costs the same at the break-even hours", () => {
    fc.assert(
      fc.property(amount, hour, hour, (fixed, rent, power) => {
        fc.pre(rent > power * 1.01);
        const hours = breakEvenHours(exactly(fixed), exactly(rent), exactly(power));
        expect(hours?.likely).toBeGreaterThan(0);
        const at = hours?.likely ?? 0;
        expect(fixed + power * at).toBeCloseTo(rent * at, 4);
      }),
    );
  });

  it("never pays where power costs as much as the rent", () => {
    expect(breakEvenHours(exactly(100), exactly(1), exactly(1))).toBeNull();
    expect(owned({ ...stated, perKwh: 100 })?.never).toBe(true);
  });

  it("the interval holds the likely value, however wide the terms", () => {
    fc.assert(
      fc.property(amount, hour, hour, (fixed, rent, power) => {
        const hours = breakEvenHours(
          range(fixed * 0.5, fixed, fixed * 3),
          range(rent * 0.8, rent, rent * 1.2),
          range(power * 0.2, power, power * 2),
        );
        if (hours === null) return;
        expect(hours.low).toBeLessThanOrEqual(hours.likely);
        expect(hours.high).toBeGreaterThanOrEqual(hours.likely);
      }),
    );
  });

  it("is the stated sum, by hand", () => {
    const buying = owned(stated);
    expect(buying?.price?.likely).toBe(36_000);
    expect(buying?.fixedPerMonth?.likely).toBe(1000);
    // 700 W and 30 % of it for the host, at 0.2 a kWh.
    expect(buying?.perHour?.likely).toBeCloseTo(0.182);
    expect(buying?.breakEvenHours?.likely).toBeCloseTo(1000 / (4 - 0.182));
  });

  it.each<[keyof PurchaseSpec, number]>([
    ["pricePerCard", 60_000], ["hostPerCard", 20_000], ["perKwh", 1], ["pue", 2], ["hostingPerMonth", 500],
    ["peoplePerMonth", 500],
  ])("more of %s needs more hours of use", (field, more) => {
    const dearer = owned({ ...stated, [field]: more })?.breakEvenHours?.likely ?? 0;
    expect(dearer).toBeGreaterThan(owned(stated)?.breakEvenHours?.likely ?? Infinity);
  }); // prettier-ignore

  it("a longer life or a resale needs fewer", () => {
    const base = owned(stated)?.breakEvenHours?.likely ?? 0;
    expect(owned({ ...stated, years: 5 })?.breakEvenHours?.likely).toBeLessThan(base);
    expect(owned({ ...stated, resaleShare: 0.5 })?.breakEvenHours?.likely).toBeLessThan(base);
  });

  it("stated use is summed for both ways", () => {
    const usage = owned({ ...stated, hoursPerMonth: 100 })?.usage;
    expect(usage?.rent?.likely).toBeCloseTo(400);
    expect(usage?.own?.likely).toBeCloseTo(1018.2);
  });

  it("a price that nobody knows stays unknown, until it is stated", () => {
    const world = marketOf([offer("mi300x", 4)]);
    const spec: RunSpec = { ...run, accelerator: "mi300x" };
    expect(bestOf(spec, world).buying).toMatchObject({ price: null, breakEvenHours: null, never: false });
    expect(bestOf({ ...spec, purchase: stated }, world).buying?.price?.likely).toBe(36_000);
  });

  it("without an offer there is no rent to compare", () => {
    expect(bestOf({ ...run, purchase: stated }, marketOf([])).buying).toMatchObject({
      rentPerHour: null,
      breakEvenHours: null,
    });
  });
});
