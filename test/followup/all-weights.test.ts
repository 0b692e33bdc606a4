import { describe, expect, it } from "vitest";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext } from "../support/followup-world.ts";

const methodOf = (text: string): unknown => readMessage(text, readingContext()).understood.method;
const methodAfter = (text: string, method: "lora" | "inference" = "lora"): unknown => {
  const current = { model: "mistralai/Mistral-7B-v0.3", method } as const;
  const { changes } = readMessage(text, { ...readingContext(), current, addressed: true });
  return changes.find(({ field }) => field === "method")?.to;
};

describe("training of all weights", () => {
  it.each([
    "finetuning mistral small 24b, all weights, 90M tokens, 4096 ctx",
    "train qwen2.5 7b on 40M tokens, all the weights, one H200",
    "dpo of llama 3.1 8b, training all the model weights, 4 A100 80GB",
    "sft llama 3.1 8b with all parameters trainable, 20M tokens",
    "can llama 3.1 8b be full-finetuned on 1 H200, 4k?",
    "llama 3.1 8b fully fine-tuned on 2 H100, 30M tokens",
    "full tune of gemma 2 9b, 2k, 20M tokens",
    "on entraîne l'ensemble des poids de mistral 7b v0.3, 20M jetons",
    "affiner qwen2.5 7b sur la totalité des poids, 30M de jetons",
    "full-finetuner llama 3.1 8b sur 2 H200",
  ])("is a full fine-tuning: %s", (text) => {
    expect(methodOf(text)).toBe("full");
  });

  it.each([
    "do all weights fit on one L40S? llama 3.1 8b lora, 2k",
    "llama 3.1 8b lora, load all the weights in bf16",
    "serve llama 3.1 8b with all weights in fp8, 8 users",
    "lora of llama 3.1 8b, freeze all the weights, train the adapter",
    "llama 3.1 8b lora, a full node of H100",
    "llama 3.1 8b lora, my disk is full",
  ])("is none where the words are of something else: %s", (text) => {
    expect(methodOf(text)).not.toBe("full");
  });

  it.each([
    "disons full alors",
    "disons full alors, llama 3.1 8b",
    "ok full then",
    "go full please",
    "en full du coup",
    "plutôt full finalement",
    "fine-tune all weights",
  ])("replaces the adapter of the plan: %s", (text) => {
    expect(methodAfter(text)).toBe("full");
  });

  it.each(["the disk is full then", "la carte est full alors", "do all weights fit?"])(
    "stays away from %s",
    (text) => {
      expect(methodAfter(text)).toBeUndefined();
    },
  );

  it.each([
    ["mistral 7b v0.3, full ou lora ? 20M tokens, 2k", "lora", "full"],
    ["mistral 7b v0.3, full or lora for 20M tokens?", "lora", "full"],
    ["full vs qlora sur mistral 7b v0.3, 20M jetons", "qlora", "full"],
  ])("or an adapter is a choice, and both are looked at: %s", (text, one, other) => {
    const { understood, asked = [] } = readMessage(text, readingContext());
    const options = asked.flatMap(({ question }) =>
      question.about === "would-change" ? (question.changes ?? []).map(({ to }) => to) : [],
    );
    expect(new Set([understood.method, ...options])).toEqual(new Set([one, other]));
  });
});
