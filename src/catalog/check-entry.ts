import type { z } from "zod";
import { nearestWords } from "../domain/nearest-words.ts";
import type { Fault } from "./fault.ts";
import type { Path, YamlFile } from "./yaml-file.ts";

function keysOf(schema: z.core.$ZodType, path: Path): readonly string[] {
  let at: unknown = schema;
  const unwrapped = (s: unknown): unknown => {
    const def = (s as { def?: { innerType?: unknown } } | undefined)?.def;
    return def?.innerType === undefined ? s : unwrapped(def.innerType);
  };
  for (const step of path) {
    const inner = unwrapped(at) as { shape?: Record<string, unknown>; element?: unknown } | undefined;
    at = typeof step === "number" ? inner?.element : inner?.shape?.[step];
  }
  const last = unwrapped(at) as { shape?: Record<string, unknown> } | undefined;
  return Object.keys(last?.shape ?? {});
}

function allowedOf(issue: z.core.$ZodIssue): readonly string[] | undefined {
  if (issue.code === "invalid_value") return issue.values.map(String);
  if (issue.code === "invalid_type") return [issue.expected];
  if (issue.code === "too_small")
    return [`${issue.inclusive === true ? "at least" : "more than"} ${issue.minimum}`];
  if (issue.code === "too_big")
    return [`${issue.inclusive === true ? "at most" : "less than"} ${issue.maximum}`];
  if (issue.code === "invalid_format") return [issue.pattern ?? issue.format];
  return undefined;
}

function faultsOf(
  issue: z.core.$ZodIssue,
  schema: z.core.$ZodType,
  file: YamlFile,
  base: Path,
): readonly Fault[] {
  const inside = issue.path.filter((p): p is string | number => typeof p !== "symbol");
  const path = [...base, ...inside];
  if (issue.code === "unrecognized_keys") {
    const known = keysOf(schema, inside);
    return issue.keys.map((key) => {
      const nearest = nearestWords(key, known);
      const hint = nearest.length > 0 ? { nearest } : { allowed: known };
      return file.faultAt([...path, key], { message: "unknown key", ...hint }, true);
    });
  }
  const allowed = allowedOf(issue);
  const message = issue.code === "custom" ? issue.message : issue.message.replace(/^Invalid input: /, "");
  return [file.faultAt(path, { message, ...(allowed === undefined ? {} : { allowed }) })];
}

/** One entry against its schema: the value, or every fault of it. */
export function checkEntry<T>(
  schema: z.ZodType<T>,
  value: unknown,
  file: YamlFile,
  path: Path,
): { readonly value: T } | { readonly faults: readonly Fault[] } {
  const read = schema.safeParse(value);
  if (read.success) return { value: read.data };
  return { faults: read.error.issues.flatMap((issue) => faultsOf(issue, schema, file, path)) };
}
