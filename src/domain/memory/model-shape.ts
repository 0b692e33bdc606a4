import type { LayerShape, ModelArchitecture } from "../model-architecture.ts";
import { typicalShape } from "../typical-shape.ts";

/** Models of tokens, whose activations the formulas know; diffusion and vision towers are sized for weights and states only. */
export function hasTokenShape(model: ModelArchitecture): boolean {
  switch (model.class) {
    case "dense-decoder":
    case "moe-decoder":
    case "multimodal":
    case "encoder":
    case "encoder-decoder":
    case "ssm/hybrid":
      return true;
    case "dit":
    case "vision-transformer":
    case "diffusion-unet":
      return false;
  }
}

const assumed = new WeakMap<ModelArchitecture, LayerShape>();

/** The model's shape, or the typical one of its size when none is known. */
export function shapeOf(model: ModelArchitecture): LayerShape {
  if (model.shape !== null) return model.shape;
  const known = assumed.get(model);
  if (known !== undefined) return known;
  const shape = typicalShape(model.parametersTotal);
  assumed.set(model, shape);
  return shape;
}
