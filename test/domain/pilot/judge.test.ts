import { describe, expect, it } from "vitest";
import { judge } from "../../../src/domain/pilot/judge.ts";
import type { PilotEvidence } from "../../../src/domain/pilot/pilot.ts";
import { emptyReadings, type PilotReading, type Readings } from "../../../src/domain/pilot-reading.ts";
import { acrossFiles } from "../../../src/readings/across-files.ts";
import { planOf, real } from "../planning/support.ts";

const plan = planOf({
  model: "meta-llama/Llama-3.1-8B", stack: "trl", method: "lora", accelerator: "h100-sxm", gpus: 1,
  sequenceLength: 4096, microBatch: 2, gradientAccumulation: 4, packing: true, data: { tokens: 5e7 },
}); // prettier-ignore
const predicted = plan.pilot.runs[0]?.predicted;
if (predicted === undefined) throw new Error("the plan has no predicted pilot");

const asPlanned: Readings = {
  ...emptyReadings,
  gpuName: "NVIDIA H100 80GB HBM3",
  gpuCount: 1,
  steps: 60,
  microBatch: 2,
  gradientAccumulation: 4,
  sequenceLength: 4096,
  peakAllocatedGib: predicted.peakAllocatedGib.likely,
  peakReservedGib: predicted.peakReservedGib.likely,
  stepSeconds: predicted.stepSeconds?.likely ?? null,
};

type Given = Partial<Readings> & { readonly warnings?: PilotReading["warnings"]; readonly name?: string };

function file({ warnings = [], name = "a.log", ...readings }: Given): PilotEvidence {
  return {
    name,
    reading: { tool: "hf-trainer", readings: { ...asPlanned, ...readings }, warnings },
    result: null,
  };
}

function judged(...given: readonly Given[]) {
  const files = given.map(file);
  return judge(plan, { files, together: acrossFiles(files.map(({ reading }) => reading)) }, real);
}

const oom = (allowedGib: number | null) => ({
  requestedGib: 2, freeGib: 1, phase: "forward" as const, gpu: 0, rank: 0, capacityGib: 79.6, inUseGib: null,
  allocatedGib: null, reservedUnallocatedGib: null, privatePoolsGib: null, allowedGib,
}); // prettier-ignore

