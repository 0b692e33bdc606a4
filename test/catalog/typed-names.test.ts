import { describe, expect, it } from "vitest";
import type { Resolution } from "../../src/domain/catalogue.ts";
import { lookup } from "./real-catalogue.ts";

/** "id", "id | alternative …", "several: id …" in order, or "none". */
function said(resolution: Resolution): string {
  switch (resolution.kind) {
    case "one":
      return [resolution.match.id, ...resolution.alternatives.map((a) => a.id)].join(" | ");
    case "several":
      return `several: ${resolution.matches.map((m) => m.id).join(" ")}`;
    case "none":
      return "none";
  }
}

const a80 = "a100-80gb-sxm | a100-80gb-pcie";
const a40 = "a100-40gb-sxm | a100-40gb-pcie";
const anyA100 = "several: a100-80gb-sxm a100-40gb-sxm a100-80gb-pcie a100-40gb-pcie";
const anyH100 = "h100-sxm | h100-pcie | h100-nvl";
const h80 = "h100-sxm | h100-pcie";
const three = "several: rtx-a6000 rtx-6000-ada rtx-pro-6000";

const cards: readonly (readonly [string, string])[] = [
  ["h100", anyH100],
  ["H100", anyH100],
  ["h100s", anyH100],
  ["8xH100", anyH100],
  ["8x H100", anyH100],
  ["8 × H100", anyH100],
  ["nvidia h100", anyH100],
  ["NVIDIA H100 80GB HBM3", h80],
  ["4 x h100 80 Go", h80],
  ["h100 80gb", h80],
  ["h100-80g", h80],
  ["h100 sxm", "h100-sxm"],
  ["H100 SXM5", "h100-sxm"],
  ["h100-sxm5-80gb", "h100-sxm"],
  ["h100 pcie", "h100-pcie"],
  ["H100-PCIE-80GB", "h100-pcie"],
  ["h100 nvl", "h100-nvl"],
  ["H100NVL", "h100-nvl"],
  ["h100 94gb", "h100-nvl"],
  ["HGX H100", anyH100],
  ["h-100", anyH100],
  ["a100", anyA100],
  ["A100s", anyA100],
  ["nvidia a100", anyA100],
  ["a100 80g", a80],
  ["A100 80 Go", a80],
  ["80GB A100", a80],
  ["a100-80", a80],
  ["A100-80GB", a80],
  ["a100 80", a80],
  ["A100 80s", a80],
  ["a100 (80GB)", a80],
  ["A100 40G", a40],
  ["a100 40 Go", a40],
  ["8xA100-40GB", a40],
  ["a100-80gb-sxm", "a100-80gb-sxm"],
  ["NVIDIA A100-SXM4-80GB", "a100-80gb-sxm"],
  ["A100-SXM4-40GB", "a100-40gb-sxm"],
  ["A100-PCIE-40GB", "a100-40gb-pcie"],
  ["NVIDIA A100 80GB PCIe", "a100-80gb-pcie"],
  ["a100 pcie", "several: a100-80gb-pcie a100-40gb-pcie"],
  ["A6000", "rtx-a6000"],
  ["rtx 6000", three],
  ["A6000 48G", "rtx-a6000"],
  ["rtx a6000", "rtx-a6000"],
  ["RTXA6000", "rtx-a6000"],
  ["NVIDIA RTX A6000", "rtx-a6000"],
  ["6000 ada", "rtx-6000-ada"],
  ["rtx 6000 ada", "rtx-6000-ada"],
  ["RTX6000ADA", "rtx-6000-ada"],
  ["rtx pro 6000", "rtx-pro-6000"],
  ["RTX PRO 6000 Blackwell", "rtx-pro-6000"],
  ["rtx 6000 96gb", "rtx-pro-6000"],
  ["4090", "rtx-4090"],
  ["4090s", "rtx-4090"],
  ["rtx4090", "rtx-4090"],
  ["RTX 4090 24 Go", "rtx-4090"],
  ["NVIDIA GeForce RTX 4090", "rtx-4090"],
  ["geforce 3090", "rtx-3090"],
  ["2x 3090", "rtx-3090"],
  ["rtx 5090", "rtx-5090"],
  ["5080", "rtx-5080"],
  ["MI300", "mi300x"],
  ["mi300x", "mi300x"],
  ["MI-300X", "mi300x"],
  ["AMD Instinct MI300X", "mi300x"],
  ["mi325x", "mi325x"],
  ["mi355", "mi355x"],
  ["mi250", "mi250"],
  ["mi250x", "mi250x"],
  ["l4", "l4"],
  ["nvidia l4", "l4"],
  ["l40", "l40"],
  ["l40s", "l40s"],
  ["L40S 48GB", "l40s"],
  ["a10", "a10"],
  ["a10g", "a10g"],
  ["A10G 24 Go", "a10g"],
  ["a30", "a30"],
  ["a40", "a40"],
  ["t4", "t4"],
  ["Tesla T4", "t4"],
  ["p100", "p100-16gb"],
  ["v100", "several: v100-32gb v100-16gb"],
  ["v100 32gb", "v100-32gb"],
  ["V100-SXM2-16GB", "v100-16gb"],
  ["gh200", "gh200-96gb | gh200-144gb"],
  ["gh200 144gb", "gh200-144gb"],
  ["gb200", "gb200"],
  ["b200", "b200"],
  ["b200 192gb", "b200"],
  ["b300", "b300"],
  ["gb300", "gb300"],
  ["h200", "h200-sxm | h200-nvl"],
  ["h200 nvl", "h200-nvl"],
  ["h20", "h20"],
  ["7900 xtx", "rx-7900-xtx"],
  ["RX 7900 XTX", "rx-7900-xtx"],
  ["7900xtx", "rx-7900-xtx"],
  ["w7900", "radeon-pro-w7900"],
  ["tpu v5e", "tpu-v5e"],
  ["TPU v5p", "tpu-v5p"],
  ["trillium", "tpu-v6e"],
  ["tpu", "several: tpu-v6e tpu-v5p tpu-v5e"],
  ["gaudi 3", "gaudi3"],
  ["gaudi", "several: gaudi3 gaudi2"],
  ["trainium", "several: trainium2 trainium1"],
  ["dgx spark", "gb10"],
  ["rtx 3050", "none"],
  ["rtx 3060 12Go", "rtx-3060"],
  ["3060 ti", "none"],
  ["4070 Ti Super", "rtx-4070-ti-super"],
  ["4060ti 16gb", "rtx-4060-ti-16gb"],
  ["2080 Ti", "rtx-2080-ti"],
  ["P40", "p40"],
  ["A5000", "rtx-a5000"],
  ["h800", "h800-sxm | h800-pcie"],
  ["a800 80g", "a800-80gb-sxm | a800-80gb-pcie"],
  ["k80", "none"],
  ["", "none"],
  ["???", "none"],
];

