import { fieldOfBlock, formFieldTable, type FormField } from "../../blocks/form-fields.ts";
import type { Change } from "../domain/plan.ts";
import type { RunSpec } from "../domain/run-spec.ts";

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function valueAt(spec: RunSpec, path: string): unknown {
  let value: unknown = spec;
  for (const key of path.split(".")) value = isTree(value) ? value[key] : undefined;
  return value ?? null;
}

/** Fields that the form reads together, by the path that names one of them. */
const together: Readonly<Record<string, readonly string[]>> = {
  data: ["data.epochs"],
  "data.tokens": ["data.tokens", "data.samples"],
  "limits.budget.amount": ["limits.budget"],
  "limits.budget.currency": ["limits.budget"],
  "limits.spot": ["limits.spot", "limits.community"],
};

function visiblePaths(values: object): ReadonlySet<string> {
  const paths = Object.keys(values).flatMap((blockId) => {
    const name = fieldOfBlock(blockId)?.name;
    if (name === undefined) return [];
    const { path }: FormField = formFieldTable[name];
    return path === "" ? [] : (together[path] ?? [path]);
  });
  return new Set(paths);
}

/** A model of one's own shows its name in the form: the same name is the same model. */
const sameModel = (from: unknown, to: unknown): boolean => isTree(from) && from["name"] === to;

/** The form asks for an amount and a currency; whether tax is in it was said elsewhere and stands. */
const sameBudget = (field: string, from: unknown, to: unknown): boolean =>
  field === "limits.budget" &&
  isTree(from) &&
  isTree(to) &&
  from["amount"] === to["amount"] &&
  from["currency"] === to["currency"];

/** What somebody changed in the form of a plan: a field that was folded away is not a field that was emptied. */
export function formChanges(base: RunSpec, read: RunSpec, values: object): readonly Change[] {
  return [...visiblePaths(values)].flatMap((field): Change[] => {
    const from = valueAt(base, field);
    const to = valueAt(read, field);
    if (JSON.stringify(from) === JSON.stringify(to) || sameModel(from, to) || sameBudget(field, from, to))
      return [];
    // The unit of an amount may bring an epoch count; without one, what the plan says stands.
    if (field === "data.epochs" && to === null) return [];
    return [{ field, from, to }];
  });
}
