import type { Money } from "../../units/money.ts";
import type { StageName } from "../plan.ts";
import type { Pilot } from "./pilot.ts";

/** Somebody other than the owner lets a stage pass unproven, in writing. */
export interface Waiver {
  readonly stage: Exclude<StageName, "budget" | "reserve" | "closing">;
  /** The approver. */
  readonly by: string;
  readonly at: string;
  /** In their words; shown in the head. */
  readonly reason: string;
  /** Void as soon as the plan's `configurationKey` is another. */
  readonly configuration: string;
}

export interface Reservation {
  readonly by: string;
  readonly at: string;
  /** When the rental begins; missing = as soon as it is reserved. */
  readonly startsAt?: string;
  readonly configuration: string;
}

/** What the rental really was. */
export interface Closing {
  readonly by: string;
  readonly at: string;
  readonly hours: number;
  /** As invoiced, excluding tax; null when not known yet. */
  readonly invoice: Money | null;
  /** What of the invoice is no GPU time (storage, traffic); missing or null = not said. */
  readonly beside?: Money | null;
  /** Preemptions, failed nodes, stalls. */
  readonly incidents: number;
}

/** Everything that moves a plan through its stages. */
export interface StageProgress {
  readonly pilots: readonly Pilot[];
  readonly waivers: readonly Waiver[];
  readonly reservation: Reservation | null;
  readonly closing: Closing | null;
  /** Person who owns the plan; their own waiver is none. */
  readonly owner: string | null;
  /** Who may waive; empty or missing = anybody but the owner. */
  readonly approvers?: readonly string[];
  /** Below this cost, excluding tax, and on one node, the gate only advises. */
  readonly threshold: Money;
}
