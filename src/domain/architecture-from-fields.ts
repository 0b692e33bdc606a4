import type { Warning } from "./estimate.ts";
import type { FieldReader } from "./field-reader.ts";
import { meantKeys } from "./foreign-keys.ts";
import { fieldReader } from "./field-reader.ts";
import { harmlessHubKeys, hubDefaults } from "./hub-model-types.ts";
import type { LayerShape, ModelArchitecture, ModelClass, VisionTower } from "./model-architecture.ts";
import { modelClasses } from "./model-architecture.ts";
import { countParameters } from "./model-parameters.ts";
import { parseModelSize } from "./parse-model-size.ts";
import type { Problem } from "./problem.ts";
import type { InlineModel } from "./run-spec.ts";
import { shapeFromFields } from "./shape-from-fields.ts";
import { typicalShape } from "./typical-shape.ts";

export type ArchitectureRead =
  | { readonly model: ModelArchitecture; readonly warnings: readonly Warning[] }
  | { readonly problems: readonly Problem[] };

/** Multimodal hub configurations keep the language model one or two levels down. */
function flattened(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const inner = [fields["text_config"], fields["thinker_config"]].find(
    (v): v is Record<string, unknown> => typeof v === "object" && v !== null,
  );
  if (inner === undefined) return fields;
  const set = Object.fromEntries(Object.entries(flattened(inner)).filter(([, v]) => v !== null));
  return { ...fields, ...set };
}

function readClass(reader: FieldReader, multimodal: boolean, fallback: ModelClass | undefined): ModelClass {
  const stated = reader.text(["class"]);
  const known = modelClasses.find((c) => c === stated);
  if (stated !== null && known === undefined) {
    reader.fault("unknown-value", "class", stated, { allowed: modelClasses });
  }
  const expert = ["moe", "num_experts", "n_routed_experts", "num_local_experts", "moe_num_experts"];
  const moe = expert.some((key) => reader.raw(key) !== undefined && reader.raw(key) !== null);
  return known ?? (multimodal ? "multimodal" : fallback) ?? (moe ? "moe-decoder" : "dense-decoder");
}

/** Towers whose MLP is gated. Source: transformers, modeling_qwen2_5_vl.py (Qwen2_5_VLMLP) and modeling_pixtral.py (PixtralMLP). */
const gatedTowers = /qwen2_5_vl|pixtral/u;

function readVision(reader: FieldReader): VisionTower | null {
  const tower = reader.object(["vision", "vision_config"]);
  if (tower === null) return null;
  const own = fieldReader(tower, "model.vision", []);
  const layers = own.count(["num_layers", "num_hidden_layers", "depth"]);
  const hiddenSize = own.count(["hidden_size", "embed_dim"]);
  if (layers === null || hiddenSize === null) return null;
  return {
    layers,
    hiddenSize,
    intermediateSize: own.count(["intermediate_size"]) ?? 4 * hiddenSize,
    patchSize: own.count(["patch_size"]),
    imageSize: own.count(["image_size"]),
    gated: gatedTowers.test(own.text(["kind", "model_type"]) ?? ""),
  };
}

function readSize(reader: FieldReader, keys: readonly string[]): number | null {
  const key = keys.find((k) => typeof reader.raw(k) === "string");
  const value = key === undefined ? undefined : reader.raw(key);
  if (key === undefined || typeof value !== "string") return reader.count(keys, { max: 1e15 });
  reader.text([key]);
  const size = parseModelSize(value);
  if (size === null) reader.fault("wrong-type", key, value, { allowed: ["whole number", "a size like 13B"] });
  return size;
}

/** What a shape lacks; first the keys that stand for it under another name, each with the one that is read. */
function faultMissing(reader: FieldReader, missing: readonly string[]): void {
  const foreign = reader
    .unknownKeys()
    .map(({ key, nearest }) => ({ key, nearest: [...new Set([...meantKeys(key), ...nearest])] }))
    .filter(({ nearest }) => nearest.some((name) => missing.includes(name)));
  for (const { key, nearest } of foreign) {
    reader.fault("unknown-key", key, key, { allowed: missing, nearest });
  }
  const named = new Set(foreign.flatMap(({ nearest }) => nearest));
  for (const key of missing.filter((name) => !named.has(name))) {
    reader.fault("missing-field", key, "missing", { allowed: ["params_total", "or the whole shape"] });
  }
}

