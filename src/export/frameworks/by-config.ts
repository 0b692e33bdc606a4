import type { LaunchNote } from "../../domain/launch.ts";
import type { StackName } from "../../domain/run-spec.ts";
import {
  installed,
  modelOption,
  option,
  trainingImage,
  type FrameworkJob,
  type FrameworkRun,
} from "./framework-run.ts";
import type { Word } from "../launch-request.ts";
import { yamlText } from "../yaml-text.ts";
import { hasAdapters, loraTargets, plannedSteps, trainerOptimizer } from "./trainer-options.ts";

const unmapped = (run: FrameworkRun): readonly LaunchNote[] =>
  run.spec.optimizer !== undefined && trainerOptimizer(run.spec) === null ? ["optimizer-not-mapped"] : [];

const rendezvousEnvironment: readonly Word[] = [
  "env",
  { shell: 'NNODES="$NODES"' },
  { shell: 'NODE_RANK="$NODE_RANK"' },
  { shell: 'NPROC_PER_NODE="$GPUS_PER_NODE"' },
  { shell: 'MASTER_ADDR="$MASTER_ADDR"' },
  { shell: 'MASTER_PORT="$MASTER_PORT"' },
];

/** What torchrun needs to hear of several nodes, after `--launcher torchrun --`. */
const torchrunNodes: readonly Word[] = [
  { shell: '--nnodes="$NODES"' },
  { shell: '--node_rank="$NODE_RANK"' },
  { shell: '--nproc_per_node="$GPUS_PER_NODE"' },
  { shell: '--rdzv_endpoint="$MASTER_ADDR:$MASTER_PORT"' },
  "--rdzv_backend=c10d",
];

function axolotl(run: FrameworkRun): FrameworkJob {
  const { spec, candidate, model } = run;
  const { layout, nodes } = candidate;
  const adapters = hasAdapters(spec);
  const targets = loraTargets(spec);
  const steps = plannedSteps(run);
  const optimizer = trainerOptimizer(spec);
  const config = {
    base_model: model ?? "REPLACE_ME",
    ...(adapters
      ? {
          adapter: spec.method === "qlora" ? "qlora" : "lora",
          lora_r: spec.lora?.rank ?? 16,
          lora_alpha: spec.lora?.alpha ?? 2 * (spec.lora?.rank ?? 16),
          ...(typeof targets === "string" ? { lora_target_linear: true } : { lora_target_modules: targets }),
        }
      : {}),
    ...(spec.method === "qlora" ? { load_in_4bit: true } : {}),
    datasets: [{ path: "REPLACE_ME", type: spec.method === "pretrain" ? "completion" : "chat_template" }],
    dataset_prepared_path: "prepared",
    sequence_len: spec.sequenceLength ?? 2048,
    sample_packing: spec.packing ?? true,
    micro_batch_size: layout.microBatch,
    gradient_accumulation_steps: layout.gradientAccumulation,
    num_epochs: spec.data?.epochs ?? 1,
    ...(steps === null ? {} : { max_steps: steps }),
    ...(optimizer === null ? {} : { optimizer }),
    learning_rate: adapters ? 0.0002 : 0.00001,
    bf16: spec.precision?.compute !== "fp16",
    fp16: spec.precision?.compute === "fp16",
    gradient_checkpointing: spec.checkpointing !== "none",
    flash_attention: spec.attention === undefined || spec.attention === "flash",
    ...(layout.strategy === "fsdp"
      ? {
          fsdp_version: layout.fsdpVersion ?? 2,
          fsdp_config: {
            offload_params: layout.offload !== "none",
            auto_wrap_policy: "TRANSFORMER_BASED_WRAP",
            state_dict_type: "SHARDED_STATE_DICT",
            reshard_after_forward: true,
          },
        }
      : {}),
    ...(layout.strategy.startsWith("zero")
      ? {
          deepspeed: `deepspeed_configs/${layout.strategy}${layout.strategy === "zero3" ? "_bf16" : ""}.json`,
        }
      : {}),
    ...(layout.tensor > 1 ? { tensor_parallel_size: layout.tensor } : {}),
    ...(layout.context > 1 ? { context_parallel_size: layout.context } : {}),
    auto_resume_from_checkpoints: true,
    saves_per_epoch: 5,
  };
  return {
    image: run.rocm ? trainingImage(run) : "docker.io/axolotlai/axolotl",
    setup: run.rocm ? [installed("axolotl", run)] : [],
    files: [{ name: "axolotl.yaml", text: yamlText(config) }],
    variables: [{ name: "DATASET", value: null, note: "dataset" }],
    steps: [
      ["python", "-c", fillIn, "axolotl.yaml"],
      ["axolotl", "preprocess", "axolotl.yaml"],
      [
        "axolotl",
        "train",
        "axolotl.yaml",
        { shell: '--output-dir="$CHECKPOINT_DIR"' },
        ...(nodes === 1 ? [] : ["--launcher", "torchrun", "--", ...torchrunNodes]),
      ],
    ],
    notes: unmapped(run),
  };
}

