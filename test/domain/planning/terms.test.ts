import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { billedHours } from "../../../src/domain/planning/billing.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import type { ProviderTerms } from "../../../src/domain/terms.ts";
import { range } from "../../../src/units/range.ts";
import { bestOf, marketOf, offer, real } from "./support.ts";

const silent: ProviderTerms = {
  provider: "acme",
  billing: null,
  minimumMinutes: null,
  storagePerGbMonth: null,
  includedGb: 0,
  egressPerGb: null,
  egressFreeGb: 0,
  currency: "USD",
  observedAt: null,
  sources: ["test"],
};
const full: RunSpec = {
  model: "meta-llama/Llama-3.1-8B",
  method: "full",
  accelerator: "h200-sxm",
  gpus: 8,
  data: { tokens: 1e9 },
};
const under = (terms: Partial<ProviderTerms>, spec = full, localDiskGb: number | null = null) => {
  const market = marketOf([offer("h200-sxm", 32, { gpus: 8, localDiskGb })]);
  return bestOf(spec, { ...market, catalogue: { ...market.catalogue, terms: [{ ...silent, ...terms }] } });
};
const total = (terms: Partial<ProviderTerms>, disk: number | null = null) =>
  under(terms, full, disk).cost.total?.likely ?? 0;

describe("the unit that a provider bills in", () => {
  it("never bills less than is used, nor a whole unit or the least more", () => {
    const hours = fc.double({ min: 0, max: 500, noNaN: true });
    const unit = fc.constantFrom("second" as const, "minute" as const, "hour" as const);
    const span = { second: 0, minute: 1 / 60, hour: 1 };
    fc.assert(
      fc.property(hours, hours, hours, unit, fc.constantFrom(null, 1, 60), (a, b, c, billing, least) => {
        const [low = 0, likely = 0, high = 0] = [a, b, c].sort((x, y) => x - y);
        const billed = billedHours(range(low, likely, high), { billing, minimumMinutes: least });
        const most = Math.max(span[billing], (least ?? 0) / 60) + 1e-6;
        for (const key of ["low", "likely", "high"] as const) {
          const used = { low, likely, high }[key];
          expect(billed[key]).toBeGreaterThanOrEqual(used - 1e-9);
        }
        expect(billed.likely - likely).toBeLessThanOrEqual(most);
      }),
    );
  });

  it("is that of the offer's provider in the window and in the bill", () => {
    const rounding = (billing: ProviderTerms["billing"]) =>
      under({ billing }).window?.parts.find(({ part }) => part === "billing-unit")?.hours.likely;
    expect(rounding("second")).toBe(0);
    expect(rounding("minute")).toBeLessThanOrEqual(1 / 60);
    expect(under({ billing: "hour" }).window?.total.likely).toBeCloseTo(
      Math.round(under({ billing: "hour" }).window?.total.likely ?? 0),
      6,
    );
    expect(total({ billing: "second" })).toBeLessThan(total({ billing: "hour" }));
  });
});

describe("storage and traffic", () => {
  it("are unknown, and say so, where the provider says nothing", () => {
    const { cost } = under({});
    expect(cost.unknownParts).toEqual(expect.arrayContaining(["storage", "egress"]));
    expect(cost).not.toHaveProperty("storage");
    expect(cost).not.toHaveProperty("egress");
  });

  it("are counted where it does: the total is the hours and both of them", () => {
    const bare = under({}).cost;
    const { cost } = under({ storagePerGbMonth: 0.1, egressPerGb: 0.09 });
    expect(cost.unknownParts).not.toContain("storage");
    expect(cost.unknownParts).not.toContain("egress");
    for (const key of ["low", "likely", "high"] as const)
      expect(cost.total?.[key]).toBeCloseTo(
        (bare.total?.[key] ?? 0) + (cost.storage?.[key] ?? 0) + (cost.egress?.[key] ?? 0),
        6,
      );
    // 16-bit weights of 8 billion parameters leave.
    expect(cost.egress?.likely).toBeCloseTo(0.09 * 16.06, 1);
    expect(cost.egress?.low).toBe(0);
  });

  it("storage grows with what is kept and with its price, and the machine's own disk is in the hour", () => {
    const storage = (terms: Partial<ProviderTerms>, disk: number | null = null, spec = full) =>
      under(terms, spec, disk).cost.storage?.likely;
    const one = storage({ storagePerGbMonth: 0.1 }) ?? 0;
    expect(storage({ storagePerGbMonth: 0.2 })).toBeCloseTo(2 * one, 6);
    expect(storage({ storagePerGbMonth: 0.1 }, null, { ...full, save: { keep: 9 } })).toBeGreaterThan(
      2 * one,
    );
    expect(storage({ storagePerGbMonth: 0.1 }, 1e6)).toBe(0);
    expect(storage({}, 1e6)).toBe(0);
    expect(storage({ storagePerGbMonth: 0.1, includedGb: 1e6 })).toBe(0);
  });

  it("free traffic is known to be free, and free GB come off first", () => {
    expect(under({ egressPerGb: 0 }).cost.egress).toEqual({ low: 0, likely: 0, high: 0 });
    expect(under({ egressPerGb: 0.09, egressFreeGb: 100 }).cost.egress?.likely).toBe(0);
    expect(under({ egressPerGb: 0.09, egressFreeGb: 100 }).cost.egress?.high).toBeGreaterThan(0);
  });

  it("terms are counted in the plan's currency", () => {
    const budget = { amount: 9000, currency: "EUR" as const };
    const dollars = under({ egressPerGb: 0.09 }).cost.egress?.likely ?? 0;
    const euros = under({ egressPerGb: 0.09 }, { ...full, limits: { budget } }).cost.egress?.likely ?? 0;
    expect(euros).toBeGreaterThan(0.5 * dollars);
    expect(euros).not.toBeCloseTo(dollars, 4);
  });

  it("the disks of a service are paid for day and night", () => {
    const serving: RunSpec = {
      model: "meta-llama/Llama-3.1-8B", method: "inference", accelerator: "h200-sxm", gpus: 8,
      serving: { concurrency: 8, promptTokens: 500, outputTokens: 200, traffic: { hoursPerDay: 8 } },
    }; // prettier-ignore
    const rent = (terms: Partial<ProviderTerms>) => under(terms, serving).cost.perPeriod?.amount.likely ?? 0;
    const { cost } = under({ storagePerGbMonth: 0.1 }, serving);
    expect(rent({ storagePerGbMonth: 0.1 }) - rent({})).toBeCloseTo(cost.storage?.likely ?? 0, 6);
    expect(cost.unknownParts).toContain("egress");
  });
});

describe("the terms of the catalogue", () => {
  const terms = real.catalogue.terms ?? [];
  const providers = new Set(real.catalogue.offers.map(({ provider }) => provider));

  it.each(terms.map((one) => [one.provider, one] as const))(
    "%s: sold here, sourced, no absurd price",
    (_, one) => {
      expect(providers).toContain(one.provider);
      expect(one.sources.length).toBeGreaterThan(0);
      expect(one.storagePerGbMonth ?? 0).toBeLessThan(1);
      expect(one.egressPerGb ?? 0).toBeLessThan(1);
    },
  );
});
