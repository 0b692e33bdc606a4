import type { FilledRun } from "../filled-run.ts";
import type { ModelArchitecture } from "../model-architecture.ts";
import { timeShape } from "./shape.ts";

/**
 * Parameters that multiply a token: the active ones without an untied input embedding, which is a look-up.
 * N_c = N_active − V·h (untied) [parameters]. Kaplan et al. 2020 (arXiv:2001.08361) counts N without embeddings.
 */
export function computeParameters(model: ModelArchitecture): number {
  const shape = timeShape(model);
  const lookup = model.shape !== null && !shape.tied ? shape.vocabulary * shape.hidden : 0;
  return Math.max(model.parametersActive * 0.3, model.parametersActive - lookup);
}

/**
 * Causal attention scores and values of one forward pass, per token: 2·s·d per full layer, half of the square because
 * the mask hides it; a sliding layer sees at most its window. [FLOP/token]. Dao 2023 (arXiv:2307.08691) counts likewise.
 */
export function attentionFlopsPerToken(model: ModelArchitecture, sequence: number): number {
  const shape = timeShape(model);
  const seen = shape.window > 0 ? Math.min(sequence, 2 * shape.window) : sequence;
  return 2 * shape.attentionWidth * (shape.fullLayers * sequence + shape.slidingLayers * seen);
}

interface TokenFlops {
  /** What the mathematics needs: the numerator of MFU. */
  readonly model: number;
  /** What the card executes: recomputation counted, the numerator of HFU. */
  readonly hardware: number;
  /** The part of `hardware` that attention scores take: kernels reach less of the peak there. */
  readonly hardwareAttention: number;
  /** Forward passes recomputed: 1 = full checkpointing. */
  readonly recomputed: number;
}

/**
 * Share of a forward pass that runs a second time in the backward pass. Selective is every other matrix product in
 * torchtitan, attention scores alone elsewhere.
 */
function recomputedShare(run: Pick<FilledRun, "checkpointing" | "stack">): number {
  switch (run.checkpointing) {
    case "none":
      return 0;
    case "selective":
      return run.stack === "torchtitan" ? 0.3 : 0.1;
    case "full":
      return 1;
  }
}

/**
 * FLOPs of one trained token: forward 2N, gradients of activations 2N, gradients of weights 2N where weights are
 * trained; so 6N in full and ≈ 4N with a frozen base. Attention has no weights: its backward pass costs twice its
 * forward either way. Full checkpointing adds one forward pass of hardware work. [FLOP/token]
 */
export function trainingFlopsPerToken(
  run: Pick<FilledRun, "method" | "model" | "checkpointing" | "objective" | "stack">,
  sequence: number,
  trainableParameters: number,
): TokenFlops {
  const n = computeParameters(run.model);
  const attention = attentionFlopsPerToken(run.model, sequence);
  const whole = run.method === "full" || run.method === "pretrain";
  const forward = 2 * n + attention;
  const backward = 2 * n + 2 * attention + (whole ? 2 * n : 0);
  const adapters = whole ? 0 : 6 * Math.min(trainableParameters, n);
  const reference = run.objective === "dpo" || run.objective === "grpo" ? forward : 0;
  const recomputed = recomputedShare(run);
  const model = forward + backward + adapters + reference;
  return {
    model,
    hardware: model + recomputed * forward,
    hardwareAttention: (3 + recomputed) * attention,
    recomputed,
  };
}

/** One generated or read token: 2N + attention over the context. [FLOP/token] */
export function inferenceFlopsPerToken(model: ModelArchitecture, context: number): number {
  return 2 * computeParameters(model) + attentionFlopsPerToken(model, context);
}
