import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateRun } from "../../../src/domain/planning/estimate-run.ts";
import type { Correction, CorrectionCause, MeasuredPoint } from "../../../src/domain/pilot/correction.ts";
import { correctionCauses } from "../../../src/domain/pilot/correction.ts";
import { runScope } from "../../../src/domain/pilot/scope.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { fill, real } from "../planning/support.ts";

const base: RunSpec = {
  model: "meta-llama/Llama-3.1-8B", stack: "trl", method: "lora", accelerator: "h100-sxm", gpus: 1,
  sequenceLength: 2048, microBatch: 4, checkpointing: "none",
}; // prettier-ignore

const anyRun: fc.Arbitrary<RunSpec> = fc
  .record({
    microBatch: fc.constantFrom(1, 2, 4, 8),
    sequenceLength: fc.constantFrom(512, 2048, 4096),
    method: fc.constantFrom("lora" as const, "qlora" as const, "full" as const),
  })
  .map((fields) => ({ ...base, ...fields }));

function sized(spec: RunSpec, corrections: readonly Correction[] = []) {
  const outcome = estimateRun(spec, real, { brief: true, corrections });
  if ("problems" in outcome) throw new Error(JSON.stringify(outcome.problems));
  return outcome.estimate;
}

function point(spec: RunSpec, factor: number, key = `${factor}`): MeasuredPoint {
  const before = sized(spec);
  return {
    key,
    spec,
    peakAllocatedGib: before.perGpu.allocated.likely * factor,
    peakReservedGib: null,
    peakDeviceGib: null,
    weightsGib: null,
    tokensPerSecondPerGpu: (before.throughput?.tokensPerSecondPerGpu.likely ?? 0) / factor,
  };
}

function corrections(points: readonly MeasuredPoint[], withdrawn = false): readonly Correction[] {
  const [first] = points;
  if (first === undefined) return [];
  const scope = runScope(fill(first.spec).run, "h100-sxm");
  return correctionCauses.map((cause: CorrectionCause) => ({
    cause, scope, effect: { low: 1, likely: 1, high: 1 }, points, author: "u1", at: "2026-11-30T10:00:00Z", versions: {},
    ...(withdrawn ? { withdrawn: { by: "u1", at: "2026-11-30T11:00:00Z" } } : {}),
  })); // prettier-ignore
}

const factor = fc.double({ min: 0.7, max: 1.5, noNaN: true });
const counters = ["allocated", "reserved", "device", "required"] as const;

