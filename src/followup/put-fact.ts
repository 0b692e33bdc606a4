import { valueAt } from "./apply-changes.ts";
import type { Draft, Fact, Pending } from "./draft.ts";

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

/** What was postponed of a kind, in the order of the text. */
export const pendingOf = (draft: Draft, kind: string): Pending[] =>
  draft.pending.filter((one) => one.kind === kind).sort((a, b) => a.start - b.start);

export const numeric = (pending: Pending): number => Number(pending.value);
