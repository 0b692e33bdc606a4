import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PartName, Phase } from "../../../src/domain/estimate.ts";
import type { FilledRun } from "../../../src/domain/filled-run.ts";
import { budgetMemory } from "../../../src/domain/memory/budget.ts";
import { kvCacheBytes } from "../../../src/domain/memory/kv-cache.ts";
import { moments } from "../../../src/domain/memory/phases.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { filled } from "./runs.ts";

const gibibyte = 2 ** 30;
const size = 8_030_261_248;
const head = 128_256 * 4096;

const part = (run: FilledRun, name: PartName, phase?: Phase): number =>
  Math.max(...moments(run).filter((m) => phase === undefined || m.phase === phase).map((m) => m.parts[name] ?? 0)); // prettier-ignore
const required = (run: FilledRun): number => budgetMemory(run, null, { words: false }).perGpu.required.likely;
const phasesOf = (run: FilledRun): readonly Phase[] => budgetMemory(run, null).phases.map((p) => p.phase);

const full = (more: Partial<RunSpec> = {}): FilledRun =>
  filled({ model: "eight-dense", method: "full", gpus: 8, parallel: { strategy: "fsdp" }, ...more });

describe("two answers to one prompt (DPO, ORPO, reward)", () => {
  it.each(["dpo", "orpo", "reward"] as const)("%s holds the activations of twice the sequences", (objective) => {
    expect(part(full({ objective }), "activations")).toBeCloseTo(part(full({ microBatch: 2 }), "activations"), -2);
  }); // prettier-ignore

  it("only DPO keeps a frozen copy, as wide as the policy where both load alike, and none beside adapters", () => {
    expect(part(full({ objective: "dpo", stack: "trl" }), "reference")).toBeCloseTo((size * 4) / 8, -2);
    expect(part(full({ objective: "dpo", stack: "generic" }), "reference")).toBeCloseTo((size * 2) / 8, -2);
    for (const objective of ["orpo", "reward", "sft"] as const)
      expect(part(full({ objective }), "reference")).toBe(0);
    expect(part(filled({ model: "eight-dense", method: "lora", objective: "dpo" }), "reference")).toBe(0);
  });

  it("a reward model has a score for a head: neither its weights nor its logits are held", () => {
    const reward = full({ objective: "reward" });
    expect(part(reward, "weights")).toBeCloseTo(((size - head) * 4) / 8, -2);
    expect(part(reward, "logits")).toBeLessThan(part(full({ microBatch: 2 }), "logits") / 50);
  });

  it("log-probabilities of the tokens that are there take less than the loss over all of them", () => {
    const tokens = 2 * 2048;
    expect(part(full({ objective: "dpo", stack: "trl" }), "logits")).toBeCloseTo(
      tokens * (128_256 * 10 + 6 * 4096),
      -2,
    );
    expect(part(full({ objective: "orpo", stack: "trl" }), "logits")).toBeCloseTo(
      tokens * (128_256 * 14 + 6 * 4096),
      -2,
    );
  });

  it("needs no less than plain text at the same settings", () => {
    for (const objective of ["dpo", "orpo"] as const)
      expect(required(full({ objective }))).toBeGreaterThan(required(full()));
  });
});

