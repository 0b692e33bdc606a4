import type { Plan } from "../domain/plan.ts";
import { baseFor } from "./outcomes.ts";
import type { Asker, PlanRecord } from "./ports.ts";

interface Quoted {
  readonly quoted?: { readonly gib: number; readonly revision: number | null };
}

const asked =
  /(?<!\p{L})(?:why|pourquoi)(?!\p{L})[^?\d]{0,24}(\d{1,5}(?:[.,]\d{1,2})?)\s?(?:gi?b|gi?o|g)(?!\p{L})/iu;
/** People quote rounded figures. */
const near = 0.6;

/** Every figure of memory that an answer about the plan shows, in GiB. */
function figuresOf({ best, infeasible }: Plan): readonly number[] {
  const estimate = (best ?? infeasible?.nearest ?? null)?.estimate;
  if (estimate === undefined) return [];
  const { required, allocated, reserved, device } = estimate.perGpu;
  return [
    ...[required, allocated, reserved, device].flatMap(({ low, likely, high }) => [low, likely, high]),
    ...estimate.parts.map(({ gib }) => gib.likely),
    ...(estimate.usableGib === null ? [] : [estimate.usableGib]),
  ];
}

/** "Why 61 GiB?" of a plan that says 32: that it does not say so, and which revision did. */
export function quotedMemory(record: PlanRecord, asker: Asker, text: string): Quoted {
  const gib = Number.parseFloat((asked.exec(text)?.[1] ?? "").replace(",", "."));
  const has = (plan: Plan): boolean => figuresOf(plan).some((figure) => Math.abs(figure - gib) < near);
  if (!Number.isFinite(gib) || has(baseFor(record, asker).revision.plan)) return {};
  return { quoted: { gib, revision: record.revisions.findLast(({ plan }) => has(plan))?.number ?? null } };
}
