import type { Warning } from "../domain/estimate.ts";
import type { Problem } from "../domain/problem.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import { nearestOf } from "./nearest-of.ts";
import { problemsOf, shortened } from "./problems-of.ts";
import { runSpecSchema } from "./run-spec-schema.ts";

export type ParsedRunSpec =
  | { readonly spec: RunSpec; readonly warnings: readonly Warning[] }
  | { readonly problems: readonly Problem[] };

/**
 * Strict about types and members, with the nearest allowed ones; keys that nobody knows are warned about and
 * dropped; null means "not stated", like a missing key.
 */
export function parseRunSpec(json: unknown): ParsedRunSpec {
  if (!isTree(json)) {
    return { problems: [{ code: "wrong-type", path: "", read: shortened(json), allowed: ["object"] }] };
  }
  const stated = withoutNulls(json);
  const parsed = runSpecSchema.safeParse(stated);
  if (!parsed.success) return { problems: problemsOf(parsed.error, stated) };
  return { spec: parsed.data as RunSpec, warnings: unknownKeys(stated, parsed.data, "") };
}

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A model of one's own keeps its nulls: there they say "has none". */
function withoutNulls(tree: Tree): Tree {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(tree)) {
    if (value === null || key === "__proto__") continue;
    kept[key] = isTree(value) && key !== "model" ? withoutNulls(value) : value;
  }
  return kept;
}

function unknownKeys(asked: Tree, known: Tree, prefix: string): Warning[] {
  return Object.entries(asked).flatMap(([key, value]): Warning[] => {
    const path = prefix === "" ? key : `${prefix}.${key}`;
    if (!Object.hasOwn(known, key)) return [unknownKey(path, prefix)];
    const below = known[key];
    return isTree(value) && isTree(below) && path !== "model" ? unknownKeys(value, below, path) : [];
  });
}

function unknownKey(path: string, prefix: string): Warning {
  const keys = keysAt(prefix);
  const key = path.slice(prefix === "" ? 0 : prefix.length + 1);
  const nearest =
    nearestOf(key, keys)[0] ??
    keys.find((one) => firstWord(key).length > 2 && firstWord(one) === firstWord(key));
  return {
    code: "unknown-key",
    params:
      nearest === undefined ? { path } : { path, nearest: prefix === "" ? nearest : `${prefix}.${nearest}` },
  };
}

/** "gpuCount" is further from "gpus" in letters than in meaning: they share the word before the first capital. */
const firstWord = (key: string): string => (/^[a-z]+/u.exec(key)?.[0] ?? "").replace(/s$/u, "");

/** Field names of the schema below a dotted path. */
function keysAt(prefix: string): readonly string[] {
  let schema: unknown = runSpecSchema;
  for (const key of prefix === "" ? [] : prefix.split(".")) {
    schema = shapeOf(schema)[key];
  }
  return Object.keys(shapeOf(schema));
}

function shapeOf(schema: unknown): Tree {
  let inner = schema as { unwrap?: () => unknown; shape?: Tree };
  while (inner.shape === undefined && typeof inner.unwrap === "function") {
    inner = inner.unwrap() as typeof inner;
  }
  return inner.shape ?? {};
}
