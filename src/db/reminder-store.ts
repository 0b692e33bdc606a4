import { sql } from "kysely";
import {
  reminderStates,
  type KeptReminder,
  type ReminderIntent,
  type ReminderStore,
} from "../app/reminder-ports.ts";
import { reminderKinds } from "../domain/planning/reminders.ts";
import type { Database } from "./open-store.ts";
import type { Schema } from "./schema.ts";

export function reminderStore({ db }: Database): ReminderStore {
  const one = (workspace: string, planId: string, key: string) =>
    db
      .updateTable("reminders")
      .where("workspace", "=", workspace)
      .where("plan_id", "=", planId)
      .where("key", "=", key);

  const ahead = (workspace: string, now: string) =>
    db
      .selectFrom("reminders")
      .select("plan_id")
      .distinct()
      .where("workspace", "=", workspace)
      .where("due_at", ">", now)
      .orderBy("plan_id");

  return {
    ofPlan: async (workspace, planId) => {
      const rows = await db
        .selectFrom("reminders")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("plan_id", "=", planId)
        .orderBy("due_at")
        .orderBy("key")
        .execute();
      return rows.flatMap((row) => kept(row) ?? []);
    },

    plansAhead: async (workspace, now) => planIds(await ahead(workspace, now).execute()),

    plansToTakeBack: async (workspace, now) =>
      planIds(
        await ahead(workspace, now)
          .where("state", "=", "cancelled")
          .where("scheduled_id", "is not", null)
          .execute(),
      ),

    plansMoved: async (workspace, { changed, event }) => {
      const rows = await db
        .selectFrom("plans")
        .select("id")
        .where("workspace", "=", workspace)
        .where("archived_at", "is", null)
        .where((eb) =>
          eb.or([
            eb("updated_at", ">=", changed),
            eb.exists(
              eb
                .selectFrom("plan_events")
                .select("key")
                .whereRef("plan_events.workspace", "=", "plans.workspace")
                .whereRef("plan_events.plan_id", "=", "plans.id")
                .where("at", ">=", event),
            ),
          ]),
        )
        .orderBy("id")
        .execute();
      return rows.map(({ id }) => id);
    },

    intend: async (workspace, intent) => {
      const row = rowOf(workspace, intent, "intended");
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("reminders")
        .values(row)
        .onConflict((c) =>
          c
            .columns(["workspace", "plan_id", "key"])
            .doUpdateSet(row)
            .where((eb) =>
              eb.or([eb("reminders.state", "<>", "cancelled"), eb("reminders.owner", "<>", intent.owner)]),
            ),
        )
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    confirm: async (workspace, planId, key, { channel, id }) => {
      await one(workspace, planId, key)
        .set({
          channel,
          scheduled_id: id,
          state: sql<string>`case when state = 'cancelled' then state else 'scheduled' end`,
        })
        .execute();
    },

    cancel: async (workspace, intent) => {
      await db
        .insertInto("reminders")
        .values(rowOf(workspace, intent, "cancelled"))
        .onConflict((c) =>
          c.columns(["workspace", "plan_id", "key"]).doUpdateSet({ state: "cancelled", owner: intent.owner }),
        )
        .execute();
    },

    takenBack: async (workspace, planId, key) => {
      await one(workspace, planId, key).set({ channel: null, scheduled_id: null }).execute();
    },

    forget: async (workspace, planId, key) => {
      await db
        .deleteFrom("reminders")
        .where("workspace", "=", workspace)
        .where("plan_id", "=", planId)
        .where("key", "=", key)
        .where("state", "<>", "cancelled")
        .execute();
    },

    forgetGone: async (workspace, before) => {
      const { numDeletedRows } = await db
        .deleteFrom("reminders")
        .where("workspace", "=", workspace)
        .where("due_at", "<", before)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom("plans")
                .select("id")
                .whereRef("plans.workspace", "=", "reminders.workspace")
                .whereRef("plans.id", "=", "reminders.plan_id"),
            ),
          ),
        )
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

const planIds = (rows: readonly { readonly plan_id: string }[]): string[] =>
  rows.map(({ plan_id }) => plan_id);

type Row = Schema["reminders"];

const rowOf = (workspace: string, intent: ReminderIntent, state: KeptReminder["state"]): Row => ({
  workspace,
  plan_id: intent.planId,
  key: intent.key,
  owner: intent.owner,
  kind: intent.kind,
  due_at: intent.dueAt,
  says: intent.says,
  state,
  channel: null,
  scheduled_id: null,
});

/** Null for what a newer version wrote. */
function kept({
  plan_id,
  key,
  owner,
  due_at,
  says,
  channel,
  scheduled_id,
  ...row
}: Row): KeptReminder | null {
  const kind = reminderKinds.find((known) => known === row.kind);
  const state = reminderStates.find((known) => known === row.state);
  if (kind === undefined || state === undefined) return null;
  const placed = channel === null || scheduled_id === null ? null : { channel, id: scheduled_id };
  return { planId: plan_id, key, owner, kind, dueAt: due_at, says, state, placed };
}
