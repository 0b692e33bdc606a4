import { expect, it } from "vitest";
import { fill } from "./support.ts";

it.each([
  ["openai/gpt-oss-20b", "int4"],
  ["openai/gpt-oss-120b", "int4"],
  ["deepseek-ai/DeepSeek-V3", "fp8"],
  ["meta-llama/Llama-3.1-8B", "bf16"],
])("%s is served in what it is published in", (model, weights) => {
  expect(fill({ model, method: "inference" }).run.precision.weights).toBe(weights);
});

it("a stated format goes before the published one", () => {
  const { run } = fill({ model: "openai/gpt-oss-20b", method: "inference", precision: { weights: "bf16" } });
  expect(run.precision.weights).toBe("bf16");
});
