import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { budgetMemory } from "../../../src/domain/memory/budget.ts";
import { kvCacheBytes } from "../../../src/domain/memory/kv-cache.ts";
import { largestThatFits, largestWithin } from "../../../src/domain/memory/largest-that-fits.ts";
import { levers } from "../../../src/domain/memory/levers.ts";
import { trainableParameters } from "../../../src/domain/memory/parameters.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { filled, modelNamed } from "./runs.ts";

const model = "eight-dense";
const parameters = modelNamed(model).parametersTotal;
const gibibyte = 2 ** 30;
const budget = (spec: RunSpec) => budgetMemory(filled(spec), null);
const perParameter = (spec: RunSpec): number =>
  (budget(spec).perGpu.allocated.likely * gibibyte * (spec.gpus ?? 1)) / parameters;

describe("bytes a parameter at the peak of the step", () => {
  it.each<[string, RunSpec, number]>([
    ["pure bf16, foreach AdamW: 2 + 2 + 4 + 2", { precision: { mode: "pure" }, optimizer: "adamw" }, 10],
    ["pure bf16, fused AdamW", { precision: { mode: "pure" }, optimizer: "adamw-fused" }, 8],
    ["fp32 with bf16 compute, foreach AdamW", { precision: { mode: "mixed" }, optimizer: "adamw" }, 20],
    ["the same sharded over eight", { precision: { mode: "mixed" }, optimizer: "adamw", gpus: 8 }, 20],
    ["8-bit AdamW", { precision: { mode: "pure" }, optimizer: "adamw-8bit" }, 6],
  ])("%s", (_, spec, expected) => {
    const short: RunSpec = { model, method: "full", sequenceLength: 16, checkpointing: "full", ...spec };
    expect(perParameter(short)).toBeGreaterThan(expected - 0.05);
    expect(perParameter(short)).toBeLessThan(expected + 0.35);
  });
});

describe("4-bit", () => {
  it("is not parameters ÷ 2: Llama-3-8B in nf4 holds 5.9 GB, embeddings and head in 16 bits", () => {
    const { parts } = budget({ model, method: "qlora", stack: "generic", sequenceLength: 16 });
    const weights = parts.find((p) => p.part === "weights")?.gib.likely ?? 0;
    expect((weights * gibibyte) / 1e9).toBeCloseTo(6, 0);
  });

  it("can take more than LoRA: k-bit preparation makes the residual stream fp32", () => {
    const long: RunSpec = {
      model,
      stack: "hf-trainer",
      sequenceLength: 16_384,
      checkpointing: "full",
      microBatch: 4,
    };
    const grows = (method: "lora" | "qlora"): number =>
      budget({ ...long, method, microBatch: 8 }).perGpu.allocated.likely -
      budget({ ...long, method }).perGpu.allocated.likely;
    expect(grows("qlora")).toBeGreaterThan(grows("lora"));
  });
});

describe("counts", () => {
  it("LoRA: rank × (in + out) of every projection of every layer", () => {
    const run = filled({ model, method: "lora", lora: { rank: 16, targets: ["q", "v"] } });
    expect(trainableParameters(run)).toBe(16 * (4096 + 4096 + 4096 + 1024) * 32);
  });

  it("KV cache: 2 × 8 heads × 128 × 2 bytes × 32 layers a token", () => {
    const run = filled({ model, method: "inference" });
    expect(kvCacheBytes(run, 3, 1000)).toBe(2 * 8 * 128 * 2 * 32 * 1000 * 3);
  });

  it("a loss that is not fused is the peak of long runs with a large vocabulary", () => {
    const spec: RunSpec = { model, method: "lora", stack: "hf-trainer", sequenceLength: 8192, microBatch: 4 };
    const plain = budget(spec).perGpu.allocated.likely;
    const fused = budget({ ...spec, fusedLoss: true }).perGpu.allocated.likely;
    expect(plain / fused).toBeGreaterThan(1.3);
  });

  it("preference training holds two sequences, and a reference when all is trained", () => {
    const spec: RunSpec = { model, method: "full", gpus: 8, sequenceLength: 4096 };
    const parts = budget({ ...spec, objective: "dpo" }).parts.map((p) => p.part);
    expect(parts).toContain("reference");
    expect(budget({ ...spec, objective: "orpo", method: "lora" }).parts.map((p) => p.part)).not.toContain(
      "reference",
    );
  });
});

