import { describe, expect, it } from "vitest";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext } from "../support/followup-world.ts";

const read = (text: string) => {
  const { asked = [], contradictions, understood, unread } = readMessage(text, readingContext());
  const changes = asked.flatMap(({ question }) =>
    question.about === "would-change"
      ? (question.changes ?? []).map(({ field, from, to }) => [field, from, to])
      : [],
  );
  return { changes, contradictions: contradictions.map(({ field }) => field), understood, unread };
};

describe("two values of one field that stand as a choice", () => {
  it.each([
    ["LoRA or QLoRA for llama 3.1 70b on 2 H100?", "method", "lora", "qlora"],
    ["LoRA ou full pour mistral 7b v0.3, 20M jetons ?", "method", "lora", "full"],
    ["lora or full fine-tuning of llama 3.1 8b on 4 A100 80GB?", "method", "lora", "full"],
    ["llama 3.1 8b lora in 4k or 8k on an L40S", "sequenceLength", 4096, 8192],
    ["contexte 4k ou 8k pour une lora de llama 3.1 8b", "sequenceLength", 4096, 8192],
    ["is it worth going from bf16 to fp8 for a full finetune of llama 3.1 8b on H100?", "precision.compute", "bf16", "fp8"],
    ["batch 2 ou 4 pour lora qwen2.5 7b sur une L4 ?", "microBatch", 2, 4],
    ["rank 16 or 64 for a lora of qwen2.5 14b", "lora.rank", 16, 64],
    ["fsdp or zero3 for full ft llama 3.1 8b on 4x A100 80GB", "parallel.strategy", "fsdp", "zero3"],
    ["fsdp vs zero3 for full ft llama 3.1 8b on 4x A100 80GB", "parallel.strategy", "fsdp", "zero3"],
    ["LoRA vs full for llama 3.1 8b", "method", "lora", "full"],
    ["adamw or 8bit adam for full ft of llama 3.1 8b on one H200?", "optimizer", "adamw", "adamw-8bit"],
    ["llama 3.1 8b or qwen2.5 7b, qlora on a 3090?", "model", "meta-llama/Llama-3.1-8B", "Qwen/Qwen2.5-7B"],
  ])("is the plan of the first, and what the second would change: %s", (text, field, from, to) => {
    expect(read(text)).toMatchObject({ changes: [[field, from, to]], contradictions: [] });
  }); // prettier-ignore

  it.each([
    ["llama 3.1 8b lora, 4k context, sequence length 8k", ["sequenceLength"]],
    ["qlora llama 3.1 8b, i.e. LoRA in 4 bit", []],
    ["lora of llama 3.1 8b, batch 2 or 4 GPUs", []],
  ])("and no choice where no word makes it one: %s", (text, contradictions) => {
    const reading = read(text);
    expect(reading.contradictions).toEqual(contradictions);
    expect(reading.changes).toEqual([]);
  });

  it("uses the number that has no word of its own", () => {
    expect(read("rank 16 or 64 for a lora of qwen2.5 14b").unread).toEqual([]);
  });
});

describe("options in the thread of a plan", () => {
  const current = { model: "meta-llama/Llama-3.1-8B", method: "lora", sequenceLength: 4096 } as const;
  const inThread = (text: string) => {
    const {
      intent,
      changes,
      asked = [],
    } = readMessage(text, { ...readingContext(current), addressed: true });
    const each = asked.map(({ question }) =>
      question.about === "would-change" ? (question.changes ?? []).map(({ field, to }) => [field, to]) : [],
    );
    return { intent: intent.kind, changes, each };
  };

  it.each<[string, unknown[][][]]>([
    ["LoRA or QLoRA?", [[["method", "qlora"]]]],
    ["4k or 8k?", [[["sequenceLength", 8192]]]],
    ["8k ou 16k ?", [[["sequenceLength", 8192]], [["sequenceLength", 16_384]]]],
    [
      "2 L40S or one H100?",
      [
        [
          ["accelerator", "l40s"],
          ["gpus", 2],
        ],
        [
          ["accelerator", "h100-sxm"],
          ["gpus", 1],
        ],
      ],
    ],
    ["rank 16 or 64?", [[["lora.rank", 16]], [["lora.rank", 64]]]],
  ])("change nothing, and each is set against the plan: %s", (text, each) => {
    expect(inThread(text)).toEqual({ intent: "change", changes: [], each });
  });

  it("a plain wish still changes the plan", () => {
    expect(inThread("make it 8k").changes).toMatchObject([{ field: "sequenceLength", to: 8192 }]);
  });
});
