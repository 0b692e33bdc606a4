/** Keys of training and serving configs that people paste, and the field each one states. Keys are folded, `-` and ` ` as `_`. */
export type ConfigReading =
  | { readonly kind: "count" | "number" | "length"; readonly field: string }
  | { readonly kind: "flag"; readonly on: Readonly<Record<string, unknown>>; readonly off?: Readonly<Record<string, unknown>> }
  | { readonly kind: "choice"; readonly choices: readonly (readonly [RegExp, Readonly<Record<string, unknown>>])[] }
  | { readonly kind: "text"; readonly use: "model" | "targets" | "surface" | "ignore" | "global-batch" | "gpus-per-node" }; // prettier-ignore

const count = (field: string): ConfigReading => ({ kind: "count", field });
const length: ConfigReading = { kind: "length", field: "sequenceLength" };
const ignore: ConfigReading = { kind: "text", use: "ignore" };
const model: ConfigReading = { kind: "text", use: "model" };
const surface: ConfigReading = { kind: "text", use: "surface" };
const flag = (
  on: Readonly<Record<string, unknown>>,
  off?: Readonly<Record<string, unknown>>,
): ConfigReading => (off === undefined ? { kind: "flag", on } : { kind: "flag", on, off });

export const configKeys: Readonly<Record<string, ConfigReading>> = {
  base_model: model, model_name_or_path: model, model_name: model, model_id: model, pretrained_model_name_or_path: model, hf_model: model,
  per_device_train_batch_size: count("microBatch"), micro_batch_size: count("microBatch"), train_micro_batch_size_per_gpu: count("microBatch"), local_batch_size: count("microBatch"),
  gradient_accumulation_steps: count("gradientAccumulation"), train_batch_size: { kind: "text", use: "global-batch" }, global_batch_size: { kind: "text", use: "global-batch" },
  sequence_len: length, cutoff_len: length, max_seq_length: length, max_seq_len: length, model_max_length: length, max_length: length, seq_len: length, block_size: length, seq_length: length, max_model_len: length,
  lora_r: count("lora.rank"), lora_rank: count("lora.rank"), lora_alpha: { kind: "number", field: "lora.alpha" }, use_rslora: flag({ "lora.rsLora": true }, { "lora.rsLora": false }),
  use_dora: flag({ "lora.dora": true }, { "lora.dora": false }), peft_use_dora: flag({ "lora.dora": true }, { "lora.dora": false }),
  lora_target_modules: { kind: "text", use: "targets" }, target_modules: { kind: "text", use: "targets" }, lora_target: { kind: "text", use: "targets" }, lora_attn_modules: { kind: "text", use: "targets" },
  lora_target_linear: flag({ "lora.targets": "all-linear" }),
  load_in_4bit: flag({ dtype: "nf4" }), load_in_8bit: flag({ dtype: "int8" }), bnb_4bit_use_double_quant: flag({ dtype: "nf4-dq" }), quantization_bit: { kind: "choice", choices: [[/^4/u, { dtype: "nf4" }], [/^8/u, { dtype: "int8" }]] },
  bnb_4bit_quant_type: ignore, bnb_4bit_compute_dtype: surface, torch_dtype: surface, dtype: surface, mixed_precision: surface, quantization: surface, kv_cache_dtype: { kind: "choice", choices: [[/fp8/u, { "serving.kvPrecision": "fp8" }], [/int8/u, { "serving.kvPrecision": "int8" }], [/bf16|bfloat16|auto/u, { "serving.kvPrecision": "bf16" }]] },
  bf16: flag({ dtype: "bf16" }), fp16: flag({ dtype: "fp16" }), tf32: ignore, pure_bf16: flag({ dtype: "pure-bf16" }),
  gradient_checkpointing: flag({ checkpointing: "full" }, { checkpointing: "none" }), enable_activation_checkpointing: flag({ checkpointing: "full" }, { checkpointing: "none" }), activation_checkpointing: flag({ checkpointing: "full" }, { checkpointing: "none" }), disable_gradient_checkpointing: flag({ checkpointing: "none" }),
  enable_activation_offloading: flag({ activationOffload: true }, { activationOffload: false }),
  flash_attention: flag({ attention: "flash" }), flash_attn: { kind: "choice", choices: [[/fa2|true|auto/u, { attention: "flash" }], [/sdpa/u, { attention: "sdpa" }], [/disabled|false/u, { attention: "eager" }]] },
  attn_implementation: { kind: "choice", choices: [[/flash/u, { attention: "flash" }], [/sdpa/u, { attention: "sdpa" }], [/eager/u, { attention: "eager" }]] }, sdp_attention: flag({ attention: "sdpa" }),
  sample_packing: flag({ packing: true }, { packing: false }), packing: flag({ packing: true }, { packing: false }), packed: flag({ packing: true }, { packing: false }),
  use_liger_kernel: flag({ kernel: "liger", fusedLoss: true }), liger_kernel: flag({ kernel: "liger", fusedLoss: true }), enable_liger_kernel: flag({ kernel: "liger", fusedLoss: true }), liger_fused_linear_cross_entropy: flag({ kernel: "liger", fusedLoss: true }), cut_cross_entropy: flag({ kernel: "cut-cross-entropy", fusedLoss: true }),
  torch_compile: flag({ compile: true }, { compile: false }), compile: flag({ compile: true }, { compile: false }),
  optim: surface, optimizer: surface, adapter: surface, finetuning_type: { kind: "choice", choices: [[/^full/u, { method: "full" }], [/^lora/u, { method: "lora" }]] },
  stage: { kind: "choice", choices: [[/^sft/u, { objective: "sft" }], [/^dpo/u, { objective: "dpo" }], [/^rm/u, { objective: "reward" }], [/^pt/u, { method: "pretrain" }], [/^0/u, { "parallel.strategy": "ddp" }], [/^1/u, { "parallel.strategy": "zero1" }], [/^2/u, { "parallel.strategy": "zero2" }], [/^3/u, { "parallel.strategy": "zero3" }]] },
  zero_stage: { kind: "choice", choices: [[/^1/u, { "parallel.strategy": "zero1" }], [/^2/u, { "parallel.strategy": "zero2" }], [/^3/u, { "parallel.strategy": "zero3" }]] },
  "zero_optimization.stage": { kind: "choice", choices: [[/^1/u, { "parallel.strategy": "zero1" }], [/^2/u, { "parallel.strategy": "zero2" }], [/^3/u, { "parallel.strategy": "zero3" }]] },
  deepspeed: { kind: "choice", choices: [[/(?:zero|z|stage)[_-]?3/u, { "parallel.strategy": "zero3" }], [/(?:zero|z|stage)[_-]?2/u, { "parallel.strategy": "zero2" }], [/(?:zero|z|stage)[_-]?1/u, { "parallel.strategy": "zero1" }]] },
  distributed_type: { kind: "choice", choices: [[/multi_gpu/u, { "parallel.strategy": "ddp" }], [/fsdp/u, { "parallel.strategy": "fsdp" }], [/deepspeed/u, { stack: "deepspeed" }]] },
  fsdp: { kind: "choice", choices: [[/full_shard|hybrid|true|auto_wrap/u, { "parallel.strategy": "fsdp" }]] }, fsdp_version: { kind: "number", field: "parallel.fsdpVersion" }, fsdp_config: ignore, fsdp_sharding_strategy: { kind: "choice", choices: [[/^(?:1|full_shard|4|hybrid_shard)/u, { "parallel.strategy": "fsdp" }], [/^(?:2|shard_grad_op|5|hybrid_shard_zero2)/u, { "parallel.strategy": "zero2" }], [/^(?:3|no_shard)/u, { "parallel.strategy": "ddp" }]] },
  offload_optimizer: { kind: "choice", choices: [[/cpu|nvme/u, { "parallel.offload": "optimizer" }]] }, offload_param: { kind: "choice", choices: [[/cpu|nvme/u, { "parallel.offload": "all" }]] }, fsdp_offload_params: flag({ "parallel.offload": "all" }), fsdp_cpu_offload: flag({ "parallel.offload": "all" }),
  max_samples: count("data.samples"), num_samples: count("data.samples"), max_train_samples: count("data.samples"),
  num_train_epochs: { kind: "number", field: "data.epochs" }, num_epochs: { kind: "number", field: "data.epochs" }, epochs: { kind: "number", field: "data.epochs" },
  num_processes: count("gpus"), num_machines: count("nodes"), nproc_per_node: { kind: "text", use: "gpus-per-node" }, nnodes: count("nodes"), world_size: count("gpus"),
  tensor_parallel_size: count("parallel.tensor"), pipeline_parallel_size: count("parallel.pipeline"), tensor_parallel_degree: count("parallel.tensor"), tensor_model_parallel_size: count("parallel.tensor"), pipeline_model_parallel_size: count("parallel.pipeline"), context_parallel_size: count("parallel.context"), expert_model_parallel_size: count("parallel.expert"), sequence_parallel: flag({ "parallel.sequence": true }),
  max_num_seqs: count("serving.concurrency"), per_device_eval_batch_size: count("validation.batch"), eval_steps: count("validation.everySteps"), eval_batch_size: count("validation.batch"), max_prompt_length: count("rollout.promptTokens"), max_completion_length: count("rollout.outputTokens"), num_generations: count("rollout.generations"),
  learning_rate: ignore, lr: ignore, lr_scheduler: ignore, lr_scheduler_type: ignore, warmup_steps: ignore, warmup_ratio: ignore, weight_decay: ignore, logging_steps: ignore, save_steps: ignore, seed: ignore, output_dir: ignore, val_set_size: ignore, lora_dropout: ignore, dataset: ignore, template: ignore, gpu_memory_utilization: ignore, do_train: ignore, save_total_limit: ignore, report_to: ignore, max_steps: ignore, max_grad_norm: ignore, wandb_project: ignore, gradient_clipping: ignore, overwrite_output_dir: ignore, pad_to_sequence_len: ignore, sharding_strategy: ignore, trust_remote_code: ignore,
}; // prettier-ignore
