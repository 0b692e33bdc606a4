import { bytes, type Bytes } from "../../units/bytes.ts";
import type { FilledRun } from "../filled-run.ts";
import type { LayerShape } from "../model-architecture.ts";
import { elementBytes } from "../precision.ts";
import { shapeOf } from "./model-shape.ts";

/** Elements one token adds to the cache of one full-attention layer: 2·kv·hd, or latent + rope key with MLA. */
export function cacheElementsPerToken(s: LayerShape): number {
  const { type, kvLoraRank, qkRopeHeadDim } = s.attention;
  if (type === "none") return 0;
  if (type === "mla" && kvLoraRank !== null) return kvLoraRank + (qkRopeHeadDim ?? 64);
  return 2 * s.keyValueHeads * s.headDim;
}

/**
 * Ranks that share a cache: no more than there are key-value heads. A latent cache is held whole by each tensor rank: only
 * data-parallel attention shares it, each rank with requests of its own. Source: vLLM's and SGLang's deployment guides
 * for DeepSeek-V3 (docs.vllm.ai, data_parallel_deployment; docs.sglang.ai, deepseek: data parallelism attention).
 */
export function cacheRanks({ model, parallel: { tensor } }: FilledRun): number {
  const s = shapeOf(model);
  if (s.attention.type === "mla") return 1;
  return Math.max(1, Math.min(tensor, s.keyValueHeads || 1));
}

/** A latent cache that several tensor ranks each hold whole. */
export const repeatsLatentCache = (run: FilledRun): boolean =>
  run.method === "inference" && run.parallel.tensor > 1 && shapeOf(run.model).attention.type === "mla";

/** Recurrent state of a sequence in layers that have no growing cache: heads·hd² for linear attention, 2·d·128 for SSM, in fp32. */
const stateBytesPerSequence = (s: LayerShape): number =>
  4 *
  (s.linearAttentionLayers * s.attentionHeads * s.headDim * s.headDim + s.ssmLayers * 2 * s.hiddenSize * 128);

/**
 * Cache of `sequences` of `tokens`: full layers grow with the length, sliding ones stop at the window,
 * an encoder-decoder adds cross-attention over its prompt.
 * Source: MLA arXiv 2405.04434; grouped queries 2305.13245; Mistral 2310.06825 (window).
 */
export function kvCacheBytes(run: FilledRun, sequences: number, tokens: number): Bytes {
  const s = shapeOf(run.model);
  const perToken = cacheElementsPerToken(s) * elementBytes[run.serving?.kvPrecision ?? "bf16"];
  const window = Math.min(tokens, s.slidingWindow ?? tokens);
  const counted = s.fullAttentionLayers + s.slidingAttentionLayers + s.linearAttentionLayers + s.ssmLayers;
  const full = counted === 0 ? s.decoderLayers || s.layers : s.fullAttentionLayers;
  const cross =
    run.model.class === "encoder-decoder" ? s.decoderLayers * (run.serving?.promptTokens ?? tokens) : 0;
  const grown = (full * tokens + s.slidingAttentionLayers * window + cross) * perToken;
  return bytes((sequences * (grown + stateBytesPerSequence(s))) / (cacheRanks(run) * run.parallel.pipeline));
}
