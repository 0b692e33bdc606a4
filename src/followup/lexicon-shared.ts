import type { SurfaceForm } from "./surface.ts";

/** Names and abbreviations that both languages use. */
export const sharedForms: readonly SurfaceForm[] = [
  { forms: ["qlora", "q lora", "lora 4 bit", "lora 4bit", "4 bit lora", "4bit lora", "lora 4 bits", "lora en 4 bits"], states: { method: "qlora" } }, // prettier-ignore
  { forms: ["gptq lora", "lora gptq", "lora on gptq", "lora sur gptq"], states: { method: "gptq-lora" } },
  { forms: ["lora finetune distributed", "lora finetune single device", "lora finetune distributed multi dataset"], states: { method: "lora", stack: "torchtune" } }, // prettier-ignore
  { forms: ["full finetune distributed", "full finetune single device"], states: { method: "full", stack: "torchtune" } }, // prettier-ignore
  { forms: ["lora", "peft", "loras"], states: { method: "lora" } },
  { forms: ["dora"], states: { method: "lora", "lora.dora": true } },
  { forms: ["rslora", "rs lora"], states: { "lora.rsLora": true } },
  { forms: ["pretrain", "pre training", "pretraining", "pre train"], states: { method: "pretrain" } },
  { forms: ["full ft", "full finetune", "full fine tune", "full finetuning", "full fine tuning", "full sft", "full param", "full parameter", "fft", "full params", "full parameters", "full param ft", "full weights", "full run", "fully finetune", "fully fine tune", "fully train", "fully finetuning", "full finetuned", "full fine tuned", "fully finetuned", "fully fine tuned", "fully fine tuning", "full tune", "full tuned", "full tuning", "full finetunes", "full finetuner", "full fine tuner"], states: { method: "full" } }, // prettier-ignore
  { forms: ["inference", "inferencing"], states: { method: "inference" } },
  {
    forms: ["dpo complet", "full dpo", "full param dpo", "full parameter dpo", "dpo full"],
    states: { objective: "dpo", method: "full" },
  },
  { forms: ["orpo complet", "full orpo"], states: { objective: "orpo", method: "full" } },
  { forms: ["grpo complet", "full grpo", "grpo full"], states: { objective: "grpo", method: "full" } },
  { forms: ["sft complet"], states: { objective: "sft", method: "full" } },
  { forms: ["dpo"], states: { objective: "dpo" } },
  { forms: ["orpo"], states: { objective: "orpo" } },
  { forms: ["grpo"], states: { objective: "grpo" } },
  { forms: ["sft"], states: { objective: "sft" } },
  { forms: ["reward model", "reward modeling", "reward modelling", "modele de recompense"], states: { objective: "reward" } }, // prettier-ignore
  {
    forms: ["hf trainer", "huggingface trainer", "transformers trainer", "trainer hf"],
    states: { stack: "hf-trainer" },
  },
  { forms: ["trl", "sfttrainer", "dpotrainer", "grpotrainer"], states: { stack: "trl" } },
  { forms: ["axolotl"], states: { stack: "axolotl" } },
  { forms: ["llama factory", "llamafactory"], states: { stack: "llama-factory" } },
  { forms: ["unsloth"], states: { stack: "unsloth" } },
  { forms: ["ms swift", "swift sft"], states: { stack: "ms-swift" } },
  { forms: ["torchtune", "torch tune"], states: { stack: "torchtune" } },
  { forms: ["torchtitan", "torch titan"], states: { stack: "torchtitan" } },
  { forms: ["litgpt", "lit gpt"], states: { stack: "litgpt" } },
  { forms: ["fsdp qlora", "fsdp + qlora", "fsdp+qlora", "qlora + fsdp", "qlora fsdp", "qlora+fsdp"], states: { stack: "fsdp-qlora", method: "qlora", "parallel.strategy": "fsdp" } }, // prettier-ignore
  { forms: ["llm foundry", "mosaic composer"], states: { stack: "llm-foundry" } },
  { forms: ["fms acceleration", "fms hf tuning"], states: { stack: "fms-acceleration" } },
  { forms: ["megatron", "megatron lm", "megatron core"], states: { stack: "megatron" } },
  { forms: ["nemo"], states: { stack: "nemo" } },
  { forms: ["nanotron"], states: { stack: "nanotron" } },
  { forms: ["vllm"], states: { stack: "vllm" } },
  { forms: ["sglang"], states: { stack: "sglang" } },
  { forms: ["liger", "liger kernel", "liger kernels"], states: { kernels: "liger", fusedLoss: true } },
  { forms: ["cut cross entropy", "cce"], states: { kernels: "cut-cross-entropy", fusedLoss: true } },
  { forms: ["chunked cross entropy", "chunked ce", "chunked loss"], states: { kernels: "chunked-cross-entropy", fusedLoss: true } }, // prettier-ignore
  {
    forms: ["fused loss", "fused cross entropy", "fused linear cross entropy", "fused ce"],
    states: { fusedLoss: true },
  },
  { forms: ["deepspeed stage 1"], states: { "parallel.strategy": "zero1", stack: "deepspeed" } }, // prettier-ignore
  { forms: ["deepspeed stage 2"], states: { "parallel.strategy": "zero2", stack: "deepspeed" } }, // prettier-ignore
  { forms: ["deepspeed stage 3"], states: { "parallel.strategy": "zero3", stack: "deepspeed" } }, // prettier-ignore
  { forms: ["ddp", "distributed data parallel", "multi_gpu"], states: { "parallel.strategy": "ddp" } },
  {
    forms: ["fsdp1", "fsdp v1", "fsdp 1"],
    states: { "parallel.strategy": "fsdp", "parallel.fsdpVersion": 1 },
  },
  {
    forms: ["fsdp2", "fsdp v2", "fsdp 2"],
    states: { "parallel.strategy": "fsdp", "parallel.fsdpVersion": 2 },
  },
  { forms: ["fsdp", "fully sharded", "full shard", "fully sharded data parallel"], states: { "parallel.strategy": "fsdp" } }, // prettier-ignore
  {
    forms: ["zero1", "zero 1", "zero stage 1"],
    states: { "parallel.strategy": "zero1" },
  },
  {
    forms: ["zero2", "zero 2", "zero stage 2", "deepspeed 2"],
    states: { "parallel.strategy": "zero2" },
  },
  {
    forms: ["zero3", "zero 3", "zero stage 3", "deepspeed 3"],
    states: { "parallel.strategy": "zero3" },
  },
  { forms: ["cpu optimizer offload", "optimizer offload", "offload optimizer", "offload de l'optimiseur", "offload optimiseur", "adam offload"], states: { "parallel.offload": "optimizer" } }, // prettier-ignore
  { forms: ["param offload", "parameter offload", "params offload", "offload params", "offload parameters", "offload des poids", "offload des parametres"], states: { "parallel.offload": "parameters" } }, // prettier-ignore
  { forms: ["no offload", "sans offload", "pas d'offload", "without offload", "no cpu offload"], states: { "parallel.offload": "none" } }, // prettier-ignore
  { forms: ["cpu offload", "offload cpu", "offload to cpu", "full offload", "offload", "offloading", "offload en ram"], states: { "parallel.offload": "all" } }, // prettier-ignore
  { forms: ["activation offload", "activation offloading", "offload activations", "offload des activations"], states: { activationOffload: true } }, // prettier-ignore
  { forms: ["train the vision tower", "train the vision encoder", "train the vision part", "train the vision tower too", "vision tower trained", "vision encoder trained", "trainable vision tower", "trainable vision encoder", "unfreeze the vision tower", "unfreeze the vision encoder", "unfrozen vision tower", "unfrozen vision encoder", "unfreeze vision", "unfrozen vision", "tour de vision entrainee", "encodeur visuel entraine", "partie vision entrainee", "partie visuelle entrainee", "entrainer la tour de vision", "entrainer l'encodeur visuel", "entrainer l'encodeur de vision", "entrainer la partie vision", "vision degelee", "encodeur visuel degele", "degeler la vision", "degeler l'encodeur visuel"], states: { "vision.trained": true } }, // prettier-ignore
  { forms: ["vision tower frozen", "vision encoder frozen", "frozen vision tower", "frozen vision encoder", "freeze the vision tower", "freeze the vision encoder", "freeze vision", "vision frozen", "frozen vision", "tour de vision gelee", "encodeur visuel gele", "partie vision gelee", "vision gelee", "geler la vision", "geler l'encodeur visuel"], states: { "vision.trained": false } }, // prettier-ignore
  { forms: ["sequence parallel", "sequence parallelism"], states: { "parallel.sequence": true } },
  { forms: ["paged adamw 8bit", "paged adamw 8 bit", "paged adam 8bit", "paged 8bit adamw", "adamw 8bit paged", "paged adamw 8 bits", "adamw pagine 8 bits", "adamw 8 bits pagine", "adam pagine 8 bits", "optimiseur pagine 8 bits", "optimiseur 8 bits pagine", "paged 8 bit optimizer", "8 bit paged optimizer", "8 bit paged adamw", "8bit paged adamw"], states: { optimizer: "paged-adamw-8bit" } }, // prettier-ignore
  { forms: ["paged adamw", "paged adam", "paged adamw 32bit", "adamw pagine", "paged optimizer"], states: { optimizer: "paged-adamw" } }, // prettier-ignore
  { forms: ["adamw 8bit", "adamw 8 bit", "8bit adamw", "8 bit adamw", "8bit adam", "8 bit adam", "adam 8bit", "adam 8 bits", "adamw 8 bits", "adam8bit", "8bit optimizer", "8 bit optimizer", "optimiseur 8 bits", "adamw bnb 8bit", "adamw_bnb_8bit"], states: { optimizer: "adamw-8bit" } }, // prettier-ignore
  { forms: ["adamw 4bit", "adamw 4 bit", "4bit adamw", "4 bit adamw", "4bit adam", "adamw 4 bits"], states: { optimizer: "adamw-4bit" } }, // prettier-ignore
  { forms: ["fused adamw", "adamw fused", "fused adam", "adamw torch fused", "adamw fusionne"], states: { optimizer: "adamw-fused" } }, // prettier-ignore
  { forms: ["adamw", "adam", "adamw torch", "adamw fp32"], states: { optimizer: "adamw" } },
  { forms: ["adafactor"], states: { optimizer: "adafactor" } },
  {
    forms: ["sgd momentum", "sgd with momentum", "sgd avec momentum"],
    states: { optimizer: "sgd-momentum" },
  },
  { forms: ["sgd"], states: { optimizer: "sgd" } },
  { forms: ["lion"], states: { optimizer: "lion" } },
  { forms: ["muon"], states: { optimizer: "muon" } },
  { forms: ["galore"], states: { optimizer: "galore" } },
  { forms: ["optimizer in backward", "optimizer in bwd", "optimiseur dans le backward"], states: { optimizerInBackward: true } }, // prettier-ignore
  { forms: ["turn off gradient checkpointing", "turn gradient checkpointing off", "disable gradient checkpointing", "gradient checkpointing off", "turn off checkpointing", "disable checkpointing", "checkpointing off", "desactive le gradient checkpointing", "coupe le recalcul", "no gradient checkpointing", "no grad checkpointing", "no checkpointing", "without checkpointing", "without gradient checkpointing", "no gc", "no recompute", "no activation checkpointing", "sans gradient checkpointing", "sans recalcul", "sans recalcul des activations", "sans checkpointing", "pas de gradient checkpointing", "pas de recalcul"], states: { checkpointing: "none" } }, // prettier-ignore
  { forms: ["selective checkpointing", "selective recompute", "selective activation checkpointing", "recalcul selectif", "checkpointing selectif"], states: { checkpointing: "selective" } }, // prettier-ignore
  { forms: ["gradient checkpointing", "grad checkpointing", "grad ckpt", "activation checkpointing", "checkpointing", "activation recomputation", "recompute activations", "recompute", "recalcul des activations", "recalcul", "full recompute"], states: { checkpointing: "full" } }, // prettier-ignore
  { forms: ["flash attention", "attention flash", "flash attention 2", "flash attention 3", "flash attn", "flash attn 2", "flash", "fa2", "fa3", "flashattention", "flashattention 2"], states: { attention: "flash" } }, // prettier-ignore
  { forms: ["sdpa", "sdpa attention", "attention sdpa"], states: { attention: "sdpa" } },
  { forms: ["eager", "eager attention", "no flash attention", "no flash", "sans flash attention", "sans flash", "attention eager"], states: { attention: "eager" } }, // prettier-ignore
  { forms: ["torch compile", "torch.compile", "compile", "compiled"], states: { compile: true } },
  { forms: ["no compile", "sans compile", "without compile"], states: { compile: false } },
  { forms: ["no packing", "without packing", "sans packing", "unpacked", "pas de packing", "non packe"], states: { packing: false } }, // prettier-ignore
  { forms: ["packing", "packed", "packe", "sample packing", "avec packing"], states: { packing: true } },
  { forms: ["all linear", "all linear layers", "toutes les couches lineaires", "toutes couches lineaires", "all layers", "tous les lineaires"], states: { "lora.targets": "all-linear" } }, // prettier-ignore
  { forms: ["attention only", "attn only", "attention layers only", "attention seulement", "attention uniquement", "couches d'attention"], states: { "lora.targets": "attention" } }, // prettier-ignore
  { forms: ["nvidia only", "cuda only", "only nvidia", "no amd", "sans amd", "pas d'amd", "not amd", "seulement nvidia", "nvidia uniquement", "uniquement nvidia", "que du nvidia", "nvidia seulement", "pas de rocm", "no rocm", "sans rocm"], states: { "limits.platforms": ["cuda"] } }, // prettier-ignore
  { forms: ["amd only", "rocm only", "only amd", "uniquement amd", "amd uniquement", "seulement amd", "que de l'amd", "on amd", "sur amd", "no nvidia", "sans nvidia"], states: { "limits.platforms": ["rocm"] } }, // prettier-ignore
  { forms: ["no spot", "not spot", "without spot", "pas de spot", "sans spot", "non spot", "on demand only", "on demand", "a la demande"], states: { "limits.spot": false } }, // prettier-ignore
  { forms: ["spot ok", "spot is ok", "spot is fine", "spot okay", "spot allowed", "spot welcome", "spot possible", "spot accepte", "ok spot", "ok pour du spot", "avec du spot", "spot instances ok", "en spot", "on spot", "interruptible ok", "spot"], states: { "limits.spot": true } }, // prettier-ignore
  { forms: ["no community", "no community cloud", "pas de communautaire", "secure cloud only", "sans communautaire"], states: { "limits.community": false } }, // prettier-ignore
  { forms: ["community ok", "community cloud ok", "communautaire ok", "community cloud"], states: { "limits.community": true } }, // prettier-ignore
  { forms: ["kv fp8", "fp8 kv", "kv cache fp8", "fp8 kv cache", "cache kv fp8", "kv en fp8", "cache kv en fp8", "cache en fp8", "cache fp8", "fp8 cache", "cache in fp8", "cache a fp8", "kv cache in fp8"], states: { "serving.kvPrecision": "fp8" } }, // prettier-ignore
  { forms: ["kv int8", "int8 kv", "kv cache int8", "int8 kv cache", "cache kv int8", "kv en int8", "cache kv en int8", "cache en int8", "cache int8", "int8 cache", "cache in int8", "cache a int8"], states: { "serving.kvPrecision": "int8" } }, // prettier-ignore
  { forms: ["kv bf16", "bf16 kv", "kv cache bf16", "bf16 kv cache", "cache kv bf16", "cache kv en bf16", "cache en bf16", "cache bf16", "bf16 cache", "cache in bf16", "kv en bf16", "kv fp16"], states: { "serving.kvPrecision": "bf16" } }, // prettier-ignore
  { forms: ["sequence classification", "classification de sequences", "classification"], states: { task: "sequence-classification" } }, // prettier-ignore
];

