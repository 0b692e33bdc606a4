import { restoreItems, type InconclusiveReason, type RestoreResult } from "./pilot.ts";

/** The first loss after reading back may differ by so much of the last one before: other kernels, other order of sums. */
export const LOSS_TOLERANCE = 0.02;

export type RestoreVerdict =
  | { readonly kind: "proven"; readonly lossChange: number }
  | { readonly kind: "not-proven"; readonly reasons: readonly InconclusiveReason[] };

/**
 * Proven when a new process read back all five items and the loss goes on where it was: |after − before| ≤ 2 % of |before|.
 * An item nobody checked is missing; one that differs is named.
 */
export function restoreProof(result: RestoreResult): RestoreVerdict {
  const reasons: InconclusiveReason[] = [];
  if (!result.newProcess) reasons.push({ code: "restore-same-process", params: {} });
  for (const item of restoreItems) {
    if (result[item] === "differs") reasons.push({ code: "restore-item-differs", params: { item } });
    if (result[item] === "not-checked") reasons.push({ code: "restore-item-missing", params: { item } });
  }
  const { lossBefore, lossAfter } = result;
  if (lossBefore === null || lossAfter === null) {
    reasons.push({ code: "loss-not-shown", params: {} });
    return { kind: "not-proven", reasons };
  }
  const change = lossAfter - lossBefore;
  const finite = Number.isFinite(lossBefore) && Number.isFinite(lossAfter);
  const tolerance = LOSS_TOLERANCE * Math.max(Math.abs(lossBefore), 0.05);
  if (!finite || Math.abs(change) > tolerance)
    reasons.push({ code: "loss-jumped", params: { before: lossBefore, after: lossAfter, tolerance } });
  return reasons.length > 0 ? { kind: "not-proven", reasons } : { kind: "proven", lossChange: change };
}
