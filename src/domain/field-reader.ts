import { nearestWords } from "./nearest-words.ts";
import type { Problem, ProblemCode } from "./problem.ts";

/** Reads named fields out of untrusted data, noting each fault and each key that nobody asked for. */
export interface FieldReader {
  /** The first key that holds something, as a whole number within the limits. */
  count(keys: readonly string[], limits?: { readonly min?: number; readonly max?: number }): number | null;
  number(keys: readonly string[]): number | null;
  flag(keys: readonly string[]): boolean | null;
  text(keys: readonly string[]): string | null;
  object(keys: readonly string[]): Readonly<Record<string, unknown>> | null;
  list(keys: readonly string[]): readonly unknown[] | null;
  raw(key: string): unknown;
  /** Marks keys as known without reading them. */
  known(keys: readonly string[]): void;
  fault(code: ProblemCode, key: string, read: unknown, extra?: Partial<Problem>): void;
  unknownKeys(): readonly { readonly key: string; readonly nearest: readonly string[] }[];
  readonly problems: Problem[];
}

const isInfinite = (value: unknown): value is number => typeof value === "number" && !Number.isFinite(value);

export const shortened = (value: unknown): string => {
  const text =
    typeof value === "string"
      ? value
      : value === undefined
        ? "nothing"
        : isInfinite(value)
          ? String(value)
          : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

export function fieldReader(
  fields: Readonly<Record<string, unknown>>,
  path: string,
  problems: Problem[] = [],
): FieldReader {
  const asked = new Set<string>();
  const fault = (code: ProblemCode, key: string, read: unknown, extra: Partial<Problem> = {}) => {
    problems.push({ code, path: path === "" ? key : `${path}.${key}`, read: shortened(read), ...extra });
  };
  function find(keys: readonly string[]): { key: string; value: unknown } | null {
    for (const key of keys) asked.add(key);
    for (const key of keys) {
      const value = fields[key];
      if (value !== undefined && value !== null) return { key, value };
    }
    return null;
  }
  function typed<T>(keys: readonly string[], is: (v: unknown) => v is T, name: string): T | null {
    const found = find(keys);
    if (found === null) return null;
    if (is(found.value)) return found.value;
    fault(isInfinite(found.value) ? "not-finite" : "wrong-type", found.key, found.value, { allowed: [name] });
    return null;
  }
  const isNumber = (v: unknown): v is number => typeof v === "number" && Number.isFinite(v);
  return {
    problems,
    fault,
    raw: (key) => fields[key],
    known(keys) {
      for (const key of keys) asked.add(key);
    },
    number: (keys) => typed(keys, isNumber, "number"),
    count(keys, { min = 1, max = 2 ** 53 } = {}) {
      const found = find(keys);
      if (found === null) return null;
      if (!isNumber(found.value)) {
        const code = isInfinite(found.value) ? "not-finite" : "wrong-type";
        fault(code, found.key, found.value, { allowed: ["whole number"] });
        return null;
      }
      if (!Number.isInteger(found.value) || found.value < min || found.value > max) {
        fault("out-of-range", found.key, found.value, { allowed: [`whole number from ${min} to ${max}`] });
        return null;
      }
      return found.value;
    },
    flag: (keys) => typed(keys, (v): v is boolean => typeof v === "boolean", "true or false"),
    text: (keys) => typed(keys, (v): v is string => typeof v === "string", "text"),
    object: (keys) =>
      typed(
        keys,
        (v): v is Record<string, unknown> => typeof v === "object" && v !== null && !Array.isArray(v),
        "object",
      ),
    list: (keys) => typed(keys, (v): v is unknown[] => Array.isArray(v), "list"),
    unknownKeys: () =>
      Object.keys(fields)
        .filter((key) => !asked.has(key))
        .map((key) => ({ key, nearest: nearestWords(key, [...asked]) })),
  };
}
