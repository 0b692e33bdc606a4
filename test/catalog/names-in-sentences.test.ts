import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lookup } from "./real-catalogue.ts";

/** kind letter, text as written, id (or "several", "none"). */
type Found = readonly [string, string, string];

const found = (sentence: string): readonly Found[] =>
  lookup
    .findNames(sentence)
    .map(({ kind, text, resolution }) => [
      kind === "model" ? "m" : "a",
      text,
      resolution.kind === "one" ? resolution.match.id : resolution.kind,
    ]);

const sentences: readonly (readonly [string, readonly Found[]])[] = [
  ["llama 3.1 8b lora r16, 4k ctx, 2x H100, 200M tokens, under 300 €", [["m", "llama 3.1 8b", "meta-llama/Llama-3.1-8B"], ["a", "H100", "h100-sxm"]]],
  ["8xH100 for llama3 70b", [["a", "H100", "h100-sxm"], ["m", "llama3 70b", "meta-llama/Meta-Llama-3-70B"]]],
  ["4×H100 80 Go", [["a", "H100 80 Go", "h100-sxm"]]],
  ["on 4 x h100 80 Go please", [["a", "h100 80 Go", "h100-sxm"]]],
  ["we have 16 h100s", [["a", "h100s", "h100-sxm"]]],
  ["H100x8", [["a", "H100", "h100-sxm"]]],
  ["why not the MI300X?", [["a", "MI300X", "mi300x"]]],
  ["et pourquoi pas la H100 ?", [["a", "H100", "h100-sxm"]]],
  ["un L40S plutôt qu'un L40 ou un L4", [["a", "L40S", "l40s"], ["a", "L40", "l40"], ["a", "L4", "l4"]]],
  ["A10G vs A10 vs A100 80G", [["a", "A10G", "a10g"], ["a", "A10", "a10"], ["a", "A100 80G", "a100-80gb-sxm"]]],
  ["GB200 or B200 or GH200", [["a", "GB200", "gb200"], ["a", "B200", "b200"], ["a", "GH200", "gh200-96gb"]]],
  ["H200 not H20", [["a", "H200", "h200-sxm"], ["a", "H20", "h20"]]],
  ["2 nodes x 8 A100 **40G** = 640 GB", [["a", "A100 **40G**", "a100-40gb-sxm"]]],
  ["70B lora, 8xA100 80, pure bf16", [["a", "A100 80", "a100-80gb-sxm"]]],
  ["llama2-70b on two A100 80s: works", [["m", "llama2-70b", "meta-llama/Llama-2-70b-hf"], ["a", "A100 80s", "a100-80gb-sxm"]]],
  ["A100 80 hours", [["a", "A100", "several"]]],
  ["a 80GB A100 is fine", [["a", "80GB A100", "a100-80gb-sxm"]]],
  ["on my 4090 2k ok", [["a", "4090", "rtx-4090"]]],
  ["two 4090s with 64 GB RAM", [["a", "4090s", "rtx-4090"]]],
  ["une RTX A6000 ou une 6000 Ada", [["a", "RTX A6000", "rtx-a6000"], ["a", "6000 Ada", "rtx-6000-ada"]]],
  ["rtx pro 6000 en local", [["a", "rtx pro 6000", "rtx-pro-6000"]]],
  ["V100 32 Go, fp16", [["a", "V100 32 Go", "v100-32gb"]]],
  ["une 7900 XTX sous ROCm", [["a", "7900 XTX", "rx-7900-xtx"]]],
  ["TPU v5e or gaudi 3", [["a", "TPU v5e", "tpu-v5e"], ["a", "gaudi 3", "gaudi3"]]],
  ["8x A800 80Go", [["a", "A800 80Go", "a800-80gb-sxm"]]],
  ["sur une RTX 3060", [["a", "RTX 3060", "rtx-3060"]]],
  ["mistral 7b, 3 epochs", [["m", "mistral 7b", "mistralai/Mistral-7B-v0.3"]]],
  ["mistral 7b 2 epochs", [["m", "mistral 7b", "mistralai/Mistral-7B-v0.3"]]],
  ["llama 3 epochs", [["m", "llama", "several"]]],
  ["llama 2x H100", [["m", "llama", "several"], ["a", "H100", "h100-sxm"]]],
  ["llama 9 700b sur 8 H200", [["m", "llama 9 700b", "none"], ["a", "H200", "h200-sxm"]]],
  ["QLoRA du 70B Llama 3.1", [["m", "70B Llama 3.1", "meta-llama/Llama-3.1-70B"]]],
  ["mixtral 8x7b instruct ou Mistral", [["m", "mixtral 8x7b instruct", "mistralai/Mixtral-8x7B-v0.1"], ["m", "Mistral", "several"]]],
  ["serve meta-llama/Llama-3.1-8B-Instruct with vllm", [["m", "meta-llama/Llama-3.1-8B-Instruct", "meta-llama/Llama-3.1-8B"]]],
  ["fine-tune bigcorp/Foo-7B-chat", [["m", "bigcorp/Foo-7B-chat", "none"]]],
  ["Qwen3-30B-A3B vs Qwen3-32B", [["m", "Qwen3-30B-A3B", "Qwen/Qwen3-30B-A3B"], ["m", "Qwen3-32B", "Qwen/Qwen3-32B"]]],
  ["lama 3.1 8b", [["m", "lama 3.1 8b", "meta-llama/Llama-3.1-8B"]]],
  ["lamma 3.1 8b en lora", [["m", "lamma 3.1 8b", "meta-llama/Llama-3.1-8B"]]],
  ["mixtrall", [["m", "mixtrall", "several"]]],
  ["qwen 2.5 32 b", [["m", "qwen 2.5 32 b", "Qwen/Qwen2.5-32B"]]],
  ["llama 3.1 405B **FP8** on 8xA100-80", [["m", "llama 3.1 405B", "meta-llama/Llama-3.1-405B"], ["a", "A100-80", "a100-80gb-sxm"]]],
  ["full R1 671B self hosted", [["m", "R1 671B", "deepseek-ai/DeepSeek-R1"]]],
  ["phi 4 sur L4", [["m", "phi 4", "microsoft/phi-4"], ["a", "L4", "l4"]]],
  ["falcon 7b or T5?", [["m", "falcon 7b", "tiiuae/falcon-7b"], ["m", "T5", "several"]]],
  ["whisper large v3 on T4", [["m", "whisper large v3", "openai/whisper-large-v3"], ["a", "T4", "t4"]]],
  ["gemma 3 27b, qlora", [["m", "gemma 3 27b", "google/gemma-3-27b-it"]]],
]; // prettier-ignore

