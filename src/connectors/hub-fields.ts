import { architectureFromFields } from "../domain/architecture-from-fields.ts";
import type { HubInfo } from "./hub.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * The model as fields: its config.json, and the hub's parameter count where that knows more than the formula.
 * The count is not taken where it counts containers (integer dtypes pack several weights) or a tied output
 * matrix stored twice. Null when neither gives a size.
 */
export function hubFields(info: HubInfo, config: Fields | null): Fields | null {
  const gated = info.gated !== undefined && info.gated !== false ? { gated: true } : {};
  const published = publishedCount(info);
  if (config === null) return published === null ? null : { params_total: published, ...gated };
  const fields = withoutCode(config);
  const read = architectureFromFields(fields);
  if ("problems" in read) return published === null ? null : { ...fields, params_total: published, ...gated };
  const { parametersTotal, shape } = read.model;
  const twice = shape === null ? 0 : shape.vocabularySize * shape.hiddenSize;
  const explained =
    published === null || near(published, parametersTotal) || near(published, parametersTotal + twice);
  return explained ? { ...fields, ...gated } : { ...fields, params_total: published, ...gated };
}

const near = (a: number, b: number): boolean => Math.abs(a / b - 1) <= 0.01;

/** Null when it is not published, or when more than 1 % of it are integers. */
function publishedCount({ safetensors, gguf }: HubInfo): number | null {
  const parameters = Object.entries(safetensors?.parameters ?? {});
  const sum = parameters.reduce((total, [, count]) => total + count, 0);
  if (sum === 0) return gguf?.total ?? null;
  const integers = parameters
    .filter(([dtype]) => /^[IU]\d+$/u.test(dtype))
    .reduce((total, [, count]) => total + count, 0);
  return integers > sum / 100 ? null : sum;
}

/** `auto_map` points at code to run: never kept. */
function withoutCode(config: Fields): Fields {
  const { auto_map: _code, ...rest } = config;
  return rest;
}
