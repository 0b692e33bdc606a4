import type { CatalogueLookup } from "../catalogue.ts";
import type { Assumption, Warning } from "../estimate.ts";
import type { FilledPrecision, FilledRun, FilledVision } from "../filled-run.ts";
import type { ModelArchitecture } from "../model-architecture.ts";
import type { Problem } from "../problem.ts";
import { fourBitOf } from "../quantised-base.ts";
import { tokensOfPrompts } from "../rollout-tokens.ts";
import type {
  Checkpointing,
  ComputeDtype,
  Method,
  Optimizer,
  RunSpec,
  StackName,
  WeightDtype,
} from "../run-spec.ts";
import type { StackProfile } from "../stack-profile.ts";
import { accumulationOf } from "./assumed-accumulation.ts";
import { parallelOf } from "./assumed-layout.ts";
import { loraOf } from "./assumed-lora.ts";
import { lengthStated, rolloutOf } from "./assumed-rollout.ts";
import { layoutProblems } from "./layout-problems.ts";
import { resolveModel } from "./resolve-model.ts";
import { valueProblems } from "./run-problems.ts";
import { runWarnings } from "./run-warnings.ts";
import { servingOf } from "./serving-defaults.ts";
import type { Take } from "./serving-defaults.ts";

export type FillOutcome =
  | {
      readonly run: FilledRun;
      readonly assumptions: readonly Assumption[];
      readonly warnings: readonly Warning[];
    }
  | { readonly problems: readonly Problem[] };

/** From here up a training run recomputes its activations unless it says otherwise. */
const recomputeFromParameters = 6.5e9;

function collector(): { readonly assumptions: Assumption[]; readonly take: Take } {
  const assumptions: Assumption[] = [];
  return {
    assumptions,
    take: (field, stated, fallback, why) => {
      if (stated !== undefined) return stated;
      assumptions.push({ field, value: fallback, why });
      return fallback;
    },
  };
}

/** From as many on, in total, a training of unstated kind is taken for a pre-training, from scratch or continued. */
const pretrainingTokens = 20e9;

function methodOf(spec: RunSpec, take: Take): Method {
  const weights = spec.precision?.weights;
  if (spec.serving !== undefined) return take("method", spec.method, "inference", "serving-stated");
  if (spec.stack === "vllm" || spec.stack === "sglang")
    return take("method", spec.method, "inference", "serving-stack");
  if (weights === "nf4" || weights === "nf4-dq")
    return take("method", spec.method, "qlora", "weights-stated");
  if (weights === "gptq4" || weights === "awq4")
    return take("method", spec.method, "gptq-lora", "weights-stated");
  const { tokens = 0, epochs = 1 } = spec.data ?? {};
  if (tokens * epochs >= pretrainingTokens) return take("method", spec.method, "pretrain", "so-many-tokens");
  return take("method", spec.method, "lora", "usual-first-run");
}

/** "NVIDIA NeMo Framework 25.04" under a generic stack: the version names what runs. */
function namedByVersion(spec: RunSpec): StackName | undefined {
  const words = spec.stackVersion?.toLowerCase() ?? "";
  return (["nemo", "megatron"] as const).find((name) => words.includes(name));
}

function stackOf(spec: RunSpec, method: Method, take: Take): StackName {
  const named = spec.stack === undefined || spec.stack === "generic" ? namedByVersion(spec) : undefined;
  if (named !== undefined) return named;
  if (method === "inference") return take("stack", spec.stack, "vllm", "usual-serving-stack");
  if (method === "pretrain") return take("stack", spec.stack, "generic", "no-usual-stack");
  if (spec.stack === "transformers") return take("stack", undefined, "hf-trainer", "trains-through-trainer");
  return take("stack", spec.stack, "trl", "usual-fine-tuning-stack");
}

const defaultWeights: Readonly<Record<Exclude<Method, "full" | "pretrain" | "qlora">, WeightDtype>> = {
  lora: "bf16",
  "gptq-lora": "gptq4",
  inference: "bf16",
};

const groupSizes: Readonly<Partial<Record<WeightDtype, number>>> = {
  nf4: 64,
  "nf4-dq": 64,
  gptq4: 128,
  awq4: 128,
  int4: 128,
};

/** Of the checkpoint when it is narrower than 16 bits and nothing else was asked. */
function servedWeights(model: ModelArchitecture): WeightDtype {
  const published = model.dtype ?? "";
  if (/^(?:(?:mx|nv)?fp4|int4)/u.test(published)) return "int4";
  return published.startsWith("float8") || published === "fp8" ? "fp8" : defaultWeights.inference;
}

function stateDtype(optimizer: Optimizer, trained: WeightDtype): WeightDtype {
  if (optimizer.includes("8bit")) return "int8";
  if (optimizer === "adamw-4bit") return "int4";
  return trained;
}

