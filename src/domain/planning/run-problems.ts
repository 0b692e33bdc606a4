import type { Problem } from "../problem.ts";
import {
  attentionKernels,
  checkpointings,
  computeDtypes,
  kernelNames,
  kvDtypes,
  loraTargetNames,
  methods,
  objectives,
  offloads,
  optimizers,
  platforms,
  precisionModes,
  preferences,
  rolloutEngines,
  stackNames,
  strategies,
  tasks,
  weightDtypes,
  type RunSpec,
} from "../run-spec.ts";
import { nearestWords } from "../nearest-words.ts";

const choices: Readonly<Record<string, readonly string[]>> = {
  method: methods,
  objective: objectives,
  stack: stackNames,
  task: tasks,
  optimizer: optimizers,
  checkpointing: checkpointings,
  attention: attentionKernels,
  "parallel.strategy": strategies,
  "parallel.offload": offloads,
  "precision.weights": weightDtypes,
  "precision.compute": computeDtypes,
  "precision.mode": precisionModes,
  "precision.optimizerStates": weightDtypes,
  "precision.gradients": weightDtypes,
  "lora.precision": ["fp32", "bf16", "fp16"],
  "serving.kvPrecision": kvDtypes,
  "rollout.engine": rolloutEngines,
  "limits.prefer": preferences,
};

/** [least, most, whole]; the most is where a number stops being a run and starts being a slip. */
const bounds: Readonly<Record<string, readonly [number, number, boolean]>> = {
  memoryGib: [0.5, 100_000, false],
  gpus: [1, 200_000, true],
  nodes: [1, 50_000, true],
  "parallel.shardGroup": [1, 200_000, true],
  "parallel.tensor": [1, 1024, true],
  "parallel.pipeline": [1, 1024, true],
  "parallel.virtualStages": [1, 1024, true],
  "parallel.context": [1, 4096, true],
  "parallel.expert": [1, 4096, true],
  "precision.groupSize": [0, 65_536, true],
  "lora.rank": [1, 65_536, true],
  "vision.images": [1, 10_000, true],
  "vision.imageSize": [1, 100_000, true],
  "lora.alpha": [0, 1e6, false],
  sequenceLength: [1, 20_000_000, true],
  microBatch: [1, 1_000_000, true],
  gradientAccumulation: [1, 1_000_000, true],
  runs: [1, 100_000, true],
  "data.tokens": [1, 1e15, false],
  "data.samples": [1, 1e13, false],
  "data.tokensPerSample": [1, 20_000_000, false],
  "data.longestSample": [1, 20_000_000, true],
  "data.epochs": [0.001, 100_000, false],
  "serving.concurrency": [1, 1_000_000, true],
  "serving.promptTokens": [0, 20_000_000, true],
  "serving.outputTokens": [0, 20_000_000, true],
  "serving.requestsPerSecond": [0, 1e7, false],
  "rollout.generations": [1, 100_000, true],
  "rollout.promptTokens": [1, 20_000_000, true],
  "rollout.outputTokens": [1, 20_000_000, true],
  "rollout.rewardParameters": [0, 1e14, false],
  "validation.everySteps": [1, 1e9, true],
  "validation.samples": [1, 1e12, true],
  "validation.batch": [1, 1_000_000, true],
  "save.keep": [0, 100_000, true],
  "limits.budget.amount": [0.01, 1e12, false],
  "limits.deadlineHours": [0.01, 1e6, false],
  "limits.startHours": [0, 1e6, false],
  "limits.maxGpus": [1, 200_000, true],
};

/** Names of the fields on the way to a path, split once: every run is read through all of them. */
const keysOf = (path: string): readonly string[] => path.split(".");
const choicePaths = Object.entries(choices).map(
  ([path, allowed]) => ({ path, keys: keysOf(path), allowed }) as const,
);
const boundPaths = Object.keys(bounds).map((path) => ({ path, keys: keysOf(path) }) as const);

function read(spec: RunSpec, keys: readonly string[]): unknown {
  let at: unknown = spec;
  for (const key of keys) {
    if (typeof at !== "object" || at === null) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return at;
}

const shorten = (value: unknown): string => {
  const text =
    typeof value === "string" ? value : ((JSON.stringify(value) as string | undefined) ?? "undefined");
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};

function choiceProblem(path: string, value: unknown, allowed: readonly string[]): Problem | null {
  if (value === undefined) return null;
  const text = shorten(value);
  if (typeof value !== "string") return { code: "wrong-type", path, read: text, allowed };
  if (allowed.includes(value)) return null;
  return { code: "unknown-value", path, read: text, allowed, nearest: nearestWords(value, allowed) };
}

/** What a number may be, as `Problem.allowed` names it. */
export function allowedAt(path: string): readonly string[] {
  const bound = bounds[path];
  if (bound === undefined) return ["number"];
  const [least, most, whole] = bound;
  return [`${least}–${most}${whole ? ", whole" : ""}`];
}

function boundProblem(path: string, value: unknown): Problem | null {
  const bound = bounds[path];
  if (value === undefined || bound === undefined) return null;
  const [least, most, whole] = bound;
  if (typeof value !== "number")
    return { code: "wrong-type", path, read: shorten(value), allowed: ["number"] };
  if (Number.isFinite(value) && value >= least && value <= most && (!whole || Number.isInteger(value)))
    return null;
  return {
    code: "out-of-range",
    path,
    read: String(value),
    allowed: allowedAt(path),
    params: { least, most },
  };
}

function listProblems(spec: RunSpec): Problem[] {
  const targets: unknown = spec.lora?.targets;
  const named: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ["kernels", spec.kernels ?? [], kernelNames],
    ["limits.platforms", spec.limits?.platforms ?? [], platforms],
  ];
  const problems = named.flatMap(([path, values, allowed]) =>
    values.flatMap((value, i) => choiceProblem(`${path}.${i}`, value, allowed) ?? []),
  );
  if (typeof targets === "string" && targets !== "attention" && targets !== "all-linear") {
    const allowed = ["attention", "all-linear", ...loraTargetNames];
    problems.push({
      code: "unknown-value",
      path: "lora.targets",
      read: shorten(targets),
      allowed,
      nearest: nearestWords(targets, allowed),
    });
  }
  return problems;
}

/** Values no run can have, each with its field: closed lists, types, and numbers out of bounds. */
export function valueProblems(spec: RunSpec): readonly Problem[] {
  const problems = listProblems(spec);
  const found: Problem[] = [];
  for (const { path, keys, allowed } of choicePaths) {
    const problem = choiceProblem(path, read(spec, keys), allowed);
    if (problem !== null) found.push(problem);
  }
  for (const { path, keys } of boundPaths) {
    const problem = boundProblem(path, read(spec, keys));
    if (problem !== null) found.push(problem);
  }
  return found.concat(problems);
}
