import type { Change } from "../plan.ts";
import type { RunSpec } from "../run-spec.ts";

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function set(tree: Tree, path: readonly string[], value: unknown): Tree {
  const [head, ...rest] = path;
  if (head === undefined) return tree;
  if (rest.length > 0) {
    const child = tree[head];
    return { ...tree, [head]: set(isTree(child) ? child : {}, rest, value) };
  }
  if (value !== null) return { ...tree, [head]: value };
  return Object.fromEntries(Object.entries(tree).filter(([key]) => key !== head));
}

export function valueAt(spec: RunSpec, field: string): unknown {
  let at: unknown = spec;
  for (const key of field.split(".")) at = isTree(at) ? at[key] : undefined;
  return at ?? null;
}

/** A spec with dotted fields replaced; `to: null` removes one. The result is checked again by `fillRun`. */
export function changeSpec(spec: RunSpec, changes: readonly Change[]): RunSpec {
  let tree = spec as Tree;
  for (const { field, to } of changes) tree = set(tree, field.split("."), to);
  return tree;
}

export const change = (spec: RunSpec, field: string, to: unknown): Change => ({
  field,
  from: valueAt(spec, field),
  to,
});
