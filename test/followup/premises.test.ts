import { describe, expect, it } from "vitest";
import { premiseCodes, type PremiseCode } from "../../src/domain/caveat.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext } from "../support/followup-world.ts";

/** Read in a text; the one that comes of the model itself is no belief. */
type Belief = Exclude<PremiseCode, "not-a-text-model" | "other-software">;

/** What people believe, three ways in each language, and what only sounds like it. */
const beliefs: Readonly<Record<Belief, { readonly yes: readonly string[]; readonly no: readonly string[] }>> = {
  "summed-memory-ddp": { yes: ["llama 3.1 70b full on 8x A100 80GB, so 640 GB in total with DDP", "full ft of qwen2.5 7b, 4x RTX 4090 = 96GB of vram", "we have 8 H100 80GB together 640 GB, full llama 3.1 70b", "full llama 3.1 70b sur 8 A100 80 Go soit 640 Go au total", "4x 4090 = 96 Go de VRAM, full qwen 2.5 7b", "full qwen2.5 7b, 2 H100 donc 160 Go en tout"],
    no: ["llama 3.1 8b lora on 8x A100 80GB", "8x h100, 640 GB of RAM on the host, llama 3.1 8b full", "serve llama 3.1 70b on 8x H100, 640 GB", "llama 3.1 8b lora sur 8 A100 80 Go"] },
  "moe-active-memory": { yes: ["mixtral 8x7b has only 13B active params so it should fit in 24GB", "qwen3 30b a3b: only the active parameters need memory", "3B active, so 8 GB of vram is enough for qwen3 30b-a3b", "mixtral 8x7b n'a que 13B actifs donc ça tient sur 24 Go", "seuls les experts actifs occupent la mémoire, non ?", "3B de paramètres actifs, donc 8 Go de mémoire suffisent"],
    no: ["mixtral 8x7b lora, 13B active, 4k", "qwen3 30b a3b lora", "all experts have to be in memory, right", "mixtral 8x7b, 2 utilisateurs actifs"] },
  "params-times-two": { yes: ["8B x 2 bytes = 16 GB so it fits to train on a 24GB card", "70b params x 2 = 140gb, enough to fine-tune", "weights times 2 bytes, so 16 GB to train llama 3.1 8b", "8B x 2 octets = 16 Go donc ça tient pour l'entraînement", "poids x 2 = 16 Go, ça suffit pour le fine-tuning", "7 B fois 2 octets = 14 Go pour entraîner"],
    no: ["batch 8 x 2", "8x 2 nodes llama 3.1 8b", "bs 2x8 lora", "2 x H100 llama 3.1 8b full"] },
  "thirty-percent-rule": { yes: ["take params times bytes plus 30% overhead", "I add 20-30% for overhead, right? llama 3.1 8b full", "weights + 40% should do for llama 3.1 8b full", "taille du modèle plus 30 % de marge, llama 3.1 8b full", "on ajoute 30 à 40 % pour l'overhead", "poids + 20 % ça suffit"],
    no: ["mfu 30%", "30% of samples are long, llama 3.1 8b lora", "réduis de 30 %", "warmup 3%"] },
  "batch-stabilises": { yes: ["a bigger batch stabilises training", "we need a large batch for stable training", "larger batch size is more stable so bs 64", "un plus gros lot stabilise l'entraînement", "il faut un grand batch pour que ce soit stable", "le lot de 64 stabilise la perte"],
    no: ["effective batch 64", "training was stable with batch 2", "batch 8, llama 3.1 8b lora", "lot effectif 64"] },
  "four-cards-four-times": { yes: ["4 GPUs so 4x faster", "8 H100s should be 8 times as fast", "two cards means twice as fast", "4 cartes donc 4 fois plus rapide", "8 GPU c'est 8 fois plus vite", "deux cartes vont deux fois plus vite"],
    no: ["4x H100, 4 nodes", "is 4 GPUs faster?", "4 cartes, 4 époques", "8 gpus 8k context"] },
  "ppo-as-grpo": { yes: ["PPO on llama 3 8b, how many H100?", "rlhf of qwen 2.5 7b with ppo, 8 A100", "llama 3.1 8b lora, RLHF", "PPO sur un llama 3 8b, combien de H100 ?", "rlhf avec ppo d'un 7B en full sur 8 A100", "un PPO de qwen 2.5 7b en LoRA"],
    no: ["grpo qwen 2.5 7b", "dpo rather than ppo for llama 3 8b", "dpo au lieu de ppo, llama 3 8b", "what is ppo?", "c'est quoi le RLHF ?"] },
  "newer-is-twice-as-fast": { yes: ["the H200 is twice as fast as the H100", "B200 runs 3x faster", "h100 is about 2x as fast", "la H200 est deux fois plus rapide", "une B200 va trois fois plus vite", "H100 = 2 fois plus rapide"],
    no: ["is the H200 faster?", "2x H100", "H200 has more memory", "la H200 a plus de mémoire"] },
  "qlora-always-smaller": { yes: ["qlora always takes less memory", "QLoRA is by definition smaller than LoRA", "qlora necessarily needs less", "qlora prend toujours moins de mémoire", "QLoRA consomme forcément moins", "la qlora est par définition plus petite"],
    no: ["qlora instead", "does qlora take less?", "always use qlora", "qlora avec moins de 24 Go"] },
  "zero2-shards-weights": { yes: ["zero-2 shards the weights", "ZeRO2 splits the model across cards", "since zero 2 partitions parameters it should fit", "zero-2 partage les poids", "ZeRO 2 répartit le modèle sur les cartes", "le zero2 divise les paramètres"],
    no: ["zero-2 shards gradients and optimizer state", "zero-3 shards the weights", "use zero2", "zero-2 partitionne les gradients"] },
  "full-utilisation": { yes: ["at 100% MFU", "assume 100% utilisation", "mfu of 100%", "à 100 % du pic", "MFU de 100 %", "à 100 % d'utilisation"], no: ["mfu 40%", "100% of the data", "gpu util 38%", "100 % des données"] },
  "sparse-peak": { yes: ["h100 does 1979 tflops", "with 3958 TFLOPS fp8 it's fast", "H100 at 1,979 TFLOPS bf16", "la H100 fait 1979 TFLOPS", "1 979 TFLOPS en bf16", "624 tflops pour l'A100"], no: ["989 tflops", "312 TFLOPS", "1979 samples", "624 exemples"] },
  "lora-saves-flops": { yes: ["lora saves 70% of the flops", "LoRA cuts compute by 66%", "lora reduces 50% of compute", "lora réduit de 70 % le calcul", "LoRA économise 66 % des flops", "la lora divise par 50 % le calcul"], no: ["lora saves memory", "lora r16, 40% mfu", "lora réduit la mémoire", "lora 8b"] },
  "allocator-is-device": { yes: ["max_memory_allocated says 30.1 GB but nvidia-smi shows 38", "torch.cuda.max_memory_allocated() = 22 GiB while nvidia-smi 27 GiB", "max_memory_allocated 12.5, nvidia-smi 16.1", "max_memory_allocated dit 30,1 Go mais nvidia-smi affiche 38", "max_memory_allocated = 22 Gio, nvidia-smi 27 Gio", "max_memory_allocated donne 12.5 et nvidia-smi 16.1"], no: ["nvidia-smi shows 38 GB", "max_memory_allocated 30 GB", "nvidia-smi affiche 38 Go", "38 Go"] },
  "gb-vs-gib": { yes: ["I see only 74.5 GiB instead of 80 GB", "only 22.5 GiB, not 24 GB", "79.6 GiB instead of the 80 GB", "je vois 74,5 Gio au lieu de 80 Go", "seulement 22,5 Gio et pas 24 Go", "que 44,5 Gio au lieu de 48 Go"], no: ["24 GB card", "80 GB not 40 GB", "24 Go", "40 Gio"] },
  "tokens-vs-samples": { yes: ["50k samples = 50k tokens", "100k examples, i.e. 100k tokens", "50k samples so 50k tokens", "50k exemples soit 50k jetons", "100k exemples donc 100k tokens", "50k exemples = 50k jetons"], no: ["50k samples of 500 tokens", "50k samples, 25M tokens", "50k exemples de 500 jetons", "50k exemples"] },
  "lora-takes-more": { yes: ["LoRA needs more memory than full fine-tuning, llama 3.1 8b", "with LoRA it takes 23 GB, full takes 21 GB, so LoRA uses more memory than full fine tuning", "is it true that lora requires more vram than a full finetune?", "LoRA consomme plus de mémoire que le full, non ?", "le LoRA prend plus de VRAM qu'un fine-tuning complet", "LoRA demande davantage de mémoire que le fine-tuning complet, llama 3.1 8b"],
    no: ["full fine-tuning needs more memory than LoRA", "lora uses less vram than full", "full ft takes more GB than lora r16", "le full prend plus de mémoire que LoRA", "LoRA consomme moins que le full"] },
  "fp8-is-one-byte": { yes: ["training llama 3.1 8b full in fp8 everything is 1 byte, so 32 GB", "fp8 training halves the memory, 8b full", "in fp8 the gradients are one byte so 8 GB", "en fp8 tout est sur 1 octet donc 8 Go de gradients", "l'entraînement en fp8 divise la mémoire par deux", "fp8 en entraînement c'est un octet par poids, donc 8 Go"],
    no: ["serve llama 3.1 8b in fp8, 8 GB", "fp8 kv cache halves the memory", "train in fp8 on H100", "fp8 halves the time of training", "llama 3.1 8b full, fp8, 80 GB card"] },
  "accumulation-multiplies": { yes: ["gradient accumulation of 16 needs 16x the memory, right?", "accumulating 8 steps must take more memory", "ga 16 multiplies the activations so it ooms", "l'accumulation de gradients multiplie la mémoire par 16, non ?", "accumuler 8 pas demande plus de mémoire donc OOM", "grad accum 16 donc 16 fois les activations"],
    no: ["gradient accumulation 16, llama 3.1 8b lora", "accumulation gives the same batch without more memory", "bs 2 ga 16, OOM", "accumulation 8 au lieu d'un lot de 8, moins de mémoire", "ga 4, 24 GB"] },
  "qlora-is-faster": { yes: ["qlora should be 4x faster than lora since the weights are smaller", "QLoRA is faster than LoRA because weights are 4 bits, right?", "4-bit weights should make lora faster", "qlora devrait être plus rapide que lora puisque les poids sont plus petits", "QLoRA va plus vite que LoRA car moins de bits, non ?", "en 4 bits l'entraînement doit être plus rapide qu'en bf16"],
    no: ["is qlora faster?", "qlora is slower than lora", "does awq make serving faster than bf16?", "qlora est plus lent que lora", "qlora instead of lora"] },
  "date-past": { yes: ["llama 3.1 8b lora by Nov 12", "the deadline was November 20, llama 3.1 8b lora", "llama 3.1 8b lora, it was due yesterday", "llama 3.1 8b lora pour le 12 novembre", "l'échéance était le 20 novembre, llama 3.1 8b lora", "llama 3.1 8b lora, à rendre avant le 3 mars 2026"],
    no: ["llama 3.1 8b lora by Dec 12", "llama 3.1 8b lora by Friday", "llama 3.1 8b lora before Feb 3", "we start on Nov 12 2027, llama 3.1 8b lora", "llama 3.1 8b lora avant le 12", "llama 3.1 8b lora d'ici demain", "prices of Nov 12, llama 3.1 8b lora"] },
  "not-in-catalogue": { yes: ["can my macbook pro m3 max fine-tune llama 3.1 8b with lora", "llama 3.1 8b lora on two Intel Arc A770 16GB", "llama 3.1 8b lora on an RTX 4000 Ada 20GB", "llama 3.1 8b lora sur un Mac Studio M2 Ultra", "llama 3.1 8b lora sur 4 MI100 32 Go", "llama 3.1 8b lora sur un Jetson Orin"],
    no: ["llama 3.1 8b lora on a 4090", "max 4 gpus, llama 3.1 8b lora", "llama 3.1 8b lora on MI300X", "llama 3.1 8b lora sur H100", "lora max, m1 in the run name, llama 3.1 8b"] },
}; // prettier-ignore

const said = (text: string): readonly PremiseCode[] =>
  readMessage(text, readingContext()).premises.map(({ code }) => code);

describe.each(
  premiseCodes.filter((code): code is Belief => code !== "not-a-text-model" && code !== "other-software"),
)("the belief %s", (code) => {
  it("is put right however it is said, and nothing else with it", () => {
    expect(Object.fromEntries(beliefs[code].yes.map((text) => [text, said(text)]))).toEqual(
      Object.fromEntries(beliefs[code].yes.map((text) => [text, [code]])),
    );
    expect(beliefs[code].yes.length).toBeGreaterThanOrEqual(6);
  });

  it("is not heard where nobody holds it", () => {
    expect(Object.fromEntries(beliefs[code].no.map((text) => [text, said(text)]))).toEqual(
      Object.fromEntries(beliefs[code].no.map((text) => [text, []])),
    );
  });
});