function precisionOf(
  spec: RunSpec,
  method: Method,
  model: ModelArchitecture,
  profile: StackProfile,
  optimizer: Optimizer,
  take: Take,
): FilledPrecision {
  const stated = spec.precision ?? {};
  const trainsAll = method === "full" || method === "pretrain";
  const modeFallback = trainsAll ? "mixed" : method === "inference" ? "pure" : "autocast";
  const mode = take(
    "precision.mode",
    stated.mode,
    modeFallback,
    trainsAll ? "usual-full-training" : "usual-for-method",
  );
  const masterCopy = profile.mixedPrecision.value === "master-copy";
  const fullWeights: WeightDtype =
    mode !== "mixed" || masterCopy || stated.masterWeights === true ? "bf16" : "fp32";
  const fallback = trainsAll
    ? fullWeights
    : method === "inference"
      ? servedWeights(model)
      : method === "qlora"
        ? fourBitOf(profile)
        : defaultWeights[method];
  const always = profile.quantisedBase.doubleQuant.value === "always";
  const named = stated.weights === "nf4" && always ? "nf4-dq" : stated.weights;
  const weights = take("precision.weights", named, fallback, "usual-for-method");
  const computeFallback: ComputeDtype =
    weights === "gptq4" || weights === "awq4" || weights === "fp16"
      ? "fp16"
      : weights === "fp32" && mode === "pure"
        ? "fp32"
        : "bf16";
  const compute = take("precision.compute", stated.compute, computeFallback, "usual-for-method");
  const master = stated.masterWeights ?? (trainsAll && mode === "mixed" && weights !== "fp32");
  const trained: WeightDtype =
    master || weights === "fp32" || (!trainsAll && mode !== "pure") ? "fp32" : "bf16";
  const gradients = master && profile.masterGradientBytes.value === 2 ? "bf16" : trained;
  return {
    weights,
    compute,
    mode,
    masterWeights: master,
    groupSize: stated.groupSize ?? groupSizes[weights] ?? 0,
    optimizerStates: stated.optimizerStates ?? stateDtype(optimizer, trained),
    gradients: stated.gradients ?? gradients,
  };
}

/** Recomputes as the stack does by itself, else from 7B up. */
function checkpointingOf(
  spec: RunSpec,
  model: ModelArchitecture,
  profile: StackProfile,
  take: Take,
): Checkpointing {
  const own = profile.activations.recomputesByDefault.value;
  if (own !== null) return take("checkpointing", spec.checkpointing, own ? "full" : "none", "stack-default");
  const large = model.parametersTotal >= recomputeFromParameters;
  return take(
    "checkpointing",
    spec.checkpointing,
    large ? "full" : "none",
    large ? "seven-billion-and-up" : "below-seven-billion",
  );
}

function activationOffloadOf(
  spec: RunSpec,
  checkpointing: Checkpointing,
  profile: StackProfile,
  take: Take,
): boolean {
  const own = checkpointing === "full" && profile.activations.offloadsCheckpoints.value;
  return own
    ? take("activationOffload", spec.activationOffload, true, "stack-default")
    : (spec.activationOffload ?? false);
}

/** Tokens of a sequence where no length is stated. */
export const usualLength = 2048;

/** Never the model's maximum, unless that is shorter than usual. */
function lengthOf(spec: RunSpec, model: ModelArchitecture, take: Take): number {
  const most = model.shape?.maxPositions ?? usualLength;
  const each = spec.data?.tokensPerSample ?? 0;
  if (each > usualLength && most > usualLength) {
    const longer = Math.min(most, 2 ** Math.ceil(Math.log2(each)));
    return take("sequenceLength", lengthStated(spec), longer, "holds-a-sample");
  }
  return most < usualLength
    ? take("sequenceLength", lengthStated(spec), most, "model-maximum")
    : take("sequenceLength", lengthStated(spec), usualLength, "usual-length");
}

/** The tokens of a data set that is stated in prompts whose completions are to be written. */
function promptData(spec: RunSpec, take: Take): Pick<FilledRun, "data"> {
  const tokens = tokensOfPrompts(spec);
  if (tokens === undefined) return {};
  return { data: { ...spec.data, tokens: take("data.tokens", undefined, tokens, "group-of-completions") } };
}

/** The tower of a multimodal model: frozen unless told otherwise, as the recipes of the models have it. */
function visionOf(spec: RunSpec, model: ModelArchitecture, take: Take): FilledVision | null {
  if (model.vision === null) return null;
  const stated = spec.vision ?? {};
  const trained = stated.trained ?? false;
  if (!trained) return { trained, images: stated.images ?? 1 };
  const images = take("vision.images", stated.images, 1, "one-image");
  const own = model.vision.imageSize;
  const imageSize =
    own === null ? stated.imageSize : take("vision.imageSize", stated.imageSize, own, "model-images");
  return { trained, images, ...(imageSize === undefined ? {} : { imageSize }) };
}

