import type { FilledRun } from "../filled-run.ts";
import type { LayerShape } from "../model-architecture.ts";
import type { Optimizer } from "../run-spec.ts";
import { shapeOf } from "./model-shape.ts";
import { heldParameters, matrices } from "./parameters.ts";

/** State elements per element of a linear layer and of an embedding, head or norm. */
interface States {
  readonly linear: number;
  readonly plain: number;
}

/** Rank of a gradient's projection unless told otherwise. Source: GaLore's README and transformers' trainer. */
const projectionRank = 128;

/** Elements of a quantity of each logical matrix ÷ elements of all matrices. */
function perMatrixElement(s: LayerShape, count: (input: number, output: number) => number): number {
  let sum = 0;
  let all = 0;
  for (const { input, output, copies } of matrices(s)) {
    sum += copies * count(input, output);
    all += copies * input * output;
  }
  return all === 0 ? 0 : sum / all;
}

/** Two moments of the projected gradient, r·max(m, n) each, and the projection, r·min(m, n). Source: GaLore (arXiv 2403.03507), galore_projector.py. */
const projected = (input: number, output: number): number => {
  const rank = Math.min(projectionRank, input, output);
  return 2 * rank * Math.max(input, output) + rank * Math.min(input, output);
};

/** One row and one column of second moments. Source: Adafactor (arXiv 1804.04235). */
const factored = (input: number, output: number): number => input + output;

function whole(optimizer: Optimizer, s: LayerShape): States {
  switch (optimizer) {
    case "sgd":
      return { linear: 0, plain: 0 };
    case "sgd-momentum":
    case "lion":
      return { linear: 1, plain: 1 };
    // Momentum alone for the matrices of hidden layers, AdamW for the rest (Keller Jordan's Muon; Megatron's emerging_optimizers.py).
    case "muon":
      return { linear: 1, plain: 2 };
    case "galore":
      return { linear: perMatrixElement(s, projected), plain: 2 };
    case "adafactor":
      return {
        linear: perMatrixElement(s, factored),
        plain: (s.vocabularySize + s.hiddenSize) / (s.vocabularySize * s.hiddenSize),
      };
    case "adamw":
    case "adamw-fused":
    case "adamw-8bit":
    case "adamw-4bit":
    case "paged-adamw":
    case "paged-adamw-8bit":
    case "optimizer-in-backward":
      return { linear: 2, plain: 2 };
  }
}

/** Adapters are thin matrices: their factored moments are 1/r + 1/d of them, and a projection would be wider than they are. */
function ofAdapters(optimizer: Optimizer, rank: number, s: LayerShape): number {
  if (optimizer === "adafactor") return 1 / rank + 1 / s.hiddenSize;
  if (optimizer === "galore") return 2;
  return whole(optimizer, s).linear;
}

/**
 * State elements per trained parameter. Source: Adam 1412.6980, Adafactor 1804.04235, Lion 2302.06675, GaLore 2403.03507.
 */
export function statesPerParameter(run: FilledRun): number {
  const s = shapeOf(run.model);
  if (run.lora !== null) return ofAdapters(run.optimizer, run.lora.rank, s);
  const { linear, plain } = whole(run.optimizer, s);
  if (linear === plain) return linear;
  const counts = heldParameters(run);
  return (counts.linear * linear + (counts.total - counts.linear) * plain) / counts.total;
}

/** fp32 scales: one for 256 values of an 8-bit state, for 128 of a 4-bit one. Source: bitsandbytes; torchao/optim/adam.py. */
export const stateScaleBytes = (bytesPerState: number): number => {
  if (bytesPerState >= 2) return 0;
  return bytesPerState < 1 ? 4 / 128 : 4 / 256;
};
