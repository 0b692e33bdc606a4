import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestSaveInterval, interruptedHours } from "../../../src/domain/planning/spot.ts";
import { paidHours } from "../../../src/domain/planning/window.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { bestOf, loraOnH100 as run, marketOf, offer, planOf, real } from "./support.ts";

const allowed: RunSpec = { ...run, limits: { spot: true } };
const sold = (spot: number, firm: number) =>
  marketOf([offer("h100-sxm", firm), offer("h100-sxm", spot, { tier: "spot", instance: "spot-h100" })]);

describe("saving so often that an interruption costs little", () => {
  const hours = fc.double({ min: 0.5, max: 500, noNaN: true });
  const save = fc.double({ min: 0.001, max: 0.4, noNaN: true });

  it("no other interval finishes sooner by more than a hundredth", () => {
    fc.assert(
      fc.property(save, hours, fc.double({ min: 0.2, max: 5, noNaN: true }), (each, mean, factor) => {
        fc.pre(each < mean / 4);
        const best = bestSaveInterval(each, mean);
        const at = (interval: number) => interruptedHours(100, interval, each, 0.2, mean);
        expect(at(best)).toBeLessThanOrEqual(at(best * factor) * 1.01);
      }),
    );
  });

  it("is Young's square root where saves are short against the time between interruptions", () => {
    expect(bestSaveInterval(0.001, 240)).toBeCloseTo(Math.sqrt(2 * 0.001 * 240), 1);
  });

  it("rarer interruptions never cost more, and none cost the saves alone", () => {
    fc.assert(
      fc.property(save, hours, hours, (each, a, b) => {
        const at = (mean: number) => interruptedHours(50, 1, each, 0.3, mean);
        expect(at(Math.max(a, b))).toBeLessThanOrEqual(at(Math.min(a, b)) + 1e-9);
        expect(at(Math.max(a, b))).toBeGreaterThanOrEqual(50 * (1 + each) - 1e-9);
      }),
    );
    expect(interruptedHours(50, 1, 0.1, 0.3, Number.POSITIVE_INFINITY)).toBeCloseTo(55);
  });
});

describe("a spot offer", () => {
  it("costs work done again, restarts and waiting, in time and in money", () => {
    const world = sold(1, 4);
    const [firm, spot] = [planOf(run, world), planOf(allowed, world)];
    const parts = (plan: typeof spot) => plan.window.parts.map(({ part }) => part);
    expect(parts(spot)).toEqual(expect.arrayContaining(["interruptions", "capacity-wait"]));
    expect(parts(firm)).not.toContain("interruptions");
    expect(spot.window.total.likely).toBeGreaterThan(firm.window.total.likely);
    expect(spot.window.total.high).toBeGreaterThan(firm.window.total.high);
    const paid = paidHours(spot.window).likely;
    expect(paid).toBeLessThan(spot.window.total.likely);
    expect(spot.best?.cost.total?.likely).toBeCloseTo(paid * 1, 6);
  });

  it("saves at the interval that was stated, else at the best one", () => {
    const world = sold(1, 4);
    const stated = planOf({ ...allowed, save: { everyMinutes: 17 } }, world).window.interruptions;
    expect(stated).toMatchObject({ everyMinutes: 17, chosen: false });
    expect(planOf(allowed, world).window.interruptions?.chosen).toBe(true);
  });

  it("on more machines is interrupted more often", () => {
    const world = marketOf([offer("h100-sxm", 8, { gpus: 8, tier: "spot" })]);
    const of = (gpus: number) => planOf({ ...allowed, gpus }, world).window.interruptions?.perDay.likely ?? 0;
    expect(of(32)).toBeCloseTo(4 * of(8));
  });

  it("is not taken where interruptions eat what it saves, and the plan says by how much", () => {
    const best = bestOf(allowed, sold(3.99, 4));
    expect(best.offer?.tier).toBe("on-demand");
    expect(best.spot?.taken).toBe(false);
    expect(best.spot?.spot?.total?.likely).toBeGreaterThan(best.cost.total?.likely ?? Infinity);
  });

  it("is taken up to the number of interruptions that it names, and no further", () => {
    const best = bestOf(allowed, sold(3, 4));
    expect(best.offer?.tier).toBe("spot");
    const most = best.spot?.paysUpToPerDay ?? 0;
    expect(most).toBeGreaterThan(best.window?.interruptions?.perDay.likely ?? Infinity);
  });

  it("is left where it would miss a deadline that the other keeps", () => {
    const world = sold(1, 4);
    const hours = planOf(run, world).window.total.likely;
    const late = bestOf({ ...allowed, limits: { spot: true, deadlineHours: hours + 0.001 } }, world);
    expect(late.offer?.tier).toBe("on-demand");
  });

  it("that is undated never pushes out a dated on-demand price", () => {
    const world = marketOf([
      offer("h100-sxm", 4),
      offer("h100-sxm", 0.5, { tier: "spot", observedAt: null }),
    ]);
    expect(bestOf(allowed, world).offer?.tier).toBe("on-demand");
  });

  it.each(["meta-llama/Llama-3.1-8B", "Qwen/Qwen2.5-0.5B", "meta-llama/Llama-3.1-70B"])(
    "allowing it never makes the cheapest machine of a named card dearer: %s",
    (model) => {
      const bill = (spot: boolean) =>
        bestOf({ ...run, model, gpus: 8, limits: { spot } }, real).cost.total?.likely ?? Infinity;
      expect(bill(true)).toBeLessThanOrEqual(bill(false) + 1e-9);
    },
  );
});
