import type { z } from "zod";
import { allowedAt } from "../domain/planning/run-problems.ts";
import type { Problem } from "../domain/problem.ts";
import { nearestOf } from "./nearest-of.ts";

/** What is wrong with a document, field by field: what was read, what is allowed, the nearest of that. */
export const problemsOf = (error: z.core.$ZodError, input: unknown): readonly Problem[] =>
  error.issues.flatMap((issue) => ofIssue(issue, input));

function ofIssue(issue: z.core.$ZodIssue, input: unknown): readonly Problem[] {
  const path = issue.path.map(String).join(".");
  const value = valueAt(input, issue.path);
  const read = shortened(value);
  switch (issue.code) {
    case "invalid_value": {
      const allowed = issue.values.map(String);
      return value === undefined
        ? [{ code: "missing-field", path, read, allowed }]
        : [{ code: "unknown-value", path, read, allowed, ...nearestFor(value, allowed) }];
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
      ofIssue({ ...inner, path: [] }, valueAt(value, inner.path)).map((found) => ({
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

export function shortened(value: unknown): string {
  const text = typeof value === "string" ? value : ((JSON.stringify(value) as string | undefined) ?? "");
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
