import { describe, expect, it } from "vitest";
import { servingThroughput } from "../../../src/domain/performance/serving.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { card, filled } from "./support.ts";

const served = (spec: RunSpec, id: string) => {
  const found = servingThroughput(filled({ method: "inference", ...spec }), card(id))?.serving;
  if (found === undefined) throw new Error("not timed");
  return found;
};

describe("a prompt is read", () => {
  const serving = { concurrency: 1, promptTokens: 16_000, outputTokens: 16 };
  const first = (weights: "bf16" | "fp8", id: string): number =>
    served({ model: "Qwen/Qwen3-32B", precision: { weights }, serving }, id).ttftSeconds.likely;

  it("at the rate of fp8 products where weights are fp8 and the card multiplies them", () => {
    for (const id of ["h100-sxm", "b200", "mi300x", "l40s"]) {
      expect(first("fp8", id)).toBeLessThan(0.85 * first("bf16", id));
      expect(first("fp8", id)).toBeGreaterThan(0.45 * first("bf16", id));
    }
  });

  it("no faster where the card has to widen them first", () => {
    expect(first("fp8", "a100-80gb-sxm") / first("bf16", "a100-80gb-sxm")).toBeGreaterThan(0.95);
  });
});

describe("experts spread over the replicas of data-parallel attention", () => {
  const serving = { concurrency: 256, promptTokens: 8000, outputTokens: 1000 };
  const model = "deepseek-ai/DeepSeek-V3";
  const of = (parallel: RunSpec["parallel"]) =>
    served({ model, gpus: 8, parallel: parallel ?? {}, serving }, "h200-sxm").tokensPerSecondTotal.likely;

  it("are not read once more by each: many users are served faster than where every rank reads the whole latent cache", () => {
    expect(of({ tensor: 1, expert: 8 })).toBeGreaterThan(of({ tensor: 8 }));
    expect(of({ tensor: 1, expert: 8 })).toBeLessThan(8 * of({ tensor: 8 }));
  });
});
