import type { ModelArchitecture } from "../model-architecture.ts";

/** The few widths that time depends on. */
interface TimeShape {
  readonly layers: number;
  readonly hidden: number;
  readonly intermediate: number;
  /** heads × head size: the width that attention works on. */
  readonly attentionWidth: number;
  readonly keyValueWidth: number;
  readonly vocabulary: number;
  readonly tied: boolean;
  /** Layers that look back over the whole sequence, and those capped at the window. */
  readonly fullLayers: number;
  readonly slidingLayers: number;
  readonly window: number;
  /** Query × key scores pass through a learned sink, which few fused kernels know. */
  readonly sinks: boolean;
  readonly experts: Experts | null;
}

/** What routing costs time. */
interface Experts {
  readonly count: number;
  readonly perToken: number;
  readonly layers: number;
  /** Width that is sent to an expert: the hidden one, or a narrower latent one. */
  readonly width: number;
  /** Parameters of all routed experts. */
  readonly parameters: number;
}

/**
 * Widths of a model that is only a size: N ≈ 12 · L · h² with h ≈ 128 · L, the proportion that published decoders keep
 * (7B: 32 × 4096, 70B: 80 × 8192). A guess that only moves the small terms of a step's time.
 */
export function typicalShape(parameters: number): TimeShape {
  const layers = Math.max(4, Math.round(Math.cbrt(parameters / (12 * 128 * 128))));
  const hidden = Math.sqrt(parameters / (12 * layers));
  return {
    layers,
    hidden,
    intermediate: 2.7 * hidden,
    attentionWidth: hidden,
    keyValueWidth: hidden / 4,
    vocabulary: 50_000,
    tied: false,
    fullLayers: layers,
    slidingLayers: 0,
    window: 0,
    sinks: false,
    experts: null,
  };
}

/**
 * Total − active = P · (1 − k/E) gives the routed parameters P; P ÷ (E · layers · matrices · expert width) gives the width
 * that enters an expert, which is below the hidden one where experts work on a latent (Nemotron 3 Super).
 */
function expertsOf(model: ModelArchitecture): Experts | null {
  const moe = model.shape?.moe ?? null;
  if (moe === null || model.shape === null || model.parametersActive >= model.parametersTotal) return null;
  const idle = 1 - moe.expertsPerToken / moe.experts;
  const parameters = (model.parametersTotal - model.parametersActive) / Math.max(0.01, idle);
  const matrices = model.shape.details?.expertsGated === false ? 2 : 3;
  const layers = Math.max(1, moe.moeLayers);
  const entering = parameters / (moe.experts * layers * matrices * Math.max(1, moe.expertIntermediateSize));
  const hidden = model.shape.hiddenSize;
  return {
    count: moe.experts,
    perToken: moe.expertsPerToken,
    layers,
    width: entering < hidden / 2 ? entering : hidden,
    parameters,
  };
}

export function timeShape(model: ModelArchitecture): TimeShape {
  const shape = model.shape;
  const sparse = model.parametersActive < model.parametersTotal;
  if (shape === null || shape.hiddenSize <= 0 || shape.layers <= 0 || (model.shapeAssumed && sparse)) {
    return typicalShape(model.parametersActive);
  }
  const width = shape.attentionHeads * shape.headDim;
  return {
    layers: shape.layers,
    hidden: shape.hiddenSize,
    intermediate:
      shape.moe === null
        ? shape.intermediateSize
        : shape.moe.expertsPerToken * shape.moe.expertIntermediateSize + shape.moe.sharedIntermediateSize,
    attentionWidth: width > 0 ? width : shape.hiddenSize,
    keyValueWidth: shape.keyValueHeads * shape.headDim,
    vocabulary: shape.vocabularySize,
    tied: shape.tiedEmbeddings,
    fullLayers: shape.fullAttentionLayers,
    slidingLayers: shape.slidingAttentionLayers,
    window: shape.slidingWindow ?? 0,
    sinks: shape.details?.sinks === true,
    experts: expertsOf(model),
  };
}
