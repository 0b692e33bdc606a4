import { describe, expect, it } from "vitest";
import { trainableParameters } from "../../../src/domain/memory/parameters.ts";
import { generationSeconds } from "../../../src/domain/performance/generation.ts";
import { trainingThroughput } from "../../../src/domain/performance/training.ts";
import type { RolloutSpec, RunSpec } from "../../../src/domain/run-spec.ts";
import { card, filled } from "./support.ts";

const grpo = (rollout: RolloutSpec, rest: RunSpec = {}): RunSpec => ({
  model: "Qwen/Qwen2.5-7B",
  method: "lora",
  objective: "grpo",
  gpus: 1,
  microBatch: 8,
  gradientAccumulation: 2,
  rollout: { promptTokens: 512, outputTokens: 1024, ...rollout },
  ...rest,
});

const h100 = card("h100-sxm");
const written = (spec: RunSpec) => {
  const found = generationSeconds(filled(spec), h100);
  if (found === null) throw new Error("nothing written");
  return found;
};
const trained = (spec: RunSpec) => {
  const run = filled(spec);
  const found = trainingThroughput(run, h100, trainableParameters(run));
  if (found === null) throw new Error("not timed");
  return found;
};

describe("completions of a step (GRPO)", () => {
  it("take part of the step: rates and hours count them", () => {
    const whole = trained(grpo({}));
    const learning = trained({ ...grpo({}), rollout: { ...grpo({}).rollout, engine: "server" } });
    expect(whole.stepSeconds.likely - learning.stepSeconds.likely).toBeCloseTo(
      whole.generationSeconds?.likely ?? 0,
      9,
    );
    expect(whole.tokensPerSecondPerGpu.likely * whole.stepSeconds.likely).toBeCloseTo(
      learning.tokensPerSecondPerGpu.likely * learning.stepSeconds.likely,
      3,
    );
    expect(learning.generationSeconds).toBeUndefined();
  });

  it("are written token by token: no faster than the weights are read, no slower than one at a time", () => {
    const { low, high } = written(grpo({}));
    const weights = 7.62e9 * 2;
    const reads = (1024 * weights) / 4.8e12;
    expect(low).toBeGreaterThan(reads);
    expect(high).toBeLessThan(16 * 1024 * 0.2);
  });

  it.each<[string, RunSpec, RunSpec]>([
    ["longer answers", grpo({ outputTokens: 2048 }), grpo({})],
    ["more answers", grpo({}, { gradientAccumulation: 8 }), grpo({})],
    ["the policy itself than an engine", grpo({}), grpo({ engine: "colocated" })],
    ["a base of 4 bits, widened for each token, than one of 16", grpo({}, { method: "qlora" }), grpo({})],
  ])("take longer: %s", (_what, longer, shorter) => {
    expect(written(longer).likely).toBeGreaterThan(written(shorter).likely);
  });

  it("are shared by the replicas: as many for each", () => {
    const alone = written(grpo({ engine: "colocated" })).likely;
    const four = written(grpo({ engine: "colocated" }, { gpus: 4, parallel: { strategy: "ddp" } })).likely;
    expect(four / alone).toBeCloseTo(1, 1);
  });

  it("are none of another objective's", () => {
    expect(generationSeconds(filled({ model: "Qwen/Qwen2.5-7B", method: "lora" }), h100)).toBeNull();
  });
});