/** Puts the variables into the file, as data: JSON is YAML. */
const fillIn = `import os, sys, yaml
name = sys.argv[1]
job = yaml.safe_load(open(name))
job["datasets"][0]["path"] = os.environ["DATASET"]
if job["base_model"] == "REPLACE_ME": job["base_model"] = os.environ["MODEL"]
yaml.safe_dump(job, open(name, "w"))`;

const llamaFactoryStages: Readonly<Record<string, string>> = {
  sft: "sft",
  dpo: "dpo",
  orpo: "dpo",
  reward: "rm",
};

function llamaFactory(run: FrameworkRun): FrameworkJob {
  const { spec, candidate } = run;
  const targets = loraTargets(spec);
  const steps = plannedSteps(run);
  const optimizer = trainerOptimizer(spec);
  const adapters = hasAdapters(spec);
  const config = {
    stage: spec.method === "pretrain" ? "pt" : (llamaFactoryStages[spec.objective ?? "sft"] ?? "sft"),
    ...(spec.objective === "orpo" ? { pref_loss: "orpo" } : {}),
    do_train: true,
    finetuning_type: adapters ? "lora" : "full",
    ...(adapters
      ? {
          lora_rank: spec.lora?.rank ?? 16,
          ...(spec.lora?.alpha === undefined ? {} : { lora_alpha: spec.lora.alpha }),
          lora_target: typeof targets === "string" ? "all" : targets.join(","),
        }
      : {}),
    ...(spec.method === "qlora" ? { quantization_bit: 4, quantization_method: "bnb" } : {}),
    cutoff_len: spec.sequenceLength ?? 2048,
    packing: spec.packing ?? true,
    per_device_train_batch_size: candidate.layout.microBatch,
    gradient_accumulation_steps: candidate.layout.gradientAccumulation,
    ...(steps === null ? { num_train_epochs: spec.data?.epochs ?? 1 } : { max_steps: steps }),
    ...(optimizer === null ? {} : { optim: optimizer }),
    bf16: spec.precision?.compute !== "fp16",
    disable_gradient_checkpointing: spec.checkpointing === "none",
    ...(candidate.layout.strategy.startsWith("zero")
      ? { deepspeed: `examples/deepspeed/ds_z${candidate.layout.strategy.slice("zero".length)}_config.json` }
      : {}),
  };
  return {
    image: trainingImage(run),
    setup: [installed("llamafactory", run)],
    files: [{ name: "llamafactory.yaml", text: yamlText(config) }],
    variables: [{ name: "DATASET", value: null, note: "dataset" }],
    steps: [
      [
        ...rendezvousEnvironment,
        `FORCE_TORCHRUN=${candidate.gpus > 1 ? 1 : 0}`,
        "llamafactory-cli",
        "train",
        "llamafactory.yaml",
        modelOption("model_name_or_path", run),
        { shell: 'dataset="$DATASET"' },
        { shell: 'output_dir="$CHECKPOINT_DIR"' },
      ],
    ],
    notes: unmapped(run),
  };
}

