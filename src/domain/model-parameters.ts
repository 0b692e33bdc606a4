import type { LayerShape, ModelClass } from "./model-architecture.ts";

/** Parameters by part, of the language model alone: a vision or audio tower comes on top. */
export interface ParameterCount {
  readonly embedding: number;
  readonly head: number;
  readonly attention: number;
  readonly mlp: number;
  readonly experts: number;
  readonly norms: number;
  readonly other: number;
  readonly total: number;
  /** With only the routed experts that a token passes through. */
  readonly active: number;
}

/**
 * Multi-head, grouped- or multi-query attention, one layer:
 * q = h·n·d, k and v = h·n_kv·d each, o = n·d·h, plus biases, q/k norms and an output gate.
 */
export function attentionParameters(shape: LayerShape): number {
  const {
    hiddenSize: h,
    attentionHeads: n,
    keyValueHeads: kv,
    headDim: d,
    attention: a,
    details = {},
  } = shape;
  const gate = details.outputGate === true ? h * n * d : 0;
  const norms = !a.qkNorm ? 0 : details.qkNormWidth === "full" ? (n + kv) * d : 2 * d;
  const biases = (a.qkvBias ? (n + 2 * kv) * d : 0) + (a.outputBias ? h : 0);
  return h * n * d * 2 + h * kv * d * 2 + gate + norms + biases + (details.sinks === true ? n : 0);
}

/**
 * Multi-head latent attention, one layer (DeepSeek-V2, arXiv 2405.04434): queries and keys/values go through
 * low-rank latents with a norm each; a sparse-attention indexer adds its own projections.
 */
export function latentAttentionParameters(shape: LayerShape): number {
  const { hiddenSize: h, attentionHeads: n, attention: a, details = {} } = shape;
  const nope = a.qkNopeHeadDim ?? 0;
  const rope = a.qkRopeHeadDim ?? 0;
  const v = a.vHeadDim ?? 0;
  const kvRank = a.kvLoraRank ?? 0;
  const qOut = n * (nope + rope);
  const q = a.qLoraRank === null ? h * qOut : h * a.qLoraRank + a.qLoraRank + a.qLoraRank * qOut;
  const kvs = h * (kvRank + rope) + kvRank + kvRank * n * (nope + v);
  const index = details.indexer;
  const indexer =
    index === undefined
      ? 0
      : (a.qLoraRank ?? h) * index.heads * index.headDim +
        h * index.headDim +
        2 * index.headDim +
        h * index.heads;
  return q + kvs + n * v * h + indexer;
}

/**
 * Gated delta-net layer (Qwen3-Next): one projection to q, k, v, z, one to the two gates, a depthwise
 * convolution over q, k, v, two vectors per value head, a norm of the value width, the output projection.
 */
export function linearAttentionParameters(shape: LayerShape): number {
  const linear = shape.details?.linearAttention;
  if (linear === undefined) return 0;
  const h = shape.hiddenSize;
  const key = linear.keyHeads * linear.keyHeadDim;
  const value = linear.valueHeads * linear.valueHeadDim;
  const mixed = 2 * key + value;
  return (
    h * (mixed + value) + h * 2 * linear.valueHeads + mixed * linear.convKernel + 2 * linear.valueHeads +
    linear.valueHeadDim + value * h
  ); // prettier-ignore
}

/** Gated: gate, up, down = 3·h·w; plain: up, down = 2·h·w; a bias adds the output widths. */
export function mlpParameters(hidden: number, width: number, gated: boolean, bias: boolean): number {
  return (gated ? 3 : 2) * hidden * width + (bias ? (gated ? 2 : 1) * width + hidden : 0);
}

const normWidth = (shape: LayerShape): number => {
  if (shape.norm.kind === "none") return 0;
  return shape.norm.kind === "layernorm" ? 2 * shape.hiddenSize : shape.hiddenSize;
};

