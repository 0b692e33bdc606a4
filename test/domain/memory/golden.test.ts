import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCatalogue } from "../../../src/catalog/load-catalogue.ts";
import type { PartName } from "../../../src/domain/estimate.ts";
import type { FilledRun } from "../../../src/domain/filled-run.ts";
import { budgetMemory } from "../../../src/domain/memory/budget.ts";
import { kvCacheBytes } from "../../../src/domain/memory/kv-cache.ts";
import { savedPerLayerBytes } from "../../../src/domain/memory/activations.ts";
import { levers } from "../../../src/domain/memory/levers.ts";
import { moments } from "../../../src/domain/memory/phases.ts";
import { fillRun } from "../../../src/domain/planning/assumptions.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { lookup, stacks } from "./runs.ts";

const loaded = loadCatalogue(join(process.cwd(), "catalog"), { cacheDir: null });
if ("faults" in loaded) throw new Error("catalogue has faults");
const models = new Map(loaded.catalogue.models.map((m) => [m.id, m] as const));
const real = { ...lookup, model: (id: string) => models.get(id) };

function filled(spec: RunSpec): FilledRun {
  const outcome = fillRun(spec, real, stacks);
  if ("problems" in outcome) throw new Error(JSON.stringify(outcome.problems));
  return outcome.run;
}

const part = (spec: RunSpec, name: PartName): number => {
  const most = moments(filled(spec)).map((m) => m.parts[name] ?? 0);
  return Math.max(...most);
};

const gb = 1e9;
const gibibyte = 2 ** 30;

/** A model of so many parameters without a shape of its own. */
const sized = (billions: number): RunSpec => ({ model: `${billions}B`, method: "full" });

const states = ["weights", "master-weights", "gradients", "optimizer"] as const;

/** Model states of one rank, without work buffers. */
function modelStates(spec: RunSpec): number {
  const step = moments(filled(spec)).find((m) => m.phase === "optimizer-step");
  return states.reduce((sum, name) => sum + (step?.parts[name] ?? 0), 0);
}

describe("model states, 7.5 billion parameters on 64 GPUs (ZeRO, arXiv 1910.02054, figure 1)", () => {
  const zero = (strategy: "ddp" | "zero1" | "zero2" | "zero3"): RunSpec => ({
    ...sized(7.5),
    stack: "deepspeed",
    gpus: 64,
    parallel: { strategy },
  });
  it.each([
    ["ddp", 120],
    ["zero1", 31.4],
    ["zero2", 16.6],
    ["zero3", 1.9],
  ] as const)("%s: %d GB a GPU", (strategy, expected) => {
    expect(modelStates(zero(strategy)) / gb).toBeCloseTo(expected, 1);
  });
});

describe("fp32 gradients made for the step (DeepSpeed stage_1_and_2.py and stage3.py; Megatron keeps them in fp32)", () => {
  const temporary = (spec: RunSpec): number =>
    moments(filled(spec)).find((m) => m.phase === "optimizer-step")?.parts.temporary ?? 0;
  const zero = (strategy: "zero1" | "zero2" | "zero3"): RunSpec => ({
    ...sized(70),
    stack: "deepspeed",
    gpus: 8,
    parallel: { strategy },
  });
  it("the whole partition in stages 1 and 2, a sub-group of 10^9 elements in stage 3, none with fp32 gradients", () => {
    const partition = 70e9 / 8;
    expect(temporary(zero("zero1")) / gb).toBeGreaterThan((partition * 4) / gb);
    expect(temporary(zero("zero2")) / gb).toBeGreaterThan((partition * 4) / gb);
    expect(temporary(zero("zero3")) / gb).toBeGreaterThan(4);
    expect(temporary(zero("zero3")) / gb).toBeLessThan(4 + 3);
    expect(temporary({ ...zero("zero1"), stack: "megatron" }) / gb).toBeLessThan(4);
  });
});

