import type { FieldReader } from "./field-reader.ts";
import { fieldReader } from "./field-reader.ts";
import type { HubDefaults } from "./hub-model-types.ts";
import type { ModelClass, ParameterDetails } from "./model-architecture.ts";

const sub = (reader: FieldReader, key: string) =>
  fieldReader(reader.object([key]) ?? {}, `model.${key}`, reader.problems);

function notCovered(reader: FieldReader, modelClass: ModelClass): string | undefined {
  const attention = sub(reader, "attention");
  if (modelClass === "dit" || modelClass === "diffusion-unet" || modelClass === "vision-transformer")
    return modelClass;
  if (reader.flag(["formula_covers"]) === false) return "marked so in the catalogue";
  if (reader.raw("num_mel_bins") !== undefined) return "audio encoder";
  if (reader.object(["ssm"]) !== null) return "state-space layers";
  if (reader.object(["per_layer_input"]) !== null) return "per-layer embeddings";
  if (reader.list(["intermediate_sizes"]) !== null) return "widths that differ by layer";
  if (attention.number(["global_head_dim"]) !== null) return "head widths that differ by layer";
  if (attention.number(["o_lora_rank"]) !== null) return "compressed sparse attention";
  if (sub(reader, "moe").number(["latent_size"]) !== null) return "latent experts";
  return undefined;
}

const setOnly = <T extends object>(values: {
  readonly [K in keyof T]: T[K] | null | undefined;
}): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, v]) => v !== null && v !== undefined)) as Partial<T>;

/** Reads what only `countParameters` needs. */
export function parameterDetails(
  reader: FieldReader,
  modelClass: ModelClass,
  defaults: HubDefaults,
): ParameterDetails {
  const attention = sub(reader, "attention");
  const moe = sub(reader, "moe");
  const norm = sub(reader, "norm");
  const linear = reader.object(["linear_attention"]);
  const deltas = linear === null ? null : fieldReader(linear, "model.linear_attention", reader.problems);
  const width = attention.text(["qk_norm"]) ?? defaults.qkNorm ?? null;
  const indexer = attention.object(["indexer"]);
  const index = indexer === null ? null : fieldReader(indexer, "model.attention.indexer", reader.problems);
  const modules = reader.list(["extra_modules"]) ?? [];
  const extra = modules.reduce<number>((sum, m) => {
    const params = typeof m === "object" && m !== null && "params" in m ? m.params : 0;
    return sum + (typeof params === "number" ? params : 0);
  }, 0);
  return setOnly<ParameterDetails>({
    head: reader.flag(["lm_head"]),
    headBias: reader.flag(["lm_head_bias"]),
    finalNorm: norm.flag(["final"]),
    embeddingNorm: norm.flag(["embedding_norm"]),
    extraNormParameters: norm.count(["extra"], { min: 0 }),
    tokenTypes: reader.count(["token_types", "type_vocab_size"], { min: 0 }),
    pooler: reader.flag(["pooler"]),
    maskedHead: reader.flag(["mlm_head"]),
    qkNormWidth: width === "head" || width === "full" ? width : null,
    outputGate: attention.flag(["output_gate"]),
    sinks: attention.flag(["sinks"]),
    relativeBuckets: attention.count(["relative_buckets"]),
    extraParameters: extra === 0 ? null : extra,
    denseIntermediateSize: reader.count(["dense_intermediate_size"]),
    routerBias:
      (moe.flag(["router_bias"]) ?? false) || (moe.flag(["score_correction_bias"]) ?? false) || null,
    expertBias: moe.flag(["expert_bias"]),
    expertsGated: moe.flag(["gated"]),
    sharedGate: moe.flag(["shared_gate"]),
    denseParallel: moe.flag(["dense_parallel"]),
    indexer:
      index === null
        ? null
        : { heads: index.count(["n_heads"]) ?? 0, headDim: index.count(["head_dim"]) ?? 0 },
    linearAttention:
      deltas === null
        ? null
        : {
            keyHeads: deltas.count(["num_key_heads"]) ?? 0,
            valueHeads: deltas.count(["num_value_heads"]) ?? 0,
            keyHeadDim: deltas.count(["key_head_dim"]) ?? 0,
            valueHeadDim: deltas.count(["value_head_dim"]) ?? 0,
            convKernel: deltas.count(["conv_kernel"]) ?? 0,
          },
    notCovered: notCovered(reader, modelClass),
  });
}
