import { sql, type SelectQueryBuilder, type UpdateObject } from "kysely";
import type { PlanEvent } from "../app/progress-ports.ts";
import type { NewId, PlanRecord, PlanStore, VariantRecord } from "../app/ports.ts";
import type { Revision } from "../domain/conversation.ts";
import { writeJournal } from "./journal-store.ts";
import type { Database } from "./open-store.ts";
import { insertRevision, toRecord } from "./plan-rows.ts";
import { settingsOf } from "./settings-store.ts";
import type { PlanRow, Schema } from "./schema.ts";

export function planStore({ db, write }: Database, newId: NewId): PlanStore {
  const load = async (rows: readonly PlanRow[]): Promise<PlanRecord[]> => {
    const workspace = rows[0]?.workspace;
    if (workspace === undefined) return [];
    const ids = rows.map((row) => row.id);
    const revisions = await db
      .selectFrom("revisions")
      .select(["plan_id", "body"])
      .where("workspace", "=", workspace)
      .where("plan_id", "in", ids)
      .orderBy("number")
      .execute();
    const variants = await db
      .selectFrom("variants")
      .selectAll()
      .where("workspace", "=", workspace)
      .where("plan_id", "in", ids)
      .orderBy("made_at")
      .execute();
    const events = await db
      .selectFrom("plan_events")
      .select(["plan_id", "body"])
      .where("workspace", "=", workspace)
      .where("plan_id", "in", ids)
      .orderBy("at")
      .execute();
    const team = await settingsOf(db, workspace);
    return rows.map((row) =>
      toRecord(
        row,
        revisions.filter((r) => r.plan_id === row.id).map((r) => JSON.parse(r.body) as Revision),
        variants
          .filter((v) => v.plan_id === row.id)
          .map(({ id, author, based_on, body }) => ({
            id,
            author,
            basedOn: based_on,
            revision: JSON.parse(body) as Revision,
          })),
        events.filter((e) => e.plan_id === row.id).map((e) => JSON.parse(e.body) as PlanEvent),
        team,
      ),
    );
  };

  const plansOf = (workspace: string): SelectQueryBuilder<Schema, "plans", PlanRow> =>
    db.selectFrom("plans").selectAll().where("workspace", "=", workspace);

  const first = async (query: SelectQueryBuilder<Schema, "plans", PlanRow>): Promise<PlanRecord | null> =>
    (await load(await query.limit(1).execute()))[0] ?? null;

  const change = async (
    workspace: string,
    id: string,
    values: UpdateObject<Schema, "plans">,
  ): Promise<void> => {
    await write((on) =>
      on.updateTable("plans").set(values).where("workspace", "=", workspace).where("id", "=", id).execute(),
    );
  };

  return {
    create: (plan, entry) =>
      db.transaction().execute(async (trx) => {
        const { workspace, owner, channel, threadTs, language, first: revision } = plan;
        const row: PlanRow = {
          workspace,
          id: newId(),
          owner,
          editors: "[]",
          channel,
          head_ts: null,
          thread_ts: threadTs ?? null,
          details_ts: null,
          language,
          silenced: 0,
          private: plan.private ? 1 : 0,
          public: plan.public === true ? 1 : 0,
          last_revision: revision.number,
          highest_revision: revision.number,
          created_at: revision.at,
          updated_at: revision.at,
          archived_at: null,
        };
        await trx.insertInto("plans").values(row).execute();
        await trx
          .insertInto("revisions")
          .values({ workspace, plan_id: row.id, number: revision.number, body: JSON.stringify(revision) })
          .execute();
        const made = toRecord(row, [revision], [], [], await settingsOf(trx, workspace));
        await writeJournal(trx, workspace, entry?.(made));
        return made;
      }),

    get: (workspace, id) => first(plansOf(workspace).where("id", "=", id)),

    byThread: (workspace, channel, threadTs) =>
      first(
        plansOf(workspace)
          .where("channel", "=", channel)
          .where("thread_ts", "=", threadTs)
          .orderBy("created_at", "desc"),
      ),

    latestIn: (workspace, channel, user) =>
      first(
        plansOf(workspace)
          .where("channel", "=", channel)
          .where("owner", "=", user)
          .where("archived_at", "is", null)
          .orderBy("updated_at", "desc"),
      ),

    ownedBy: async (workspace, user, limit) =>
      load(
        await plansOf(workspace)
          .where("owner", "=", user)
          .where("archived_at", "is", null)
          .orderBy("updated_at", "desc")
          .limit(limit)
          .execute(),
      ),

    recent: async (workspace, limit) =>
      load(
        await plansOf(workspace)
          .where("private", "=", 0)
          .where("public", "=", 1)
          .where("archived_at", "is", null)
          .orderBy("updated_at", "desc")
          .limit(limit)
          .execute(),
      ),

    placed: (workspace, id, { channel, headTs, detailsTs, threadTs, public: open }) =>
      change(workspace, id, {
        channel,
        public: open === undefined ? keptPublic(channel) : open ? 1 : 0,
        head_ts: headTs,
        thread_ts: threadTs ?? keptThread(channel, headTs),
        ...(detailsTs === undefined ? {} : { details_ts: detailsTs }),
      }),

    appendRevision: (workspace, id, expected, revision, also) =>
      db.transaction().execute(async (trx) => {
        if (!(await insertRevision(trx, workspace, id, expected, revision))) return false;
        if (also?.adopts !== undefined)
          await trx
            .deleteFrom("variants")
            .where("workspace", "=", workspace)
            .where("plan_id", "=", id)
            .where("id", "=", also.adopts)
            .execute();
        await writeJournal(trx, workspace, also?.entry);
        return true;
      }),

    dropRevision: (workspace, id, { number: expected, author }, at, entry) =>
      db.transaction().execute(async (trx) => {
        const dropped = await trx
          .selectFrom("revisions")
          .select("body")
          .where("workspace", "=", workspace)
          .where("plan_id", "=", id)
          .where("number", "=", expected)
          .executeTakeFirst();
        if (dropped === undefined || (JSON.parse(dropped.body) as Revision).author !== author) return false;
        const { numUpdatedRows } = await trx
          .updateTable("plans")
          .set({ last_revision: previousRevision(workspace, id, expected), updated_at: at })
          .where("workspace", "=", workspace)
          .where("id", "=", id)
          .where("last_revision", "=", expected)
          .where(previousRevision(workspace, id, expected), "is not", null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return false;
        await trx
          .deleteFrom("revisions")
          .where("workspace", "=", workspace)
          .where("plan_id", "=", id)
          .where("number", "=", expected)
          .execute();
        await writeJournal(trx, workspace, entry);
        return true;
      }),

    addVariant: (workspace, id, variant: VariantRecord, entry) =>
      db.transaction().execute(async (trx) => {
        await trx
          .insertInto("variants")
          .values({
            workspace,
            plan_id: id,
            id: variant.id,
            author: variant.author,
            based_on: variant.basedOn,
            made_at: variant.revision.at,
            body: JSON.stringify(variant.revision),
          })
          .execute();
        await writeJournal(trx, workspace, entry);
      }),

    dropVariant: (workspace, id, variantId, entry) =>
      db.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom("variants")
          .where("workspace", "=", workspace)
          .where("plan_id", "=", id)
          .where("id", "=", variantId)
          .executeTakeFirstOrThrow();
        if (numDeletedRows !== 1n) return false;
        await writeJournal(trx, workspace, entry);
        return true;
      }),

    setPeople: (workspace, id, { owner, editors }) =>
      change(workspace, id, { owner, editors: JSON.stringify(editors) }),
    setArchived: (workspace, id, at) => change(workspace, id, { archived_at: at }),
    setSilenced: (workspace, id, silenced) => change(workspace, id, { silenced: silenced ? 1 : 0 }),
    setLanguage: (workspace, id, language) => change(workspace, id, { language }),

    purgeArchived: async (before) => {
      const { numDeletedRows } = await db
        .deleteFrom("plans")
        .where("archived_at", "<", before)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

/** A thread known before the head message was posted stays the key, as long as the plan stays in its channel. */
const keptThread = (channel: string, headTs: string) =>
  sql<string>`case when channel = ${channel} then coalesce(thread_ts, ${headTs}) else ${headTs} end`;

/** Another channel may have other readers. */
const keptPublic = (channel: string) => sql<number>`case when channel = ${channel} then public else 0 end`;

/** The number before the dropped one; null when it is the first, which stays. */
const previousRevision = (workspace: string, id: string, expected: number) =>
  sql<number>`(select max(number) from revisions where workspace = ${workspace} and plan_id = ${id} and number < ${expected})`;
