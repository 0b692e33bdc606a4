import type { FieldReader } from "./field-reader.ts";
import { fieldReader } from "./field-reader.ts";
import type { HubDefaults } from "./hub-model-types.ts";
import type { AttentionShape, LayerShape, ModelClass, MoeShape } from "./model-architecture.ts";
import { parameterDetails } from "./parameter-details.ts";

const attentionTypes = ["mha", "gqa", "mqa", "mla", "none", "other"] as const;
const small = { min: 0 } as const;

const nested = (reader: FieldReader, key: string) =>
  fieldReader(reader.object([key]) ?? {}, `model.${key}`, reader.problems);

function readAttention(
  reader: FieldReader,
  defaults: HubDefaults,
  heads: number,
  kvHeads: number,
): AttentionShape {
  const own = nested(reader, "attention");
  const kvLoraRank = own.count(["kv_lora_rank"]) ?? reader.count(["kv_lora_rank"]);
  const stated = own.text(["type"]);
  const known = attentionTypes.find((t) => t === stated);
  if (stated !== null && known === undefined) {
    own.fault("unknown-value", "type", stated, { allowed: attentionTypes });
  }
  const read = kvHeads === heads ? "mha" : kvHeads === 1 ? "mqa" : "gqa";
  const bias = reader.flag(["attention_bias"]);
  return {
    type: known ?? (kvLoraRank === null ? read : "mla"),
    qkvBias: own.flag(["qkv_bias"]) ?? reader.flag(["qkv_bias"]) ?? bias ?? defaults.qkvBias ?? false,
    outputBias: own.flag(["o_bias"]) ?? bias ?? defaults.outputBias ?? false,
    qkNorm: (own.text(["qk_norm"]) ?? defaults.qkNorm) !== undefined,
    kvLoraRank,
    qLoraRank: own.count(["q_lora_rank"]) ?? reader.count(["q_lora_rank"]),
    qkRopeHeadDim: own.count(["qk_rope_head_dim"]) ?? reader.count(["qk_rope_head_dim"], small),
    qkNopeHeadDim: own.count(["qk_nope_head_dim"]) ?? reader.count(["qk_nope_head_dim"], small),
    vHeadDim: own.count(["v_head_dim"]) ?? reader.count(["v_head_dim"]),
  };
}

function readMoe(reader: FieldReader, layers: number, intermediate: number | null): MoeShape | null {
  const own = nested(reader, "moe");
  const experts =
    own.count(["num_experts"]) ??
    reader.count(["n_routed_experts", "num_experts", "num_local_experts", "moe_num_experts"]);
  if (experts === null || experts === 1) return null;
  const perToken =
    own.count(["experts_per_token"]) ??
    reader.count(["num_experts_per_tok", "num_experts_per_token", "experts_per_token", "moe_k", "moe_topk"]);
  const width =
    own.count(["moe_intermediate_size"]) ??
    reader.count(["moe_intermediate_size", "expert_intermediate_size"]) ??
    intermediate;
  if (perToken === null || width === null) {
    const key = perToken === null ? "num_experts_per_tok" : "moe_intermediate_size";
    reader.fault("missing-field", key, "a mixture of experts without it");
    return null;
  }
  if (perToken > experts) {
    reader.fault("impossible-shape", "num_experts_per_tok", perToken, { allowed: [`at most ${experts}`] });
  }
  const shared = own.count(["shared_experts"], small) ?? reader.count(["n_shared_experts"], small);
  const sharedWidth =
    own.count(["shared_intermediate_size"], small) ??
    reader.count(["shared_expert_intermediate_size", "shared_intermediate_size"], small);
  const sharedExperts = shared ?? (sharedWidth !== null && sharedWidth > 0 ? 1 : 0);
  const firstDense =
    own.count(["first_dense_layers"], small) ?? reader.count(["first_k_dense_replace"], small) ?? 0;
  const every =
    own.count(["layer_interval"]) ?? reader.count(["decoder_sparse_step", "interleave_moe_layer_step"]) ?? 1;
  const moeLayers = own.count(["moe_layers"]) ?? Math.floor((layers - firstDense) / every);
  return {
    experts,
    expertsPerToken: perToken,
    expertIntermediateSize: width,
    sharedExperts,
    sharedIntermediateSize: sharedWidth ?? sharedExperts * width,
    firstDenseLayers: firstDense,
    moeLayers,
  };
}

