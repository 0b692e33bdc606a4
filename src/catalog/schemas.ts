import { z } from "zod";
import { modelClasses } from "../domain/model-architecture.ts";
import { tiers } from "../domain/offer.ts";
import { acceleratorClasses, platforms } from "../domain/run-spec.ts";
import { currencies } from "../units/money.ts";

const positive = z.number().positive();
const whole = z.int().positive();
const natural = z.int().nonnegative();
const words = z.string().min(1);
const date = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, "a date like 2026-11-30");
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "a month like 2026-11");
const id = z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, "lower-case letters, digits, dots and hyphens");
const basis = z.enum(["published", "computed", "advertised"]);

export const sourceSchema = z.strictObject({
  id,
  title: words,
  url: z.url().nullable(),
  date: date.nullable(),
});

const peaks = z.strictObject({
  fp32: positive.nullable(),
  tf32: positive.nullable(),
  bf16: positive.nullable(),
  fp16: positive.nullable(),
  fp8: positive.nullable(),
  int8: positive.nullable(),
  fp4: positive.nullable(),
});

export const evidenceFields = [
  "memory_gb", "devices", "reported_mib", "memory_type", "ecc", "bandwidth_gb_s", "dense_tflops.fp32",
  "dense_tflops.tf32", "dense_tflops.bf16", "dense_tflops.fp16", "dense_tflops.fp8", "dense_tflops.int8",
  "dense_tflops.fp4", "bf16_native", "flash_attention_2", "bitsandbytes", "interconnect", "pcie", "tdp_w",
  "form_factors", "max_per_node", "compute_target", "launch", "mig",
] as const; // prettier-ignore

export const acceleratorSchema = z.strictObject({
  id,
  name: words,
  aliases: z.array(words),
  vendor: words,
  architecture: words,
  platform: z.enum(platforms),
  class: z.enum(acceleratorClasses),
  compute_target: words.nullable(),
  launch: month.nullable(),
  memory_gb: positive,
  devices: whole,
  reported_mib: whole.nullable(),
  reported_mib_from: words.optional(),
  memory_type: words,
  ecc: z.boolean().nullable(),
  bandwidth_gb_s: positive.nullable(),
  dense_tflops: peaks,
  dense_tflops_fp16_accumulate: z.strictObject({ fp16: positive, fp8: positive.optional() }).optional(),
  bf16_native: z.boolean().nullable(),
  flash_attention_2: z.boolean().nullable(),
  bitsandbytes: z.strictObject({
    llm_int8: z.boolean().nullable(),
    qlora_4bit: z.boolean().nullable(),
    optim_8bit: z.boolean().nullable(),
  }),
  interconnect: z.strictObject({ type: words, gb_s_bidirectional: positive.nullable() }),
  pcie: words.nullable(),
  tdp_w: positive.nullable(),
  form_factors: z.array(words),
  max_per_node: whole.nullable(),
  mig: z.boolean().nullable(),
  evidence: z.strictObject({
    read: z.array(z.enum(evidenceFields)),
    recalled: z.array(z.enum(evidenceFields)),
  }),
  conflicts: z.array(words),
  note: words.optional(),
  sources: z.array(id).min(1),
});
export type AcceleratorEntry = z.infer<typeof acceleratorSchema>;

const tower = {
  kind: words,
  hidden_size: whole,
  intermediate_size: whole,
  num_layers: whole,
};

const layerCounts = {
  num_layers: whole,
  encoder_layers: whole,
  decoder_layers: whole,
  full_attention_layers: natural,
  sliding_attention_layers: natural,
  linear_attention_layers: natural,
  ssm_layers: natural,
  mlp_layers: natural,
};

const widths = {
  hidden_size: whole,
  intermediate_size: whole,
  dense_intermediate_size: whole,
  num_attention_heads: whole,
  num_key_value_heads: whole,
  head_dim: whole,
  vocab_size: whole,
  max_position_embeddings: whole,
  sliding_window: whole,
  attention_chunk_size: whole,
  learned_positions: natural,
  token_types: natural,
};

const attention = z
  .strictObject({
    type: z.enum(["mha", "gqa", "mqa", "mla", "none", "other"]),
    qkv_bias: z.boolean(),
    o_bias: z.boolean(),
    qk_norm: z.enum(["head", "full"]),
    output_gate: z.boolean(),
    sinks: z.boolean(),
    relative_buckets: whole,
    global_head_dim: whole,
    global_num_key_value_heads: whole,
    global_k_eq_v: z.boolean(),
    kv_lora_rank: whole,
    q_lora_rank: whole,
    qk_rope_head_dim: natural,
    qk_nope_head_dim: natural,
    v_head_dim: whole,
    o_lora_rank: whole,
    o_groups: whole,
    index_n_heads: whole,
    index_head_dim: whole,
    index_topk: whole,
    indexer: z.strictObject({ n_heads: whole, head_dim: whole, topk: whole }),
    note: words,
  })
  .partial();

