import type { Premise } from "./caveat.ts";
import { hasTokenShape } from "./memory/model-shape.ts";
import type { ModelArchitecture } from "./model-architecture.ts";

/** What a model works on: only of text is a token a measure of work, and a length one of memory. */
export type ModelKind = "text" | "image" | "speech";

export function kindOf(model: ModelArchitecture): ModelKind {
  if (!hasTokenShape(model)) return "image";
  return model.shape?.details?.notCovered === "audio encoder" ? "speech" : "text";
}

/** Said before any number of a model that is none of text. */
export function kindPremises(model: ModelArchitecture | undefined): readonly Premise[] {
  const kind = model === undefined ? "text" : kindOf(model);
  return kind === "text" || model === undefined
    ? []
    : [{ code: "not-a-text-model", params: { model: model.id, kind } }];
}
