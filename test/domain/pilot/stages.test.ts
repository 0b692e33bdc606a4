import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { configurationKey } from "../../../src/domain/pilot/configuration-key.ts";
import type { Pilot, PilotStage, PilotVerdict } from "../../../src/domain/pilot/pilot.ts";
import type { StageProgress, Waiver } from "../../../src/domain/pilot/progress.ts";
import { isSmall, noProgress, settle, stagesOf, waiverHolds } from "../../../src/domain/pilot/stages.ts";
import type { Plan } from "../../../src/domain/plan.ts";
import { planOf, real } from "../planning/support.ts";
import { cameBack, judged } from "./support.ts";

const { rates } = real.catalogue;
const spec = {
  model: "meta-llama/Llama-3.1-8B", stack: "trl", method: "lora", accelerator: "h100-sxm", gpus: 2,
  sequenceLength: 4096, microBatch: 2, packing: true, data: { tokens: 9e9 },
} as const; // prettier-ignore
const plan = planOf(spec);
const other = planOf({ ...spec, sequenceLength: 8192 });
const configuration = configurationKey(plan) ?? "";
const owner = "owner";

const waiver = (over: Partial<Waiver> = {}): Waiver => ({
  stage: "one-gpu-pilot",
  by: "cy",
  at: "2026-11-30T10:00:00Z",
  reason: "shown in October",
  configuration,
  ...over,
});
const baseline = judged(plan, [cameBack(plan, "one-gpu-pilot")]);
const pilot = (verdict: PilotVerdict, over: Partial<Pilot> = {}): Pilot => ({
  verdict,
  by: "bo",
  at: "2026-11-30T10:00:00Z",
  configuration,
  ...over,
});
const after = (progress: Partial<StageProgress>, of: Plan = plan): Record<string, string> =>
  Object.fromEntries(
    stagesOf(of, rates, { ...noProgress, owner, ...progress }).map(({ stage, state, why }) => [stage, `${state} ${why}`]),
  ); // prettier-ignore

describe("the stages", () => {
  it("open one after the other, and reserve stays shut until all are proven", () => {
    expect(after({})).toMatchObject({
      "one-gpu-pilot": "next longest-batches",
      "scaling-step": "shut against-one-card",
      reserve: "shut earlier-stages",
    });
    expect(after({ pilots: [pilot(baseline)] })).toMatchObject({
      "one-gpu-pilot": "done confirmed",
      "scaling-step": "next against-one-card",
    });
  });

  it("of another configuration count nothing", () => {
    expect(after({ pilots: [pilot(baseline)], waivers: [waiver()] }, other)["one-gpu-pilot"]).toBe("next longest-batches");
  }); // prettier-ignore

  it("go by the last result that settles anything, whatever the order of the list", () => {
    const later = { at: "2026-11-30T11:00:00Z" };
    const short = judged(plan, [cameBack(plan, "one-gpu-pilot", { readings: { steps: 3, peakAllocatedGib: null, peakReservedGib: null } })]);
    const failed: PilotVerdict = {
      ...baseline,
      verdict: "off",
      misses: [{ cause: "verdict", figure: "outOfMemory", direction: "above", measured: 1, predicted: null, phase: null }],
    };
    const cases: readonly (readonly [PilotVerdict, string])[] = [
      [{ ...short, stage: "one-gpu-pilot" }, "done confirmed"],
      [failed, "next ran-out-of-memory"],
    ];
    for (const [last, state] of cases) {
      const both = [pilot(baseline), pilot(last, later)];
      for (const pilots of [both, [...both].reverse()]) expect(after({ pilots })["one-gpu-pilot"]).toBe(state);
    }
    expect(after({ pilots: [pilot({ ...short, stage: "one-gpu-pilot" })] })["one-gpu-pilot"]).toBe("next inconclusive");
  }); // prettier-ignore

  it("reopen where a later restore did not come back as it was, not where it was not shown", () => {
    const restored = (code: "restore-item-differs" | "restore-not-shown"): PilotVerdict => ({
      ...baseline,
      stage: "restore-proof",
      verdict: "inconclusive",
      reasons: [{ code, params: {} }],
      offered: null,
    });
    const proven = pilot({ ...baseline, stage: "restore-proof" });
    const state = (code: Parameters<typeof restored>[0]) =>
      after({ pilots: [proven, pilot(restored(code), { at: "2026-11-30T11:00:00Z" })] })["restore-proof"];
    expect(state("restore-not-shown")).toBe("done proven");
    expect(state("restore-item-differs")).toBe("shut inconclusive");
  });

  it.each([
    ["memory off but inside the card", "peakAllocatedGib", "done estimate-corrected"],
    ["out of memory", "outOfMemory", "next ran-out-of-memory"],
  ] as const)("%s: %s", (_name, figure, state) => {
    const off: PilotVerdict = {
      ...baseline,
      verdict: "off",
      misses: [
        { cause: "activations", figure, direction: "above", measured: 1, predicted: null, phase: null },
      ],
    };
    expect(after({ pilots: [pilot(off)] })["one-gpu-pilot"]).toBe(state);
  });

  it("cards that share too little leave the scaling step open", () => {
    const weak = judged(plan, [cameBack(plan, "scaling-step", { pace: 0.6 })], { baseline });
    const pilots = [pilot(baseline), pilot(weak)];
    expect(after({ pilots })).toMatchObject({ "scaling-step": "next scales-too-little", reserve: "shut earlier-stages" });
    expect(after({ pilots, waivers: [waiver({ stage: "scaling-step" })] })["scaling-step"]).toBe("done waived");
  }); // prettier-ignore

  it("need no scaling on one card, and only advise below the threshold", () => {
    const small = planOf({ ...spec, gpus: 1, data: { tokens: 1e6 } });
    expect(isSmall(small, noProgress.threshold, rates)).toBe(true);
    expect(after({}, small)).toMatchObject({
      "one-gpu-pilot": "advised small-run",
      "scaling-step": "not-needed one-card",
      reserve: "advised small-run",
    });
    expect(isSmall(small, { amount: 0, currency: "EUR" }, rates)).toBe(false);
  });

  it("waived in any order reserve when the last one is, and never before", () => {
    const all: readonly PilotStage[] = ["one-gpu-pilot", "scaling-step", "restore-proof"];
    fc.assert(
      fc.property(fc.subarray([...all]), (stages) => {
        const state = after({ waivers: stages.map((stage) => waiver({ stage })) })["reserve"];
        expect(state).toBe(stages.length === all.length ? "next all-proven" : "shut earlier-stages");
      }),
    );
  });
});

