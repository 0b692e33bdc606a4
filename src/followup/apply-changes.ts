import type { Change } from "../domain/plan.ts";
import type { RunSpec } from "../domain/run-spec.ts";

type Tree = Readonly<Record<string, unknown>>;

/** Objects that change as a whole: their parts mean nothing alone. */
const wholes = new Set(["model", "limits.budget", "serving.targets", "serving.traffic"]);

const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function withField(tree: Tree, path: readonly string[], value: unknown): Tree {
  const [head, ...tail] = path;
  if (head === undefined || head === "__proto__") return tree;
  const { [head]: _, ...rest } = tree;
  if (tail.length === 0) return value === null || value === undefined ? rest : { ...tree, [head]: value };
  const below = Object.hasOwn(tree, head) ? tree[head] : undefined;
  const changed = withField(isTree(below) ? below : {}, tail, value);
  return Object.keys(changed).length === 0 ? rest : { ...tree, [head]: changed };
}

/** Dotted paths; `to: null` removes; nothing is changed in place. */
export function applyChanges(spec: RunSpec, changes: readonly Change[]): RunSpec {
  let tree = spec as Tree;
  for (const change of changes) tree = withField(tree, change.field.split("."), change.to);
  return tree;
}

export function valueAt(spec: RunSpec, field: string): unknown {
  let value: unknown = spec;
  for (const key of field.split(".")) {
    if (!isTree(value) || !Object.hasOwn(value, key)) return null;
    value = value[key];
  }
  return value ?? null;
}

function leaves(tree: Tree, prefix: string, out: Map<string, unknown>): void {
  for (const [key, value] of Object.entries(tree)) {
    if (value === undefined || value === null) continue;
    const field = prefix === "" ? key : `${prefix}.${key}`;
    if (isTree(value) && !wholes.has(field)) leaves(value, field, out);
    else out.set(field, value);
  }
}

export function leavesOf(spec: RunSpec): ReadonlyMap<string, unknown> {
  const out = new Map<string, unknown>();
  leaves(spec as Tree, "", out);
  return out;
}

const stable = (value: unknown): unknown =>
  isTree(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([key, part]) => [key, stable(part)]),
      )
    : Array.isArray(value)
      ? value.map(stable)
      : value;

export const sameValue = (a: unknown, b: unknown): boolean =>
  JSON.stringify(stable(a)) === JSON.stringify(stable(b));

/** What turns `a` into `b`, field by field. */
export function diffSpecs(a: RunSpec, b: RunSpec): Change[] {
  const before = leavesOf(a);
  const after = leavesOf(b);
  const fields = [...new Set([...before.keys(), ...after.keys()])];
  return fields
    .filter((field) => !sameValue(before.get(field) ?? null, after.get(field) ?? null))
    .map((field) => ({ field, from: before.get(field) ?? null, to: after.get(field) ?? null }));
}
