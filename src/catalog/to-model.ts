import type { ArchitectureRead } from "../domain/architecture-from-fields.ts";
import { architectureFromFields } from "../domain/architecture-from-fields.ts";
import type { FieldEvidence } from "../domain/provenance.ts";
import type { ModelEntry } from "./model-schema.ts";

function evidenceOf(entry: ModelEntry): Readonly<Record<string, FieldEvidence>> {
  const licence: FieldEvidence = entry.licence_source === undefined ? "recalled" : "read";
  return {
    shape: "read",
    parametersTotal: entry.params_basis === "advertised" ? "general" : "read",
    ...(entry.licence === undefined ? {} : { licence }),
    ...(entry.gated === undefined ? {} : { gated: licence }),
  };
}

/** An entry as an architecture; multi-token-prediction layers are left out, as trainers and engines leave them. */
export function toModel(entry: ModelEntry): ArchitectureRead {
  const read = architectureFromFields(
    { ...entry, params_total: entry.params_main ?? entry.params_total },
    "",
  );
  if ("problems" in read) return read;
  const { model, warnings } = read;
  return {
    warnings,
    model: {
      ...model,
      id: entry.id,
      name: entry.name,
      family: entry.family,
      licence: entry.licence ?? null,
      gated: entry.gated ?? null,
      aliases: entry.aliases,
      variants: entry.variants,
      parametersBasis: entry.params_basis,
      evidence: evidenceOf(entry),
      note: entry.note ?? null,
      source: entry.params_source ?? entry.shape_source,
    },
  };
}