describe("what a pilot teaches", { timeout: 60_000 }, () => {
  it("moves the estimate towards what was measured", () => {
    const measured = point(base, 1.3);
    expect(sized(base, corrections([measured])).perGpu.allocated.likely).toBeGreaterThan(
      sized(base).perGpu.allocated.likely * 1.1,
    );
    fc.assert(
      fc.property(anyRun, factor, (spec, by) => {
        const measured = point(spec, by);
        const before = sized(spec);
        const after = sized(spec, corrections([measured]));
        const far = (likely: number, figure: number | null): number =>
          Math.abs(Math.log(likely / (figure ?? 1)));
        expect(far(after.perGpu.allocated.likely, measured.peakAllocatedGib)).toBeLessThanOrEqual(
          far(before.perGpu.allocated.likely, measured.peakAllocatedGib) + 1e-9,
        );
        const rate = (of: typeof before): number => of.throughput?.tokensPerSecondPerGpu.likely ?? 1;
        expect(far(rate(after), measured.tokensPerSecondPerGpu)).toBeLessThanOrEqual(
          far(rate(before), measured.tokensPerSecondPerGpu) + 1e-9,
        );
      }),
      { numRuns: 25 },
    );
  });

  it("never widens an interval, on the scale of ratios, and keeps low ≤ likely ≤ high", () => {
    fc.assert(
      fc.property(anyRun, anyRun, factor, (learntOn, asked, by) => {
        const before = sized(asked);
        const after = sized(asked, corrections([point(learntOn, by)]));
        for (const counter of counters) {
          const { low, likely, high } = after.perGpu[counter];
          expect(low).toBeLessThanOrEqual(likely);
          expect(likely).toBeLessThanOrEqual(high);
        }
        const wide = (r: { low: number; high: number }): number => r.high / r.low;
        expect(wide(after.perGpu.allocated)).toBeLessThanOrEqual(wide(before.perGpu.allocated) * (1 + 1e-9));
        const [slow, was] = [after, before].map((e) => e.throughput?.tokensPerSecondPerGpu);
        if (slow !== undefined && was !== undefined)
          expect(wide(slow)).toBeLessThanOrEqual(wide(was) * (1 + 1e-9));
      }),
      { numRuns: 25 },
    );
  });

  it("never estimates a run below what the same run, or a smaller one, was proven to need", () => {
    const bound = (spec: RunSpec, by: number): MeasuredPoint => ({
      ...point(spec, 1, `least ${by}`),
      peakAllocatedGib: null,
      tokensPerSecondPerGpu: null,
      allocatedAtLeastGib: sized(spec).perGpu.allocated.likely * by,
    });
    const proven = fc.double({ min: 0.8, max: 2.5, noNaN: true });
    fc.assert(
      fc.property(anyRun, proven, factor, fc.constantFrom(1, 2), (spec, by, other, times) => {
        const least = bound(spec, by);
        const larger = { ...spec, microBatch: (spec.microBatch ?? 1) * times };
        const after = sized(larger, corrections([least, point({ ...spec, microBatch: 1 }, other)]));
        for (const counter of counters)
          expect(after.perGpu[counter].low).toBeGreaterThanOrEqual(
            (least.allocatedAtLeastGib ?? 0) * (1 - 1e-9),
          );
        const sum = after.parts.reduce((total, { gib }) => total + gib.likely, 0);
        expect(sum).toBeCloseTo(after.perGpu.required.likely, 6);
      }),
      { numRuns: 25 },
    );
  });

  it("parts still add up to what is required", () => {
    const after = sized(base, corrections([point(base, 1.2)]));
    const sum = after.parts.reduce((total, { gib }) => total + gib.likely, 0);
    expect(sum).toBeCloseTo(after.perGpu.required.likely, 6);
  });

  it("is nothing once withdrawn: the plain estimate comes back", () => {
    const plain = sized(base);
    expect(sized(base, corrections([point(base, 1.3)], true))).toEqual(plain);
    expect(sized(base, [])).toEqual(plain);
    expect(sized(base, corrections([point(base, 1.3)]))).not.toEqual(plain);
  });

  it("counts a result once however often it is posted, and in any order", () => {
    const points = [1, 2, 8].map((microBatch, i) => point({ ...base, microBatch }, 1.1 + i / 10));
    const once = sized(base, corrections(points));
    expect(sized(base, corrections([...points, ...points]))).toEqual(once);
    expect(sized(base, corrections([...points].reverse()))).toEqual(once);
    expect(sized(base, [...corrections(points.slice(1)), ...corrections(points)].reverse())).toEqual(once);
  });

  it.each([
    ["another card", { ...base, accelerator: "a100-80gb-sxm" }],
    ["another method", { ...base, method: "full" }],
    ["another stack", { ...base, stack: "torchtune" }],
    ["another model family", { ...base, model: "Qwen/Qwen2.5-7B" }],
    ["another version", { ...base, stackVersion: "0.9" }],
  ] as const)("says nothing of %s", (_name, spec) => {
    expect(sized(spec, corrections([point(base, 1.3)]))).toEqual(sized(spec));
  });

  it("two batches pin intercept and slope: a third is met within a fiftieth, in an interval half as wide", () => {
    const truth = (microBatch: number): number => 21 + 2.4 * microBatch;
    const at = (microBatch: number): MeasuredPoint => ({
      ...point({ ...base, microBatch }, 1, `b${microBatch}`),
      peakAllocatedGib: truth(microBatch),
    });
    const spec = { ...base, microBatch: 4 };
    const before = sized(spec).perGpu.allocated;
    const after = sized(spec, corrections([at(1), at(8)])).perGpu.allocated;
    expect(Math.abs(after.likely / truth(4) - 1)).toBeLessThan(0.02);
    expect(after.high - after.low).toBeLessThan((before.high - before.low) / 2);
  });
});

/** A run that ended without memory when its tensors needed `factor` times what was estimated. */
function ranOut(spec: RunSpec, factor: number): MeasuredPoint {
  const allocatedAtLeastGib = sized(spec).perGpu.allocated.likely * factor;
  return { ...point(spec, 1), peakAllocatedGib: null, tokensPerSecondPerGpu: null, allocatedAtLeastGib };
}

describe("what a run that ran out of memory teaches", { timeout: 60_000 }, () => {
  it.each([1.1, 1.3, 1.6])("is at least what it needed: %f times the estimate", (factor) => {
    const needed = ranOut(base, factor);
    const [before, after] = [
      sized(base).perGpu.allocated,
      sized(base, corrections([needed])).perGpu.allocated,
    ];
    expect(after.likely).toBeGreaterThan(0.99 * (needed.allocatedAtLeastGib ?? Infinity));
    expect(after.low).toBeGreaterThan(before.low);
  });

  it("is next to nothing when that much was expected anyway", () => {
    const after = sized(base, corrections([ranOut(base, 0.6)])).perGpu.allocated;
    expect(after.likely / sized(base).perGpu.allocated.likely).toBeCloseTo(1, 2);
  });

  it("never lowers an estimate, never widens it, and says more the more was needed", () => {
    fc.assert(
      fc.property(anyRun, fc.double({ min: 0.3, max: 1.5, noNaN: true }), (spec, least) => {
        const before = sized(spec).perGpu.allocated;
        const after = sized(spec, corrections([ranOut(spec, least)])).perGpu.allocated;
        const more = sized(spec, corrections([ranOut(spec, least * 1.1)])).perGpu.allocated;
        expect(after.likely).toBeGreaterThanOrEqual(before.likely * 0.9999);
        expect(after.low).toBeGreaterThanOrEqual(before.low * 0.9999);
        expect(after.high / after.low).toBeLessThanOrEqual((before.high / before.low) * 1.0001);
        expect(more.likely).toBeGreaterThanOrEqual(after.likely * 0.9999);
      }),
      { numRuns: 40 },
    );
  });
});
