import type { Learnt } from "./memory/learnt.ts";
import type { ModelArchitecture } from "./model-architecture.ts";
import type {
  LoraSpec,
  ParallelSpec,
  PrecisionSpec,
  RolloutSpec,
  RunSpec,
  ServingSpec,
  VisionSpec,
} from "./run-spec.ts";
import type { StackProfile } from "./stack-profile.ts";

type Filled<T, Optional extends keyof T = never> = {
  readonly [K in keyof T as K extends Optional ? never : K]-?: Exclude<T[K], undefined>;
} & {
  readonly [K in Optional]?: T[K];
};

export type FilledParallel = Filled<ParallelSpec, "fsdpVersion" | "shardGroup" | "virtualStages">;
export type FilledPrecision = Filled<PrecisionSpec>;
export type FilledLora = Filled<LoraSpec, "alpha">;
export type FilledServing = Filled<ServingSpec, "requestsPerSecond" | "targets" | "traffic">;

export type FilledRollout = Filled<RolloutSpec>;

export type FilledVision = Filled<VisionSpec, "imageSize">;

type AlwaysFilled =
  | "method"
  | "objective"
  | "stack"
  | "task"
  | "kernels"
  | "gpus"
  | "nodes"
  | "activationOffload"
  | "optimizer"
  | "optimizerInBackward"
  | "sequenceLength"
  | "packing"
  | "microBatch"
  | "gradientAccumulation"
  | "checkpointing"
  | "attention"
  | "fusedLoss"
  | "compile"
  | "runs";
type Reshaped = "model" | "parallel" | "precision" | "lora" | "serving" | "rollout" | "vision";

/** A run with every default taken: what the formulas read. `lora` and `serving` are null where the method has none. */
export interface FilledRun
  extends Omit<RunSpec, AlwaysFilled | Reshaped>, Readonly<Required<Pick<RunSpec, AlwaysFilled>>> {
  readonly model: ModelArchitecture;
  readonly profile: StackProfile;
  readonly parallel: FilledParallel;
  readonly precision: FilledPrecision;
  readonly lora: FilledLora | null;
  readonly serving: FilledServing | null;
  /** Null unless the objective is GRPO. */
  readonly rollout: FilledRollout | null;
  /** Null unless a model with a vision tower is trained. */
  readonly vision: FilledVision | null;
  /** Tokens per sample that memory must hold: min(sequenceLength, longestSample) when packing is off. */
  readonly memoryTokens: number;
  /** What pilots taught, passed in by whoever asks; missing = the estimate without them. */
  readonly learnt?: readonly Learnt[];
}

/** gpus ÷ (tensor × pipeline × context). */
export function dataParallelSize(run: Pick<FilledRun, "gpus" | "parallel">): number {
  const { tensor, pipeline, context } = run.parallel;
  return Math.max(1, Math.floor(run.gpus / (tensor * pipeline * context)));
}