describe("completions that the policy writes and learns from (GRPO)", () => {
  const grpo = (more: Partial<RunSpec> = {}): FilledRun =>
    filled({
      model: "eight-dense", method: "lora", objective: "grpo", sequenceLength: 4096, microBatch: 4, gradientAccumulation: 4,
      ...more,
    }); // prettier-ignore

  it("writes all completions of a step at once: 16 × 4,096 tokens × 32 layers × 2 × 1,024 elements × 2 bytes", () => {
    const run = grpo();
    expect(part(run, "kv-cache", "generation") / gibibyte).toBeCloseTo(
      (16 * 4096 * 32 * 2048 * 2) / gibibyte,
      6,
    );
    expect(part(run, "kv-cache")).toBe(kvCacheBytes(run, 16, 4096));
    expect(phasesOf(run)).toContain("generation");
    expect(phasesOf(filled({ model: "eight-dense", method: "lora" }))).not.toContain("generation");
  });

  it("a prompt and an answer that are stated make the length", () => {
    const run = filled({
      model: "eight-dense",
      method: "lora",
      objective: "grpo",
      microBatch: 16,
      rollout: { promptTokens: 512, outputTokens: 1024 },
    });
    expect(run.sequenceLength).toBe(1536);
    expect(part(run, "kv-cache")).toBe(kvCacheBytes(run, 16, 1536));
  });

  it("an engine on the same GPUs keeps its own weights and cache while the policy learns, unless it sleeps", () => {
    const beside = grpo({ rollout: { engine: "colocated" } });
    const asleep = grpo({ rollout: { engine: "colocated", engineSleeps: true } });
    expect(part(beside, "engine-reserve", "forward")).toBeCloseTo(
      size * 2 + kvCacheBytes(beside, 16, 4096),
      -2,
    );
    expect(part(asleep, "engine-reserve", "forward")).toBe(0);
    expect(part(asleep, "engine-reserve", "generation")).toBeCloseTo(size * 2, -2);
  });

  it("an engine on GPUs of its own writes nothing here", () => {
    const run = grpo({ rollout: { engine: "server" } });
    expect(phasesOf(run)).not.toContain("generation");
    expect(part(run, "engine-reserve")).toBe(0);
  });

  it("a reference of full training and a reward model are parts of their own, and can be left out", () => {
    const shared = { method: "full", gpus: 8, parallel: { strategy: "fsdp" }, stack: "generic" } as const;
    const run = grpo({ ...shared, rollout: { rewardParameters: 4e9 } });
    expect(part(run, "reference")).toBeCloseTo((size * 2) / 8, -2);
    expect(part(run, "reward-model")).toBeCloseTo((4e9 * 2) / 8, -2);
    expect(part(grpo({ ...shared, rollout: { reference: false } }), "reference")).toBe(0);
  });

  it("ZeRO-3 gathers the whole policy to write with it", () => {
    const run = grpo({ method: "full", gpus: 8, stack: "deepspeed", parallel: { strategy: "zero3" } });
    expect(part(run, "gathered-layers", "generation")).toBeCloseTo(size * 2, -2);
    expect(part(run, "gathered-layers", "forward")).toBeLessThan(size);
  });

  it("never needs less with longer answers or more of them", () => {
    const lengths = fc.integer({ min: 64, max: 8192 });
    fc.assert(
      fc.property(
        lengths,
        lengths,
        fc.integer({ min: 1, max: 16 }),
        (promptTokens, outputTokens, microBatch) => {
          const spec = {
            rollout: { promptTokens, outputTokens },
            sequenceLength: promptTokens + outputTokens,
          };
          const run = grpo({ ...spec, microBatch });
          const longer = grpo({
            microBatch,
            rollout: { promptTokens, outputTokens: outputTokens + 64 },
            sequenceLength: promptTokens + outputTokens + 64,
          });
          expect(required(longer)).toBeGreaterThanOrEqual(required(run));
          expect(required(grpo({ ...spec, microBatch: microBatch + 1 }))).toBeGreaterThanOrEqual(
            required(run),
          );
        },
      ),
    );
  });

  it("stands on no published run: its interval is wider than that of plain text", () => {
    const width = (run: FilledRun): number => {
      const { low, high } = budgetMemory(run, null).perGpu.allocated;
      return high / low;
    };
    const plain = filled({ model: "eight-dense", method: "lora" });
    expect(width(grpo())).toBeGreaterThan(1.5 * width(plain));
    expect(width(filled({ model: "eight-dense", method: "lora", objective: "dpo" }))).toBeGreaterThan(
      width(plain),
    );
  });
});

describe("between optimizer steps", () => {
  const run = (more: Partial<RunSpec>): FilledRun =>
    filled({ model: "eight-dense", method: "lora", checkpointing: "none", ...more });

  it("an evaluation keeps nothing for backward, whatever is recomputed, and has no gradient of the logits", () => {
    const validation = { batch: 1 };
    const evaluated = part(run({ validation }), "logits", "evaluation");
    expect(evaluated).toBeCloseTo(part(run({}), "logits", "forward") * (10 / 14), -2);
    for (const checkpointing of ["none", "full"] as const)
      expect(part(run({ validation, checkpointing }), "activations", "evaluation")).toBe(
        part(run({ validation }), "activations", "evaluation"),
      );
  });

  it("the Trainer evaluates eight samples at a time unless told otherwise, but only where it evaluates", () => {
    const logits = (more: Partial<RunSpec>): number =>
      part(run({ stack: "trl", ...more }), "logits", "evaluation");
    expect(logits({ validation: { everySteps: 100 } })).toBeCloseTo(8 * logits({}), -2);
    expect(logits({ validation: { batch: 3 } })).toBeCloseTo(3 * logits({}), -2);
    expect(part(run({ stack: "generic", validation: { everySteps: 9 } }), "logits", "evaluation")).toBe(
      part(run({ stack: "generic" }), "logits", "evaluation"),
    );
  });

  it("answers written while evaluating hold a cache for each sample", () => {
    const spec = { validation: { batch: 4, generation: true } };
    expect(part(run(spec), "kv-cache", "generation")).toBe(kvCacheBytes(run(spec), 4, 2048));
    expect(phasesOf(run({ validation: { batch: 4 } }))).not.toContain("generation");
  });

  it("merging adds two matrices to the weights, and happens on the host for a quantised base", () => {
    const merged = run({ export: { merge: true } });
    expect(part(merged, "temporary", "export")).toBe(2 * 4096 * 14336 * 2);
    expect(phasesOf(filled({ model: "eight-dense", method: "qlora", export: { merge: true } }))).not.toContain("export");
  }); // prettier-ignore
});