it.each([
  ["of a colleague", {}, {}, true],
  ["of the owner", { by: owner }, {}, false],
  ["without a reason", { reason: "  " }, {}, false],
  ["of somebody a team did not name", {}, { approvers: ["zoe"] }, false],
  ["of an approver", { by: "zoe" }, { approvers: ["zoe"] }, true],
  ["of the owner, named an approver", { by: owner }, { approvers: [owner] }, false],
  ["for another configuration", { configuration: "x" }, {}, false],
] as const)("a waiver %s holds: %#", (_name, over, more, holds) => {
  expect(waiverHolds(waiver(over), plan, { ...noProgress, owner, ...more })).toBe(holds);
});

it("a waiver of the restore proof never holds on spot", () => {
  const spot: Plan = { ...plan, spec: { ...plan.spec, limits: { ...plan.spec.limits, spot: true } } };
  const key = configurationKey(spot) ?? "";
  const held = (stage: PilotStage) =>
    waiverHolds(waiver({ stage, configuration: key }), spot, { ...noProgress, owner });
  expect([held("restore-proof"), held("scaling-step")]).toEqual([false, true]);
});

describe("closing", () => {
  const closing = (hours: number, amount: number | null) =>
    settle(plan, {
      ...noProgress,
      closing: { by: owner, at: "", hours, invoice: amount === null ? null : { amount, currency: "USD" }, incidents: 2 },
    }, rates); // prettier-ignore

  it("as planned settles to one", () => {
    const hours = plan.window.total.likely;
    const paid = (plan.best?.offer?.perHour ?? 0) * hours;
    const settled = closing(hours, paid);
    expect(settled?.hours).toBeCloseTo(1, 9);
    expect(settled?.price).toBeCloseTo(1, 9);
    expect(settled?.incidents).toBe(2);
  });

  it("an invoice not known leaves its ratios unknown, and nothing closed settles nothing", () => {
    expect(closing(10, null)).toMatchObject({ price: null, total: null });
    expect(settle(plan, noProgress, rates)).toBeNull();
  });

  it("twice the hours at the same price is twice the bill", () => {
    const hours = fc.double({ min: 0.5, max: 1000, noNaN: true });
    fc.assert(
      fc.property(hours, (h) => {
        const [once, twice] = [closing(h, h * 3), closing(2 * h, 2 * h * 3)];
        expect((twice?.total ?? 0) / (once?.total ?? 1)).toBeCloseTo(2, 6);
        expect((twice?.price ?? 0) / (once?.price ?? 1)).toBeCloseTo(1, 6);
      }),
    );
  });
});