function feedForward(shape: LayerShape): {
  mlp: number;
  experts: number;
  activeExperts: number;
  other: number;
} {
  const { hiddenSize: h, moe, details = {}, mlp } = shape;
  const dense = mlpParameters(
    h,
    details.denseIntermediateSize ?? shape.intermediateSize,
    mlp.gated,
    mlp.bias,
  );
  const blocks = shape.encoderLayers + shape.decoderLayers;
  if (moe === null) return { mlp: blocks * dense, experts: 0, activeExperts: 0, other: 0 };
  const gated = details.expertsGated ?? mlp.gated;
  const one = mlpParameters(h, moe.expertIntermediateSize, gated, details.expertBias ?? false);
  const shared =
    moe.sharedIntermediateSize > 0 ? mlpParameters(h, moe.sharedIntermediateSize, gated, false) : 0;
  const router = h * moe.experts + (details.routerBias === true ? moe.experts : 0);
  const perLayer = shared + router + (details.sharedGate === true ? h : 0);
  const denseLayers = details.denseParallel === true ? shape.layers : shape.layers - moe.moeLayers;
  return {
    mlp: denseLayers * dense,
    experts: moe.moeLayers * moe.experts * one,
    activeExperts: moe.moeLayers * moe.expertsPerToken * one,
    other: moe.moeLayers * perLayer,
  };
}

function attentionTotal(shape: LayerShape): number {
  const { attention, details = {} } = shape;
  if (attention.type === "mla") return shape.layers * latentAttentionParameters(shape);
  const one = attentionParameters(shape);
  if (shape.encoderLayers > 0 && shape.decoderLayers > 0) {
    const relative = 2 * (details.relativeBuckets ?? 0) * shape.attentionHeads;
    return (shape.encoderLayers + 2 * shape.decoderLayers) * one + relative;
  }
  const linear = shape.linearAttentionLayers * linearAttentionParameters(shape);
  return (shape.layers - shape.linearAttentionLayers) * one + linear;
}

function normTotal(shape: LayerShape): number {
  const { details = {} } = shape;
  const width = normWidth(shape);
  const extra = (details.embeddingNorm === true ? width : 0) + (details.extraNormParameters ?? 0);
  if (shape.encoderLayers > 0 && shape.decoderLayers > 0) {
    return width * (2 * shape.encoderLayers + 3 * shape.decoderLayers + 2) + extra;
  }
  return width * (shape.norm.perLayer * shape.layers + (details.finalNorm === false ? 0 : 1)) + extra;
}

/** All parameters of a shape, part by part; null when no formula here covers it. */
export function countParameters(shape: LayerShape, _class: ModelClass): ParameterCount | null {
  const { details = {}, hiddenSize: h, vocabularySize: vocabulary } = shape;
  if (details.notCovered !== undefined) return null;
  if (shape.linearAttentionLayers > 0 && details.linearAttention === undefined) return null;
  if (shape.ssmLayers > 0 || shape.attention.type === "none" || shape.attention.type === "other") return null;
  const embedding = vocabulary * h + (shape.learnedPositions ?? 0) * h + (details.tokenTypes ?? 0) * h;
  const hasHead = details.head !== false;
  const head =
    (hasHead && !shape.tiedEmbeddings ? vocabulary * h : 0) + (details.headBias === true ? vocabulary : 0);
  const masked = details.maskedHead === true ? h * h + h + 2 * h + vocabulary : 0;
  const pooler = details.pooler === true ? h * h + h : 0;
  const attention = attentionTotal(shape);
  const norms = normTotal(shape);
  const ff = feedForward(shape);
  const other = ff.other + masked + pooler + (details.extraParameters ?? 0);
  const withoutExperts = embedding + head + attention + ff.mlp + norms + other;
  return {
    embedding,
    head,
    attention,
    mlp: ff.mlp,
    experts: ff.experts,
    norms,
    other,
    total: withoutExperts + ff.experts,
    active: withoutExperts + ff.activeExperts,
  };
}
