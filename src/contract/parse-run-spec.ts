import type { z } from "zod";
import type { Warning } from "../domain/estimate.ts";
import type { Problem } from "../domain/problem.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import { allowedAt } from "../domain/planning/run-problems.ts";
import { nearestOf } from "./nearest-of.ts";
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
  if (!parsed.success) return { problems: parsed.error.issues.flatMap((issue) => problemsOf(issue, stated)) };
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
  const nearest = nearestOf(path.slice(prefix === "" ? 0 : prefix.length + 1), keysAt(prefix))[0];
  return {
    code: "unknown-key",
    params:
      nearest === undefined ? { path } : { path, nearest: prefix === "" ? nearest : `${prefix}.${nearest}` },
  };
}

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

function problemsOf(issue: z.core.$ZodIssue, input: unknown): readonly Problem[] {
  const path = issue.path.map(String).join(".");
  const value = valueAt(input, issue.path);
  const read = shortened(value);
  switch (issue.code) {
    case "invalid_value": {
      const allowed = issue.values.map(String);
      return [{ code: "unknown-value", path, read, allowed, ...nearestFor(value, allowed) }];
    }
    case "invalid_type":
      if (typeof value === "number" && !Number.isFinite(value))
        return [{ code: "not-finite", path, read: String(value), allowed: allowedAt(path) }];
      return value === undefined
        ? [{ code: "missing-field", path, read: "" }]
        : [
            {
              code: "wrong-type",
              path,
              read,
              allowed: [issue.expected === "int" ? "integer" : issue.expected],
            },
          ];
    case "too_small":
      return [
        {
          code: "out-of-range",
          path,
          read,
          allowed: [`${issue.inclusive === true ? "≥" : ">"} ${issue.minimum}`],
        },
      ];
    case "too_big":
      return issue.origin === "string"
        ? [{ code: "text-too-long", path, read, allowed: [`≤ ${issue.maximum}`] }]
        : [{ code: "out-of-range", path, read, allowed: [`≤ ${issue.maximum}`] }];
    case "invalid_union":
      return ofUnion(issue, path, value);
    case "not_multiple_of":
      return [{ code: "out-of-range", path, read, allowed: [`multiple of ${issue.divisor}`] }];
    case "custom":
    case "invalid_element":
    case "invalid_format":
    case "invalid_key":
    case "unrecognized_keys":
      return [{ code: "wrong-type", path, read }];
  }
}

/** Of several allowed shapes: the members of all, or the faults inside the one that was meant. */
function ofUnion(issue: z.core.$ZodIssueInvalidUnion, path: string, value: unknown): readonly Problem[] {
  const below = issue.errors.find((branch) => branch.some((inner) => inner.path.length > 0));
  if (below !== undefined) {
    return below.flatMap((inner) =>
      problemsOf({ ...inner, path: [] }, valueAt(value, inner.path)).map((found) => ({
        ...found,
        path: [path, ...inner.path.map(String)].join("."),
      })),
    );
  }
  const allowed = issue.errors.flat().flatMap((inner) => {
    if (inner.code === "invalid_value") return inner.values.map(String);
    return inner.code === "invalid_type" ? [inner.expected] : [];
  });
  const literal = issue.errors.flat().some((inner) => inner.code === "invalid_value");
  return [
    {
      code: literal && typeof value === "string" ? "unknown-value" : "wrong-type",
      path,
      read: shortened(value),
      allowed,
      ...nearestFor(value, allowed),
    },
  ];
}

function nearestFor(value: unknown, allowed: readonly string[]): { readonly nearest?: readonly string[] } {
  const nearest = typeof value === "string" ? nearestOf(value, allowed) : [];
  return nearest.length === 0 ? {} : { nearest };
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function shortened(value: unknown): string {
  const text = typeof value === "string" ? value : ((JSON.stringify(value) as string | undefined) ?? "");
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
