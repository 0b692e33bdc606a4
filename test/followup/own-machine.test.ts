import { describe, expect, it } from "vitest";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext } from "../support/followup-world.ts";

const run = (text: string) => readMessage(text, readingContext()).understood;

describe("a machine of the team's own", () => {
  it.each([
    ["full ft qwen2.5 7b on 8xA100 40GB we own, 20M tokens", "a100-40gb-sxm"],
    ["qwen3 32b qlora 3k, on 2 A6000 Ampere that we already own", "rtx-a6000"],
    ["Qwen3 32B qlora, sur 2 L40S qu'on possède, 25M tokens", "l40s"],
    ["mistral 7b v0.3 lora sur les 4 L4 que nous avons déjà, 20M de jetons", "l4"],
    ["lora llama 3.1 8b sur les 2 L40S dont on dispose", "l40s"],
    ["llama 3.1 8b full ft on 8xV100 32GB own machine, 2k", "v100-32gb"],
    ["llama 3.1 8b lora, 2x 4090 on our own hardware", "rtx-4090"],
    ["full fine-tune gemma 3 12b, I've got exactly 2 H200 until the 18th", "h200-sxm"],
    ["j'ai 48 go de vram en tout (2x 3090), 64go de ram. qlora llama 3.3 70b", "rtx-3090"],
    ["dpo of llama 3.1 8b on our p4de", "a100-80gb-sxm"],
    ["lora llama 3.1 8b sur notre p4d.24xlarge", "a100-40gb-sxm"],
  ])("is theirs, nothing is rented: %s", (text, card) => {
    expect(run(text).owned).toBe(card);
  });

  it.each([
    "llama 3.1 8b lora on our own data, one L40S",
    "llama 3.1 8b lora on 2 L40S, we own the dataset",
    "lora llama 3.1 8b sur la L40S qu'on a louée pour 3 jours",
    "lora llama 3.1 8b sur les 2 H100 que nous avons réservées",
    "llama 3.1 8b lora on a p4de.24xlarge",
    "serve llama 3.1 8b on one L40S, our users own their data",
  ])("is none in %s", (text) => {
    expect(run(text).owned).toBeUndefined();
  });
});

describe("a machine by the name that its cloud gives it", () => {
  it.each([
    ["llama 3.1 8b full ft on our p4de", { accelerator: "a100-80gb-sxm", gpus: 8 }],
    ["llama 3.1 8b full ft sur deux p4d.24xlarge", { accelerator: "a100-40gb-sxm", gpus: 16, nodes: 2 }],
    ["qwen2.5 7b lora on an a3-highgpu-8g", { accelerator: "h100-sxm", gpus: 8 }],
    ["qwen2.5 7b lora on 2 p5en.48xlarge nodes", { accelerator: "h200-sxm", gpus: 16, nodes: 2 }],
    ["lora qwen2.5 7b sur une p3.2xlarge", { accelerator: "v100-16gb", gpus: 1 }],
  ])("is its cards: %s", (text, wanted) => {
    expect(run(text)).toMatchObject(wanted);
  });

  it.each(["llama 3.1 8b lora on a P4", "serve llama 3.1 8b, p95 under 2 s, 8 users", "lora llama 3.1 8b, priorité p5"])(
    "is none in %s",
    (text) => {
      expect(run(text).gpus).not.toBe(8);
    },
  ); // prettier-ignore
});