/** An encoder without a head over the vocabulary: what it learns with is vectors. */
const endsInVector = ({ class: kind, shape }: ModelArchitecture): boolean =>
  kind === "encoder" && shape?.details?.head === false && shape.details.maskedHead !== true;

/** Whole sequences unless lengths are stated, or samples are pairs or answers, which trainers keep apart (trl's DPOConfig has no packing). */
function packingOf({ packing, objective = "sft", data }: RunSpec, take: Take): boolean {
  if (objective !== "sft") return take("packing", packing, false, "samples-kept-apart");
  const vary = data?.longestSample !== undefined || data?.tokensPerSample !== undefined;
  return take("packing", packing, !vary, vary ? "sample-lengths-stated" : "whole-length-used");
}

function fill(
  spec: RunSpec,
  model: ModelArchitecture,
  stacks: Readonly<Record<StackName, StackProfile>>,
): FillOutcome {
  const { assumptions, take } = collector();
  const method = methodOf(spec, take);
  const trains = method !== "inference";
  const stack = stackOf(spec, method, take);
  const profile = stacks[stack];
  const optimizer = trains ? take("optimizer", spec.optimizer, "adamw", "usual-optimizer") : "adamw";
  const precision = precisionOf(spec, method, model, profile, optimizer, take);
  const lora = loraOf(spec, method, precision, profile, take);
  const serving = servingOf(spec, method, take);
  const gpus = take("gpus", spec.gpus, 1, "one-gpu");
  const parallel = parallelOf(spec, method, profile, gpus, model.shape?.attentionHeads ?? 1, take);
  const sequenceLength =
    serving === null ? lengthOf(spec, model, take) : serving.promptTokens + serving.outputTokens;
  const packing = trains ? packingOf(spec, take) : false;
  const checkpointing = trains ? checkpointingOf(spec, model, profile, take) : "none";
  const fusesLoss = spec.kernels?.some(
    (k) => k === "liger" || k === "chunked-cross-entropy" || k === "cut-cross-entropy",
  );
  const longest = spec.data?.longestSample ?? sequenceLength;
  const run: FilledRun = {
    ...spec,
    model,
    profile,
    method,
    objective:
      trains && method !== "pretrain"
        ? take("objective", spec.objective, "sft", "usual-objective")
        : (spec.objective ?? "sft"),
    stack,
    task: endsInVector(model) && method !== "pretrain" ? take("task", spec.task, "embedding", "ends-in-a-vector") : (spec.task ?? "causal-lm"), // prettier-ignore
    kernels: spec.kernels ?? [],
    gpus,
    nodes: spec.nodes ?? Math.max(1, gpus % 8 === 0 ? gpus / 8 : 1),
    parallel,
    precision,
    lora,
    serving,
    rollout: trains ? rolloutOf(spec, sequenceLength, take) : null,
    ...(trains ? promptData(spec, take) : {}),
    vision: trains ? visionOf(spec, model, take) : null,
    activationOffload: activationOffloadOf(spec, checkpointing, profile, take),
    optimizer,
    optimizerInBackward: spec.optimizerInBackward ?? optimizer === "optimizer-in-backward",
    sequenceLength,
    packing,
    microBatch: trains ? take("microBatch", spec.microBatch, 1, "smallest") : (spec.microBatch ?? 1),
    gradientAccumulation: trains ? accumulationOf(spec, parallel.pipeline, take) : 1,
    checkpointing,
    attention: spec.attention ?? "sdpa",
    fusedLoss: trains
      ? take(
          "fusedLoss",
          spec.fusedLoss ?? (fusesLoss === true ? true : undefined),
          profile.loss.fusedByDefault.value,
          "stack-default",
        )
      : false,
    compile: spec.compile ?? false,
    runs: spec.runs ?? 1,
    memoryTokens: packing ? sequenceLength : Math.min(sequenceLength, longest),
  };
  const problems = layoutProblems(run);
  return problems.length > 0 ? { problems } : { run, assumptions, warnings: runWarnings(run, spec) };
}

/** Resolves the model, takes every default (each comes back with its reason) and refuses what no run can be. */
export function fillRun(
  spec: RunSpec,
  lookup: CatalogueLookup,
  stacks: Readonly<Record<StackName, StackProfile>>,
): FillOutcome {
  const problems = valueProblems(spec);
  const resolved = resolveModel(spec.model, lookup);
  if ("problems" in resolved) return { problems: [...problems, ...resolved.problems] };
  if (problems.length > 0) return { problems };
  const outcome = fill(spec, resolved.model, stacks);
  return "problems" in outcome
    ? outcome
    : { ...outcome, warnings: [...resolved.warnings, ...outcome.warnings] };
}
