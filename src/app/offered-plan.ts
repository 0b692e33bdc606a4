import type { RunSpec } from "../domain/run-spec.ts";
import { lastRevision, mayRevise } from "./outcomes.ts";
import type { Asker, PlanRecord } from "./ports.ts";

/**
 * What the plan asks for, on the card that this result ran on; null = no such result. A budget is its owner's alone: it goes
 * along only with whom may revise the plan.
 */
export function offeredBy(record: PlanRecord, pilot: string, asker: Asker): RunSpec | null {
  const verdict = record.progress.pilots.find((one) => one.verdict.key === pilot)?.verdict;
  const card = verdict?.verdict === "inconclusive" ? verdict.offered?.accelerator : undefined;
  if (card === undefined) return null;
  const { id: _, memoryGib: __, current: ___, limits, ...run } = lastRevision(record).spec;
  const { budget: ____, ...unspent } = limits ?? {};
  const kept = mayRevise(record, asker) ? limits : unspent;
  return { ...run, ...(kept === undefined ? {} : { limits: kept }), accelerator: card };
}