const models: readonly (readonly [string, string])[] = [
  ["llama 3.1 8b", "meta-llama/Llama-3.1-8B"],
  ["Llama-3.1-8B", "meta-llama/Llama-3.1-8B"],
  ["llama3.1:8b", "meta-llama/Llama-3.1-8B"],
  ["llama3.1-8b", "meta-llama/Llama-3.1-8B"],
  ["LLAMA 3.1 8 B", "meta-llama/Llama-3.1-8B"],
  ["meta-llama/Llama-3.1-8B", "meta-llama/Llama-3.1-8B"],
  ["meta-llama/Meta-Llama-3.1-8B-Instruct", "meta-llama/Llama-3.1-8B"],
  ["unsloth/Meta-Llama-3.1-8B-Instruct", "meta-llama/Llama-3.1-8B"],
  ["llama 3.1 8b instruct", "meta-llama/Llama-3.1-8B"],
  ["8b llama 3.1", "meta-llama/Llama-3.1-8B"],
  ["lama 3.1 8b", "meta-llama/Llama-3.1-8B"],
  ["lamma 3.1 8b", "meta-llama/Llama-3.1-8B"],
  ["llama 8b", "meta-llama/Llama-3.1-8B | meta-llama/Meta-Llama-3-8B"],
  ["llama3 70b", "meta-llama/Meta-Llama-3-70B"],
  ["llama-3-8b-instruct", "meta-llama/Meta-Llama-3-8B"],
  ["llama 3.3 70b", "meta-llama/Llama-3.3-70B-Instruct"],
  ["llama 3.2 1b", "meta-llama/Llama-3.2-1B"],
  ["llama 3.1 405b", "meta-llama/Llama-3.1-405B"],
  ["llama 405b", "meta-llama/Llama-3.1-405B"],
  ["llama2 70b", "meta-llama/Llama-2-70b-hf"],
  ["llama 2 13b chat", "meta-llama/Llama-2-13b-hf"],
  ["llama 7b", "meta-llama/Llama-2-7b-hf | huggyllama/llama-7b"],
  ["llama 65b", "huggyllama/llama-65b"],
  ["huggyllama/llama-7b", "huggyllama/llama-7b"],
  ["tinyllama", "TinyLlama/TinyLlama-1.1B-Chat-v1.0"],
  ["codellama 34b", "codellama/CodeLlama-34b-hf"],
  [
    "mistral 7b",
    "mistralai/Mistral-7B-v0.3 | mistralai/Mistral-7B-Instruct-v0.2 | mistralai/Mistral-7B-v0.1",
  ],
  ["mistral-7b-v0.1", "mistralai/Mistral-7B-v0.1"],
  ["mixtral 8x7b", "mistralai/Mixtral-8x7B-v0.1"],
  ["mixtrall 8x7b", "mistralai/Mixtral-8x7B-v0.1"],
  ["mixtral 8x22b", "mistralai/Mixtral-8x22B-v0.1"],
  ["mistral nemo", "mistralai/Mistral-Nemo-Base-2407"],
  ["qwen2.5 32b", "Qwen/Qwen2.5-32B"],
  ["qwen 2.5 32 b", "Qwen/Qwen2.5-32B"],
  ["Qwen2.5-7B-Instruct", "Qwen/Qwen2.5-7B"],
  ["qwen2.5-0.5B", "Qwen/Qwen2.5-0.5B"],
  ["qwen 2.5 coder 7b", "Qwen/Qwen2.5-Coder-7B"],
  ["qwen3 8b", "Qwen/Qwen3-8B"],
  ["Qwen3-30B-A3B", "Qwen/Qwen3-30B-A3B"],
  ["qwen 7b", "Qwen/Qwen2.5-7B | Qwen/Qwen2-7B"],
  ["gemma 2 9b", "google/gemma-2-9b"],
  ["gemma2:9b", "google/gemma-2-9b"],
  ["gemma-3-27b-it", "google/gemma-3-27b-it"],
  ["phi-4", "microsoft/phi-4"],
  ["phi 3 mini", "microsoft/Phi-3-mini-4k-instruct"],
  ["deepseek v3", "deepseek-ai/DeepSeek-V3"],
  ["deepseek r1", "deepseek-ai/DeepSeek-R1"],
  ["deepseek r1 671B", "deepseek-ai/DeepSeek-R1"],
  ["R1 671B", "deepseek-ai/DeepSeek-R1"],
  ["gpt-oss 20b", "openai/gpt-oss-20b"],
  ["gpt2", "openai-community/gpt2"],
  ["gpt2-xl", "openai-community/gpt2-xl"],
  ["gpt-neox 20b", "EleutherAI/gpt-neox-20b"],
  ["pythia 1.4b", "EleutherAI/pythia-1.4b"],
  ["opt 6.7b", "facebook/opt-6.7b"],
  ["bloom", "bigscience/bloom"],
  ["falcon 7b", "tiiuae/falcon-7b"],
  ["kimi k2", "moonshotai/Kimi-K2-Instruct"],
  ["whisper large v3", "openai/whisper-large-v3"],
  ["bert large", "google-bert/bert-large-uncased"],
  ["t5-large", "google-t5/t5-large"],
  ["flan-t5-xl", "google/flan-t5-xl"],
  ["sdxl", "stabilityai/stable-diffusion-xl-base-1.0"],
  ["llama 9 700b", "none"],
  ["qwen 12 900b", "none"],
  ["", "none"],
  ["%%%", "none"],
];

