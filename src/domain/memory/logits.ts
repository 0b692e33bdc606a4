import { bytes, type Bytes } from "../../units/bytes.ts";
import type { FilledRun } from "../filled-run.ts";
import { tokensInFlight } from "./activations.ts";
import { hasTokenShape, shapeOf } from "./model-shape.ts";

/** Bytes per token and vocabulary entry at the peak of the loss: 16-bit logits, fp32 copy, log-softmax, gradient. */
export function bytesPerLogit(run: FilledRun): number {
  const { loss } = run.profile;
  const unfused = shapeOf(run.model).mlp.gated ? loss.bytesPerLogit.value : loss.bytesPerLogit16.value;
  const triton = run.kernels.includes("triton-cross-entropy");
  const saved = triton ? Math.max(0, loss.bytesPerLogit.value - loss.bytesPerLogitTriton.value) : 0;
  const plain = Math.max(2, unfused - saved);
  return run.fusedLoss ? Math.min(plain, loss.bytesPerLogitFused.value) : plain;
}

/**
 * The loss chain: tokens × vocabulary × bytes a logit + three hidden states; a chunked loss keeps what the stack leaves.
 * Source: measured slopes of fms-acceleration (14 bytes unfused, 10 with a Triton cross-entropy).
 */
export function logitsBytes(run: FilledRun): Bytes {
  if (!hasTokenShape(run.model) || run.method === "inference") return bytes(0);
  const s = shapeOf(run.model);
  const tokens = tokensInFlight(run);
  const hidden = 6 * s.hiddenSize;
  if (run.task !== "causal-lm" || run.objective === "reward") return bytes(tokens * hidden);
  return bytes((tokens * (s.vocabularySize * bytesPerLogit(run) + hidden)) / run.parallel.tensor);
}
