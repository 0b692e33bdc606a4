import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PartName } from "../../../src/domain/estimate.ts";
import type { FilledRun } from "../../../src/domain/filled-run.ts";
import { budgetMemory } from "../../../src/domain/memory/budget.ts";
import { divisors, localTotal } from "../../../src/domain/memory/layout.ts";
import { heldParameters } from "../../../src/domain/memory/parameters.ts";
import { moments, momentsOf } from "../../../src/domain/memory/phases.ts";
import { stageOf, stagesOf } from "../../../src/domain/memory/stage.ts";
import type { ParallelSpec, RunSpec } from "../../../src/domain/run-spec.ts";
import { anySpec, filled } from "./runs.ts";

const gibibyte = 2 ** 30;
const likely = (run: FilledRun): number => budgetMemory(run, null, { words: false }).perGpu.allocated.likely;
/** Sums of the same terms in another order. */
const slack = 1 + 1e-9;

const part = (run: FilledRun, name: PartName): number =>
  Math.max(...moments(run).map((m) => m.parts[name] ?? 0));

const states = ["weights", "gradients", "master-weights", "optimizer"] as const;
const stateBytes = (run: FilledRun): number => states.reduce((sum, name) => sum + part(run, name), 0);

/** The same run with one more factor of two in a dimension, and twice the GPUs where data-parallel ranks must stay. */
function doubled(run: FilledRun, name: "tensor" | "pipeline" | "context" | "expert"): FilledRun {
  const gpus = name === "expert" ? run.gpus : run.gpus * 2;
  return { ...run, gpus, parallel: { ...run.parallel, [name]: run.parallel[name] * 2 } };
}

const training = anySpec.filter((spec) => spec.method !== "inference");

describe("no layout costs memory that fewer ranks would not", () => {
  it.each(["tensor", "context"] as const)("twice the %s ranks never need more a GPU", (name) => {
    fc.assert(
      fc.property(training, (spec) => {
        const run = filled(spec);
        if (name === "tensor" && run.model.name === "plain-old") return;
        expect(likely(doubled(run, name))).toBeLessThanOrEqual(likely(run) * slack);
      }),
    );
  });

  it("twice the expert ranks on the same GPUs never need more", () => {
    fc.assert(
      fc.property(training, (spec) => {
        const run = filled({ ...spec, model: "tiny-moe" });
        const more = doubled(run, "expert");
        const ranks = run.gpus / run.parallel.pipeline;
        if (run.parallel.strategy === "single" || ranks % more.parallel.expert !== 0) return;
        expect(likely(more)).toBeLessThanOrEqual(likely(run) * slack);
      }),
    );
  });

  it("a wider shard group never needs more", () => {
    fc.assert(
      fc.property(training, (spec) => {
        const run = filled({ ...spec, gpus: 16, parallel: { strategy: "fsdp", shardGroup: 2 } });
        const wider = { ...run, parallel: { ...run.parallel, shardGroup: 8 } };
        expect(likely(wider)).toBeLessThanOrEqual(likely(run) * slack);
      }),
    );
  });
});

describe("what a dimension divides", () => {
  const megatron = (parallel: ParallelSpec, more: Partial<RunSpec> = {}): FilledRun =>
    filled({
      model: "eight-dense", method: "pretrain", stack: "megatron", gpus: 64, sequenceLength: 4096,
      gradientAccumulation: 16, checkpointing: "none", parallel, ...more,
    }); // prettier-ignore

  it("tensor ranks halve every state but the norms", () => {
    const one = megatron({ tensor: 2, strategy: "ddp" });
    const two = megatron({ tensor: 4, strategy: "ddp" });
    const norms = heldParameters(one).norms * 18;
    expect(stateBytes(two) - norms).toBeCloseTo((stateBytes(one) - norms) / 2, -3);
  });

  it("plain tensor ranks keep the residual whole, sequence parallelism splits it", () => {
    const plain = part(megatron({ tensor: 8 }), "activations");
    const split = part(megatron({ tensor: 8, sequence: true }), "activations");
    const alone = part(megatron({ tensor: 1 }), "activations");
    expect(split).toBeCloseTo(alone / 8, -6);
    expect(plain).toBeGreaterThan(2 * split);
  });

  it("context ranks divide activations and logits, and share state as data-parallel ranks do", () => {
    const run = megatron({ context: 4 });
    const alone = megatron({});
    expect(part(run, "activations")).toBeCloseTo(part(alone, "activations") / 4, -3);
    expect(part(run, "logits")).toBeCloseTo(part(alone, "logits") / 4, -3);
    expect(part(run, "optimizer")).toBeCloseTo(part(alone, "optimizer"), -3);
    expect(megatron({ context: 64 }).parallel.strategy).toBe("zero1");
  });

  it("stages hold every weight once, a tied embedding twice", () => {
    for (const [name, extra] of [["eight-dense", 0], ["plain-old", 1]] as const) {
      const run = filled({ model: name, method: "pretrain", gpus: 8, parallel: { pipeline: 8, strategy: "single" } });
      const counts = heldParameters(run);
      const all = stagesOf(run).reduce((sum, stage) => sum + localTotal(counts, divisors(run, stage), "none"), 0);
      expect(all).toBeCloseTo(counts.total + extra * counts.embedding, -2);
    } // prettier-ignore
  });

  it("1F1B: stage i of p holds p − i micro-batches, never more than there are; the loss is the last stage's alone", () => {
    const run = megatron({ pipeline: 8 });
    const held = (index: number): number =>
      Math.max(...momentsOf(run, stageOf(run, index)).filter((m) => m.phase === "forward").map((m) => m.parts.activations ?? 0)); // prettier-ignore
    for (const index of [0, 3, 7]) expect(held(index) / held(7)).toBeCloseTo(8 - index, 6);
    expect(stageOf(megatron({ pipeline: 8 }, { gradientAccumulation: 3 }), 0).inFlight).toBe(3);
    const logits = stagesOf(run).map((stage) => momentsOf(run, stage).some((m) => (m.parts.logits ?? 0) > 0));
    expect(logits).toEqual([false, false, false, false, false, false, false, true]);
  });

  it("interleaved stages: the first rank holds 1 + (p − 1) ÷ (p·v) times as much as under 1F1B, and never more than a step has", () => {
    const inFlight = (index: number, virtualStages: number, gradientAccumulation = 64): number =>
      stageOf(megatron({ pipeline: 8, virtualStages }, { gradientAccumulation }), index).inFlight;
    for (const v of [2, 4]) expect(inFlight(0, v) / inFlight(0, 1)).toBeCloseTo(1 + 7 / (8 * v), 9);
    expect(inFlight(7, 2)).toBe((8 + 1) / 2);
    expect(inFlight(0, 4, 2)).toBe(2);
  });

  it("lists stages only where they differ, the heaviest being what is reported", () => {
    const { perRank, perGpu } = budgetMemory(megatron({ pipeline: 4 }), null, { ranks: true });
    expect(perRank?.map((r) => r.stage)).toEqual([1, 2, 3, 4]);
    expect(Math.max(...(perRank ?? []).map((r) => r.required.likely))).toBeCloseTo(perGpu.required.likely, 9);
    expect(budgetMemory(megatron({}), null, { ranks: true }).perRank).toBeUndefined();
  });
});

