import { describe, expect, it } from "vitest";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { fillRun } from "../../../src/domain/planning/assumptions.ts";
import { filled, lookup, stacks } from "./runs.ts";

const problemsOf = (spec: RunSpec): readonly string[] => {
  const outcome = fillRun(spec, lookup, stacks);
  return "problems" in outcome ? outcome.problems.map((p) => `${p.code} ${p.path} ${p.read}`) : [];
};

const warningsOf = (spec: RunSpec): readonly string[] => {
  const outcome = fillRun(spec, lookup, stacks);
  return "problems" in outcome ? ["refused"] : outcome.warnings.map((w) => w.code);
};

const model = "eight-dense";
/** What JSON may hold and the type may not. */
const loose = (fields: Readonly<Record<string, unknown>>): RunSpec => ({ model, ...fields });

describe("defaults", () => {
  it("come back as assumptions, each with its reason", () => {
    const outcome = fillRun({ model }, lookup, stacks);
    if ("problems" in outcome) throw new Error("refused");
    const taken = Object.fromEntries(outcome.assumptions.map((a) => [a.field, a.value]));
    expect(taken).toMatchObject({
      method: "lora", stack: "trl", optimizer: "adamw", sequenceLength: 2048, microBatch: 1, gpus: 1,
      checkpointing: "full", "lora.rank": 16, "lora.targets": "all-linear", "precision.mode": "autocast",
    }); // prettier-ignore
    expect(outcome.assumptions.every((a) => a.why.length > 0)).toBe(true);
  });

  it("are not taken for what was said", () => {
    const outcome = fillRun({ model, method: "full", sequenceLength: 512, microBatch: 3 }, lookup, stacks);
    if ("problems" in outcome) throw new Error("refused");
    const fields = outcome.assumptions.map((a) => a.field);
    expect(fields).not.toContain("sequenceLength");
    expect(fields).not.toContain("microBatch");
    expect(outcome.run.precision).toMatchObject({ weights: "fp32", mode: "mixed", masterWeights: false });
  });

  it.each([
    [
      { method: "full", stack: "deepspeed" },
      { weights: "bf16", masterWeights: true, gradients: "bf16" },
    ],
    [
      { method: "full", precision: { mode: "pure" } },
      { weights: "bf16", masterWeights: false, optimizerStates: "bf16" },
    ],
    [{ method: "qlora" }, { weights: "nf4", groupSize: 64, mode: "autocast" }],
    [{ method: "gptq-lora" }, { weights: "gptq4", compute: "fp16", groupSize: 128 }],
    [{ method: "inference" }, { weights: "bf16", mode: "pure" }],
  ] satisfies readonly [Partial<RunSpec>, object][])("precision of %j", (spec, expected) => {
    expect(filled({ model, ...spec }).precision).toMatchObject(expected);
  });

  it("size memory at the longest sample when packing is off", () => {
    expect(
      filled({ model, sequenceLength: 4096, packing: false, data: { longestSample: 900 } }).memoryTokens,
    ).toBe(900);
    expect(
      filled({ model, sequenceLength: 512, packing: false, data: { longestSample: 900 } }).memoryTokens,
    ).toBe(512);
    expect(
      filled({ model, sequenceLength: 4096, packing: true, data: { longestSample: 900 } }).memoryTokens,
    ).toBe(4096);
  });

  it("shard only when more than one GPU was named", () => {
    expect(filled({ model }).parallel.strategy).toBe("single");
    expect(filled({ model, gpus: 8 }).parallel.strategy).toBe("fsdp");
    expect(filled({ model, gpus: 4, method: "inference" }).parallel).toMatchObject({
      strategy: "single",
      tensor: 4,
    });
  });

  it("read a bare size as a typical shape and say so", () => {
    expect(warningsOf({ model: "13B" })).toContain("shape-assumed");
    expect(filled({ model: "13B" }).model.parametersTotal).toBe(13e9);
  });
});

