import { valueAt } from "./apply-changes.ts";
import type { Draft, Fact } from "./draft.ts";

export const put = (
  draft: Draft,
  source: { start: number; where: string },
  field: string,
  value: unknown,
): void => {
  draft.facts.push({ field, value, start: source.start, where: source.where } satisfies Fact);
};

/** The number stated in the message, else in the plan, else `otherwise`. */
export function known(draft: Draft, field: string, otherwise: number): number {
  const stated = draft.facts.find((fact) => fact.field === field && typeof fact.value === "number")?.value;
  if (typeof stated === "number") return stated;
  const planned = draft.context.current === null ? null : valueAt(draft.context.current, field);
  return typeof planned === "number" ? planned : otherwise;
}