describe("state of one rank by hand (GiB)", () => {
  const shaped = (spec: RunSpec): Readonly<Record<string, number>> => {
    const run = filled(spec);
    return Object.fromEntries(states.map((name) => [name, part(run, name) / gibibyte]));
  };
  const dense = 8_030_261_248;
  const ends = 128_256 * 4096;
  /** 32 layers less embedding and head, over 4 stages, with the embedding, over 8 tensor ranks. */
  const local = ((dense - 2 * ends) / 4 + ends) / 8;

  it("Megatron, 8B on tensor 8 × pipeline 4 × data 2: 2 + 4 + 4/2 + 8/2 bytes a parameter", () => {
    const run = shaped({
      model: "eight-dense", method: "pretrain", stack: "megatron", gpus: 64, gradientAccumulation: 8,
      parallel: { tensor: 8, pipeline: 4 },
    }); // prettier-ignore
    expect(run["weights"]).toBeCloseTo((local * 2) / gibibyte, 2);
    expect(run["gradients"]).toBeCloseTo((local * 4) / gibibyte, 2);
    expect(run["master-weights"]).toBeCloseTo((local * 2) / gibibyte, 2);
    expect(run["optimizer"]).toBeCloseTo((local * 4) / gibibyte, 2);
  });

  /** 8 layers × 8 experts × 3 × 1024 × 3584. */
  const experts = 8 * 8 * 3 * 1024 * 3584;

  it("Megatron, experts over 8 ranks of data 8: their optimizer states are not shared again, the dense ones are", () => {
    const spec: RunSpec = { model: "tiny-moe", method: "pretrain", stack: "megatron", gpus: 8 };
    const run = filled({ ...spec, parallel: { expert: 8 } });
    const rest = heldParameters(run).total - experts;
    expect(part(run, "weights")).toBeCloseTo((experts / 8 + rest) * 2, -2);
    expect(part(run, "optimizer")).toBeCloseTo((experts / 8 + rest / 8) * 8, -2);
  });

  it("FSDP with expert ranks: the same state a GPU, and only its own experts gathered", () => {
    const spec: RunSpec = { model: "tiny-moe", method: "pretrain", stack: "torchtitan", gpus: 8 };
    const alone = filled({ ...spec, parallel: { strategy: "fsdp" } });
    const spread = filled({ ...spec, parallel: { strategy: "fsdp", expert: 8 } });
    expect(part(spread, "weights")).toBeCloseTo(part(alone, "weights"), -2);
    const saved = (experts / 8) * (1 - 1 / 8) * 2 * alone.profile.sharding.gatheredLayers.value;
    expect(part(alone, "gathered-layers") - part(spread, "gathered-layers")).toBeCloseTo(saved, -2);
  });

  it("hybrid sharding: state over the group, not over all ranks", () => {
    const spec: RunSpec = { model: "eight-dense", method: "full", stack: "torchtitan", gpus: 64 };
    const hybrid = shaped({ ...spec, parallel: { strategy: "fsdp", shardGroup: 8 } });
    expect(hybrid["weights"]).toBeCloseTo((dense * 4) / 8 / gibibyte, 3);
    expect(hybrid["optimizer"]).toBeCloseTo((dense * 8) / 8 / gibibyte, 3);
  });

  it("serving: experts over the ranks that split tensors already, or over more of them", () => {
    const spec: RunSpec = { model: "tiny-moe", method: "inference", gpus: 4 };
    const both = filled({ ...spec, parallel: { tensor: 4, expert: 4 } });
    const tensor = filled({ ...spec, parallel: { tensor: 4 } });
    expect(part(both, "weights")).toBeCloseTo(part(tensor, "weights"), 0);
  });
});
