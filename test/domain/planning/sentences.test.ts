import { describe, expect, it } from "vitest";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { bestOf, planOf, real } from "./support.ts";

describe("runs people ask for, on the shipped catalogue", { timeout: 30_000 }, () => {
  it("llama 3.1 8b lora on one a100 80g fits where it was put", () => {
    const plan = planOf({
      model: "meta-llama/Llama-3.1-8B",
      method: "lora",
      lora: { rank: 16 },
      sequenceLength: 4096,
      microBatch: 2,
      accelerator: "a100-80gb-sxm",
      gpus: 1,
      data: { tokens: 2e7 },
    });
    expect(plan.kind).toBe("recommendation");
    expect(plan.best).toMatchObject({ accelerator: "a100-80gb-sxm", gpus: 1, estimate: { verdict: "fits" } });
    expect(plan.best?.cost.total?.likely).toBeGreaterThan(0);
    expect(plan.window.total.likely).toBeGreaterThan(
      plan.best?.estimate.throughput?.hours?.likely ?? Infinity,
    );
  });

  it("full fine-tuning of mistral 7b on one 80 GB card is refused with figures and ways out", () => {
    const plan = planOf({
      model: "mistralai/Mistral-7B-v0.1",
      method: "full",
      accelerator: "a100-80gb-sxm",
      gpus: 1,
    });
    expect(plan.kind).toBe("infeasible");
    expect(plan.infeasible).toMatchObject({ binding: "memory", unit: "GiB per GPU" });
    // Sixteen bytes for each of 7.24 billion parameters, before activations.
    expect(plan.infeasible?.nearest?.estimate.perGpu.required.likely).toBeGreaterThan(
      (16 * 7.24e9) / 2 ** 30,
    );
    const costs =
      plan.infeasible?.relaxations.map((r) => r.candidate.cost.perMillionTokens?.likely ?? Infinity) ?? [];
    expect(costs.length).toBeGreaterThanOrEqual(2);
    expect(costs[0]).toBe(Math.min(...costs));
    for (const { candidate } of plan.infeasible?.relaxations ?? [])
      expect(candidate.estimate.verdict).toBe("fits");
  });

  it("a copy of 70b does not fit each of eight a100, sharding it over the same cards does", () => {
    const plan = planOf({
      model: "meta-llama/Llama-3.1-70B",
      method: "lora",
      accelerator: "a100-80gb-sxm",
      gpus: 8,
      parallel: { strategy: "ddp" },
    });
    expect(plan.infeasible?.binding).toBe("memory");
    expect(plan.caveats.map((c) => c.code)).toContain("ddp-no-pooling");
    const sharded = plan.infeasible?.relaxations.find((r) => r.change === "shard-state")?.candidate;
    expect(sharded).toMatchObject({ accelerator: "a100-80gb-sxm", gpus: 8, layout: { strategy: "fsdp" } });
  });

  it("qlora of 70b on two 4090 never fits with margin, and offload is among the ways out", () => {
    const plan = planOf({
      model: "meta-llama/Meta-Llama-3-70B",
      method: "qlora",
      accelerator: "rtx-4090",
      gpus: 2,
      sequenceLength: 2048,
      microBatch: 1,
    });
    const shown = plan.best ?? plan.infeasible?.nearest;
    expect(shown).toMatchObject({ gpus: 2, layout: { strategy: "fsdp" } });
    expect(["tight", "does-not-fit"]).toContain(shown?.estimate.verdict);
    if (plan.kind === "infeasible") {
      expect(plan.infeasible?.relaxations.map((r) => r.change)).toContain("offload-all");
    }
  });

  it("serving counts prompt and answer of every user, weights in fp8, cache in bf16", () => {
    const best = bestOf({
      model: "Qwen/Qwen2.5-32B",
      method: "inference",
      serving: { concurrency: 40, promptTokens: 7168, outputTokens: 1024 },
      precision: { weights: "fp8" },
    });
    const cache = best.estimate.parts.find((p) => p.part === "kv-cache")?.gib.likely ?? 0;
    // 64 layers × 2 × 8 heads × 128 × 2 bytes a token.
    const whole = (64 * 2 * 8 * 128 * 2 * 8192 * 40) / 2 ** 30;
    expect(cache * best.layout.tensor).toBeGreaterThan(whole * 0.9);
    expect(cache * best.layout.tensor).toBeLessThan(whole * 1.2);
    expect(best.estimate.throughput?.serving?.tokensPerSecondPerUser.likely).toBeGreaterThan(1);
    expect(best.cost.total).toBeNull();
    expect(best.cost.perMillionTokens?.likely).toBeGreaterThan(0);
  });

  it("full 70b on MI300X is sized, asks for tokens first and asks to validate ROCm", () => {
    const plan = planOf({
      model: "meta-llama/Llama-3.1-70B",
      method: "full",
      accelerator: "mi300x",
      limits: { budget: { amount: 5000, currency: "EUR" } },
    });
    expect(plan.best).toMatchObject({ accelerator: "mi300x", cost: { total: null, currency: "EUR" } });
    expect(plan.best?.gpus).toBeGreaterThan(4);
    expect(plan.questions[0]?.field).toBe("data.tokens");
    expect(plan.questions[0]?.answers.map((a) => a.value)).toEqual([1e7, 1e8, 1e9]);
    expect(plan.caveats.map((c) => c.code)).toContain("rocm-validation");
  });
});

describe("what binds", { timeout: 30_000 }, () => {
  const base: RunSpec = { model: "meta-llama/Llama-3.1-8B", method: "lora", data: { tokens: 1e8 } };

  it.each(["l4", "a100-80gb-sxm", "h100-sxm", "mi300x"])(
    "a named card is the answer's card: %s",
    (accelerator) => {
      const plan = planOf({ ...base, accelerator });
      expect((plan.best ?? plan.infeasible?.nearest)?.accelerator).toBe(accelerator);
    },
  );

  it("a named count is the answer's count", () => {
    expect(bestOf({ ...base, gpus: 4 }).gpus).toBe(4);
  });

  it.each(["tpu-v5e", "gaudi3", "trainium2"])(
    "%s is refused for want of support, not of memory",
    (accelerator) => {
      expect(planOf({ ...base, accelerator }).infeasible?.binding).toBe("support");
    },
  );

  it("proposes only cards of platforms its stacks run on", () => {
    const platforms = new Map(real.catalogue.accelerators.map((a) => [a.id, a.platform]));
    const plan = planOf(base);
    const shown = [plan.best, ...plan.alternatives].flatMap((c) =>
      c === null ? [] : [platforms.get(c.accelerator)],
    );
    expect(new Set(shown)).toEqual(new Set(["cuda", "rocm"]));
  });

  it("a stated micro-batch stays; the effective batch is kept by accumulation when the count changes", () => {
    const plan = planOf({ ...base, microBatch: 2, gradientAccumulation: 8 });
    for (const candidate of [plan.best, ...plan.alternatives]) {
      if (candidate === null) continue;
      const { microBatch, gradientAccumulation } = candidate.layout;
      expect(microBatch).toBe(2);
      expect(gradientAccumulation * candidate.gpus).toBeGreaterThanOrEqual(8);
    }
  });

  it("without a model nothing can be sized: the question is the model", () => {
    const plan = planOf({});
    expect(plan.kind).toBe("needs-answer");
    expect(plan.questions[0]?.field).toBe("model");
    expect(plan.questions[0]?.answers.length).toBeGreaterThan(0);
  });
});
