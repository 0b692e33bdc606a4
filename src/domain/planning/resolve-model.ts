import { architectureFromFields } from "../architecture-from-fields.ts";
import { architectureFromSize } from "../architecture-from-size.ts";
import type { CatalogueLookup } from "../catalogue.ts";
import type { Warning } from "../estimate.ts";
import type { ModelArchitecture } from "../model-architecture.ts";
import type { Problem } from "../problem.ts";
import type { RunSpec } from "../run-spec.ts";

export type ModelOutcome =
  | { readonly model: ModelArchitecture; readonly warnings: readonly Warning[] }
  | { readonly problems: readonly Problem[] };

const problem = (code: Problem["code"], read: string, nearest: readonly string[] = []): ModelOutcome => ({
  problems: [{ code, path: "model", read, ...(nearest.length > 0 ? { nearest } : {}) }],
});

function named(text: string, lookup: CatalogueLookup): ModelOutcome {
  const exact = lookup.model(text);
  if (exact !== undefined) return { model: exact, warnings: [] };
  const size = architectureFromSize(text);
  if (size !== null) return { model: size, warnings: [] };
  const resolution = lookup.resolveModel(text);
  switch (resolution.kind) {
    case "none":
      return problem(
        "unknown-model",
        text,
        resolution.nearest.map((m) => m.id),
      );
    case "several":
      return problem(
        "ambiguous-model",
        text,
        resolution.matches.map((m) => m.id),
      );
    case "one": {
      const model = lookup.model(resolution.match.id);
      if (model === undefined) return problem("unknown-model", text);
      const others = resolution.alternatives.map((m) => m.id).join(", ");
      const warnings: readonly Warning[] =
        others === "" ? [] : [{ code: "model-reading-chosen", params: { chosen: model.id, others } }];
      return { model, warnings };
    }
  }
}

/** A catalogue name, a bare size ("13B", typical shape assumed) or a model's own fields. */
export function resolveModel(model: RunSpec["model"], lookup: CatalogueLookup): ModelOutcome {
  if (model === undefined) return problem("missing-field", "");
  if (typeof model === "object") return architectureFromFields(model);
  return model.trim() === "" ? problem("missing-field", "") : named(model.trim(), lookup);
}
