import type { Language } from "../domain/conversation.ts";
import type { ReminderKind } from "../domain/planning/reminders.ts";
import type { Workspace } from "./ports.ts";

/** `intended`: it may or may not be with Slack, its id is not known · `cancelled`: by its owner, for good. */
export const reminderStates = ["intended", "scheduled", "cancelled"] as const;
export type ReminderState = (typeof reminderStates)[number];

/** One reminder of a plan; its key is the kind and the event that it is about. */
export interface ReminderIntent {
  readonly planId: string;
  readonly key: string;
  readonly owner: string;
  readonly kind: ReminderKind;
  /** ISO instant. */
  readonly dueAt: string;
  /** Tells whether the words of the message are still the right ones. */
  readonly says: string;
}

export interface KeptReminder extends ReminderIntent {
  readonly state: ReminderState;
  /** Null until Slack confirmed, and again once it was taken back. */
  readonly placed: Placed | null;
}

/** Where Slack keeps a message until it is due. */
export interface Placed {
  readonly channel: string;
  readonly id: string;
}

export interface ReminderStore {
  ofPlan(workspace: Workspace, planId: string): Promise<readonly KeptReminder[]>;
  /** Every plan that has a reminder due after the instant. */
  plansAhead(workspace: Workspace, now: string): Promise<readonly string[]>;
  /** Those that have a cancelled one which Slack still holds. */
  plansToTakeBack(workspace: Workspace, now: string): Promise<readonly string[]>;
  /** Open plans that were changed, or had a pilot, waiver, reservation or closing kept, since the instants. */
  plansMoved(
    workspace: Workspace,
    since: { readonly changed: string; readonly event: string },
  ): Promise<readonly string[]>;
  /** Replaces what was kept under the key; false, and nothing written, when its owner has cancelled it. */
  intend(workspace: Workspace, intent: ReminderIntent): Promise<boolean>;
  /** A cancellation that came in between stays one. */
  confirm(workspace: Workspace, planId: string, key: string, placed: Placed): Promise<void>;
  /** By the plan's owner; what Slack still holds of it stays known. */
  cancel(workspace: Workspace, intent: ReminderIntent): Promise<void>;
  /** A cancelled one is no longer with Slack. */
  takenBack(workspace: Workspace, planId: string, key: string): Promise<void>;
  /** Forgets one that nobody wants any more; a cancelled one stays. */
  forget(workspace: Workspace, planId: string, key: string): Promise<void>;
  /** Those due before the instant whose plan is gone. */
  forgetGone(workspace: Workspace, before: string): Promise<number>;
}

/** What a message says, before it is words. */
export interface ReminderNote {
  readonly owner: string;
  readonly language: Language;
  readonly timeZone: string | null;
  readonly kind: ReminderKind;
  readonly model: string;
  readonly method: string;
  /** ISO instant that it warns of. */
  readonly eventAt: string | null;
  /** Head message of the plan. */
  readonly place: { readonly channel: string; readonly ts: string } | null;
  /** Stands in the message and in no other: it is found again by it. */
  readonly reference: string;
}

export type Scheduling =
  | ({ readonly kind: "scheduled" } & Placed)
  /** It is certain that nothing will be sent. */
  | { readonly kind: "refused"; readonly code: string }
  /** No answer: it may have been taken. */
  | { readonly kind: "unclear"; readonly code: string };

export interface Waiting extends Placed {
  readonly text: string;
}

/** Slack's own scheduled messages: they are sent whether we run or not. No method rejects. */
export interface Scheduler {
  /** At the instant, or as soon as Slack takes it. */
  schedule(note: ReminderNote, at: Date): Promise<Scheduling>;
  /** `gone`: sent, taken back before, or about to be sent. */
  takeBack(placed: Placed): Promise<"taken-back" | "gone" | "failed">;
  /** All that wait; null = it could not be read. */
  waiting(): Promise<readonly Waiting[] | null>;
}