describe("weights resident", () => {
  const serve = (model: string, rest: RunSpec = {}): RunSpec => ({ model, method: "inference", ...rest });
  const frozen = (model: string): RunSpec => ({ model, method: "qlora", stack: "generic" });
  it.each<[string, RunSpec, number, number]>([
    ["Llama-3-8B nf4: 5.9 GB (SIZING: measured)", frozen("meta-llama/Meta-Llama-3-8B"), 5.7, 6.1],
    ["Llama-3-70B nf4: 68.45 × 0.5625 + 2.1 × 2", frozen("meta-llama/Meta-Llama-3-70B"), 42.6, 42.8],
    [
      "the same with double quantisation: 68.45 × 0.516 + 2.1 × 2, 36.8 GiB",
      { ...frozen("meta-llama/Meta-Llama-3-70B"), precision: { weights: "nf4-dq" } },
      39.4,
      39.7,
    ],
    ["Mixtral-8x7B bf16: 46.7 billion × 2, all experts", serve("mistralai/Mixtral-8x7B-v0.1"), 93.2, 93.6],
    [
      "Llama-3.1-405B fp8: 405.9 GB of 16-bit halves, ends in 16 bits",
      serve("meta-llama/Llama-3.1-405B", { precision: { weights: "fp8" } }),
      405,
      415,
    ],
    [
      "Llama-3-70B over 8 tensor ranks: an eighth",
      serve("meta-llama/Meta-Llama-3-70B", { gpus: 8, parallel: { tensor: 8 } }),
      17.6,
      17.7,
    ],
    [
      "Mixtral over 8 expert ranks: an eighth of the experts, all the rest",
      {
        model: "mistralai/Mixtral-8x7B-v0.1",
        method: "inference",
        gpus: 8,
        parallel: { expert: 8, tensor: 1 },
      },
      (45.1 / 8 + 1.6) * 2 - 0.2,
      (45.1 / 8 + 1.6) * 2 + 0.2,
    ],
  ])("%s", (_, spec, low, high) => {
    const weights = part(spec, "weights") / gb;
    expect(weights).toBeGreaterThan(low);
    expect(weights).toBeLessThan(high);
  });

  it.each([2, 4, 8])("%d ranks that each hold 4-bit layers still hold whole ends in 16 bits", (ranks) => {
    const rank = (weights: "nf4-dq" | "bf16", stack: "generic" | "litgpt"): number =>
      part(
        serve("meta-llama/Meta-Llama-3-70B", {
          stack,
          precision: { weights },
          gpus: ranks,
          parallel: { tensor: ranks },
        }),
        "weights",
      );
    const ends = 2 * 128_256 * 8192 * 2;
    for (const weights of ["nf4-dq", "bf16"] as const) {
      const more = rank(weights, "litgpt") - rank(weights, "generic");
      expect(more / gb).toBeCloseTo((ends * (1 - 1 / ranks)) / gb, 1);
    }
  });
});

describe("a loss that a version leaves out of compilation (torchtitan, train.py until April 2025)", () => {
  const logits = (stackVersion: string, compile: boolean): number =>
    part(
      {
        model: "meta-llama/Llama-3.1-8B",
        method: "pretrain",
        stack: "torchtitan",
        stackVersion,
        compile,
        sequenceLength: 8192,
      },
      "logits",
    );
  it.each([
    ["torchtitan 9dec370, torch 1963fc8 (2024-12)", false],
    ["torch 2.7.0a0, torchao 0.10.0, torchtitan 0.0.2", false],
    ["torchtitan e7c0cae, torch 2.8.0a0 (2025-06)", true],
  ])("%s: compiled %s", (version, compiled) => {
    const spared = logits(version, true) < logits(version, false);
    expect(spared).toBe(compiled);
  });
});

