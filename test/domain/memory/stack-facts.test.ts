import { describe, expect, it } from "vitest";
import { budgetMemory } from "../../../src/domain/memory/budget.ts";
import { layerGradientBytes, rootGradientBytes } from "../../../src/domain/memory/gathered.ts";
import { parameterCounts } from "../../../src/domain/memory/parameters.ts";
import { divisors } from "../../../src/domain/memory/layout.ts";
import { loadedWeightBytes, weightBytes } from "../../../src/domain/memory/weights.ts";
import type { RunSpec, StackName } from "../../../src/domain/run-spec.ts";
import { filled, modelNamed } from "./runs.ts";

const moe = parameterCounts(modelNamed("tiny-moe"));
const nf4 = 0.5 + 1 / 64 + 4 / (64 * 256);

const onExperts = (over: Partial<RunSpec>): RunSpec => ({
  model: "tiny-moe",
  method: "qlora",
  precision: { weights: "nf4-dq" },
  ...over,
});

/** Bytes a parameter of the routed experts, embeddings, head and norms being in 16 bits. */
const expertBytes = (spec: RunSpec): number =>
  (weightBytes(filled(spec)) - (moe.total - moe.linear) * 2 - (moe.linear - moe.experts) * nf4) / moe.experts;

describe("experts beside a 4-bit base", () => {
  it.each<[StackName, string | undefined, number]>([
    ["llama-factory", "llama-factory 0.9.5, transformers 5.8", 2],
    ["trl", "trl 1.4, transformers 5.13", 2],
    ["ms-swift", "transformers 5.1", 2],
    ["llama-factory", "transformers 4.55", nf4],
    ["trl", "trl 0.27", nf4],
    ["trl", undefined, nf4],
    ["axolotl", undefined, nf4],
    ["unsloth", "transformers 5.13", nf4],
    ["axolotl", "axolotl 0.16, transformers 5.13", nf4],
    ["fsdp-qlora", undefined, nf4],
  ])("%s, %s: %d bytes a parameter", (stack, stackVersion, each) => {
    const spec = onExperts({ stack, ...(stackVersion === undefined ? {} : { stackVersion }) });
    expect(expertBytes(spec)).toBeCloseTo(each, 6);
  });

  it("are whole where the weights are 16-bit, whoever loads them", () => {
    for (const stack of ["trl", "axolotl"] as const) {
      const run = filled({ model: "tiny-moe", method: "lora", stack });
      expect(weightBytes(run)).toBeCloseTo(2 * moe.total, -1);
    }
  });

  it("quantised one by one are not split by FSDP2", () => {
    const of = (stack: StackName, stackVersion?: string): number =>
      weightBytes(
        filled(
          onExperts({
            stack,
            gpus: 2,
            parallel: { strategy: "fsdp", fsdpVersion: 2 },
            ...(stackVersion === undefined ? {} : { stackVersion }),
          }),
        ),
      );
    expect(of("axolotl") - of("axolotl", "axolotl 2025-04")).toBeCloseTo((moe.experts * nf4) / 2, 0);
  });
});

const loaded = (run: ReturnType<typeof filled>): number =>
  loadedWeightBytes(run, divisors(run), weightBytes(run));

describe("a base in 4 bits under FSDP2", () => {
  const over = (fsdpVersion: 1 | 2, method: "lora" | "qlora" = "qlora") =>
    filled({
      model: "eight-dense",
      method,
      stack: "trl",
      gpus: 4,
      parallel: { strategy: "fsdp", fsdpVersion },
    });

  it("is on every rank as a whole while it loads", () => {
    const { total, linear } = parameterCounts(modelNamed("eight-dense"));
    expect(loaded(over(2))).toBeCloseTo(linear * nf4Of(over(2)) + (total - linear) * 2, -1);
    expect(loaded(over(2))).toBeGreaterThan(3.9 * weightBytes(over(2)));
  });

  it("FSDP1, and 16 bits, load their share", () => {
    for (const run of [over(1), over(2, "lora")]) expect(loaded(run)).toBe(weightBytes(run));
  });
});

describe("samples of preferences and rollouts", () => {
  it.each(["dpo", "orpo", "reward", "grpo"] as const)(
    "%s keeps them apart unless told otherwise",
    (objective) => {
      const spec: RunSpec = { model: "eight-dense", method: "lora", objective };
      expect(filled(spec).packing).toBe(false);
      expect(filled({ ...spec, packing: true }).packing).toBe(true);
      expect(filled({ ...spec, objective: "sft" }).packing).toBe(true);
    },
  );
});

const nf4Of = (run: ReturnType<typeof filled>): number =>
  run.precision.weights === "nf4" ? 0.5 + 4 / 64 : nf4;

describe("gradients before they are split", () => {
  const full = (over: Partial<RunSpec>) =>
    filled({ model: "eight-dense", method: "full", gpus: 8, parallel: { strategy: "fsdp" }, ...over });
  const { largestLayer, embedding, head } = parameterCounts(modelNamed("eight-dense"));

  it("FSDP1 holds those of one layer", () => {
    const run = full({ stack: "hf-trainer", parallel: { strategy: "fsdp", fsdpVersion: 1 } });
    expect(layerGradientBytes(run)).toBe(2 * largestLayer);
    expect(rootGradientBytes(run)).toBe(0);
  });

  it.each<[StackName, number]>([
    ["torchtune", 2],
    ["torchtitan", 4],
  ])("%s (FSDP2) also what it reduces, in %d bytes, and those of the head", (stack, reduce) => {
    const run = full({ stack });
    expect(layerGradientBytes(run)).toBe(largestLayer * (2 + reduce) + head * 2);
    expect(rootGradientBytes(run)).toBe((embedding + head) * (2 + reduce));
  });
});

describe("adapters on a 4-bit base", () => {
  it.each<[StackName, string]>([
    ["trl", "bf16"],
    ["hf-trainer", "fp32"],
  ])("%s holds them in %s", (stack, dtype) => {
    expect(filled({ model: "eight-dense", method: "qlora", stack }).lora?.precision).toBe(dtype);
    expect(filled({ model: "eight-dense", method: "lora", stack }).lora?.precision).toBe("fp32");
  });
});

describe("blocks that the allocator keeps", () => {
  const kept = (over: Partial<RunSpec>): { kept: number; run: ReturnType<typeof budgetMemory> } => {
    const run = budgetMemory(
      filled({ model: "eight-dense", method: "lora", stack: "hf-trainer", sequenceLength: 4096, ...over }),
      null,
    );
    return { kept: run.perGpu.reserved.likely - run.perGpu.allocated.likely, run };
  };

  it("grow with the root of what comes and goes, whatever stays in place", () => {
    const one = kept({ microBatch: 1 }).kept;
    const four = kept({ microBatch: 4 }).kept;
    expect(four / one).toBeGreaterThan(1.9);
    expect(four / one).toBeLessThan(2.05);
    const quantised = kept({ microBatch: 4, method: "qlora", stack: "fms-acceleration" });
    expect(quantised.kept).toBeLessThan(1.1 * four);
  });

  it("are more where the lengths of adapters' samples vary; what is needed and the lower bound stay", () => {
    const even = kept({ packing: true });
    const varying = kept({ packing: false });
    expect(varying.kept).toBeGreaterThan(1.5 * even.kept);
    expect(varying.run.perGpu.required).toEqual(even.run.perGpu.required);
    expect(varying.run.perGpu.reserved.low).toBe(even.run.perGpu.reserved.low);
    const full = (packing: boolean) => kept({ method: "full", packing }).kept;
    expect(full(false)).toBe(full(true));
  });
});