const moe = z.strictObject({
  num_experts: whole,
  experts_per_token: whole,
  moe_intermediate_size: whole,
  shared_experts: natural.optional(),
  shared_intermediate_size: natural.optional(),
  first_dense_layers: natural.optional(),
  moe_layers: whole.optional(),
  layer_interval: whole.optional(),
  shared_gate: z.boolean().optional(),
  dense_parallel: z.boolean().optional(),
  router_scale: z.boolean().optional(),
  router_bias: z.boolean().optional(),
  score_correction_bias: z.boolean().optional(),
  expert_bias: z.boolean().optional(),
  gated: z.boolean().optional(),
  latent_size: whole.optional(),
});

const optional = z
  .strictObject({
    params_main: whole,
    params_active: whole,
    params_active_basis: basis,
    params_active_advertised: words,
    params_advertised: words,
    ...layerCounts,
    ...widths,
    tie_word_embeddings: z.boolean(),
    attention,
    mlp: z.strictObject({ kind: words, gated: z.boolean(), bias: z.boolean() }),
    norm: z.strictObject({
      kind: z.enum(["rmsnorm", "layernorm", "layernorm_nobias", "none"]),
      per_layer: positive,
      final: z.boolean().optional(),
      embedding_norm: z.boolean().optional(),
      extra: natural.optional(),
    }),
    moe,
    vision: z.strictObject({
      ...tower,
      patch_size: whole,
      image_size: whole.optional(),
      projector_input_dim: whole.optional(),
      projector_output_dim: whole.optional(),
      spatial_merge_size: whole.optional(),
      patch_merger: z.boolean().optional(),
      num_position_embeddings: whole.optional(),
      deepstack_layers: natural.optional(),
      out_hidden_size: whole.optional(),
      head_dim: whole.optional(),
      image_newline: whole.optional(),
    }),
    audio: z.strictObject({
      ...tower,
      num_mel_bins: whole,
      max_source_positions: whole,
      projector_in: whole,
    }),
    ssm: z.strictObject({
      kind: words,
      state_size: whole,
      conv_kernel: whole,
      num_heads: whole.optional(),
      head_dim: whole.optional(),
      n_groups: whole.optional(),
      conv_bias: z.boolean().optional(),
      inner_size: whole.optional(),
      dt_rank: whole.optional(),
    }),
    linear_attention: z.strictObject({
      kind: words,
      num_key_heads: whole,
      num_value_heads: whole,
      key_head_dim: whole,
      value_head_dim: whole,
      conv_kernel: whole,
    }),
    per_layer_input: z.strictObject({ vocab_size: whole, hidden_size: whole }),
    layer_pattern: words,
    lm_head: z.boolean(),
    lm_head_bias: z.boolean(),
    pooler: z.boolean(),
    mlm_head: z.boolean(),
    mtp_layers: natural,
    mtp_own_embeddings: z.boolean(),
    kv_shared_layers: natural,
    intermediate_sizes: z.array(whole),
    extra_modules: z.array(z.strictObject({ name: words, params: whole })),
    num_mel_bins: whole,
    max_source_positions: whole,
    max_target_positions: whole,
    patch_size: whole,
    image_size: whole,
    num_labels: natural,
    layer_scale: z.boolean(),
    mask_token: z.boolean(),
    double_blocks: whole,
    single_blocks: whole,
    in_channels: whole,
    text_dim: whole,
    pooled_dim: whole,
    guidance_embed: z.boolean(),
    hub_reported_params: whole,
    formula_covers: z.boolean(),
    licence: words,
    licence_source: id,
    gated: z.boolean(),
    note: words,
    params_source: id,
  })
  .partial();

export const modelSchema = optional.extend({
  id: z.string().regex(/^[\w.-]{1,96}\/[\w.-]{1,96}$/, "owner/name"),
  name: words,
  family: words,
  aliases: z.array(words),
  variants: z.array(words),
  class: z.enum(modelClasses),
  params_total: whole,
  params_basis: basis,
  dtype: words,
  shape_source: id,
});
export type ModelEntry = z.infer<typeof modelSchema>;

export const offerSchema = z.strictObject({
  id: words,
  instance: words,
  accelerator: id,
  gpus: positive,
  vcpus: positive.nullable(),
  host_ram_gib: positive.nullable(),
  local_disk_gb: positive.nullable(),
  region: words.nullable(),
  interconnect: words.nullable(),
  tier: z.enum(tiers),
  per_hour: positive,
  currency: z.enum(currencies),
  observed_at: date.nullable(),
  source: id,
  note: words.optional(),
});
export type OfferEntry = z.infer<typeof offerSchema>;

export const ratesSchema = z.strictObject({
  date,
  source: id,
  evidence: z.enum(["read", "recalled"]),
  per_eur: z.strictObject({
    USD: positive,
    GBP: positive.optional(),
    CHF: positive.optional(),
    CAD: positive.optional(),
  }),
});

const area = z.string().regex(/^[a-z]{2,6}$/, "a short area code");
export const regionsSchema = z.strictObject({
  areas: z.record(area, words),
  groups: z.record(words, z.array(area)),
  regions: z.array(z.strictObject({ provider: words, region: words, area })),
});