describe("KV cache of one sequence in bf16 [bytes]", () => {
  const kib = 1024;
  it.each<[string, string, number, number]>([
    ["2 × 8 heads × 128 × 2 bytes × 80 layers", "meta-llama/Meta-Llama-3-70B", 1000, 320 * kib * 1000],
    ["2 × 8 × 128 × 2 × 32 layers", "meta-llama/Llama-3.1-8B", 1000, 128 * kib * 1000],
    ["2 × 32 heads (no grouping) × 128 × 2 × 32", "meta-llama/Llama-2-7b-hf", 1000, 512 * kib * 1000],
    [
      "MLA: (512 latent + 64 rope) × 2 bytes × 61 layers",
      "deepseek-ai/DeepSeek-V3",
      1000,
      576 * 2 * 61 * 1000,
    ],
    ["below the window it grows", "mistralai/Mistral-7B-v0.1", 4000, 128 * kib * 4000],
    ["above the window of 4,096 it does not", "mistralai/Mistral-7B-v0.1", 32_000, 128 * kib * 4096],
    [
      "half of 42 layers slide over 4,096, 8 heads × 256",
      "google/gemma-2-9b",
      8192,
      2 * 8 * 256 * 2 * (21 * 8192 + 21 * 4096),
    ],
  ])("%s (%s, %d tokens)", (_, model, tokens, expected) => {
    expect(kvCacheBytes(filled({ model, method: "inference" }), 1, tokens)).toBe(expected);
  });

  it("is shared by tensor ranks as far as there are key-value heads, and repeated by MLA", () => {
    const over = (model: string, tensor: number): number =>
      kvCacheBytes(filled({ model, method: "inference", gpus: tensor, parallel: { tensor } }), 1, 1000);
    expect(over("meta-llama/Meta-Llama-3-70B", 8)).toBe(40 * kib * 1000);
    expect(over("meta-llama/Meta-Llama-3-70B", 16)).toBe(40 * kib * 1000);
    expect(over("deepseek-ai/DeepSeek-V3", 8)).toBe(576 * 2 * 61 * 1000);
  });

  it("of a latent is shared by data-parallel attention alone; experts stay split", () => {
    const serving = { concurrency: 256, promptTokens: 8000, outputTokens: 1000 };
    const served = (parallel: RunSpec["parallel"]): RunSpec => ({
      model: "deepseek-ai/DeepSeek-V3",
      method: "inference",
      gpus: 8,
      parallel: parallel ?? {},
      serving,
    });
    const [tensor, data] = [served({ tensor: 8 }), served({ tensor: 1, expert: 8 })];
    expect(part(tensor, "kv-cache")).toBe(8 * part(data, "kv-cache"));
    expect(part(data, "weights")).toBeLessThan(1.3 * part(tensor, "weights"));
    const codes = (spec: RunSpec): readonly string[] => {
      const outcome = fillRun(spec, real, stacks);
      return "warnings" in outcome ? outcome.warnings.map((w) => w.code) : [];
    };
    expect(codes(tensor)).toContain("latent-cache-replicated");
    expect(codes(data)).not.toContain("latent-cache-replicated");
    const lever = levers(filled(tensor), null).find(
      (l) => l.change === "parallel.tensor=1,parallel.expert=all",
    );
    expect(lever?.gainGib).toBeGreaterThan(0);
  });
});

describe("activations (Korthikanti et al., arXiv 2205.05198)", () => {
  const gpt = (rest: RunSpec): FilledRun =>
    filled({ model: "openai-community/gpt2-xl", method: "full", sequenceLength: 1024, ...rest });

  it("no recomputation: near 34·s·b·h without the attention matrices of table 2, which dropout masks are part of", () => {
    const perToken = savedPerLayerBytes(gpt({ attention: "flash" })) / 1600;
    expect(perToken).toBeGreaterThan(34 * 0.75);
    expect(perToken).toBeLessThan(34 * 1.1);
  });

  it.each([
    ["16 bits", 5, { mode: "pure" }],
    ["16 bits beside a master copy", 5, { mode: "mixed", weights: "bf16", masterWeights: true }],
    ["autocast, whose softmax is fp32", 7, { mode: "mixed" }],
    ["fp32", 9, { mode: "pure", weights: "fp32", compute: "fp32" }],
  ] as const)(
    "attention computed in the open in %s adds %d·a·s² bytes a layer and sequence",
    (_, bytes, precision) => {
      const grown = (s: number): number =>
        savedPerLayerBytes(gpt({ sequenceLength: s, attention: "eager", precision })) -
        savedPerLayerBytes(gpt({ sequenceLength: s, attention: "flash", precision }));
      expect(grown(1024)).toBe(bytes * 25 * 1024);
      expect(grown(2048)).toBe(2 * grown(1024));
    },
  );

  it("full recomputation keeps 2·s·b·h a layer", () => {
    const run = gpt({ checkpointing: "full", microBatch: 2, fusedLoss: true });
    const forward = moments(run).find((m) => m.phase === "forward");
    expect(forward?.parts.activations).toBe(2 * 1024 * 2 * 1600 * 48);
  });

  it("selective recomputation lies between", () => {
    const held = (checkpointing: "full" | "selective" | "none"): number =>
      moments(gpt({ checkpointing })).find((m) => m.phase === "forward")?.parts.activations ?? 0;
    expect(held("full")).toBeLessThan(held("selective"));
    expect(held("selective")).toBeLessThan(held("none"));
  });

  it("tensor parallelism leaves norms and residual whole, sequence parallelism splits them too", () => {
    const model = "meta-llama/Meta-Llama-3-70B";
    const saved = (tensor: number, sequence: boolean): number =>
      savedPerLayerBytes(filled({ model, method: "full", gpus: tensor, parallel: { tensor, sequence } }));
    expect(saved(8, false)).toBeGreaterThan(saved(1, false) / 8);
    expect(saved(8, true)).toBeCloseTo(saved(1, false) / 8, 6);
  });
});

