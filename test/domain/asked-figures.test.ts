import { describe, expect, it } from "vitest";
import { advise } from "../../src/domain/advice/advise.ts";
import { situationOf } from "../../src/domain/advice/situation.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext, realLookup } from "../support/followup-world.ts";
import { planOf } from "./planning/support.ts";

function findingOf(text: string, code: string) {
  const reading = readMessage(text, readingContext());
  const plan = reading.understood.model === undefined ? null : planOf(reading.understood);
  return advise(situationOf(reading, plan, realLookup)).find((one) => one.code === code)?.params;
}

describe("a utilisation to count with", () => {
  it.each([
    "7B from scratch, 1.2T tokens, deadline jan 15 2027, how many H100s, assume 40% mfu",
    "pré-entraîner un 7B sur 1200 milliards de jetons sur H100 d'ici le 15 janvier 2027, en comptant sur 40 % de MFU",
  ])("gives the GPU-hours and the cards of the deadline: %s", (text) => {
    const params = findingOf(text, "given-utilisation");
    // 6 · 7e9 · 1.2e12 ÷ (0.4 · 989.5e12) ÷ 3600 = 35,400 h, and the plan counts attention and a usual shape.
    expect(params?.["share"]).toBe(0.4);
    expect(Number(params?.["cardHours"]) / 35_400).toBeGreaterThan(0.9);
    expect(Number(params?.["cardHours"]) / 35_400).toBeLessThan(1.15);
    expect(params?.["least"]).toBe(Math.ceil(Number(params?.["cardHours"]) / Number(params?.["deadline"])));
  });

  it.each(["llama 3.1 8b full ft on 8 H100, we measured 40% mfu", "7B pretrain on 8 H100, 38% mfu, is that good?"])(
    "is none where it was measured: %s",
    (text) => {
      expect(findingOf(text, "given-utilisation")).toBeUndefined();
    },
  ); // prettier-ignore
});

describe("what a machine costs to buy", () => {
  it.each([
    ["serve mistral 7b on one RTX 5090, which one should I buy", false],
    ["5090 vs 2x3090 used for qlora on 30B, which is the better buy at home", true],
    ["servir mistral 7b v0.3 sur une RTX 3090 d'occasion, 1 personne", true],
    ["servir mistral 7b v0.3, 5 personnes, matos à acheter, pas de cloud", false],
  ])("is said beside the rent: %s", (text, used) => {
    expect(findingOf(text, "purchase-prices")).toMatchObject({ used });
  });

  it.each([
    "does checkpointing buy us memory on llama 3.1 8b lora?",
    "lora llama 3.1 8b on our own 2 L40S, no cloud",
    "qlora llama 3.1 8b, 20M tokens, budget 50 €",
  ])("is not where nobody buys: %s", (text) => {
    expect(findingOf(text, "purchase-prices")).toBeUndefined();
  });
});

describe("vectors of a corpus", () => {
  it.each([
    "Combien de cartes pour bge-m3 en embedding, 40 millions de documents de 500 mots à vectoriser avant vendredi ?",
    "compute embeddings for 40M documents of 500 words with bge-m3",
    "embed 40M documents of 500 words with bge-m3, how long",
  ])("are one pass of the encoder: %s", (text) => {
    const params = findingOf(text, "encoder-corpus");
    // 2 · 0.57e9 · 28e9 FLOP, and attention, at 40 to 100 % of what matrix products reach of 362 TFLOP/s.
    expect(params).toMatchObject({ tokens: 28e9, card: "l40s" });
    expect(Number(params?.["likely"])).toBeGreaterThan(35);
    expect(Number(params?.["likely"])).toBeLessThan(60);
  });

  it.each([
    "fine-tune bge-m3 with a lora on 2M pairs of 128 tokens, embeddings for search",
    "lora of llama 3.1 8b on 2M documents of 500 words, train the embeddings too",
  ])("are none where something is trained: %s", (text) => {
    expect(findingOf(text, "encoder-corpus")).toBeUndefined();
  });
});

describe("the share of a card that an engine takes", () => {
  it.each([
    ["vllm serve meta-llama/Llama-3.1-8B-Instruct --gpu-memory-utilization 0.5 --max-model-len 16384 on an A100 40", 0.5],
    ["GRPO sur qwen3 4b, 8 générations par prompt, complétions de 2k, une H100, vllm colocate gpu_memory_utilization=0.4", 0.4],
    ["sglang, llama 3.1 8b on one L40S, mem-fraction-static 0.85, 8 users", 0.85],
  ])("is said with what the plan needs: %s", (text, share) => {
    const params = findingOf(text, "memory-share");
    expect(params?.["share"]).toBe(share);
    expect(Number(params?.["taken"]) + Number(params?.["left"])).toBeCloseTo(Number(params?.["taken"]) / share, 6);
  }); // prettier-ignore
});

describe("electricity", () => {
  it.each([
    ["how much electricity does an 8xH100 box burn a month, at 0.19 €/kWh", 730],
    ["combien d'électricité consomme une machine de 8 H100 par an ?", 8760],
    ["how much electricity do 8 H100 use per week", 168],
    ["how much electricity do 8 H100 use?", 24],
  ])("is that of the time asked about: %s", (text, hours) => {
    expect(findingOf(text, "electricity")).toMatchObject({ hours, kwh: (8 * 700 * hours) / 1000 });
  });
});
