import type { ParamValue } from "../domain/caveat.ts";

export type Params = Readonly<Record<string, ParamValue>>;

/** The first of these parameters that says something, as text. */
export function text(params: Params, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = Object.hasOwn(params, key) ? params[key] : undefined;
    if (typeof value === "string" && value.trim() !== "") return value;
    if (typeof value === "number" && Number.isFinite(value)) return String(value);
  }
  return null;
}

/** The first of these parameters that is a finite number. */
export function figure(params: Params, ...keys: readonly string[]): number | null {
  for (const key of keys) {
    const value = Object.hasOwn(params, key) ? params[key] : undefined;
    if (typeof value === "number" && Number.isFinite(value)) return value;
  }
  return null;
}

/** A sentence around a value, or nothing when the value is not known. */
export const when = <T>(value: T | null, sentence: (value: T) => string): string =>
  value === null ? "" : sentence(value);