describe("frozen layers under FSDP", () => {
  const model = "meta-llama/Llama-3.1-8B";
  const atFirstLayer = (fsdpVersion: 1 | 2): number => {
    const run = filled({ model, method: "lora", gpus: 8, parallel: { strategy: "fsdp", fsdpVersion } });
    return (
      moments(run)
        .filter((m) => m.phase === "backward")
        .at(-1)?.parts.activations ?? 0
    );
  };

  it("keep their inputs until the end under version 1 alone", () => {
    const inputs = 32 * 2048 * 4096 * 2;
    expect(atFirstLayer(1) - atFirstLayer(2)).toBe(2 * inputs);
  });
});

describe("a chunked loss that is compiled (torchtune)", () => {
  it("keeps 16-bit logits and the gradient of one chunk of eight, no fp32 log-softmax", () => {
    const logits = (compile: boolean): number =>
      part({ model: "meta-llama/Llama-3.2-3B", method: "lora", stack: "torchtune", compile }, "logits");
    expect(logits(false) - logits(true)).toBe(2048 * 128256 * (4.75 - 2.25));
  });
});

describe("phases", () => {
  const model = "meta-llama/Llama-3.1-8B";
  const bytesOf = (spec: RunSpec, phase: string): number =>
    Math.max(
      ...moments(filled(spec))
        .filter((m) => m.phase === phase)
        .map((m) => Object.values(m.parts).reduce((a, b) => a + b, 0)),
    );

  it("full training peaks in the step when sequences are short, in the loss when the vocabulary meets many tokens", () => {
    const peak = (rest: RunSpec) =>
      budgetMemory(filled({ model, checkpointing: "full", ...rest }), null).peakPhase;
    expect(peak({ method: "full", sequenceLength: 128 })).toBe("optimizer-step");
    expect(peak({ method: "lora", sequenceLength: 8192, microBatch: 2 })).toBe("forward");
    expect(peak({ method: "lora", sequenceLength: 8192, fusedLoss: true })).toBe("backward");
  });

  it("a save holds what a restore does, and never less than the weights at load", () => {
    const spec: RunSpec = { model, method: "full" };
    expect(bytesOf(spec, "checkpoint-save")).toBe(bytesOf(spec, "restore"));
    expect(bytesOf(spec, "checkpoint-save")).toBeGreaterThanOrEqual(bytesOf(spec, "load"));
  });

  it("evaluation needs its logits even where a fused loss spares training from them, and grows with its batch", () => {
    const spec = (batch: number): RunSpec => ({
      model,
      method: "lora",
      validation: { batch },
    });
    expect(bytesOf(spec(8), "evaluation")).toBeGreaterThan(bytesOf(spec(1), "evaluation"));
  });

  it("DPO on all weights holds a frozen reference as wide as the policy and runs pairs; with adapters it needs no copy", () => {
    const run = (method: "full" | "lora"): RunSpec => ({ model, method, objective: "dpo" });
    const parameters = models.get(model)?.parametersTotal ?? 0;
    expect(part(run("full"), "reference")).toBe(parameters * 4);
    expect(part({ ...run("full"), precision: { mode: "pure" } }, "reference")).toBe(parameters * 2);
    expect(part(run("lora"), "reference")).toBe(0);
    expect(part(run("lora"), "activations")).toBe(2 * part({ model, method: "lora" }, "activations"));
  });
});

describe("engines", () => {
  it("vLLM takes nine tenths of the card, however small the need; the verdict rests on the need", () => {
    const card = loaded.catalogue.accelerators.find((a) => a.id === "h100-sxm");
    if (card === undefined) throw new Error("no H100");
    const run = filled({ model: "meta-llama/Llama-3.1-8B", method: "inference", stack: "vllm" });
    const { perGpu } = budgetMemory(run, card);
    expect(perGpu.device.likely).toBeGreaterThan(0.88 * 79);
    expect(perGpu.device.likely).toBeLessThan(0.92 * 80);
    expect(perGpu.required.likely * gibibyte).toBeLessThan(25e9);
  });
});
