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
  readonly moe: boolean;
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
    moe: false,
  };
}

export function timeShape(model: ModelArchitecture): TimeShape {
  const shape = model.shape;
  if (shape === null || shape.hiddenSize <= 0 || shape.layers <= 0) {
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
    moe: shape.moe !== null,
  };
}