describe("what is not modelled says so", () => {
  it("diffusion: weights and states, a floor", () => {
    const { warnings, perGpu } = budget({
      model: { name: "painter", class: "dit", params_total: 2_000_000_000 },
      method: "full",
    });
    expect(warnings.map((w) => w.code)).toContain("activations-not-modelled");
    expect(perGpu.allocated.high / perGpu.allocated.likely).toBeGreaterThan(2);
  });
});

describe("levers", () => {
  const run = filled({
    model,
    method: "lora",
    stack: "hf-trainer",
    sequenceLength: 8192,
    microBatch: 4,
    checkpointing: "none",
  });

  it("are ranked by what they gain, and gain what they say", () => {
    const found = levers(run, null);
    const gains = found.map((l) => l.gainGib);
    expect(gains).toEqual([...gains].sort((a, b) => b - a));
    const checkpointing = found.find((l) => l.change === "checkpointing=full");
    const now = budgetMemory(run, null).perGpu.required.likely;
    const then = budgetMemory({ ...run, checkpointing: "full" }, null).perGpu.required.likely;
    expect(checkpointing?.gainGib).toBeCloseTo(now - then, 9);
  });

  it("that make it fit on their own come first, cheapest first, those that change the result last", () => {
    const usableGib = 79;
    const prices: Readonly<Record<string, number>> = { full: 1.3, selective: 1.1, none: 1 };
    const found = levers(run, null, { usableGib, timePerToken: (r) => prices[r.checkpointing] ?? 1 });
    const enough = found.filter((l) => l.sufficient === true);
    expect(found.slice(0, enough.length)).toEqual(enough);
    expect(found.slice(enough.length).every((l) => l.sufficient === false)).toBe(true);
    const high = budgetMemory({ ...run, checkpointing: "full" }, null).perGpu.required.high;
    expect(enough.some((l) => l.change === "checkpointing=full")).toBe(high <= usableGib);
    expect(enough.map((l) => l.change).indexOf("sequenceLength=half")).not.toBe(0);
    expect(found.find((l) => l.change === "checkpointing=full")?.slowdown).toBeCloseTo(1.3, 9);
  });

  it("say nothing of sufficiency where the run fits or nobody knows the room", () => {
    for (const usableGib of [1000, null]) {
      const found = levers(run, null, { usableGib, timePerToken: () => null });
      expect(found.every((l) => l.sufficient === undefined && l.slowdown === null)).toBe(true);
    }
  });

  it("keep the effective batch where they cut the micro-batch", () => {
    const changes = levers({ ...run, microBatch: 8 }, null).map((l) => l.change);
    expect(changes).toEqual(expect.arrayContaining(["microBatch=half", "microBatch=1"]));
    const single = levers({ ...run, microBatch: 8, optimizerInBackward: true }, null).map((l) => l.change);
    expect(single).not.toContain("microBatch=1");
  });

  it("largest micro-batch and length fit, one more does not", () => {
    const usable = 79;
    const found = largestThatFits(run, null, usable);
    if (found === null) throw new Error("nothing fits");
    const high = (change: Partial<typeof run>): number =>
      budgetMemory({ ...run, ...change }, null).perGpu.required.high;
    const long = (n: number): number => high({ sequenceLength: n, memoryTokens: n });
    expect(high({ microBatch: Math.max(1, found.microBatch) })).toBeLessThanOrEqual(
      found.microBatch === 0 ? Infinity : usable,
    );
    expect(high({ microBatch: found.microBatch + 1 })).toBeGreaterThan(usable);
    expect(long(found.sequenceLength)).toBeLessThanOrEqual(usable);
    expect(long(found.sequenceLength + 1)).toBeGreaterThan(usable);
  });

  it("nothing fits where the weights alone do not", () => {
    expect(largestThatFits(run, null, 8)).toBeNull();
  });
});

describe("the largest n within a room", () => {
  it("is what counting finds, for any size that does not fall, in few looks", () => {
    const steps = fc.array(fc.double({ min: 0, max: 50, noNaN: true }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(steps, fc.double({ min: 0, max: 5000, noNaN: true }), (rises, room) => {
        const sizes = rises.reduce<number[]>((all, rise) => [...all, (all.at(-1) ?? 0) + rise], []);
        const counted = sizes.filter((s) => s <= room).length;
        expect(largestWithin(sizes.length, room, (n) => sizes[n - 1] ?? Infinity)).toBe(counted);
      }),
    );
  });

  it("takes a handful of looks on a straight line", () => {
    let looks = 0;
    const found = largestWithin(1_048_576, 80, (n) => {
      looks += 1;
      return 10 + n * 0.0003;
    });
    expect(found).toBe(233_333);
    expect(looks).toBeLessThan(8);
  });
});
