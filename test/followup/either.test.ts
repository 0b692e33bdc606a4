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
    ["fp8 or bf16 for a full finetune of llama 3.1 8b?", "precision.compute", "fp8", "bf16"],
    ["llama 3.1 8b lora, spot or on demand?", "limits.spot", true, false],
    ["llama 3.1 8b lora, en spot ou à la demande ?", "limits.spot", true, false],
    ["faut-il 1 ou 4 cartes pour une lora de llama 3.1 8b ?", "gpus", 4, 1],
    ["llama 3.1 8b lora, one or two GPUs?", "gpus", 2, 1],
    ["compare lora and qlora for llama 3.1 8b", "method", "lora", "qlora"],
    ["peux-tu comparer lora et qlora pour un mistral 7b v0.3 ?", "method", "lora", "qlora"],
    ["can I do a full ft of qwen2.5 1.5b on 40k samples, or should I LoRA?", "method", "full", "lora"],
    ["fine-tuning complet de mistral 7b v0.3 sur 40k exemples, ou vaut-il mieux passer en lora ?", "method", "full", "lora"],
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
    ["one or two GPUs?", [[["gpus", 1]], [["gpus", 2]]]],
    ["une ou deux cartes ?", [[["gpus", 1]], [["gpus", 2]]]],
    ["fp8 or bf16?", [[["precision.compute", "fp8"]], [["precision.compute", "bf16"]]]],
    ["spot or on demand?", [[["limits.spot", true]], [["limits.spot", false]]]],
    ["spot ou à la demande ?", [[["limits.spot", true]], [["limits.spot", false]]]],
    [
      "1 or 4 nodes?",
      [
        [
          ["nodes", 1],
          ["gpus", 1],
        ],
        [
          ["nodes", 4],
          ["gpus", 4],
        ],
      ],
    ],
    [
      "1 ou 4 nœuds ?",
      [
        [
          ["nodes", 1],
          ["gpus", 1],
        ],
        [
          ["nodes", 4],
          ["gpus", 4],
        ],
      ],
    ],
  ])("change nothing, and each is set against the plan: %s", (text, each) => {
    expect(inThread(text)).toEqual({ intent: "change", changes: [], each });
  });

  it("nodes keep the cards of each, and cards that no longer fill the nodes leave them", () => {
    const eight = { ...current, gpus: 16, nodes: 2 };
    const options = (text: string) =>
      (readMessage(text, readingContext(eight)).asked ?? []).map(({ question }) =>
        question.about === "would-change" ? (question.changes ?? []).map(({ field, to }) => [field, to]) : [],
      );
    expect(options("1 or 4 nodes?")).toEqual([
      [["nodes", 1], ["gpus", 8]],
      [["nodes", 4], ["gpus", 32]],
    ]); // prettier-ignore
    expect(options("one or eight GPUs?")).toEqual([[["gpus", 1], ["nodes", null]], [["gpus", 8]]]); // prettier-ignore
  });

  it("a choice of nodes of one card is a choice of machines", () => {
    const { understood } = readMessage("llama 3.1 70b full, 1 or 4 nodes of 8 H100?", readingContext());
    expect(understood.limits?.among).toEqual([
      { accelerator: "h100-sxm", gpus: 8 },
      { accelerator: "h100-sxm", gpus: 32 },
    ]);
  });

  it("a plain wish still changes the plan", () => {
    expect(inThread("make it 8k").changes).toMatchObject([{ field: "sequenceLength", to: 8192 }]);
  });
});
