import type { FieldEvidence } from "./provenance.ts";

export const modelClasses = [
  "dense-decoder", "moe-decoder", "multimodal", "encoder", "encoder-decoder", "ssm/hybrid", "dit",
  "vision-transformer", "diffusion-unet",
] as const; // prettier-ignore
export type ModelClass = (typeof modelClasses)[number];

export interface AttentionShape {
  readonly type: "mha" | "gqa" | "mqa" | "mla" | "none" | "other";
  readonly qkvBias: boolean;
  readonly outputBias: boolean;
  readonly qkNorm: boolean;
  /** Multi-head latent attention only. */
  readonly kvLoraRank: number | null;
  readonly qLoraRank: number | null;
  readonly qkRopeHeadDim: number | null;
  readonly qkNopeHeadDim: number | null;
  readonly vHeadDim: number | null;
}

export interface MoeShape {
  readonly experts: number;
  readonly expertsPerToken: number;
  readonly expertIntermediateSize: number;
  readonly sharedExperts: number;
  /** Total width of the shared expert(s). */
  readonly sharedIntermediateSize: number;
  readonly firstDenseLayers: number;
  /** Layers that hold experts. */
  readonly moeLayers: number;
}

export interface VisionTower {
  readonly layers: number;
  readonly hiddenSize: number;
  readonly intermediateSize: number;
  readonly patchSize: number | null;
  /** Side of the square images it was made for; null where images keep their size. [pixels] */
  readonly imageSize: number | null;
  readonly gated: boolean;
}

/** What only the count of parameters needs to know about a shape. */
export interface ParameterDetails {
  readonly head?: boolean;
  readonly headBias?: boolean;
  readonly finalNorm?: boolean;
  readonly embeddingNorm?: boolean;
  readonly tokenTypes?: number;
  readonly pooler?: boolean;
  readonly maskedHead?: boolean;
  readonly qkNormWidth?: "head" | "full";
  readonly outputGate?: boolean;
  readonly sinks?: boolean;
  readonly relativeBuckets?: number;
  readonly extraNormParameters?: number;
  readonly extraParameters?: number;
  readonly denseIntermediateSize?: number;
  readonly routerBias?: boolean;
  readonly expertBias?: boolean;
  readonly expertsGated?: boolean;
  readonly sharedGate?: boolean;
  readonly denseParallel?: boolean;
  readonly indexer?: { readonly heads: number; readonly headDim: number };
  readonly linearAttention?: {
    readonly keyHeads: number;
    readonly valueHeads: number;
    readonly keyHeadDim: number;
    readonly valueHeadDim: number;
    readonly convKernel: number;
  };
  /** Why no formula covers this shape; set = `countParameters` answers null. */
  readonly notCovered?: string;
}

/** The shape of a decoder, encoder or encoder-decoder; widths in elements, counts in layers or heads. */
export interface LayerShape {
  readonly layers: number;
  readonly encoderLayers: number;
  readonly decoderLayers: number;
  /** Layers whose KV cache grows with context. */
  readonly fullAttentionLayers: number;
  /** Layers capped at `slidingWindow`. */
  readonly slidingAttentionLayers: number;
  readonly linearAttentionLayers: number;
  readonly ssmLayers: number;
  readonly hiddenSize: number;
  readonly intermediateSize: number;
  readonly attentionHeads: number;
  readonly keyValueHeads: number;
  readonly headDim: number;
  readonly vocabularySize: number;
  readonly tiedEmbeddings: boolean;
  readonly maxPositions: number | null;
  readonly slidingWindow: number | null;
  readonly learnedPositions: number | null;
  readonly attention: AttentionShape;
  readonly mlp: { readonly gated: boolean; readonly bias: boolean; readonly kind: string };
  readonly norm: { readonly kind: string; readonly perLayer: number };
  readonly moe: MoeShape | null;
  readonly details?: ParameterDetails;
}

export interface ModelArchitecture {
  readonly id: string;
  readonly name: string;
  readonly family: string | null;
  readonly class: ModelClass;
  /** All parameters, every expert included. */
  readonly parametersTotal: number;
  /** Parameters a token passes through; equals the total for dense models. */
  readonly parametersActive: number;
  /** Null when only a size is known ("13B"): formulas then use a typical shape and widen the interval. */
  readonly shape: LayerShape | null;
  /** Shape assumed from the size, not read anywhere. */
  readonly shapeAssumed: boolean;
  readonly vision: VisionTower | null;
  /** Dtype of the published checkpoint. */
  readonly dtype: string | null;
  readonly licence: string | null;
  readonly gated: boolean | null;
  readonly aliases: readonly string[];
  readonly note: string | null;
  readonly source: string | null;
  /** Fine-tunes and re-uploads of the same shape, as hub ids. */
  readonly variants?: readonly string[];
  /** Where `parametersTotal` comes from. */
  readonly parametersBasis?: "published" | "computed" | "advertised";
  /** By field name of this interface. */
  readonly evidence?: Readonly<Record<string, FieldEvidence>>;
}
