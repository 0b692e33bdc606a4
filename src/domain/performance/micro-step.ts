import type { BytesPerSecond } from "../../units/rates.ts";
import type { Accelerator } from "../accelerator.ts";
import { dataParallelSize } from "../filled-run.ts";
import type { FilledRun } from "../filled-run.ts";
import { linearBytes } from "../precision.ts";
import { timeShape } from "./shape.ts";
import { practiceOf } from "./practice.ts";

/** One forward and backward pass of one micro-batch, as one GPU sees it: what every term of a step's time is made of. */
export interface MicroStep {
  readonly run: FilledRun;
  readonly card: Accelerator;
  readonly bandwidth: BytesPerSecond;
  readonly shape: ReturnType<typeof timeShape>;
  /** Tokens of the micro-batch on this GPU's context rank; tensor and pipeline ranks see them all. */
  readonly tokens: number;
  /** Tokens of one sample, padding left out. */
  readonly sample: number;
  /** Forward, backward and recomputed passes: 2–3. */
  readonly passes: number;
  /** Forward passes recomputed: 1 = full checkpointing. */
  readonly recomputed: number;
  /** Weights this GPU works with: its tensor, pipeline and expert share, before data-parallel sharding. */
  readonly parameters: number;
  readonly bytesPerParameter: number;
  /** Weights are held in 4 bits and unpacked for each product. */
  readonly unpacked: boolean;
  readonly replicas: number;
  readonly gpusPerNode: number;
  /** Fused kernels, sequence parallelism and overlapped collectives are on by default. */
  readonly tuned: boolean;
  /** Tensor ranks that also split what lies between the matrix products. */
  readonly sequenceRanks: number;
}

/** Stacks whose tensor parallelism splits norms and residuals too, unless the run says otherwise. */
const sequenceParallel: ReadonlySet<string> = new Set(["torchtitan"]);

export function microStep(
  run: FilledRun,
  card: Accelerator,
  bandwidth: BytesPerSecond,
  sample: number,
  recomputed: number,
): MicroStep {
  const shape = timeShape(run.model);
  const { tensor, pipeline, context, expert } = run.parallel;
  const padding = run.packing || run.microBatch === 1 ? 1 : 1.15;
  const routed = shape.experts?.parameters ?? 0;
  const tuned = practiceOf(run) === "tuned";
  const split = tuned || run.parallel.sequence || sequenceParallel.has(run.stack);
  const bytes = linearBytes(run.precision);
  return {
    run,
    card,
    bandwidth,
    shape,
    tokens: (run.microBatch * sample * padding) / context,
    sample,
    passes: 2 + recomputed,
    recomputed,
    parameters: ((run.model.parametersTotal - routed) / tensor + routed / Math.max(1, expert)) / pipeline,
    bytesPerParameter: bytes < 1 ? bytes : 2,
    unpacked: bytes < 1,
    replicas: dataParallelSize(run),
    gpusPerNode: Math.max(1, Math.ceil(run.gpus / run.nodes)),
    tuned,
    sequenceRanks: split ? tensor : (tensor + 1) / 2,
  };
}
