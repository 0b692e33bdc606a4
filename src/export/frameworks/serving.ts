import type { StackName } from "../../domain/run-spec.ts";
import {
  installed,
  modelOption,
  modelWord,
  option,
  trainingImage,
  type FrameworkJob,
  type FrameworkRun,
} from "./framework-run.ts";
import type { Word } from "../launch-request.ts";

/** Longest prompt and answer together, which is what the engine must reserve. */
const contextLength = ({ spec }: FrameworkRun): number | null => {
  const { promptTokens, outputTokens } = spec.serving ?? {};
  return promptTokens === undefined && outputTokens === undefined
    ? (spec.sequenceLength ?? null)
    : (promptTokens ?? 0) + (outputTokens ?? 0);
};

function vllm(run: FrameworkRun): FrameworkJob {
  const { spec, candidate, rocm } = run;
  const { layout, nodes } = candidate;
  const length = contextLength(run);
  const severalNodes: readonly Word[] =
    nodes === 1
      ? []
      : [
          { shell: '--nnodes="$NODES"' },
          { shell: '--node-rank="$NODE_RANK"' },
          { shell: '--master-addr="$MASTER_ADDR"' },
          { shell: '$([ "$NODE_RANK" -eq 0 ] || echo --headless)' },
        ];
  return {
    image: rocm ? "docker.io/rocm/vllm" : "docker.io/vllm/vllm-openai",
    port: 8000,
    steps: [
      [
        "vllm",
        "serve",
        modelWord(run),
        option("--tensor-parallel-size", layout.tensor),
        ...(layout.pipeline > 1 ? [option("--pipeline-parallel-size", layout.pipeline)] : []),
        ...(length === null ? [] : [option("--max-model-len", length)]),
        ...(spec.serving?.concurrency === undefined
          ? []
          : [option("--max-num-seqs", spec.serving.concurrency)]),
        ...(spec.serving?.kvPrecision === "fp8" ? ["--kv-cache-dtype=fp8"] : []),
        ...(spec.precision?.weights === "fp8" ? ["--quantization=fp8"] : []),
        "--gpu-memory-utilization=0.9",
        ...severalNodes,
        "--port=8000",
      ],
    ],
  };
}

function sglang(run: FrameworkRun): FrameworkJob {
  const { spec, candidate } = run;
  const length = contextLength(run);
  return {
    image: "docker.io/lmsysorg/sglang",
    port: 30000,
    steps: [
      [
        "python",
        "-m",
        "sglang.launch_server",
        modelOption("--model-path", run),
        option("--tp-size", candidate.layout.tensor),
        ...(candidate.layout.pipeline > 1 ? [option("--pp-size", candidate.layout.pipeline)] : []),
        ...(length === null ? [] : [option("--context-length", length)]),
        ...(spec.serving?.concurrency === undefined
          ? []
          : [option("--max-running-requests", spec.serving.concurrency)]),
        ...(spec.serving?.kvPrecision === "fp8" ? ["--kv-cache-dtype=fp8_e5m2"] : []),
        ...(candidate.nodes === 1
          ? []
          : [
              { shell: '--nnodes="$NODES"' },
              { shell: '--node-rank="$NODE_RANK"' },
              { shell: '--dist-init-addr="$MASTER_ADDR:$MASTER_PORT"' },
            ]),
        "--host=0.0.0.0",
        "--port=30000",
      ],
    ],
  };
}

/** The engine's server; a stack without one starts the person's own script. */
export function servingJob(run: FrameworkRun, stack: StackName): FrameworkJob {
  if (stack === "vllm") return vllm(run);
  if (stack === "sglang") return sglang(run);
  return {
    image: trainingImage(run),
    setup: [installed("transformers", run)],
    variables: [{ name: "TRAIN_SCRIPT", value: null, note: "train-script" }],
    steps: [["python", { shell: '"$TRAIN_SCRIPT"' }]],
  };
}
