import type { Change } from "../domain/plan.ts";
import type { Revision } from "../domain/conversation.ts";
import { diffSpecs } from "../followup/apply-changes.ts";
import type { PlanRecord, VariantRecord } from "./ports.ts";

/** What the message of a button showed: one revision of one plan, or somebody's what-if on it. */
export interface Pressed {
  readonly planId: string;
  readonly revision: number;
  readonly variant?: string;
}

type Shown = Pick<Pressed, "revision" | "variant">;

/** Null = it was taken back or adopted meanwhile: what else stands there is not what was pressed. */
export function revisionShown(record: PlanRecord, { revision, variant }: Shown): Revision | null {
  return variant === undefined
    ? (record.revisions.find(({ number }) => number === revision) ?? null)
    : (record.variants.find(({ id }) => id === variant)?.revision ?? null);
}

/** The plan as it stood at the message, for a question about it; null as above. */
export function recordShown(record: PlanRecord, shown: Shown): PlanRecord | null {
  const revision = revisionShown(record, shown);
  if (revision === null) return null;
  const before = record.revisions.filter(({ number }) => number < shown.revision);
  return { ...record, revisions: [...before, revision] };
}

/** What a what-if changes in the plan it was made on. */
export function changesOfVariant(record: PlanRecord, variant: VariantRecord): readonly Change[] {
  const basis = record.revisions.find(({ number }) => number === variant.basedOn);
  return diffSpecs(basis?.spec ?? {}, variant.revision.spec);
}
