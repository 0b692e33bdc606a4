import type { Optimizer, RunSpec } from "../../domain/run-spec.ts";
import type { FrameworkRun } from "./framework-run.ts";
import { option } from "./framework-run.ts";

/** Names of the transformers Trainer (`--optim`); null = it has none that does the same. */
const trainerOptimizers: Readonly<Record<Optimizer, string | null>> = {
  adamw: "adamw_torch",
  "adamw-fused": "adamw_torch_fused",
  "adamw-8bit": "adamw_8bit",
  "adamw-4bit": "adamw_torch_4bit",
  "paged-adamw": "paged_adamw_32bit",
  "paged-adamw-8bit": "paged_adamw_8bit",
  adafactor: "adafactor",
  sgd: "sgd",
  "sgd-momentum": null,
  lion: "lion_32bit",
  muon: null,
  galore: "galore_adamw",
  "optimizer-in-backward": null,
};

export const trainerOptimizer = (spec: RunSpec): string | null =>
  spec.optimizer === undefined ? null : trainerOptimizers[spec.optimizer];

/** Names of the projection matrices in most decoder models. */
const projections: Readonly<Record<string, string>> = {
  q: "q_proj", k: "k_proj", v: "v_proj", o: "o_proj", gate: "gate_proj", up: "up_proj", down: "down_proj",
}; // prettier-ignore

/** "all-linear", or the names of the matrices. */
export function loraTargets(spec: RunSpec): "all-linear" | readonly string[] {
  const targets = spec.lora?.targets ?? "all-linear";
  if (targets === "all-linear") return targets;
  const names = targets === "attention" ? ["q", "k", "v", "o"] : targets;
  return names.map((name) => projections[name] ?? name);
}

export const hasAdapters = ({ method }: RunSpec): boolean =>
  method === "lora" || method === "qlora" || method === "gptq-lora";

/**
 * Steps that train the planned tokens; null when they are not known or samples are not packed to full length.
 * tokens × epochs ÷ (micro-batch × accumulation × data-parallel size × length)
 */
export function plannedSteps({ spec, candidate }: FrameworkRun): number | null {
  const tokens = spec.data?.tokens;
  if (tokens === undefined || spec.packing !== true) return null;
  const { microBatch, gradientAccumulation, tensor, pipeline, context } = candidate.layout;
  const replicas = Math.max(1, Math.floor(candidate.gpus / (tensor * pipeline * context)));
  const each = microBatch * gradientAccumulation * replicas * (spec.sequenceLength ?? 2048);
  return Math.max(1, Math.ceil((tokens * (spec.data?.epochs ?? 1)) / each));
}

export const attentionName = ({ attention }: RunSpec): string | null =>
  attention === "flash" ? "flash_attention_2" : (attention ?? null);

/** What the transformers Trainer calls the run's settings. */
export function trainerOptions(run: FrameworkRun): readonly string[] {
  const { spec, candidate } = run;
  const { microBatch, gradientAccumulation } = candidate.layout;
  const compute = spec.precision?.compute ?? "bf16";
  const steps = plannedSteps(run);
  const optimizer = trainerOptimizer(spec);
  return [
    option("--per_device_train_batch_size", microBatch),
    option("--gradient_accumulation_steps", gradientAccumulation),
    option("--gradient_checkpointing", spec.checkpointing !== "none"),
    ...(compute === "fp16" || compute === "bf16" ? [option(`--${compute}`, true)] : []),
    ...(optimizer === null ? [] : [option("--optim", optimizer)]),
    steps === null ? option("--num_train_epochs", spec.data?.epochs ?? 1) : option("--max_steps", steps),
    ...(spec.compile === true ? [option("--torch_compile", true)] : []),
    ...(spec.kernels?.includes("liger") === true ? [option("--use_liger_kernel", true)] : []),
    option("--save_strategy", "steps"),
    option("--save_steps", Math.max(1, Math.min(500, Math.ceil((steps ?? 2500) / 5)))),
    ...(spec.save?.keep === undefined ? [] : [option("--save_total_limit", spec.save.keep)]),
  ];
}
