import type { Warning } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { repeatsLatentCache } from "../memory/kv-cache.ts";
import { expertsLeft } from "../memory/weights.ts";
import type { RunSpec } from "../run-spec.ts";
import { parallelDimensions } from "../stack-profile.ts";

/** What was asked for and the stack's code does not have: it may be newer than what was read. */
function beyondStack(run: FilledRun, spec: RunSpec): readonly Warning[] {
  const { strategies, dimensions, methods } = run.profile.supports;
  const { strategy } = run.parallel;
  const missing = (path: string, value: string | number): Warning => ({
    code: "not-in-stack",
    params: { stack: run.stack, path, value },
  });
  const asked = strategy !== "single" && run.method !== "inference";
  return [
    ...(run.method !== "inference" && !methods.value.includes(run.method)
      ? [missing("method", run.method)]
      : []),
    ...(asked && spec.parallel?.strategy !== undefined && !strategies.value.includes(strategy)
      ? [missing("parallel.strategy", strategy)]
      : []),
    ...parallelDimensions
      .filter((name) => run.parallel[name] > 1 && !dimensions.value.includes(name))
      .map((name) => missing(`parallel.${name}`, run.parallel[name])),
  ];
}

/** Experts that a 4-bit base does not narrow, counted or not. */
function leftExperts(run: FilledRun): readonly Warning[] {
  const left = expertsLeft(run);
  if (left === null) return [];
  const params = { addedGib: left.bytes / 2 ** 30, counted: left.counted ? "yes" : "no" };
  return [{ code: "experts-left-16-bit", params }];
}

/** What is odd but possible: said, never refused. */
export function runWarnings(run: FilledRun, spec: RunSpec): readonly Warning[] {
  const warnings: Warning[] = [];
  const { shape } = run.model;
  const most = shape?.maxPositions ?? null;
  const serving = run.serving;
  const longest = serving === null ? run.sequenceLength : serving.promptTokens + serving.outputTokens;
  if (most !== null && longest > most) {
    warnings.push({ code: "length-above-model-maximum", params: { length: longest, maximum: most } });
  }
  if (run.method === "qlora" && (run.precision.weights === "gptq4" || run.precision.weights === "awq4")) {
    warnings.push({ code: "qlora-on-prequantised", params: { weights: run.precision.weights } });
  }
  const sharded = run.parallel.strategy !== "single" && run.parallel.strategy !== "ddp";
  if (sharded && run.gpus === 1) {
    warnings.push({ code: "sharding-on-one-gpu", params: { strategy: run.parallel.strategy } });
  }
  warnings.push(...beyondStack(run, spec), ...leftExperts(run));
  if (spec.vision !== undefined && run.vision === null) {
    warnings.push({ code: "vision-ignored", params: { model: run.model.name } });
  }
  if (spec.parallel?.sequence === true && run.parallel.tensor === 1) {
    warnings.push({ code: "sequence-without-tensor", params: {} });
  }
  if (serving?.outputTokens === 0) warnings.push({ code: "no-output-tokens", params: {} });
  if (repeatsLatentCache(run)) {
    warnings.push({ code: "latent-cache-replicated", params: { tensor: run.parallel.tensor } });
  } else if (
    serving !== null &&
    shape !== null &&
    shape.keyValueHeads > 0 &&
    run.parallel.tensor > shape.keyValueHeads
  ) {
    warnings.push({
      code: "kv-heads-replicated",
      params: { tensor: run.parallel.tensor, keyValueHeads: shape.keyValueHeads },
    });
  }
  if (spec.lora !== undefined && run.lora === null)
    warnings.push({ code: "lora-ignored", params: { method: run.method } });
  if (spec.serving !== undefined && serving === null) {
    warnings.push({ code: "serving-ignored", params: { method: run.method } });
  }
  if (spec.rollout !== undefined && run.rollout === null)
    warnings.push({ code: "rollout-ignored", params: { objective: run.objective } });
  if (run.rollout !== null) warnings.push({ code: "rollout-unmeasured", params: {} });
  if (run.rollout?.engine === "server") warnings.push({ code: "rollout-server-apart", params: {} });
  if (run.model.shapeAssumed || shape === null)
    warnings.push({ code: "shape-assumed", params: { model: run.model.name } });
  return warnings;
}