const families = [
  "llama",
  "llama 3",
  "llama 3.1",
  "qwen",
  "qwen3",
  "mistral",
  "mixtral",
  "gemma",
  "gemma 3",
  "t5",
  "bert",
  "lamma",
];

describe("a typed card", () => {
  it.each(cards)("%s → %s", (typed, expected) => {
    expect(said(lookup.resolveAccelerator(typed))).toBe(expected);
  });
});

describe("a typed model", () => {
  it.each(models)("%s → %s", (typed, expected) => {
    expect(said(lookup.resolveModel(typed))).toBe(expected);
  });
  it.each(families)("%s is a family: only the person can say which", (typed) => {
    const { kind } = lookup.resolveModel(typed);
    expect(kind).toBe("several");
  });
  it("offers near names for a version that does not exist", () => {
    const resolution = lookup.resolveModel("llama 9 700b");
    expect(resolution.kind === "none" && resolution.nearest.length).toBeGreaterThan(0);
  });
});

describe("search", () => {
  it("gives the best-known entries for nothing, in a fixed order", () => {
    expect(lookup.searchAccelerators("", 3).map((m) => m.id)).toEqual([
      "h100-sxm",
      "a100-80gb-sxm",
      "h200-sxm",
    ]);
    expect(lookup.searchModels(" ", 2).map((m) => m.id)).toEqual([
      "meta-llama/Llama-3.1-8B",
      "meta-llama/Llama-3.3-70B-Instruct",
    ]);
  });
  it.each([
    ["llama 3.1", /llama/i],
    ["mixt", /mixtral/i],
    ["qwen2.5 c", /qwen2\.5/i],
    ["gema", /gemma/i],
  ])("%s is completed", (typed, name) => {
    expect(lookup.searchModels(typed, 5)[0]?.name).toMatch(name);
  });
  it("answers the same twice, never more than asked", () => {
    const first = lookup.searchModels("llama 8b", 7);
    expect(lookup.searchModels("llama 8b", 7)).toEqual(first);
    expect(first).toHaveLength(7);
  });
});
