import { seconds } from "../../units/rates.ts";
import type { Seconds } from "../../units/rates.ts";
import type { MicroStep } from "./micro-step.ts";

/** Reads and writes of a width per layer and pass, in 16-bit values: norms, residuals, rotations, activations, dropout. */
const HIDDEN_PASSES = 16;
const MLP_PASSES = 6;
/** What fused kernels (Transformer Engine, a compiler) leave of it. */
const FUSED = 0.6;
/** Sorting tokens by expert and back, per chosen expert. */
const PERMUTE_PASSES = 6;
/** Reads and writes of score-sized matrices when attention is not fused. */
const SCORE_PASSES = 10;
/** Values written again in low precision, and their scales: 3 bytes read and written, half of it fused. */
const CAST_BYTES = 1.5;

/** Element-wise work between matrix products [s]: it is bound by memory and scales with widths, not with parameters. */
function elementwise({ run, bandwidth, shape, tokens, passes, tuned, sequenceRanks }: MicroStep): number {
  const { tensor, pipeline } = run.parallel;
  const { hidden, intermediate, layers, experts } = shape;
  const fused = tuned || run.compile ? FUSED : 1;
  const values = (HIDDEN_PASSES * hidden + MLP_PASSES * intermediate) * fused;
  let bytes = (tokens / sequenceRanks) * layers * passes * 2 * values;
  if (experts !== null)
    bytes += tokens * layers * passes * 2 * PERMUTE_PASSES * experts.perToken * experts.width;
  const low = run.precision.compute === "fp8" || run.precision.compute === "fp4";
  if (low) bytes += (tokens / tensor) * layers * passes * CAST_BYTES * (6 * hidden + 2 * intermediate);
  return bytes / pipeline / bandwidth;
}

/** True where scores are written to memory: eager attention, and learned sinks that few fused kernels know. */
export const writesScores = ({ run, shape }: Pick<MicroStep, "run" | "shape">): boolean =>
  run.attention === "eager" || shape.sinks;

function scores(step: MicroStep): number {
  if (!writesScores(step)) return 0;
  const { run, bandwidth, shape, tokens, sample, passes } = step;
  const heads = shape.attentionWidth / 128;
  const local = run.attention === "eager" ? sample : Math.min(sample, 2 * shape.window);
  const keys = shape.fullLayers * sample + shape.slidingLayers * local;
  return (
    (tokens * keys * heads * SCORE_PASSES * passes) /
    (run.parallel.tensor * run.parallel.pipeline) /
    bandwidth
  );
}

/** Bytes per logit: fp32 copies, softmax and gradient, or what a fused loss leaves. */
function logits({ run, bandwidth, shape, tokens, tuned }: MicroStep): number {
  const each = run.fusedLoss || tuned ? 8 : 32;
  return (each * tokens * shape.vocabulary) / (run.parallel.tensor * run.parallel.pipeline) / bandwidth;
}

/** Weights read once a pass; 4-bit ones are read packed, written in 16 bits and read again. */
function weights({ parameters, passes, bytesPerParameter, unpacked, bandwidth }: MicroStep): number {
  return (parameters * passes * (bytesPerParameter + (unpacked ? 12 : 0))) / bandwidth;
}

/** Memory traffic of a micro-step that no matrix product hides: Σ bytes ÷ bandwidth [s]. */
export const memorySeconds = (step: MicroStep): Seconds =>
  seconds(elementwise(step) + scores(step) + logits(step) + weights(step));
