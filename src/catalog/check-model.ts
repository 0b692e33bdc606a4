import type { ModelArchitecture } from "../domain/model-architecture.ts";
import { countParameters } from "../domain/model-parameters.ts";
import type { Oddity } from "./check-accelerator.ts";
import type { ModelEntry } from "./model-schema.ts";

/** How far a published count may stray from the count of its shape before one of them is wrong. */
export const parameterTolerance = 0.01;

/** A model whose parameters follow from its shape. */
export function checkModel(entry: ModelEntry, model: ModelArchitecture): readonly Oddity[] {
  const found: Oddity[] = [];
  const shape = model.shape;
  const counted = shape === null || model.shapeAssumed ? null : countParameters(shape, model.class);
  const tower = entry.vision !== undefined || entry.audio !== undefined;
  const total = model.parametersTotal;
  if (counted !== null) {
    const low = counted.total * (1 - parameterTolerance);
    const high = tower ? Infinity : counted.total * (1 + parameterTolerance);
    if (total < low || total > high) {
      found.push({
        path: [entry.params_main === undefined ? "params_total" : "params_main"],
        message: "does not follow from the shape",
        allowed: [`${counted.total} within ${parameterTolerance * 100} %`],
      });
    }
  }
  if (entry.params_main !== undefined && entry.params_main > entry.params_total) {
    found.push({
      path: ["params_main"],
      message: "above params_total",
      allowed: [`at most ${entry.params_total}`],
    });
  }
  if (entry.params_active !== undefined && entry.params_active_basis === undefined) {
    found.push({ path: ["params_active"], message: "has no params_active_basis" });
  }
  if (entry.params_basis === "published" && entry.params_source === undefined) {
    found.push({ path: ["params_basis"], message: "published needs a params_source" });
  }
  return found;
}
