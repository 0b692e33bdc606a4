import type { FilledRun } from "../filled-run.ts";
import type { Problem } from "../problem.ts";
import { isQuantised } from "../precision.ts";
import { weightDtypes, type Method, type WeightDtype } from "../run-spec.ts";

type Check = (run: FilledRun) => Problem | false;

const conflict = (
  path: string,
  value: unknown,
  params: Problem["params"],
  allowed: readonly (string | number)[],
): Problem => ({
  code: "conflicting-fields",
  path,
  read: String(value),
  allowed: allowed.map(String),
  params: params ?? {},
});

const impossible = (
  path: string,
  value: number,
  params: Readonly<Record<string, string | number>>,
  allowed: readonly (string | number)[],
): Problem => ({
  code: "impossible-shape",
  path,
  read: String(value),
  allowed: allowed.map(String),
  params,
});

/** More than a person reads: the first ones and the last say enough. */
const mostShown = 8;

/** Divisors of n, up to `most`. */
function divisorsOf(n: number, most = n): readonly number[] {
  const found: number[] = [];
  for (let i = 1; i <= Math.min(n, most); i += 1) if (n % i === 0) found.push(i);
  return found.length <= mostShown ? found : [...found.slice(0, mostShown - 1), ...found.slice(-1)];
}

/** The multiples of `step` on either side of n. */
function multiplesAround(n: number, step: number): readonly number[] {
  const under = Math.floor(n / step) * step;
  return under > 0 ? [under, under + step] : [step];
}

const sharding = ["fsdp", "zero3"] as const;

const gpusDivide: Check = ({ gpus, parallel: { tensor, pipeline, context } }) => {
  const ranks = tensor * pipeline * context;
  return (
    gpus % ranks !== 0 &&
    conflict("gpus", gpus, { with: "parallel", mustDivideBy: ranks }, multiplesAround(gpus, ranks))
  );
};

const nodesDivide: Check = ({ gpus, nodes }) =>
  gpus % nodes !== 0 && conflict("nodes", nodes, { with: "gpus", gpus }, divisorsOf(gpus));

const singleIsOne: Check = ({ gpus, parallel: p, method }) => {
  const replicas = gpus / (p.tensor * p.pipeline * p.context);
  return (
    p.strategy === "single" &&
    method !== "inference" &&
    replicas > 1 &&
    conflict("parallel.strategy", p.strategy, { with: "gpus", gpus }, ["ddp", "zero1", "zero2", ...sharding])
  );
};

const shardGroupShards: Check = ({ gpus, parallel: p }) => {
  if (p.shardGroup === undefined) return false;
  if (p.strategy !== "fsdp" && p.strategy !== "zero3") {
    return conflict(
      "parallel.shardGroup",
      p.shardGroup,
      { with: "parallel.strategy", strategy: p.strategy },
      sharding.map((s) => `parallel.strategy=${s}`),
    );
  }
  const replicas = gpus / (p.tensor * p.pipeline * p.context);
  return (
    (p.shardGroup > replicas || replicas % p.shardGroup !== 0) &&
    conflict(
      "parallel.shardGroup",
      p.shardGroup,
      { with: "gpus", dataParallel: replicas },
      divisorsOf(replicas),
    )
  );
};

const fsdpVersionOfFsdp: Check = ({ parallel: p }) =>
  p.fsdpVersion !== undefined &&
  p.strategy !== "fsdp" &&
  conflict("parallel.fsdpVersion", p.fsdpVersion, { with: "parallel.strategy", strategy: p.strategy }, [
    "parallel.strategy=fsdp",
  ]);

/** A shape that was assumed from a size alone cannot refuse a layout: nobody knows its heads or layers. */
const headsDivide: Check = ({ model: { shape, shapeAssumed }, parallel: { tensor }, method }) => {
  if (shape === null || shapeAssumed || tensor === 1 || shape.attentionHeads === 0) return false;
  if (shape.attentionHeads % tensor !== 0) {
    return impossible(
      "parallel.tensor",
      tensor,
      { attentionHeads: shape.attentionHeads },
      divisorsOf(shape.attentionHeads),
    );
  }
  return (
    method !== "inference" &&
    shape.attention.type !== "mla" &&
    shape.keyValueHeads > 0 &&
    tensor > shape.keyValueHeads &&
    impossible(
      "parallel.tensor",
      tensor,
      { keyValueHeads: shape.keyValueHeads },
      divisorsOf(shape.attentionHeads, shape.keyValueHeads),
    )
  );
};

/** Pieces of a stage: only where there are stages, and a layer at least in each. */
const piecesHoldLayers: Check = ({
  model: { shape, shapeAssumed },
  parallel: { pipeline, virtualStages },
}) => {
  if (virtualStages === undefined || virtualStages === 1) return false;
  if (pipeline === 1) {
    return conflict(
      "parallel.virtualStages",
      virtualStages,
      { with: "parallel.pipeline", because: "pieces-without-stages" },
      ["1"],
    );
  }
  const most = shape === null || shapeAssumed ? Infinity : Math.floor(shape.layers / pipeline);
  return (
    virtualStages > most &&
    impossible("parallel.virtualStages", virtualStages, { layers: shape?.layers ?? 0, pipeline }, [
      `1–${most}`,
    ])
  );
};

const stagesHoldLayers: Check = ({ model: { shape, shapeAssumed }, parallel: { pipeline } }) =>
  shape !== null &&
  !shapeAssumed &&
  pipeline > shape.layers &&
  impossible("parallel.pipeline", pipeline, { layers: shape.layers }, [`1–${shape.layers}`]);

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