const everyday: readonly string[] = [
  "hello, what should I do this week to start?",
  "can you make it cheaper in the EU?",
  "undo",
  "what if we have 3 days",
  "is that per GPU or total?",
  "use a smaller batch and a longer sequence",
  "micro batch 2, accumulation 4, 4096 tokens",
  "we spent 4090 euros last month",
  "about 4090 tokens per sample",
  "4,090 samples and 5,080 rows",
  "the meeting is at 3 pm in room 4080",
  "base model or instruct?",
  "a large batch is not always better",
  "small models on small cards",
  "open a ticket and command the hardware",
  "the first step is a pilot",
  "step 3000 of 5000, loss 2.1",
  "plant a seed of 42",
  "the seed is 42",
  "set the seed to 7",
  "all of them, please",
  "as an A/B test",
  "an A grade",
  "one more thing",
  "the solar panels power the rack",
  "flowers bloom in spring",
  "a falcon flew over the data centre",
  "it is stable now",
  "stable diffusion of responsibility",
  "he opted out",
  "please opt for the cheapest",
  "our budget is 1000 to 3000 USD",
  "the deadline is on 4 December 2026",
  "reserve it in Q4",
  "rank 16, alpha 32, dropout 0.05",
  "lr 2e-4, bf16, adamw",
  "fsdp with zero3 on 2 nodes of 8",
  "latency p100 latency is bad",
  "bert is out of office today",
  "the whisper network says no",
  "granite worktops are expensive",
  "ring me at 5",
  "mamba is a snake",
  "50 % cheaper, 24/7, 8 h a day",
  "see https://example.org/a/b for details",
  "send the log to jane.doe@example.org",
  "it drew 700 W at 65 C",
  "between 1.2 and 1.5 hours",
  "bonjour, on commence par quoi ?",
  "et en 8k ?",
  "moins cher en Europe ?",
  "annule le dernier changement",
  "on a 3 jours et 300 euros HT",
  "à 100 euros près",
  "il y a 100 documents à traiter",
  "il vit à Paris et travaille à Lyon",
  "elle vit bien",
  "le modèle de base est trop petit",
  "une grande carte ou deux petites ?",
  "on vise fin T4 pour la mise en production",
  "au T4 2026",
  "par l'autoroute A10 puis l'A6",
  "le lama broute dans le pré",
  "une ligne à 4090 jetons",
  "en moyenne 512 jetons par exemple",
  "c'est un bon plan, merci",
  "on garde la révision 2",
  "combien coûte l'heure ?",
  "la mémoire par carte me suffit",
  "la commande est passée",
  "le ministère a répondu",
  "la gamme est large",
  "je préfère louer qu'acheter",
  "trois époques sur 200 M de jetons",
  "la météo est stable",
  "le vent souffle fort dans la vallée",
  "l'opération a pris 2 h 30",
  "a lot of 7 or 8 people",
];

describe("names in a sentence", () => {
  it.each(sentences)("%s", (sentence, expected) => {
    expect(found(sentence)).toEqual(expected);
  });
});

describe("an everyday sentence names nothing", () => {
  it.each(everyday)("%s", (sentence) => {
    expect(found(sentence)).toEqual([]);
  });
});

describe("any text", () => {
  const piece = fc.constantFrom("llama", "3.1", "8b", "H100", "8x", "4090", "à", "×", " ", "-", "/", ",", "(", "80", "Go", "qwen", "💥", "\n", "É", "a", "*"); // prettier-ignore
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.array(piece).map((p) => p.join("")),
  );

  it("gives spans that lie in it, in order, apart, holding their text", () => {
    fc.assert(
      fc.property(text, (sentence) => {
        let last = 0;
        for (const span of lookup.findNames(sentence)) {
          expect(span.start).toBeGreaterThanOrEqual(last);
          expect(span.end).toBeGreaterThan(span.start);
          expect(span.text).toBe(sentence.slice(span.start, span.end));
          last = span.end;
        }
        expect(last).toBeLessThanOrEqual(sentence.length);
      }),
      { numRuns: 300 },
    );
  });
  it("gives ids that exist", () => {
    fc.assert(
      fc.property(text, (sentence) => {
        for (const { kind, resolution } of lookup.findNames(sentence)) {
          if (resolution.kind !== "one") continue;
          const id = resolution.match.id;
          expect(kind === "model" ? lookup.model(id) : lookup.accelerator(id)).toBeDefined();
        }
      }),
      { numRuns: 200 },
    );
  });
});
