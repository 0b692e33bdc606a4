import { bytes, type Bytes } from "../../units/bytes.ts";
import type { FilledRun } from "../filled-run.ts";
import { tokensInFlight } from "./activations.ts";
import { hasTokenShape, shapeOf } from "./model-shape.ts";
import { hasVocabularyHead } from "./parameters.ts";
import { firstStage, isLast, type Stage } from "./stage.ts";

/** Decoders older than Llama (plain MLP) keep their logits in 16 bits; autocast casts them to fp32 and back. */
function unfusedBytes(run: FilledRun): { readonly plain: number; readonly triton: number } {
  const { loss } = run.profile;
  if (!shapeOf(run.model).mlp.gated) {
    const autocast = run.precision.mode === "autocast" && run.precision.compute !== "fp32";
    const plain = autocast ? loss.bytesPerLogit16Autocast.value : loss.bytesPerLogit16.value;
    return { plain, triton: plain - (autocast ? 4 : 2) };
  }
  const version = loss.byVersion?.find((v) => run.stackVersion?.includes(v.contains) === true);
  const compiled = run.compile ? (version?.bytesPerLogitCompiled ?? loss.bytesPerLogitCompiled).value : null;
  return {
    plain: compiled ?? (version?.bytesPerLogit ?? loss.bytesPerLogit).value,
    triton: (version?.bytesPerLogitTriton ?? loss.bytesPerLogitTriton).value,
  };
}

/** Preferences and rollouts ask for the log-probability of the tokens that are there. */
const chosenOnly = ({ objective }: FilledRun): boolean => objective === "dpo" || objective === "grpo";

/** Bytes per token and vocabulary entry at the peak of the loss: 16-bit logits, fp32 copy, log-softmax, gradient. */
export function bytesPerLogit(run: FilledRun): number {
  const { plain: whole, triton } = unfusedBytes(run);
  const plain = chosenOnly(run) ? Math.min(whole, run.profile.loss.bytesPerLogitChosen.value) : whole;
  const unfused = run.kernels.includes("triton-cross-entropy") ? Math.min(plain, triton) : plain;
  const { bytesPerLogitFused, bytesPerLogitFusedCompiled } = run.profile.loss;
  const fused = (run.compile ? bytesPerLogitFusedCompiled.value : null) ?? bytesPerLogitFused.value;
  const adaptedHead = run.lora?.includeHead === true && bytesPerLogitFused.value >= 2;
  return run.fusedLoss && !adaptedHead ? Math.min(unfused, fused) : unfused;
}

/**
 * The loss chain: tokens × vocabulary × bytes a logit + three hidden states; a chunked loss keeps what the stack leaves.
 * Source: measured slopes of fms-acceleration (14 bytes unfused, 10 with a Triton cross-entropy).
 */
export function logitsBytes(run: FilledRun, stage: Stage = firstStage(run)): Bytes {
  if (!hasTokenShape(run.model) || run.method === "inference" || !isLast(stage)) return bytes(0);
  const s = shapeOf(run.model);
  const tokens = tokensInFlight(run);
  const hidden = 6 * s.hiddenSize;
  if (!hasVocabularyHead(run)) return bytes(tokens * hidden);
  return bytes((tokens * (s.vocabularySize * bytesPerLogit(run) + hidden)) / run.parallel.tensor);
}
