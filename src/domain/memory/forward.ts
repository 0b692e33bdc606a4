import { bytes, type Bytes } from "../../units/bytes.ts";
import type { FilledRun } from "../filled-run.ts";
import { activationBytes } from "../precision.ts";
import { hasTokenShape, shapeOf } from "./model-shape.ts";

/**
 * Widest moment of one layer without gradients: 3·f (gate, up, product) + 3·d per token, and one row of fp32 logits for each
 * sequence that is answered.
 */
export function forwardBytes(run: FilledRun, tokens: number, answered: number): Bytes {
  if (!hasTokenShape(run.model)) return bytes(0);
  const s = shapeOf(run.model);
  const t = run.parallel.tensor;
  const moe = s.moe;
  const mlp =
    moe === null
      ? s.intermediateSize
      : moe.expertsPerToken * moe.expertIntermediateSize + moe.sharedIntermediateSize;
  const widths = (3 * mlp) / t + 3 * s.hiddenSize;
  return bytes(
    tokens * widths * activationBytes(run.precision.compute) + (answered * s.vocabularySize * 6) / t,
  );
}
