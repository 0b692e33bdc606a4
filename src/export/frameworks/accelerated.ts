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
import type { Command, Variable, Word } from "../launch-request.ts";
import {
  attentionName,
  hasAdapters,
  loraTargets,
  trainerOptimizer,
  trainerOptions,
} from "./trainer-options.ts";

/** `accelerate launch` over all nodes, sharding as planned. */
export function accelerateLaunch({ spec, candidate }: FrameworkRun): Command {
  const { layout, gpus, nodes } = candidate;
  const compute = spec.precision?.compute ?? "bf16";
  const offloads = layout.offload !== "none";
  const sharded: readonly string[] =
    layout.strategy === "fsdp"
      ? [
          "--use_fsdp",
          option("--fsdp_version", layout.fsdpVersion ?? 2),
          "--fsdp_auto_wrap_policy=TRANSFORMER_BASED_WRAP",
          "--fsdp_state_dict_type=SHARDED_STATE_DICT",
          "--fsdp_cpu_ram_efficient_loading=true",
          `--fsdp_offload_params=${String(offloads)}`,
        ]
      : layout.strategy.startsWith("zero")
        ? [
            "--use_deepspeed",
            option("--zero_stage", layout.strategy.slice("zero".length)),
            option("--gradient_accumulation_steps", layout.gradientAccumulation),
            `--offload_optimizer_device=${offloads ? "cpu" : "none"}`,
            `--offload_param_device=${layout.offload === "all" || layout.offload === "parameters" ? "cpu" : "none"}`,
          ]
        : gpus > 1
          ? ["--multi_gpu"]
          : [];
  const rendezvous: readonly Word[] =
    nodes === 1
      ? []
      : [
          "--machine_rank",
          { shell: '"$NODE_RANK"' },
          "--main_process_ip",
          { shell: '"$MASTER_ADDR"' },
          "--main_process_port",
          { shell: '"$MASTER_PORT"' },
          "--rdzv_backend=c10d",
        ];
  return [
    "accelerate",
    "launch",
    option("--num_machines", nodes),
    option("--num_processes", gpus),
    ...rendezvous,
    option("--mixed_precision", compute === "fp32" || compute === "fp4" ? "no" : compute),
    "--dynamo_backend=no",
    ...sharded,
  ];
}

/** Objectives that TRL has a script for. */
const trlScripts: Readonly<Record<string, string>> = {
  sft: "sft",
  dpo: "dpo",
  reward: "reward",
  grpo: "grpo",
};

/** TRL's script for the objective, else the person's own script with the Trainer's options. */
export function acceleratedJob(run: FrameworkRun, stack: StackName): FrameworkJob {
  const { spec } = run;
  const script = stack === "trl" ? trlScripts[spec.objective ?? "sft"] : undefined;
  const attention = attentionName(spec);
  const targets = loraTargets(spec);
  const ownOptions: readonly Word[] =
    script === undefined
      ? []
      : [
          ...(script === "grpo" ? [] : [option("--max_length", spec.sequenceLength ?? 2048)]),
          ...(script === "sft" ? [option("--packing", spec.packing ?? true)] : []),
          ...(attention === null ? [] : [option("--attn_implementation", attention)]),
          ...(hasAdapters(spec)
            ? [
                "--use_peft",
                option("--lora_r", spec.lora?.rank ?? 16),
                option("--lora_alpha", spec.lora?.alpha ?? 2 * (spec.lora?.rank ?? 16)),
                "--lora_target_modules",
                ...(typeof targets === "string" ? [targets] : targets),
              ]
            : []),
          ...(spec.method === "qlora" ? ["--load_in_4bit"] : []),
        ];
  const variables: readonly Variable[] = [
    { name: "DATASET", value: null, note: "dataset" },
    ...(script === undefined ? ([{ name: "TRAIN_SCRIPT", value: null, note: "train-script" }] as const) : []),
  ];
  const notes: readonly LaunchNote[] = [
    ...(spec.optimizer !== undefined && trainerOptimizer(spec) === null
      ? (["optimizer-not-mapped"] as const)
      : []),
    ...(run.candidate.layout.tensor * run.candidate.layout.pipeline * run.candidate.layout.context > 1
      ? (["parallel-by-hand"] as const)
      : []),
  ];
  const packageName = stack === "hf-trainer" ? "transformers" : stack;
  return {
    image: trainingImage(run),
    setup: [
      [
        ...installed(packageName, run),
        "accelerate",
        "datasets",
        ...(hasAdapters(spec) ? ["peft", "bitsandbytes"] : []),
      ],
    ],
    steps: [
      [
        ...accelerateLaunch(run),
        ...(script === undefined ? [{ shell: '"$TRAIN_SCRIPT"' }] : ["-m", `trl.scripts.${script}`]),
        modelOption("--model_name_or_path", run),
        { shell: '--dataset_name="$DATASET"' },
        { shell: '--output_dir="$CHECKPOINT_DIR"' },
        ...trainerOptions(run),
        ...ownOptions,
      ],
    ],
    variables,
    notes,
  };
}
