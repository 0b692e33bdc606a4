import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Catalogue } from "../../src/domain/catalogue.ts";
import { withLivePrices } from "../../src/domain/live-prices.ts";
import type { Offer } from "../../src/domain/offer.ts";

const offer = (over: Partial<Offer>): Offer => ({
  id: "aws/m/eu-west-1/on-demand", provider: "aws", instance: "m", accelerator: "l4", gpus: 1, vcpus: null, hostRamGib: null,
  localDiskGb: null, region: "eu-west-1", area: "eu", interconnect: null, tier: "on-demand", perHour: 1, currency: "USD",
  observedAt: "2026-11-30", source: "live-skypilot-catalog", note: null, ...over,
}); // prettier-ignore
const catalogue = (offers: readonly Offer[]): Catalogue => ({
  accelerators: [], models: [], offers, stacks: {} as Catalogue["stacks"], sources: [],
  rates: { perUsd: { EUR: 0.9, CAD: 1.4 }, date: "2026-08-24", source: "snapshot" },
}); // prettier-ignore
const merged = (snapshot: readonly Offer[], live: readonly Offer[]) =>
  withLivePrices(catalogue(snapshot), { offers: live, rates: null }).offers.map((o) => [o.source, o.perHour]);

describe("live prices over the snapshot", () => {
  it("replace a seller's snapshot of the cards they cover, and leave the rest with its age", () => {
    const snapshot = [
      offer({ id: "old", source: "old", perHour: 0.5, region: "us-east-1" }),
      offer({ id: "other-card", source: "old", accelerator: "t4", perHour: 0.4 }),
      offer({ id: "other-seller", source: "old", provider: "gcp", perHour: 0.3 }),
    ];
    expect(merged(snapshot, [offer({ perHour: 1 })])).toEqual([
      ["old", 0.4],
      ["old", 0.3],
      ["live-skypilot-catalog", 1],
    ]);
    expect(merged(snapshot, [])).toHaveLength(3);
  });

  it.each([
    [
      "the seller's own list goes first",
      { source: "live-azure-retail-prices", perHour: 2 },
      { perHour: 1 },
      2,
    ],
    [
      "unless it is much older",
      { source: "live-azure-retail-prices", perHour: 2, observedAt: "2026-11-01" },
      { perHour: 1 },
      1,
    ],
    ["the newer of equals goes first", { perHour: 3 }, { perHour: 1, observedAt: "2026-11-29" }, 3],
    ["the dearer of equals of one day", { perHour: 3 }, { perHour: 1 }, 3],
  ])("one price stays for one thing: %s", (_why, a, b, expected) => {
    for (const live of [
      [offer(a), offer(b)],
      [offer(b), offer(a)],
    ])
      // prettier-ignore
      expect(merged([], live).map(([, perHour]) => perHour)).toEqual([expected]);
  });

  it("do not depend on the order of what was read, and no two share an id", () => {
    const any = fc.record({
      instance: fc.constantFrom("m", "m.1", "m-1"),
      source: fc.constantFrom("live-azure-retail-prices", "live-skypilot-catalog", "live-gpuhunt"),
      perHour: fc.constantFrom(1, 2, 3),
      observedAt: fc.constantFrom("2026-11-30", "2026-11-20"),
      tier: fc.constantFrom("on-demand" as const, "spot" as const),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (some, dice) => {
        const offers = some.map((o) => offer({ ...o, id: `aws/m-1/eu-west-1/${o.tier}` }));
        const shuffled = [...offers]
          .map((o) => [dice.next().value, o] as const)
          .sort((a, b) => a[0] - b[0])
          .map(([, o]) => o);
        const one = withLivePrices(catalogue([]), { offers, rates: null }).offers;
        expect(withLivePrices(catalogue([]), { offers: shuffled, rates: null }).offers).toEqual(one);
        expect(new Set(one.map((o) => o.id)).size).toBe(one.length);
      }),
    );
  });

  it("bring rates that are newer than the snapshot's; a currency they lack keeps the older rate with its date", () => {
    const live = { perUsd: { EUR: 0.87 }, date: "2026-11-27", source: "live-ecb-reference-rates" };
    expect(withLivePrices(catalogue([]), { offers: [], rates: live }).rates).toEqual({
      ...live,
      perUsd: { EUR: 0.87, CAD: 1.4 },
      otherDates: { CAD: "2026-08-24" },
    });
    const stale = { ...live, date: "2026-08-01" };
    expect(withLivePrices(catalogue([]), { offers: [], rates: stale }).rates.date).toBe("2026-08-24");
  });
});
