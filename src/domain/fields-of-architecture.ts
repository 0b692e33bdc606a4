import type { ModelArchitecture } from "./model-architecture.ts";
import type { InlineModel } from "./run-spec.ts";

/**
 * A model as fields of data, under the names that hub configurations use: read back, they give the same widths,
 * counts and parameters. A shape that is only assumed from a size says so in `shape_assumed`.
 */
export function fieldsOfArchitecture(model: ModelArchitecture): InlineModel {
  const { shape } = model;
  const size = { name: model.id, class: model.class, params_total: model.parametersTotal };
  if (shape === null) return size;
  return {
    ...size,
    ...(model.shapeAssumed ? { shape_assumed: true } : {}),
    num_layers: shape.layers,
    full_attention_layers: shape.fullAttentionLayers,
    sliding_attention_layers: shape.slidingAttentionLayers,
    hidden_size: shape.hiddenSize,
    intermediate_size: shape.intermediateSize,
    num_attention_heads: shape.attentionHeads,
    num_key_value_heads: shape.keyValueHeads,
    head_dim: shape.headDim,
    vocab_size: shape.vocabularySize,
    tie_word_embeddings: shape.tiedEmbeddings,
    attention: {
      type: shape.attention.type,
      qkv_bias: shape.attention.qkvBias,
      o_bias: shape.attention.outputBias,
    },
    mlp: { kind: shape.mlp.kind, gated: shape.mlp.gated, bias: shape.mlp.bias },
    norm: { kind: shape.norm.kind, per_layer: shape.norm.perLayer },
    ...known("max_position_embeddings", shape.maxPositions),
    ...known("sliding_window", shape.slidingWindow),
    ...known("learned_positions", shape.learnedPositions),
    ...known("kv_lora_rank", shape.attention.kvLoraRank),
    ...(shape.linearAttentionLayers > 0 ? { linear_attention_layers: shape.linearAttentionLayers } : {}),
    ...(shape.ssmLayers > 0 ? { ssm_layers: shape.ssmLayers } : {}),
    ...(shape.encoderLayers > 0 ? { encoder_layers: shape.encoderLayers } : {}),
    ...(model.vision === null ? {} : { vision: { num_layers: model.vision.layers } }),
    ...(shape.moe === null
      ? {}
      : {
          moe: {
            num_experts: shape.moe.experts,
            experts_per_token: shape.moe.expertsPerToken,
            moe_intermediate_size: shape.moe.expertIntermediateSize,
            first_dense_layers: shape.moe.firstDenseLayers,
            moe_layers: shape.moe.moeLayers,
          },
        }),
  };
}

const known = (name: string, value: number | null): Record<string, number> =>
  value === null ? {} : { [name]: value };
