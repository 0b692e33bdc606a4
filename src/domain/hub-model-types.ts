import type { ModelClass } from "./model-architecture.ts";

/** What a hub `model_type` implies when its configuration leaves it out (class defaults of transformers). */
export interface HubDefaults {
  readonly class?: ModelClass;
  readonly tied?: boolean;
  readonly gated?: boolean;
  readonly mlpBias?: boolean;
  readonly qkvBias?: boolean;
  readonly outputBias?: boolean;
  readonly qkNorm?: "head" | "full";
  readonly norm?: "rmsnorm" | "layernorm" | "none";
  readonly normsPerLayer?: number;
  readonly learnedPositions?: boolean;
  /** Share of layers that a sliding window caps when nothing else says. */
  readonly slidingShare?: number;
}

const plain = { gated: false, mlpBias: true, qkvBias: true, outputBias: true, norm: "layernorm" } as const;
const bertLike = { ...plain, class: "encoder", tied: true, learnedPositions: true } as const;

const table: Readonly<Record<string, HubDefaults>> = {
  llama: {},
  mistral: { slidingShare: 1 },
  mixtral: { class: "moe-decoder", slidingShare: 1 },
  qwen2: { qkvBias: true },
  qwen2_moe: { class: "moe-decoder", qkvBias: true },
  qwen3: { qkNorm: "head" },
  qwen3_moe: { class: "moe-decoder", qkNorm: "head" },
  qwen2_vl: { class: "multimodal", qkvBias: true },
  qwen2_5_vl: { class: "multimodal", qkvBias: true },
  qwen3_vl: { class: "multimodal", qkNorm: "head" },
  qwen3_next: { class: "ssm/hybrid", qkNorm: "head" },
  gemma: { tied: true },
  gemma2: { tied: true, normsPerLayer: 4, slidingShare: 0.5 },
  gemma3: { class: "multimodal", tied: true, normsPerLayer: 4, qkNorm: "head", slidingShare: 5 / 6 },
  gemma3_text: { tied: true, normsPerLayer: 4, qkNorm: "head", slidingShare: 5 / 6 },
  phi: { ...plain, normsPerLayer: 1 },
  phi3: { slidingShare: 1 },
  falcon: { tied: true, gated: false, norm: "layernorm" },
  bloom: { ...plain, tied: true },
  opt: { ...plain, tied: true, learnedPositions: true },
  gpt2: { ...plain, tied: true, learnedPositions: true },
  gpt_neox: plain,
  gptj: { gated: false, mlpBias: true, norm: "layernorm", normsPerLayer: 1 },
  gpt_bigcode: { ...plain, tied: true, learnedPositions: true },
  starcoder2: { ...plain, tied: true, slidingShare: 1 },
  stablelm: { norm: "layernorm" },
  cohere: { tied: true, norm: "layernorm", normsPerLayer: 1 },
  cohere2: { tied: true, norm: "layernorm", normsPerLayer: 1, slidingShare: 0.75 },
  olmo: { norm: "none" },
  olmo2: { qkNorm: "full" },
  granite: {},
  deepseek_v2: { class: "moe-decoder" },
  deepseek_v3: { class: "moe-decoder" },
  gpt_oss: { class: "moe-decoder", qkvBias: true, outputBias: true, slidingShare: 0.5 },
  bert: bertLike,
  roberta: bertLike,
  "xlm-roberta": bertLike,
  modernbert: { class: "encoder", tied: true, norm: "layernorm", slidingShare: 2 / 3 },
  t5: { class: "encoder-decoder", tied: true, gated: false },
  mt5: { class: "encoder-decoder", tied: false },
  mamba: { class: "ssm/hybrid", tied: true },
  falcon_mamba: { class: "ssm/hybrid" },
  jamba: { class: "ssm/hybrid" },
  nemotron_h: { class: "ssm/hybrid", gated: false, normsPerLayer: 1 },
  vit: { ...plain, class: "vision-transformer" },
  dinov2: { ...plain, class: "vision-transformer" },
};

export const hubDefaults = (modelType: string | null): HubDefaults =>
  (modelType === null ? undefined : (table[modelType] ?? table[modelType.replace(/_text$/, "")])) ?? {};

/** Keys of a hub configuration that say nothing about size. */
export const harmlessHubKeys =
  /^(_.*|architectures|auto_map|bos_.*|eos_.*|pad_.*|.*token_id|.*token_index|decoder_start.*|.*dropout.*|.*pdrop|hidden_act|hidden_activation|activation.*|initializer.*|layer_norm_eps.*|norm_eps|norm_epsilon|rms_norm_eps|rope.*|.*theta|partial_rotary_factor|pretraining_tp|transformers_version|use_cache|torch_dtype|dtype|quantization_config|.*softcapping|query_pre_attn_scalar|.*scal(e|ing).*|aux_loss.*|output_.*|scoring_func|topk_.*|n_group|seq_aux|norm_topk_prob|.*factor|router_.*|ep_size|attn_implementation|max_window_layers|use_sliding_window|summary_.*|task_specific_params|n_ctx|model_type|layer_types|id2label|label2id|problem_type|position_embedding_type|classifier_.*|parallel_attn|alibi|new_decoder_architecture|bias|mrope_section|vision_.*|image_.*|video_.*|audio_.*|text_config|thinker_config|tie_encoder_decoder|is_.*|use_.*|cache_implementation)$/;