describe("a verdict", () => {
  it("confirms what lies inside the interval saved with the plan, each counter against its own", () => {
    const verdict = judged({});
    expect(verdict.verdict).toBe("confirmed");
    expect(verdict.comparisons.map(({ figure }) => figure)).toEqual([
      "peakAllocatedGib",
      "peakReservedGib",
      "stepSeconds",
    ]);
    expect(verdict.next.code).toBe("run-restore-proof");
  });

  it.each([
    [
      "allocated above",
      { peakAllocatedGib: predicted.peakAllocatedGib.high * 1.05, peakReservedGib: null },
      "activations",
      "above",
    ],
    ["allocated below", { peakAllocatedGib: predicted.peakAllocatedGib.low * 0.9 }, "activations", "below"],
    ["reserved alone", { peakReservedGib: predicted.peakReservedGib.high * 1.05 }, "allocator", "above"],
    ["device alone", { peakDeviceGib: predicted.peakDeviceGib.high * 1.05 }, "device", "above"],
    ["slow", { stepSeconds: (predicted.stepSeconds?.high ?? 0) * 1.2 }, "utilisation", "above"],
    [
      "above, even in three steps",
      { steps: 3, peakAllocatedGib: predicted.peakAllocatedGib.high * 1.05 },
      "activations",
      "above",
    ],
  ] as const)("is off: %s", (_name, given, cause, direction) => {
    const verdict = judged(given);
    expect(verdict).toMatchObject({
      verdict: "off",
      misses: [{ cause, direction }],
      next: { code: "plan-again" },
    });
  });

  it("is off when the plan said fits and the pilot ran out of memory", () => {
    const failed = judged({ outOfMemory: oom(null), steps: null });
    expect(failed).toMatchObject({
      verdict: "off",
      misses: [{ cause: "verdict", figure: "outOfMemory", phase: "forward" }],
    });
  });

  it("learns a lower bound from a failure that tells its sizes, and nothing from one that does not", () => {
    const told = { ...oom(null), allocatedGib: 70, requestedGib: 6 };
    const failed = judged({ outOfMemory: told, failures: [told], steps: null, peakAllocatedGib: 70 });
    expect(failed).toMatchObject({ verdict: "off", misses: [{ atLeastGib: 76 }] });
    expect(failed.corrections.map(({ cause }) => cause)).toEqual(["state", "activations"]);
    for (const { points } of failed.corrections)
      expect(points).toMatchObject([
        { allocatedAtLeastGib: 76, peakAllocatedGib: null, tokensPerSecondPerGpu: null },
      ]);
    const silent = judged({
      outOfMemory: oom(null),
      steps: null,
      peakAllocatedGib: null,
      peakReservedGib: null,
    });
    expect(silent).toMatchObject({ verdict: "off", misses: [{ atLeastGib: null }], corrections: [] });
  });

  it("takes a failure with another accumulation for a failure of the planned run", () => {
    const failed = judged({ outOfMemory: oom(null), steps: null, gradientAccumulation: 1 });
    expect(failed).toMatchObject({ verdict: "off", misses: [{ figure: "outOfMemory" }] });
  });

  it.each([
    ["another card", { gpuName: "NVIDIA A100-SXM4-80GB" }, "other-card", "plan-other-card"],
    ["a card of another size", { gpuName: null, capacityGib: 44.5 }, "other-card", "rerun-pilot"],
    ["another micro-batch", { microBatch: 1 }, "other-micro-batch", "rerun-pilot"],
    ["another accumulation", { gradientAccumulation: 1 }, "other-accumulation", "rerun-pilot"],
    ["another length", { sequenceLength: 2048 }, "other-length", "rerun-pilot"],
    ["another number of cards", { gpuCount: 8 }, "other-gpu-count", "rerun-pilot"],
    ["few steps", { steps: 12 }, "too-few-steps", "rerun-longer"],
    ["no steps", { steps: null }, "steps-not-shown", "post-steps"],
    [
      "a peak above the interval of a run that nothing names",
      {
        steps: null,
        microBatch: null,
        sequenceLength: null,
        gpuName: null,
        peakAllocatedGib: predicted.peakAllocatedGib.high * 1.05,
      },
      "steps-not-shown",
      "post-steps",
    ],
    [
      "a peak far beyond what the stack is known for",
      { peakAllocatedGib: predicted.peakAllocatedGib.likely * 2.2 },
      "implausible-peak",
      "check-files",
    ],
    [
      "a peak far below",
      { peakAllocatedGib: predicted.peakAllocatedGib.likely * 0.4 },
      "implausible-peak",
      "check-files",
    ],
    ["no memory", { peakAllocatedGib: null, peakReservedGib: null }, "memory-not-shown", "post-memory"],
    ["a peak above the card", { peakAllocatedGib: 90 }, "impossible-value", "check-files"],
    ["an MFU above one", { modelFlopsUtilisation: 1.4 }, "impossible-value", "check-files"],
    ["a negative time", { stepSeconds: -1 }, "impossible-value", "check-files"],
    ["a cap of the program", { outOfMemory: oom(40) }, "capped", "rerun-pilot"],
    [
      "host memory",
      { warnings: [{ code: "host-memory-kill", params: {} }] },
      "failed-elsewhere",
      "rerun-pilot",
    ],
  ] as const)("concludes nothing from %s", (_name, given, code, next) => {
    const verdict = judged(given);
    expect(verdict).toMatchObject({ verdict: "inconclusive", reasons: [{ code }], next: { code: next } });
    if (["impossible-value", "implausible-peak", "steps-not-shown"].includes(code))
      expect(verdict.corrections).toEqual([]);
  });

  it.each([
    ["one card under the names of two tools", { gpuName: "NVIDIA H100 80GB HBM3" }, { gpuName: "H100 SXM5 80GB" }],
    ["a share above one where the tool divides by another card's peak", {}, { modelFlopsUtilisation: 1.03, warnings: [{ code: "mfu-denominator" as const, params: { tflops: 312 } }] }],
  ])("takes together %s", (_, one, two) => {
    expect(judged({ ...one, name: "a.log" }, { ...two, name: "b.log" }).verdict).toBe("confirmed");
  }); // prettier-ignore

  it("holds together no files of cards of different sizes", () => {
    const sizes = (a: number, b: number) =>
      judged({ capacityGib: a, name: "a.log" }, { capacityGib: b, name: "b.log" });
    expect(sizes(79.1, 79.65).verdict).toBe("confirmed");
    expect(sizes(79.1, 192)).toMatchObject({
      verdict: "inconclusive",
      reasons: [{ code: "contradicting-files", params: { field: "capacityGib" } }],
    });
  });

  it("takes a monitor's count of cards for what it is: those of one machine", () => {
    const seen: PilotEvidence = {
      name: "smi.csv",
      reading: { tool: "nvidia-smi", readings: { ...emptyReadings, gpuCount: 8, peakDeviceGib: predicted.peakDeviceGib.likely }, warnings: [{ code: "sampled", params: {} }] },
      result: null,
    };
    for (const files of [[file({}), seen], [seen, file({})]]) {
      const verdict = judge(plan, { files, together: acrossFiles(files.map(({ reading }) => reading)) }, real);
      expect(verdict.verdict).toBe("confirmed");
    }
  }); // prettier-ignore

  it("names both files that contradict each other, whatever their order", () => {
    const one = { name: "rank0.log", microBatch: 2 };
    const two = { name: "rank1.log", microBatch: 4 };
    const params = {
      field: "microBatch",
      file: "rank0.log",
      value: 2,
      otherFile: "rank1.log",
      otherValue: 4,
    };
    expect(judged(one, two)).toMatchObject({
      verdict: "inconclusive",
      reasons: [{ code: "contradicting-files", params }],
    });
    expect(judged(two, one)).toMatchObject({ reasons: [{ params }] });
  });

  it("takes the worst rank, in any order and once each", () => {
    const high = {
      name: "1",
      peakAllocatedGib: predicted.peakAllocatedGib.high * 1.1,
      peakReservedGib: null,
    };
    const low = { name: "0", peakReservedGib: null };
    expect(judged(low, high).verdict).toBe("off");
    expect({ ...judged(low, high) }).toEqual({ ...judged(high, low) });
    expect(judged(low, low).key).toBe(judged(low).key);
  });

  it("offers another card as a plan of its own and still learns of it", () => {
    const verdict = judged({ gpuName: "NVIDIA A100-SXM4-80GB" });
    expect(verdict).toMatchObject({ offered: { accelerator: "a100-80gb-sxm", microBatch: 2 } });
    expect(verdict.corrections.every(({ scope }) => scope.accelerator === "a100-80gb-sxm")).toBe(true);
    expect(verdict.corrections.length).toBeGreaterThan(0);
  });

  it("takes a sampled device figure as a floor: it may break the plan, not fall below it", () => {
    const warnings = [{ code: "instant" as const, params: {} }];
    expect(judged({ peakDeviceGib: 1, warnings }).verdict).toBe("confirmed");
    expect(judged({ peakDeviceGib: predicted.peakDeviceGib.high + 2, warnings }).verdict).toBe("off");
  });
});
