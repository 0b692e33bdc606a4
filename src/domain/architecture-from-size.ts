import type { ModelArchitecture } from "./model-architecture.ts";
import { parseModelSize } from "./parse-model-size.ts";
import { typicalShape } from "./typical-shape.ts";

/** A dense decoder of which only the size is known ("13B"); its shape is assumed and says so. Null when it is no size. */
export function architectureFromSize(text: string): ModelArchitecture | null {
  const total = parseModelSize(text);
  if (total === null) return null;
  return {
    id: text.trim(),
    name: text.trim(),
    family: null,
    class: "dense-decoder",
    parametersTotal: total,
    parametersActive: total,
    shape: typicalShape(total),
    shapeAssumed: true,
    vision: null,
    dtype: null,
    licence: null,
    gated: null,
    aliases: [],
    note: null,
    source: null,
  };
}