/** Keys that are only read once the decisive ones were there. */
const laterKeys = [
  "full_attention_layers", "sliding_attention_layers", "linear_attention_layers", "ssm_layers", "mlp_layers",
  "layer_types", "sliding_window", "use_sliding_window", "tie_word_embeddings", "max_position_embeddings",
  "learned_positions", "attention", "mlp", "norm", "moe", "attention_bias", "mlp_bias", "qkv_bias", "formula_covers",
  "dense_intermediate_size", "extra_modules", "token_types", "pooler", "mlm_head", "lm_head_bias", "ssm",
  "linear_attention", "per_layer_input", "kv_lora_rank", "q_lora_rank", "qk_rope_head_dim", "qk_nope_head_dim",
  "v_head_dim", "moe_intermediate_size", "n_shared_experts", "num_experts_per_tok", "first_k_dense_replace",
]; // prettier-ignore

interface LayerKinds {
  readonly full: number;
  readonly sliding: number;
  readonly linear: number;
  readonly ssm: number;
}

function readLayerKinds(reader: FieldReader, layers: number, defaults: HubDefaults): LayerKinds {
  const types = reader.list(["layer_types"]);
  const ofType = (name: string) => (types === null ? null : types.filter((t) => t === name).length);
  const useWindow = reader.flag(["use_sliding_window"]);
  const window = useWindow === false ? null : reader.count(["sliding_window"]);
  const share = window === null ? 0 : (defaults.slidingShare ?? (useWindow === true ? 1 : 0));
  const sliding =
    reader.count(["sliding_attention_layers"], small) ??
    ofType("sliding_attention") ??
    Math.round(layers * share);
  const linear = reader.count(["linear_attention_layers"], small) ?? ofType("linear_attention") ?? 0;
  const ssm = reader.count(["ssm_layers"], small) ?? 0;
  const mlpOnly = reader.count(["mlp_layers"], small) ?? 0;
  const rest = Math.max(0, layers - sliding - linear - ssm - mlpOnly);
  const full = reader.count(["full_attention_layers"], small) ?? rest;
  if (full + sliding + linear > layers) {
    reader.fault("impossible-shape", "full_attention_layers", full + sliding + linear, {
      allowed: [`layer kinds that add up to at most ${layers}`],
    });
  }
  return { full, sliding, linear, ssm };
}

/** What cannot be said of heads, whatever else is missing; null = not stated. */
function faultHeads(
  reader: FieldReader,
  {
    hidden,
    heads,
    kvHeads,
  }: { readonly hidden: number | null; readonly heads: number | null; readonly kvHeads: number | null },
): void {
  if (heads === null || heads === 0) return;
  if (kvHeads !== null && heads % kvHeads !== 0)
    reader.fault("impossible-shape", "num_key_value_heads", kvHeads, { allowed: [`a divisor of ${heads}`] });
  if (hidden !== null && hidden % heads !== 0)
    reader.fault("impossible-shape", "num_attention_heads", heads, { allowed: [`a divisor of ${hidden}`] });
}

