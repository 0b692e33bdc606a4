import { describe, expect, it } from "vitest";
import { realLookup } from "../support/followup-world.ts";

/** What somebody has typed so far in the form, and the model that must stand first in the list. */
const first: readonly (readonly [string, string])[] = [
  ["qwen3 8", "Qwen/Qwen3-8B"],
  ["qwen3-8", "Qwen/Qwen3-8B"],
  ["Qwen3 8b", "Qwen/Qwen3-8B"],
  ["qwen3 32", "Qwen/Qwen3-32B"],
  ["qwen3 30", "Qwen/Qwen3-30B-A3B"],
  ["qwen3 4", "Qwen/Qwen3-4B"],
  ["qwen3 14", "Qwen/Qwen3-14B"],
  ["qwen2.5 7", "Qwen/Qwen2.5-7B"],
  ["qwen2.5 32", "Qwen/Qwen2.5-32B"],
  ["qwen 2.5 72", "Qwen/Qwen2.5-72B"],
  ["llam", "meta-llama/Llama-3.1-8B"],
  ["llama", "meta-llama/Llama-3.1-8B"],
  ["llama 8", "meta-llama/Llama-3.1-8B"],
  ["llama 3.1 8", "meta-llama/Llama-3.1-8B"],
  ["llama3.1 8b", "meta-llama/Llama-3.1-8B"],
  ["llama 3.1 70", "meta-llama/Llama-3.1-70B"],
  ["llama 3.1 405", "meta-llama/Llama-3.1-405B"],
  ["llama 3.3", "meta-llama/Llama-3.3-70B-Instruct"],
  ["llama 3.2 1", "meta-llama/Llama-3.2-1B"],
  ["llama 3.2 3", "meta-llama/Llama-3.2-3B"],
  ["mistral", "mistralai/Mistral-7B-v0.3"],
  ["mistral 7", "mistralai/Mistral-7B-v0.3"],
  ["mixt", "mistralai/Mixtral-8x7B-v0.1"],
  ["mixtral 8x22", "mistralai/Mixtral-8x22B-v0.1"],
  ["gemma 3 27", "google/gemma-3-27b-it"],
  ["gemma 2 9", "google/gemma-2-9b"],
  ["phi", "microsoft/phi-4"],
  ["phi-4", "microsoft/phi-4"],
  ["gpt oss 20", "openai/gpt-oss-20b"],
  ["gpt-oss 120", "openai/gpt-oss-120b"],
  ["deepseek r1", "deepseek-ai/DeepSeek-R1"],
  ["deepseek v3", "deepseek-ai/DeepSeek-V3"],
  ["whisper large v3", "openai/whisper-large-v3"],
  ["meta llama 3.1 8", "meta-llama/Llama-3.1-8B"],
];

describe("a name as it is being typed", () => {
  it.each(first)("%s → %s", (typed, id) => {
    expect(realLookup.searchModels(typed, 100)[0]?.id).toBe(id);
  });

  it("shows the sizes that people use most under the beginning of a family", () => {
    const shown = realLookup.searchModels("llam", 8).map(({ id }) => id);
    for (const id of [
      "meta-llama/Llama-3.1-8B",
      "meta-llama/Llama-3.3-70B-Instruct",
      "meta-llama/Llama-3.1-70B",
    ])
      expect(shown).toContain(id);
  });

  it.each([["h10", "h100-sxm"], ["a10", "a10"], ["a100", "a100-80gb-sxm"], ["mi3", "mi300x"], ["4090", "rtx-4090"], ["l40", "l40"]])("of a card: %s → %s", (typed, id) => {
    expect(realLookup.searchAccelerators(typed, 20)[0]?.id).toBe(id);
  }); // prettier-ignore

  it.each([
    ["mistrall 7b", "mistralai/Mistral-7B"],
    ["lama 3.1 8b", "meta-llama/Llama-3.1-8B"],
  ])("with a slip is still found: %s", (typed, id) => {
    expect(realLookup.searchModels(typed, 5).some((match) => match.id.startsWith(id))).toBe(true);
  });
});