/** Precision words wait for the method: "fp8" means weights when serving and arithmetic when training. */
export const precisionForms: readonly { readonly forms: readonly string[]; readonly dtype: string }[] = [
  {
    forms: ["pure bf16", "full bf16", "all bf16", "tout en bf16", "bf16 pur", "bf16 pure"],
    dtype: "pure-bf16",
  },
  { forms: ["mixed precision", "precision mixte", "amp", "bf16 mixed", "mixed bf16"], dtype: "mixed" },
  { forms: ["bf16", "bfloat16", "bfloat 16"], dtype: "bf16" },
  { forms: ["fp16", "float16", "half precision", "f16"], dtype: "fp16" },
  { forms: ["fp32", "float32", "full precision", "f32"], dtype: "fp32" },
  {
    forms: [
      "fp8 weights",
      "poids fp8",
      "poids en fp8",
      "weights fp8",
      "weights in fp8",
      "w8a8 fp8",
      "fp8 checkpoint",
    ],
    dtype: "weights-fp8",
  },
  { forms: ["fp8"], dtype: "fp8" },
  { forms: ["nvfp4", "mxfp4", "fp4"], dtype: "fp4" },
  {
    forms: ["nf4 double quant", "double quant", "double quantization", "nf4 dq", "double quantification"],
    dtype: "nf4-dq",
  },
  { forms: ["nf4", "bnb 4bit", "bnb nf4", "bitsandbytes 4bit"], dtype: "nf4" },
  {
    forms: ["4bit", "4 bit", "4 bits", "int4", "q4", "quantized 4", "w4a16", "load_in_4bit"],
    dtype: "4-bit",
  },
  {
    forms: ["gptq int8", "gptq 8bit", "int8", "8bit", "8 bit", "8 bits", "w8a8", "load_in_8bit"],
    dtype: "int8",
  },
  { forms: ["awq", "awq 4bit"], dtype: "awq4" },
  { forms: ["gptq", "gptq 4bit"], dtype: "gptq4" },
];
