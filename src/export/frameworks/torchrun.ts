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
import { hasAdapters, plannedSteps } from "./trainer-options.ts";

/** torchrun with its c10d rendezvous on the first node. */
export const torchrun = ({ candidate }: FrameworkRun): Command =>
  candidate.nodes === 1
    ? ["torchrun", "--standalone", { shell: '--nproc_per_node="$GPUS_PER_NODE"' }]
    : ["torchrun", ...rendezvous];

export const rendezvous: readonly Word[] = [
  { shell: '--nnodes="$NODES"' },
  { shell: '--node_rank="$NODE_RANK"' },
  { shell: '--nproc_per_node="$GPUS_PER_NODE"' },
  "--rdzv_backend=c10d",
  { shell: '--rdzv_endpoint="$MASTER_ADDR:$MASTER_PORT"' },
  "--rdzv_id=job",
];

const config: Variable = { name: "FRAMEWORK_CONFIG", value: null, note: "framework-config" };
const script: Variable = { name: "TRAIN_SCRIPT", value: null, note: "train-script" };
const dataset: Variable = { name: "DATASET", value: null, note: "dataset" };

/** `tune run` of the recipe for the method and the number of cards; its config names model and data. */
function torchtune(run: FrameworkRun): FrameworkJob {
  const { spec, candidate } = run;
  const adapters = hasAdapters(spec);
  const one = candidate.gpus === 1;
  const recipe = `${adapters ? "lora_finetune" : "full_finetune"}_${one ? "single_device" : "distributed"}`;
  const launch: readonly Word[] = one
    ? []
    : candidate.nodes === 1
      ? [{ shell: '--nproc_per_node="$GPUS_PER_NODE"' }]
      : rendezvous;
  const steps = plannedSteps(run);
  return {
    image: trainingImage(run),
    setup: [[...installed("torchtune", run), "torchao"]],
    variables: [config],
    steps: [
      [
        "tune", "run", ...launch, recipe, "--config", { shell: '"$FRAMEWORK_CONFIG"' },
        { shell: 'output_dir="$CHECKPOINT_DIR"' },
        `batch_size=${candidate.layout.microBatch}`,
        `gradient_accumulation_steps=${candidate.layout.gradientAccumulation}`,
        `tokenizer.max_seq_len=${spec.sequenceLength ?? 2048}`,
        `dataset.packed=${spec.packing === true ? "True" : "False"}`,
        `enable_activation_checkpointing=${spec.checkpointing === "none" ? "False" : "True"}`,
        `compile=${spec.compile === true ? "True" : "False"}`,
        ...(steps === null ? [`epochs=${spec.data?.epochs ?? 1}`] : [`max_steps_per_epoch=${steps}`, "epochs=1"]),
        ...(adapters ? [`model.lora_rank=${spec.lora?.rank ?? 16}`] : []),
      ],
    ],
  }; // prettier-ignore
}

function torchtitan(run: FrameworkRun): FrameworkJob {
  const { spec, candidate } = run;
  const { layout } = candidate;
  const steps = plannedSteps(run);
  return {
    image: trainingImage(run),
    setup: [installed("torchtitan", run)],
    variables: [config],
    steps: [
      [
        ...torchrun(run),
        "-m",
        "torchtitan.train",
        { shell: '--job.config_file="$FRAMEWORK_CONFIG"' },
        "--checkpoint.enable",
        { shell: '--checkpoint.folder="$CHECKPOINT_DIR"' },
        option("--training.local_batch_size", layout.microBatch),
        option("--training.seq_len", spec.sequenceLength ?? 2048),
        ...(steps === null ? [] : [option("--training.steps", steps)]),
        option("--parallelism.tensor_parallel_degree", layout.tensor),
        option("--parallelism.pipeline_parallel_degree", layout.pipeline),
        option("--parallelism.context_parallel_degree", layout.context),
        option("--parallelism.expert_parallel_degree", layout.expert),
      ],
    ],
  };
}

/** A ZeRO configuration beside a script that takes `--deepspeed`. */
function deepspeed(run: FrameworkRun): FrameworkJob {
  const { spec, candidate } = run;
  const { layout, nodes } = candidate;
  const stage = layout.strategy.startsWith("zero") ? Number(layout.strategy.slice("zero".length)) : 3;
  const compute = spec.precision?.compute ?? "bf16";
  const offloadsParameters = layout.offload === "all" || layout.offload === "parameters";
  const settings = {
    train_micro_batch_size_per_gpu: layout.microBatch,
    gradient_accumulation_steps: layout.gradientAccumulation,
    ...(compute === "fp16" ? { fp16: { enabled: true } } : { bf16: { enabled: compute !== "fp32" } }),
    zero_optimization: {
      stage,
      overlap_comm: true,
      ...(layout.offload === "none" ? {} : { offload_optimizer: { device: "cpu", pin_memory: true } }),
      ...(offloadsParameters && stage === 3 ? { offload_param: { device: "cpu", pin_memory: true } } : {}),
      ...(stage === 3 ? { stage3_gather_16bit_weights_on_model_save: true } : {}),
    },
  };
  const launch: Command = nodes === 1 ? ["deepspeed", option("--num_gpus", candidate.gpus)] : torchrun(run);
  return {
    image: trainingImage(run),
    setup: [[...installed("deepspeed", run), "transformers", "datasets"]],
    files: [{ name: "deepspeed.json", text: `${JSON.stringify(settings, null, 2)}\n` }],
    variables: [dataset, script],
    steps: [
      [
        ...launch,
        { shell: '"$TRAIN_SCRIPT"' },
        "--deepspeed=deepspeed.json",
        modelOption("--model_name_or_path", run),
        { shell: '--dataset_name="$DATASET"' },
        { shell: '--output_dir="$CHECKPOINT_DIR"' },
      ],
    ],
  };
}

/** The person's script under torchrun: for frameworks whose run is written in their own configuration. */
export function torchrunJob(run: FrameworkRun, stack: StackName): FrameworkJob {
  if (stack === "torchtune") return torchtune(run);
  if (stack === "torchtitan") return torchtitan(run);
  if (stack === "deepspeed") return deepspeed(run);
  const { layout } = run.candidate;
  const byHand = layout.tensor * layout.pipeline * layout.context * layout.expert > 1;
  return {
    image: trainingImage(run),
    variables: [script],
    steps: [[...torchrun(run), { shell: '"$TRAIN_SCRIPT"' }]],
    notes: byHand ? ["parallel-by-hand"] : [],
  };
}