describe("refused, with the field and what was read", () => {
  it.each<[RunSpec, string]>([
    [{}, "missing-field model "],
    [{ model: "  " }, "missing-field model "],
    [{ model: "no-such-model-x" }, "unknown-model model no-such-model-x"],
    [loose({ method: "pretrain", objective: "dpo" }), "conflicting-fields objective dpo"],
    [loose({ method: "pretrain", objective: "grpo" }), "conflicting-fields objective grpo"],
    [
      loose({ model: { name: "x", params_total: 7e9, hidden_size: 4096, num_attention_heads: 30 } }),
      "impossible-shape model.num_attention_heads 30",
    ],
    [
      loose({ model: { name: "x", params_total: 7e9, num_attention_heads: 32, num_key_value_heads: 5 } }),
      "impossible-shape model.num_key_value_heads 5",
    ],
    [loose({ gpus: 0 }), "out-of-range gpus 0"],
    [loose({ gpus: -2 }), "out-of-range gpus -2"],
    [loose({ gpus: 1.5 }), "out-of-range gpus 1.5"],
    [loose({ microBatch: Infinity }), "out-of-range microBatch Infinity"],
    [loose({ sequenceLength: 0 }), "out-of-range sequenceLength 0"],
    [loose({ sequenceLength: "4k" }), "wrong-type sequenceLength 4k"],
    [loose({ method: "lorra" }), "unknown-value method lorra"],
    [loose({ optimizer: 7 }), "wrong-type optimizer 7"],
    [loose({ kernels: ["ligger"] }), "unknown-value kernels.0 ligger"],
    [loose({ lora: { rank: 8192 } }), "out-of-range lora.rank 8192"],
    [loose({ lora: { targets: "everything" } }), "unknown-value lora.targets everything"],
    [loose({ gpus: 6, parallel: { tensor: 4 } }), "conflicting-fields gpus 6"],
    [loose({ gpus: 8, nodes: 3 }), "conflicting-fields nodes 3"],
    [loose({ gpus: 8, parallel: { strategy: "single" } }), "conflicting-fields parallel.strategy single"],
    [
      loose({ gpus: 8, parallel: { strategy: "ddp", shardGroup: 4 } }),
      "conflicting-fields parallel.shardGroup 4",
    ],
    [
      loose({ gpus: 8, parallel: { strategy: "fsdp", shardGroup: 3 } }),
      "conflicting-fields parallel.shardGroup 3",
    ],
    [loose({ gpus: 3, parallel: { tensor: 3 } }), "impossible-shape parallel.tensor 3"],
    [loose({ gpus: 16, parallel: { tensor: 16 } }), "impossible-shape parallel.tensor 16"],
    [loose({ gpus: 64, parallel: { pipeline: 64 } }), "impossible-shape parallel.pipeline 64"],
    [loose({ gpus: 4, parallel: { expert: 4 } }), "impossible-shape parallel.expert 4"],
    [loose({ method: "qlora", precision: { weights: "bf16" } }), "conflicting-fields precision.weights bf16"],
    [loose({ method: "full", precision: { weights: "nf4" } }), "conflicting-fields precision.weights nf4"],
  ])("%j", (spec, expected) => {
    expect(problemsOf(spec)).toContain(expected);
  });

  it("with the nearest word", () => {
    const outcome = fillRun(loose({ method: "qlorra", stack: "torchtitn" }), lookup, stacks);
    if (!("problems" in outcome)) throw new Error("accepted");
    expect(outcome.problems.map((p) => p.nearest?.[0])).toEqual(["qlora", "torchtitan"]);
  });
});

describe("odd but possible: warned, not refused", () => {
  it.each<[RunSpec, string]>([
    [loose({ sequenceLength: 200_000 }), "length-above-model-maximum"],
    [loose({ method: "qlora", precision: { weights: "gptq4" } }), "qlora-on-prequantised"],
    [loose({ gpus: 1, parallel: { strategy: "fsdp" } }), "sharding-on-one-gpu"],
    [loose({ serving: { concurrency: 4, promptTokens: 100, outputTokens: 0 } }), "no-output-tokens"],
    [loose({ method: "full", lora: { rank: 8 } }), "lora-ignored"],
    [loose({ method: "inference", gpus: 16, parallel: { tensor: 16 } }), "kv-heads-replicated"],
  ])("%j", (spec, expected) => {
    expect(warningsOf(spec)).toContain(expected);
  });
});
