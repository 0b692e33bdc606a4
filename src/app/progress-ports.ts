import type { Revision } from "../domain/conversation.ts";
import type { Lesson } from "../domain/pilot/paid-price.ts";
import type { Pilot } from "../domain/pilot/pilot.ts";
import type { Closing, Reservation, Waiver } from "../domain/pilot/progress.ts";
import type { Journaled, Workspace } from "./ports.ts";

/** What happened to a plan beside its revisions, oldest first. */
export interface PlanProgress {
  readonly pilots: readonly Pilot[];
  readonly waivers: readonly Waiver[];
  readonly reservation: Reservation | null;
  readonly closing: Closing | null;
  readonly withdrawals: readonly Withdrawal[];
}

/** Corrections that somebody took back; they stay on record. */
export interface Withdrawal {
  readonly by: string;
  readonly at: string;
  readonly corrections: readonly string[];
}

export const noProgress: PlanProgress = {
  pilots: [],
  waivers: [],
  reservation: null,
  closing: null,
  withdrawals: [],
};

export type PlanEvent =
  | { readonly kind: "pilot"; readonly pilot: Pilot }
  | { readonly kind: "waiver"; readonly waiver: Waiver }
  | { readonly kind: "reservation"; readonly reservation: Reservation }
  /** What an earlier closing of the plan taught is marked withdrawn in the same transaction. */
  | { readonly kind: "closing"; readonly closing: Closing; readonly replaces?: readonly string[] }
  /** Its corrections are marked withdrawn in the same transaction. */
  | { readonly kind: "withdrawal"; readonly withdrawal: Withdrawal };

/** A correction as this workspace keeps it: what it was learnt from stands with it. */
export interface KeptCorrection {
  readonly id: string;
  readonly planId: string;
  readonly correction: Lesson;
}

/** Ids of corrections that an event takes back, and who did. */
export function takenBackBy(
  event: PlanEvent,
): { readonly by: string; readonly ids: readonly string[] } | null {
  switch (event.kind) {
    case "withdrawal":
      return { by: event.withdrawal.by, ids: event.withdrawal.corrections };
    case "closing":
      return { by: event.closing.by, ids: event.replaces ?? [] };
    case "pilot":
    case "waiver":
    case "reservation":
      return null;
  }
}

/** Written in one transaction, or not at all. */
export interface PlanEventToKeep {
  /** Equal keys of one plan are the same event. */
  readonly key: string;
  readonly at: string;
  readonly event: PlanEvent;
  readonly corrections?: readonly KeptCorrection[];
  /** The plan as it is corrected by the event; only over the revision that it was made from. */
  readonly revision?: { readonly expected: number; readonly revision: Revision };
  readonly entry?: Journaled | undefined;
}

export interface ProgressStore {
  /** `known`: the same event was kept before · `raced`: the plan has another last revision by now. Nothing is written then. */
  keep(workspace: Workspace, planId: string, toKeep: PlanEventToKeep): Promise<"kept" | "known" | "raced">;
  /** Every correction of the workspace, withdrawn ones included, oldest first. */
  corrections(workspace: Workspace): Promise<readonly KeptCorrection[]>;
}
