import { describe, expect, it } from "vitest";
import { budgetMemory } from "../../../src/domain/memory/budget.ts";
import { layerGradientBytes, rootGradientBytes } from "../../../src/domain/memory/gathered.ts";
import { parameterCounts } from "../../../src/domain/memory/parameters.ts";
import { divisors } from "../../../src/domain/memory/layout.ts";
import { moments } from "../../../src/domain/memory/phases.ts";
import { headGradientBytes } from "../../../src/domain/memory/trained-state.ts";
import { loadedWeightBytes, weightBytes } from "../../../src/domain/memory/weights.ts";
import { runWarnings } from "../../../src/domain/planning/run-warnings.ts";
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

describe("4-bit weights that no dtype names", () => {
  it.each<[StackName, "nf4" | "nf4-dq"]>([
    ["torchtune", "nf4-dq"],
    ["axolotl", "nf4-dq"],
    ["ms-swift", "nf4-dq"],
    ["llama-factory", "nf4-dq"],
    ["unsloth", "nf4-dq"],
    ["trl", "nf4"],
    ["hf-trainer", "nf4"],
    ["generic", "nf4"],
  ])("%s makes %s of them", (stack, weights) => {
    expect(filled({ model: "tiny-moe", method: "qlora", stack }).precision.weights).toBe(weights);
  });

  it.each<[StackName, "nf4" | "nf4-dq"]>([
    ["torchtune", "nf4-dq"],
    ["axolotl", "nf4"],
    ["trl", "nf4"],
  ])("%s makes %s of a plain nf4 that was asked for", (stack, weights) => {
    const run = filled({ model: "tiny-moe", method: "qlora", stack, precision: { weights: "nf4" } });
    expect(run.precision.weights).toBe(weights);
  });
});

describe("a trained head when backward starts", () => {
  const model = "eight-dense";
  const head = parameterCounts(modelNamed(model)).head;
  const of = (spec: Partial<RunSpec>): number => {
    const run = filled({ model, method: "full", precision: { mode: "pure" }, ...spec });
    return headGradientBytes(run, divisors(run));
  };

  it("stands twice where logits of chunks are kept: the sum so far and the newest", () => {
    expect(of({ stack: "torchtune" })).toBe(head * 4);
    expect(of({ stack: "torchtune", fusedLoss: false })).toBe(head * 2);
    expect(of({ stack: "hf-trainer", fusedLoss: true })).toBe(head * 2);
  });

  it("is none where it stays frozen", () => {
    expect(of({ stack: "torchtune", method: "lora" })).toBe(0);
    expect(of({ stack: "torchtune", method: "lora", lora: { trainEmbeddings: true } })).toBeGreaterThan(0);
  });
});

describe("an evaluation", () => {
  it("holds what a layer computes or the logits, not both", () => {
    const run = filled({ model: "eight-dense", method: "lora", stack: "hf-trainer" });
    for (const { phase, parts } of moments(run).filter((m) => m.phase === "evaluation"))
      expect([phase, Math.min(parts.activations ?? 0, parts.logits ?? 0)]).toEqual(["evaluation", 0]);
  });
});

describe("the interval of a run like none that was counted", () => {
  const width = (spec: RunSpec, counter: "allocated" | "reserved"): number => {
    const { low, likely, high } = budgetMemory(filled(spec), null).perGpu[counter];
    return (high - low) / likely;
  };
  const dense: RunSpec = { model: "eight-dense", method: "full", gpus: 8, packing: true };

  it.each<[string, RunSpec]>([
    ["experts trained whole", { ...dense, model: "tiny-moe" }],
    ["states on the host", { ...dense, parallel: { strategy: "zero3", offload: "all" } }],
    ["tensor ranks", { ...dense, parallel: { strategy: "fsdp", tensor: 2 } }],
    ["preferences", { ...dense, objective: "dpo" }],
  ])("is wider: %s", (_name, spec) => {
    expect(width(spec, "allocated")).toBeGreaterThan(1.3 * width(dense, "allocated"));
  });

  it("reaches higher for blocks where adapters learn from samples of many lengths, not for the need", () => {
    const packed: RunSpec = { ...dense, method: "lora", gpus: 1 };
    const varied: RunSpec = { ...packed, packing: false };
    expect(width(varied, "reserved")).toBeGreaterThan(width(packed, "reserved"));
    expect(width(varied, "allocated")).toBeCloseTo(width(packed, "allocated"), 6);
  });
});

describe("experts that a 4-bit base may leave in 16 bits", () => {
  it.each<[string, Partial<RunSpec>, "yes" | "no" | null]>([
    ["a version that leaves them", { stack: "trl", stackVersion: "trl 1.4, transformers 5.13" }, "yes"],
    ["no version named", { stack: "trl" }, "no"],
    ["no version named, a wrapper", { stack: "ms-swift" }, "no"],
    ["an older version", { stack: "trl", stackVersion: "trl 0.27" }, null],
    ["a stack that narrows them itself", { stack: "unsloth" }, null],
    ["16-bit weights", { stack: "trl", method: "lora", precision: { weights: "bf16" } }, null],
    ["no experts", { stack: "trl", model: "eight-dense" }, null],
  ])("%s", (_name, over, counted) => {
    const spec = onExperts(over);
    const said = runWarnings(filled(spec), spec).find(({ code }) => code === "experts-left-16-bit");
    expect(said?.params["counted"] ?? null).toBe(counted);
    if (said !== undefined)
      expect(said.params["addedGib"]).toBeCloseTo((moe.experts * (2 - nf4)) / 2 ** 30, 6);
  });
});
