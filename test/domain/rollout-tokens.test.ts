import { describe, expect, it } from "vitest";
import { tokensOfPrompts, usualGenerations } from "../../src/domain/rollout-tokens.ts";
import type { RunSpec } from "../../src/domain/run-spec.ts";

const stated: RunSpec = {
  objective: "grpo",
  data: { samples: 10_000 },
  rollout: { promptTokens: 512, outputTokens: 1024 },
};

describe("the tokens of prompts whose completions are written", () => {
  it.each([
    ["the usual group", stated, 10_000 * usualGenerations * 1536],
    ["a stated group", { ...stated, rollout: { ...stated.rollout, generations: 4 } }, 10_000 * 4 * 1536],
    ["no length of a completion", { ...stated, rollout: { promptTokens: 512 } }, undefined],
    ["tokens already stated", { ...stated, data: { samples: 10_000, tokens: 5e6 } }, undefined],
    ["no completions written", { ...stated, objective: "sft" }, undefined],
  ] satisfies [string, RunSpec, number | undefined][])("%s", (_, spec, tokens) => {
    expect(tokensOfPrompts(spec)).toBe(tokens);
  });
});