/** Reads a shape; null when a part that every shape needs is missing (the reader then holds no fault for it). */
export function shapeFromFields(
  reader: FieldReader,
  modelClass: ModelClass,
  defaults: HubDefaults,
): LayerShape | { readonly missing: readonly string[] } {
  reader.known(laterKeys);
  const stated = reader.count(["num_layers", "num_hidden_layers", "n_layer", "n_layers"], { max: 1000 });
  const encoderDecoder = modelClass === "encoder-decoder";
  const encoder = reader.count(["encoder_layers"], { max: 1000 }) ?? (encoderDecoder ? stated : 0);
  const decoder =
    reader.count(["decoder_layers", "num_decoder_layers"], { max: 1000 }) ?? (encoderDecoder ? stated : 0);
  const layers = encoderDecoder && encoder !== null && decoder !== null ? encoder + decoder : stated;
  const hidden = reader.count(["hidden_size", "n_embd", "d_model", "dim"], { max: 1e6 });
  const ssmOnly = modelClass === "ssm/hybrid" && reader.object(["ssm"]) !== null;
  const statedHeads = reader.count(["num_attention_heads", "n_head", "n_heads", "num_heads"], { max: 1e5 });
  const heads = statedHeads ?? (ssmOnly ? 1 : null);
  const image =
    modelClass === "dit" || modelClass === "vision-transformer" || modelClass === "diffusion-unet";
  const vocabulary = reader.count(["vocab_size", "vocabulary_size"], { max: 1e8 }) ?? (image ? 0 : null);
  const width = reader.count(
    ["intermediate_size", "n_inner", "d_ff", "ffn_dim", "hidden_dim", "ffn_hidden_size"],
    {
      max: 1e8,
    },
  );
  const multiQuery = reader.flag(["multi_query"]) === true ? 1 : null;
  const statedKv = reader.count(["num_key_value_heads", "n_kv_heads", "num_kv_heads", "n_head_kv"], {
    max: 1e5,
  });
  const statedDim = reader.count(["head_dim", "d_kv", "kv_channels"], { max: 1e5 });
  const mayBeLatent = reader.object(["attention"]) !== null || reader.count(["kv_lora_rank"]) !== null;
  faultHeads(reader, {
    hidden: statedDim === null && !mayBeLatent ? hidden : null,
    heads,
    kvHeads: statedKv ?? multiQuery,
  });
  if (layers === null || hidden === null || heads === null || vocabulary === null) {
    const missing = Object.entries({
      num_layers: layers,
      hidden_size: hidden,
      num_attention_heads: heads,
      vocab_size: vocabulary,
    });
    return { missing: missing.filter(([, v]) => v === null).map(([k]) => k) };
  }
  const kvHeads = statedKv ?? multiQuery ?? heads;
  const attention = readAttention(reader, defaults, heads, kvHeads);
  const moe = readMoe(reader, layers, width);
  if (width === null && moe === null && !ssmOnly && !usualWidth(modelClass, reader)) {
    return { missing: ["intermediate_size"] };
  }
  const latentDim = (attention.qkNopeHeadDim ?? 0) + (attention.qkRopeHeadDim ?? 0);
  if (statedDim === null && latentDim === 0 && mayBeLatent)
    faultHeads(reader, { hidden, heads, kvHeads: null });
  const kinds = readLayerKinds(reader, layers, defaults);
  const positions = reader.count([
    "max_position_embeddings",
    "n_positions",
    "max_seq_len",
    "max_sequence_length",
    "n_ctx",
    "seq_length",
  ]);
  const mlp = nested(reader, "mlp");
  const norm = nested(reader, "norm");
  const gated = mlp.flag(["gated"]) ?? defaults.gated ?? true;
  const window = reader.flag(["use_sliding_window"]) === false ? null : reader.count(["sliding_window"]);
  return {
    layers,
    encoderLayers: encoderDecoder ? (encoder ?? 0) : modelClass === "encoder" ? layers : 0,
    decoderLayers: encoderDecoder ? (decoder ?? 0) : modelClass === "encoder" ? 0 : layers,
    fullAttentionLayers: encoderDecoder ? (decoder ?? 0) : kinds.full,
    slidingAttentionLayers: kinds.sliding,
    linearAttentionLayers: kinds.linear,
    ssmLayers: kinds.ssm,
    hiddenSize: hidden,
    intermediateSize: width ?? moe?.expertIntermediateSize ?? (ssmOnly ? 0 : 4 * hidden),
    attentionHeads: heads,
    keyValueHeads: kvHeads,
    headDim: statedDim ?? (latentDim > 0 ? latentDim : Math.floor(hidden / heads)),
    vocabularySize: vocabulary,
    tiedEmbeddings: reader.flag(["tie_word_embeddings"]) ?? defaults.tied ?? image,
    maxPositions: positions,
    slidingWindow: kinds.sliding > 0 ? window : null,
    learnedPositions:
      reader.count(["learned_positions"], small) ?? (defaults.learnedPositions === true ? positions : null),
    attention,
    mlp: {
      gated,
      bias: mlp.flag(["bias"]) ?? reader.flag(["mlp_bias"]) ?? defaults.mlpBias ?? false,
      kind: mlp.text(["kind"]) ?? (gated ? "gated_swiglu" : "plain_gelu"),
    },
    norm: {
      kind: norm.text(["kind"]) ?? defaults.norm ?? "rmsnorm",
      perLayer: norm.number(["per_layer"]) ?? defaults.normsPerLayer ?? 2,
    },
    moe,
    details: parameterDetails(reader, modelClass, defaults),
  };
}

/** GPT-2-like configurations leave the MLP width out: it is four times the hidden width. */
const usualWidth = (modelClass: ModelClass, reader: FieldReader): boolean =>
  modelClass !== "multimodal" && (reader.raw("n_embd") !== undefined || reader.raw("n_head") !== undefined);