function unknownKeyWarnings(reader: FieldReader, fromHub: boolean): Warning[] {
  return reader
    .unknownKeys()
    .filter(({ key }) => !labels.has(key) && !(fromHub && harmlessHubKeys.test(key)))
    .map(({ key, nearest }) => ({
      code: "unknown-model-key",
      params: { key, nearest: [...new Set([...meantKeys(key), ...nearest])].join(", ") },
    }));
}

/** Keys of a catalogue entry that carry no size. */
const labels: ReadonlySet<string> = new Set([
  "id", "family", "aliases", "variants", "licence", "license", "gated", "note", "source", "params_basis",
  "params_main", "params_active_basis", "params_active_advertised", "params_advertised", "licence_source",
  "shape_source", "params_source", "hub_reported_params", "mtp_layers", "mtp_own_embeddings", "lm_head",
  "attention_chunk_size", "layer_pattern", "kv_shared_layers", "audio", "max_source_positions", "image_size",
  "max_target_positions", "patch_size", "num_labels", "layer_scale", "mask_token", "double_blocks", "single_blocks",
  "in_channels", "text_dim", "pooled_dim", "guidance_embed", "num_mel_bins", "per_layer_input", "intermediate_sizes",
]); // prettier-ignore

/**
 * The one conversion from fields (inline model of a run, catalogue entry, pasted hub config.json) to an
 * architecture: either a parameter count, or enough shape to compute one. Contradictions are problems, never guesses.
 */
export function architectureFromFields(fields: InlineModel, path = "model"): ArchitectureRead {
  const flat = flattened(fields);
  const reader = fieldReader(flat, path);
  const modelType = reader.text(["model_type"]);
  const fromHub = modelType !== null || flat["architectures"] !== undefined;
  const defaults = hubDefaults(modelType);
  const vision = readVision(reader);
  const modelClass = readClass(reader, vision !== null && fromHub, defaults.class);
  const name = reader.text(["name", "_name_or_path"]) ?? modelType ?? "unnamed model";
  const stated = readSize(reader, ["params_total"]);
  const statedActive = readSize(reader, ["params_active"]);
  const read = shapeFromFields(reader, modelClass, defaults);
  const dtype = reader.text(["dtype", "torch_dtype"]);
  const shape = "missing" in read ? null : read;
  const counted = shape === null ? null : countParameters(shape, modelClass);
  const warnings: Warning[] = [];
  if ("missing" in read && stated === null) {
    faultMissing(reader, read.missing);
  }
  const partial = "missing" in read && read.missing.length < 4 && stated !== null;
  if (partial) warnings.push({ code: "shape-incomplete", params: { missing: read.missing.join(", ") } });
  const total = stated ?? counted?.total ?? null;
  if (total === null && reader.problems.length === 0) {
    reader.fault("missing-field", "params_total", "missing", {
      allowed: ["params_total for this kind of model"],
    });
  }
  const active = statedActive ?? (shape?.moe == null ? total : (counted?.active ?? total));
  if (total !== null && active !== null && active > total) {
    reader.fault("impossible-shape", "params_active", active, { allowed: [`at most ${total}`] });
  }
  if (reader.problems.length > 0 || total === null) return { problems: reader.problems };
  if (counted !== null && stated !== null && vision === null && Math.abs(counted.total / stated - 1) > 0.05) {
    warnings.push({ code: "parameters-differ", params: { stated, counted: counted.total } });
  }
  warnings.push(...unknownKeyWarnings(reader, fromHub));
  const assumed = shape === null && needsShape(modelClass);
  const filled: LayerShape | null = assumed ? typicalShape(total) : shape;
  return {
    model: {
      id: name,
      name,
      family: null,
      class: modelClass,
      parametersTotal: total,
      parametersActive: active ?? total,
      shape: filled,
      shapeAssumed: assumed,
      vision,
      dtype,
      licence: null,
      gated: null,
      aliases: [],
      note: null,
      source: null,
    },
    warnings,
  };
}

const needsShape = (modelClass: ModelClass) =>
  modelClass === "dense-decoder" || modelClass === "moe-decoder" || modelClass === "multimodal";
