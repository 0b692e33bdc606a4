import { join } from "node:path";
import fc from "fast-check";
import { readCatalogueFiles } from "../../../src/catalog/catalogue-files.ts";
import { loadStacks } from "../../../src/catalog/load-stacks.ts";
import { architectureFromFields } from "../../../src/domain/architecture-from-fields.ts";
import type { CatalogueLookup } from "../../../src/domain/catalogue.ts";
import type { FilledRun } from "../../../src/domain/filled-run.ts";
import type { ModelArchitecture } from "../../../src/domain/model-architecture.ts";
import { fillRun } from "../../../src/domain/planning/assumptions.ts";
import type { InlineModel, ParallelSpec, RunSpec, Strategy } from "../../../src/domain/run-spec.ts";

/** The real profiles: laws must hold for what ships, not for a profile made up here. */
export const stacks = loadStacks(readCatalogueFiles(join(process.cwd(), "catalog"))).stacks;

const shapes: Readonly<Record<string, InlineModel>> = {
  "tiny-dense": {
    name: "tiny-dense", class: "dense-decoder", num_layers: 22, hidden_size: 2048, num_attention_heads: 32,
    num_key_value_heads: 4, head_dim: 64, intermediate_size: 5632, vocab_size: 32000, tie_word_embeddings: false,
    attention: { type: "gqa" }, mlp: { kind: "gated_swiglu", gated: true, bias: false }, norm: { kind: "rmsnorm", per_layer: 2 },
  },
  "eight-dense": {
    name: "eight-dense", class: "dense-decoder", num_layers: 32, hidden_size: 4096, num_attention_heads: 32,
    num_key_value_heads: 8, head_dim: 128, intermediate_size: 14336, vocab_size: 128256, tie_word_embeddings: false,
    max_position_embeddings: 131072, attention: { type: "gqa" }, mlp: { kind: "gated_swiglu", gated: true, bias: false },
    norm: { kind: "rmsnorm", per_layer: 2 }, params_total: 8030261248,
  },
  "plain-old": {
    name: "plain-old", class: "dense-decoder", num_layers: 24, hidden_size: 2048, num_attention_heads: 16,
    num_key_value_heads: 1, head_dim: 128, intermediate_size: 8192, vocab_size: 49280, tie_word_embeddings: true,
    attention: { type: "mqa", qkv_bias: true, o_bias: true }, mlp: { kind: "plain_gelu", gated: false, bias: true },
    norm: { kind: "layernorm", per_layer: 2 }, learned_positions: 2048, params_total: 1124886528,
  },
  "tiny-moe": {
    name: "tiny-moe", class: "moe-decoder", num_layers: 8, hidden_size: 1024, num_attention_heads: 16,
    num_key_value_heads: 8, head_dim: 64, intermediate_size: 3584, vocab_size: 32000, tie_word_embeddings: false,
    attention: { type: "gqa" }, mlp: { kind: "gated_swiglu", gated: true, bias: false }, norm: { kind: "rmsnorm", per_layer: 2 },
    moe: { num_experts: 8, experts_per_token: 2, expert_intermediate_size: 3584, moe_layers: 8 },
  },
}; // prettier-ignore

export function modelNamed(name: string): ModelArchitecture {
  const read = architectureFromFields(shapes[name] ?? {});
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  return read.model;
}

export const lookup: CatalogueLookup = {
  resolveModel: () => ({ kind: "none", nearest: [{ id: "eight-dense", name: "eight-dense", score: 0.5 }] }),
  resolveAccelerator: () => ({ kind: "none", nearest: [] }),
  searchModels: () => [],
  searchAccelerators: () => [],
  findNames: () => [],
  machine: () => undefined,
  model: (id) => (id in shapes ? modelNamed(id) : undefined),
  accelerator: () => undefined,
};

export function filled(spec: RunSpec): FilledRun {
  const outcome = fillRun(spec, lookup, stacks);
  if ("problems" in outcome) throw new Error(JSON.stringify(outcome.problems));
  return outcome.run;
}

const names = Object.keys(shapes);

const splits: readonly ParallelSpec[] = [
  {},
  { tensor: 2 },
  { tensor: 4, sequence: true },
  { pipeline: 2 },
  { pipeline: 4 },
  { context: 2 },
  { expert: 2 },
  { shardGroup: 2 },
  { tensor: 2, pipeline: 2, context: 2 },
  { tensor: 2, expert: 4, pipeline: 2 },
];

/** What of a split the model and the strategy can have. */
function splitFor(model: string, strategy: Strategy, split: ParallelSpec): ParallelSpec {
  const { tensor, sequence, pipeline, expert, shardGroup, context } = split;
  const sharded = strategy === "fsdp" || strategy === "zero3";
  return {
    ...(context === undefined ? {} : { context }),
    ...(tensor === undefined || model === "plain-old" ? {} : { tensor }),
    ...(sequence === undefined ? {} : { sequence }),
    ...(pipeline === undefined || strategy === "zero2" || strategy === "zero3" ? {} : { pipeline }),
    ...(expert === undefined || model !== "tiny-moe" ? {} : { expert }),
    ...(shardGroup === undefined || !sharded ? {} : { shardGroup }),
  };
}

const ranksOf = ({ tensor = 1, pipeline = 1, context = 1 }: ParallelSpec): number =>
  tensor * pipeline * context;

/** Runs that people ask for: every method, several stacks and strategies, any length and batch. */
export const anySpec: fc.Arbitrary<RunSpec> = fc
  .record({
    model: fc.constantFrom(...names),
    method: fc.constantFrom("full", "pretrain", "lora", "qlora", "gptq-lora", "inference" as const),
    stack: fc.constantFrom(
      "generic",
      "hf-trainer",
      "trl",
      "litgpt",
      "torchtitan",
      "deepspeed",
      "megatron",
      "unsloth" as const,
    ),
    strategy: fc.constantFrom("single", "ddp", "zero1", "zero2", "zero3", "fsdp" as const),
    replicas: fc.constantFrom(4, 8, 16),
    split: fc.constantFrom(...splits),
    sequenceLength: fc.integer({ min: 16, max: 65_536 }),
    microBatch: fc.integer({ min: 1, max: 64 }),
    gradientAccumulation: fc.integer({ min: 1, max: 16 }),
    checkpointing: fc.constantFrom("none", "selective", "full" as const),
    attention: fc.constantFrom("flash", "sdpa", "eager" as const),
    optimizer: fc.constantFrom(
      "adamw",
      "adamw-fused",
      "adamw-8bit",
      "sgd",
      "lion",
      "muon",
      "paged-adamw" as const,
    ),
    fusedLoss: fc.boolean(),
    rank: fc.constantFrom(4, 16, 64, 256),
    objective: fc.constantFrom("sft", "dpo", "orpo", "reward", "grpo" as const),
  })
  .map(({ strategy, replicas, rank, microBatch, split, ...rest }): RunSpec => {
    const serves = rest.method === "inference";
    const alone = serves || strategy === "single";
    const parallel = alone ? {} : splitFor(rest.model, strategy, split);
    return {
      ...rest,
      ...(rest.method === "pretrain" ? { objective: "sft" } : {}),
      microBatch,
      ...(serves
        ? { serving: { concurrency: microBatch, promptTokens: rest.sequenceLength, outputTokens: 256 } }
        : {}),
      lora: { rank },
      gpus: alone ? 1 : replicas * ranksOf(parallel),
      parallel: { strategy: alone ? "single" : strategy, ...parallel },
    };
  });
