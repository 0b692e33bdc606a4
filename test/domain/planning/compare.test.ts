import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparePlans, sideOf, type ComparedSide } from "../../../src/domain/planning/compare.ts";
import { arbitraryPlan } from "../../support/arbitrary-reply.ts";
import { planOf } from "./support.ts";

const spec = {
  model: "meta-llama/Llama-3.1-8B",
  method: "lora",
  sequenceLength: 4096,
  data: { tokens: 5e7 },
  gpus: 1,
} as const;
const on = (accelerator: string, gpus = 1): ComparedSide =>
  sideOf({ kind: "card", accelerator }, planOf({ ...spec, accelerator, gpus }));
const side = arbitraryPlan.map((plan) => sideOf({ kind: "revision", number: 1 }, plan));
const line = (left: ComparedSide, right: ComparedSide, figure: string) =>
  comparePlans(left, right).figures.find((one) => one.figure === figure);

describe("two sides", () => {
  it("differ by right minus left, in the unit of the figure", () => {
    const [l40s, h100] = [on("l40s"), on("h100-sxm")];
    const hours = line(l40s, h100, "hours");
    expect(hours?.difference).toBeCloseTo(
      (h100.window?.total.likely ?? NaN) - (l40s.window?.total.likely ?? NaN),
    );
    expect(hours?.ratio).toBeLessThan(1);
    expect(line(l40s, h100, "usable")?.difference).toBeGreaterThan(30);
  });

  it("count the tokens of all cards", () => {
    const [one, four] = [on("h100-sxm"), on("h100-sxm", 4)];
    expect(line(one, four, "tokens-per-second")?.ratio).toBeGreaterThan(2);
  });

  it("are apart only where their intervals share no value", () => {
    fc.assert(
      fc.property(side, side, (left, right) => {
        for (const { apart, left: a, right: b } of comparePlans(left, right).figures)
          if (apart) expect(a !== null && b !== null && (a.low > b.high || b.low > a.high)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it("change sign and nothing else when they change places", () => {
    fc.assert(
      fc.property(side, side, (left, right) => {
        const [there, back] = [comparePlans(left, right), comparePlans(right, left)];
        expect(back.figures.map(({ figure }) => figure)).toEqual(there.figures.map(({ figure }) => figure));
        for (const [i, one] of there.figures.entries()) {
          const other = back.figures[i];
          expect(other?.apart).toBe(one.apart);
          expect(other?.difference === null).toBe(one.difference === null);
          if (one.difference !== null) expect(other?.difference).toBeCloseTo(-one.difference, 6);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("are the same as themselves", () => {
    fc.assert(
      fc.property(side, (one) => {
        for (const { difference, apart } of comparePlans(one, one).figures) {
          expect(difference === null || difference === 0).toBe(true);
          expect(apart).toBe(false);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("never take an unknown figure for zero, nor one currency for another", () => {
    const [known, other] = [on("l40s"), on("h100-sxm")];
    const candidate = other.candidate;
    if (candidate === null) throw new Error("no candidate");
    const unpriced = {
      ...other,
      candidate: { ...candidate, offer: null, cost: { ...candidate.cost, total: null } },
    };
    expect(line(known, unpriced, "cost")).toMatchObject({
      right: null,
      difference: null,
      ratio: null,
      apart: false,
    });
    const yen = {
      ...other,
      candidate: { ...candidate, offer: candidate.offer && { ...candidate.offer, currency: "JPY" } },
    };
    expect(comparePlans(known, yen).currency).toBeNull();
    expect(line(known, yen, "cost")?.difference).toBeNull();
    expect(line(known, yen, "hours")?.difference).not.toBeNull();
  });

  it("turn the money of the right side into that of the left at a dated rate, and say so", () => {
    const known = on("h100-sxm");
    const { candidate } = known;
    if (candidate === null) throw new Error("the run fits");
    const rates = { perUsd: { EUR: 0.8 }, date: "2026-11-27", source: "test" };
    const euros: ComparedSide = {
      ...known,
      candidate: {
        ...candidate,
        offer: candidate.offer && { ...candidate.offer, currency: "EUR" },
        cost: { ...candidate.cost, currency: "EUR" },
      },
    };
    const comparison = comparePlans(euros, known, rates);
    expect(comparison).toMatchObject({ currency: "EUR", converted: { from: "USD", date: "2026-11-27" } });
    const cost = comparison.figures.find(({ figure }) => figure === "cost");
    expect(cost?.right?.likely).toBeCloseTo(0.8 * (candidate.cost.total?.likely ?? 0), 6);
    expect(cost?.ratio).toBeCloseTo(0.8, 6);
    expect(comparePlans(euros, known).currency).toBeNull();
    expect(comparePlans(known, known, rates)).not.toHaveProperty("converted");
  });

  it("name what rules a side out", () => {
    const small = sideOf(
      { kind: "card", accelerator: "t4" },
      planOf({ ...spec, method: "full", accelerator: "t4" }),
    );
    expect(small.blocked).toMatchObject({ binding: "memory" });
    expect(comparePlans(small, on("h100-sxm")).figures.length).toBeGreaterThan(0);
  });
});
