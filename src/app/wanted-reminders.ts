import type { CatalogueLookup } from "../domain/catalogue.ts";
import type { PendingReminder } from "../domain/conversation.ts";
import { remindersOf } from "../domain/planning/reminders.ts";
import { summaryOf } from "./answer-question.ts";
import { lastRevision } from "./outcomes.ts";
import type { PlanRecord } from "./ports.ts";
import type { KeptReminder } from "./reminder-ports.ts";

/** What the owner of a plan should hear of it; nothing of an archived one. */
export function wantedReminders(
  lookup: CatalogueLookup,
  record: PlanRecord,
  timeZone: string | null,
  now: Date,
): readonly PendingReminder[] {
  const summary = summaryOf(lookup, record);
  if (record.archivedAt !== null || summary === null) return [];
  const { progress, updatedAt: changedAt } = record;
  const { plan } = lastRevision(record);
  return remindersOf({ plan, progress, changedAt, timeZone }, now).map(({ event, ...reminder }) => ({
    ...reminder,
    key: `${reminder.kind} ${event}`,
    planId: record.id,
    model: summary.model,
    method: summary.method,
  }));
}

/** Of those wanted, what may still come: not what its owner cancelled, nor what was due before. */
export const stillToCome = (
  wanted: readonly PendingReminder[],
  kept: readonly KeptReminder[],
  owner: string,
  now: Date,
): readonly PendingReminder[] =>
  wanted.filter(({ key }) => {
    const row = kept.find((one) => one.key === key);
    if (row === undefined) return true;
    return row.dueAt > now.toISOString() && !(row.state === "cancelled" && row.owner === owner);
  });