/** Expert ranks are cut from all ranks of a stage. */
const expertsSplit: Check = ({ gpus, model: { shape, shapeAssumed }, parallel: { expert, pipeline } }) => {
  if (expert === 1) return false;
  const ranks = Math.max(1, Math.floor(gpus / pipeline));
  const experts = shape === null || shapeAssumed ? ranks : (shape.moe?.experts ?? 1);
  const allowed = divisorsOf(commonDivisor(experts, ranks));
  if (experts % expert !== 0) return impossible("parallel.expert", expert, { experts }, allowed);
  return ranks % expert !== 0 && conflict("parallel.expert", expert, { with: "gpus", ranks }, allowed);
};

/** A pipeline splits what ZeRO-2 and ZeRO-3 share: deepspeed/runtime/pipe/engine.py refuses them together. */
const stagesWithoutDeepZero: Check = ({ parallel: { strategy, pipeline }, method }) =>
  pipeline > 1 &&
  method !== "inference" &&
  (strategy === "zero2" || strategy === "zero3") &&
  conflict("parallel.strategy", strategy, { with: "parallel.pipeline", because: "deep-zero-with-stages" }, [
    "ddp",
    "zero1",
    "fsdp",
  ]);

/** What a step in backward has already spent cannot accumulate: torchtune refuses it, PyTorch's hooks would step each time. */
const stepInBackwardOnce: Check = ({ optimizerInBackward, gradientAccumulation, method }) =>
  optimizerInBackward &&
  method !== "inference" &&
  gradientAccumulation > 1 &&
  conflict(
    "gradientAccumulation",
    gradientAccumulation,
    { with: "optimizerInBackward", because: "step-in-backward-accumulates" },
    ["1", "optimizerInBackward=false"],
  );

const optimizersAgree: Check = ({ optimizer, optimizerInBackward }) =>
  optimizer === "optimizer-in-backward" &&
  !optimizerInBackward &&
  conflict("optimizerInBackward", "false", { with: "optimizer", because: "optimizer-steps-in-backward" }, [
    "true",
    "optimizer=adamw",
  ]);

const servingStacks: ReadonlySet<string> = new Set(["vllm", "sglang"]);

const servingStackServes: Check = ({ stack, method }) =>
  servingStacks.has(stack) &&
  method !== "inference" &&
  conflict("stack", stack, { with: "method", because: "serving-stack" }, [
    "method=inference",
    ...trainingStacks,
  ]);

const trainingStacks = ["trl", "hf-trainer", "axolotl", "torchtune", "megatron"];

const generative: ReadonlySet<string> = new Set(["dpo", "orpo", "grpo"]);

/** Preferences and rollouts are about text that a trained model writes. */
const objectiveSuitsModel: Check = ({ objective, task, model, method }) => {
  if (method === "pretrain" && objective !== "sft")
    return conflict("objective", objective, { with: "method", because: "pretrains-text" }, [
      "sft",
      "method=full",
      "method=lora",
    ]);
  if (!generative.has(objective)) return false;
  if (task !== "causal-lm")
    return conflict("task", task, { with: "objective", because: "needs-generation" }, ["causal-lm"]);
  return (
    (model.class === "encoder" || model.class === "vision-transformer") &&
    conflict("objective", objective, { with: "model", because: "needs-generation" }, ["sft", "reward"])
  );
};

const rankBelowWidth: Check = ({ model: { shape }, lora }) =>
  lora !== null &&
  shape !== null &&
  lora.rank > shape.hiddenSize && {
    code: "out-of-range",
    path: "lora.rank",
    read: String(lora.rank),
    allowed: [`1–${shape.hiddenSize}, whole`],
    params: { least: 1, most: shape.hiddenSize },
  };

const suited: Readonly<Partial<Record<Method, readonly WeightDtype[]>>> = {
  qlora: ["nf4", "nf4-dq", "int4", "gptq4", "awq4", "int8", "fp8"],
  "gptq-lora": ["gptq4", "awq4", "int4", "int8"],
  full: weightDtypes.filter((w) => !isQuantised(w) || w === "fp8"),
  pretrain: weightDtypes.filter((w) => !isQuantised(w) || w === "fp8"),
};

const weightsSuitMethod: Check = ({ method, precision: { weights } }) => {
  const allowed = suited[method];
  return (
    allowed !== undefined &&
    !allowed.includes(weights) &&
    conflict("precision.weights", weights, { with: "method", method }, allowed)
  );
};

const outputFitsServing: Check = ({ serving }) =>
  serving !== null &&
  serving.promptTokens + serving.outputTokens < 1 &&
  conflict("serving.promptTokens", serving.promptTokens, { with: "serving.outputTokens" }, ["≥ 1"]);

const checks: readonly Check[] = [
  gpusDivide,
  nodesDivide,
  singleIsOne,
  shardGroupShards,
  fsdpVersionOfFsdp,
  headsDivide,
  stagesHoldLayers,
  piecesHoldLayers,
  expertsSplit,
  stagesWithoutDeepZero,
  stepInBackwardOnce,
  optimizersAgree,
  servingStackServes,
  objectiveSuitsModel,
  rankBelowWidth,
  weightsSuitMethod,
  outputFitsServing,
];

/** Fields that exclude each other or the model's shape. */
export const layoutProblems = (run: FilledRun): readonly Problem[] =>
  checks.flatMap((check) => check(run) || []);
