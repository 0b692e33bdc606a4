import type { FilledRun } from "../filled-run.ts";
import type { Problem } from "../problem.ts";
import { isQuantised } from "../precision.ts";

type Check = (run: FilledRun) => Problem | false;

const conflict = (path: string, value: unknown, params: Problem["params"] = {}): Problem => ({
  code: "conflicting-fields",
  path,
  read: String(value),
  params,
});

const impossible = (
  path: string,
  value: number,
  params: Readonly<Record<string, string | number>>,
): Problem => ({
  code: "impossible-shape",
  path,
  read: String(value),
  params,
});

const gpusDivide: Check = ({ gpus, parallel: { tensor, pipeline, context } }) => {
  const ranks = tensor * pipeline * context;
  return gpus % ranks !== 0 && conflict("gpus", gpus, { with: "parallel", mustDivideBy: ranks });
};

const nodesDivide: Check = ({ gpus, nodes }) =>
  gpus % nodes !== 0 && conflict("nodes", nodes, { with: "gpus", gpus });

const singleIsOne: Check = ({ gpus, parallel: p, method }) => {
  const replicas = gpus / (p.tensor * p.pipeline * p.context);
  return (
    p.strategy === "single" &&
    method !== "inference" &&
    replicas > 1 &&
    conflict("parallel.strategy", p.strategy, { with: "gpus", gpus })
  );
};

const shardGroupShards: Check = ({ gpus, parallel: p }) => {
  if (p.shardGroup === undefined) return false;
  if (p.strategy !== "fsdp" && p.strategy !== "zero3") {
    return conflict("parallel.shardGroup", p.shardGroup, { with: "parallel.strategy", strategy: p.strategy });
  }
  const replicas = gpus / (p.tensor * p.pipeline * p.context);
  return (
    (p.shardGroup > replicas || replicas % p.shardGroup !== 0) &&
    conflict("parallel.shardGroup", p.shardGroup, { with: "gpus", dataParallel: replicas })
  );
};

const fsdpVersionOfFsdp: Check = ({ parallel: p }) =>
  p.fsdpVersion !== undefined &&
  p.strategy !== "fsdp" &&
  conflict("parallel.fsdpVersion", p.fsdpVersion, { with: "parallel.strategy", strategy: p.strategy });

const headsDivide: Check = ({ model: { shape }, parallel: { tensor }, method }) => {
  if (shape === null || tensor === 1 || shape.attentionHeads === 0) return false;
  if (shape.attentionHeads % tensor !== 0) {
    return impossible("parallel.tensor", tensor, { attentionHeads: shape.attentionHeads });
  }
  return (
    method !== "inference" &&
    shape.attention.type !== "mla" &&
    shape.keyValueHeads > 0 &&
    tensor > shape.keyValueHeads &&
    impossible("parallel.tensor", tensor, { keyValueHeads: shape.keyValueHeads })
  );
};

const stagesHoldLayers: Check = ({ model: { shape }, parallel: { pipeline } }) =>
  shape !== null &&
  pipeline > shape.layers &&
  impossible("parallel.pipeline", pipeline, { layers: shape.layers });

const expertsSplit: Check = ({ model: { shape }, parallel: { expert } }) => {
  if (expert === 1 || shape === null) return false;
  const experts = shape.moe?.experts ?? 1;
  return (expert > experts || experts % expert !== 0) && impossible("parallel.expert", expert, { experts });
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

const fourBit = new Set(["nf4", "nf4-dq", "int4", "gptq4", "awq4", "int8", "fp8"]);

const weightsSuitMethod: Check = ({ method, precision: { weights } }) => {
  if (method === "qlora" && !fourBit.has(weights))
    return conflict("precision.weights", weights, { with: "method", method });
  const gptqBase = weights === "gptq4" || weights === "awq4" || weights === "int4" || weights === "int8";
  if (method === "gptq-lora" && !gptqBase)
    return conflict("precision.weights", weights, { with: "method", method });
  const trainsAll = method === "full" || method === "pretrain";
  return (
    trainsAll &&
    isQuantised(weights) &&
    weights !== "fp8" &&
    conflict("precision.weights", weights, { with: "method", method })
  );
};

const outputFitsServing: Check = ({ serving }) =>
  serving !== null &&
  serving.promptTokens + serving.outputTokens < 1 &&
  conflict("serving.promptTokens", serving.promptTokens, { with: "serving.outputTokens" });

const checks: readonly Check[] = [
  gpusDivide,
  nodesDivide,
  singleIsOne,
  shardGroupShards,
  fsdpVersionOfFsdp,
  headsDivide,
  stagesHoldLayers,
  expertsSplit,
  rankBelowWidth,
  weightsSuitMethod,
  outputFitsServing,
];

/** Fields that exclude each other or the model's shape. */
export const layoutProblems = (run: FilledRun): readonly Problem[] =>
  checks.flatMap((check) => check(run) || []);