function msSwift(run: FrameworkRun): FrameworkJob {
  const { spec, candidate } = run;
  const { layout } = candidate;
  const steps = plannedSteps(run);
  const targets = loraTargets(spec);
  return {
    image: trainingImage(run),
    setup: [installed("ms-swift", run)],
    variables: [{ name: "DATASET", value: null, note: "dataset" }],
    steps: [
      [
        ...rendezvousEnvironment,
        "swift",
        spec.method === "pretrain"
          ? "pt"
          : spec.objective === "dpo" || spec.objective === "grpo"
            ? "rlhf"
            : "sft",
        ...(spec.objective === "dpo" || spec.objective === "grpo" ? ["--rlhf_type", spec.objective] : []),
        "--model",
        run.model ?? { shell: '"$MODEL"' },
        "--dataset",
        { shell: '"$DATASET"' },
        "--output_dir",
        { shell: '"$CHECKPOINT_DIR"' },
        "--train_type",
        hasAdapters(spec) ? "lora" : "full",
        ...(hasAdapters(spec)
          ? [
              "--lora_rank",
              String(spec.lora?.rank ?? 16),
              "--target_modules",
              ...(typeof targets === "string" ? [targets] : targets),
            ]
          : []),
        ...(spec.method === "qlora" ? ["--quant_method", "bnb", "--quant_bits", "4"] : []),
        "--max_length",
        String(spec.sequenceLength ?? 2048),
        "--per_device_train_batch_size",
        String(layout.microBatch),
        "--gradient_accumulation_steps",
        String(layout.gradientAccumulation),
        ...(steps === null
          ? ["--num_train_epochs", String(spec.data?.epochs ?? 1)]
          : ["--max_steps", String(steps)]),
        ...(layout.strategy.startsWith("zero") ? ["--deepspeed", layout.strategy] : []),
      ],
    ],
    notes: unmapped(run),
  };
}

/** LitGPT: one command a method; several nodes are its own affair (`--num_nodes`). */
function litgpt(run: FrameworkRun): FrameworkJob {
  const { spec, candidate } = run;
  const adapters = hasAdapters(spec);
  const steps = plannedSteps(run);
  return {
    image: trainingImage(run),
    setup: [installed("litgpt[extra]", run)],
    variables: [{ name: "DATASET", value: null, note: "dataset" }],
    steps: [
      [
        "litgpt",
        spec.method === "pretrain" ? "pretrain" : adapters ? "finetune_lora" : "finetune_full",
        run.model ?? { shell: '"$MODEL"' },
        "--data=JSON",
        { shell: '--data.json_path="$DATASET"' },
        { shell: '--out_dir="$CHECKPOINT_DIR"' },
        { shell: '--devices="$GPUS_PER_NODE"' },
        { shell: '--num_nodes="$NODES"' },
        option("--precision", spec.precision?.compute === "fp16" ? "16-true" : "bf16-true"),
        ...(spec.method === "qlora" ? ["--quantize=bnb.nf4"] : []),
        ...(adapters ? [option("--lora_r", spec.lora?.rank ?? 16)] : []),
        option("--train.micro_batch_size", candidate.layout.microBatch),
        option("--train.max_seq_length", spec.sequenceLength ?? 2048),
        ...(steps === null
          ? [option("--train.epochs", spec.data?.epochs ?? 1)]
          : [option("--train.max_steps", steps)]),
      ],
    ],
  };
}

/** Frameworks whose command reads a configuration, or has one option a setting. */
export const configJobs: Partial<Record<StackName, (run: FrameworkRun) => FrameworkJob>> = {
  axolotl,
  "llama-factory": llamaFactory,
  "ms-swift": msSwift,
  litgpt,
};
