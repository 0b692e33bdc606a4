/** What an empty search shows first: the cards and models asked about most. */
export const bestKnownAccelerators = [
  "h100-sxm", "a100-80gb-sxm", "h200-sxm", "b200", "l40s", "mi300x", "a100-40gb-sxm", "l4", "rtx-4090", "a10g",
  "rtx-5090", "rtx-a6000", "rtx-6000-ada", "rtx-pro-6000", "h100-pcie", "rtx-3090", "t4", "gb200", "mi325x", "mi355x",
] as const; // prettier-ignore

export const bestKnownModels = [
  "meta-llama/Llama-3.1-8B", "meta-llama/Llama-3.3-70B-Instruct", "Qwen/Qwen2.5-7B", "Qwen/Qwen3-8B",
  "mistralai/Mistral-7B-v0.3", "Qwen/Qwen2.5-32B", "Qwen/Qwen3-32B", "meta-llama/Llama-3.1-70B",
  "meta-llama/Llama-3.2-3B", "meta-llama/Llama-3.2-1B", "google/gemma-3-27b-it", "google/gemma-2-9b",
  "mistralai/Mixtral-8x7B-v0.1", "microsoft/phi-4", "Qwen/Qwen2.5-72B", "Qwen/Qwen3-30B-A3B", "openai/gpt-oss-20b",
  "openai/gpt-oss-120b", "deepseek-ai/DeepSeek-R1", "meta-llama/Llama-3.1-405B", "Qwen/Qwen3-235B-A22B",
] as const; // prettier-ignore
