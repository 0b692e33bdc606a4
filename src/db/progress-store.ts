import type { Kysely } from "kysely";
import {
  takenBackBy,
  type KeptCorrection,
  type PlanEventToKeep,
  type ProgressStore,
} from "../app/progress-ports.ts";
import type { Lesson } from "../domain/pilot/paid-price.ts";
import { writeJournal } from "./journal-store.ts";
import type { Database } from "./open-store.ts";
import { insertRevision } from "./plan-rows.ts";
import type { Schema } from "./schema.ts";

/** A transaction that is given up without being a fault. */
class GivenUp extends Error {
  readonly why: "known" | "raced";
  constructor(why: "known" | "raced") {
    super(why);
    this.why = why;
  }
}

export function progressStore({ db }: Database): ProgressStore {
  return {
    keep: async (workspace, planId, toKeep) => {
      try {
        await db.transaction().execute((trx) => keep(trx, workspace, planId, toKeep));
        return "kept";
      } catch (cause) {
        if (cause instanceof GivenUp) return cause.why;
        throw cause;
      }
    },

    corrections: async (workspace) => {
      const rows = await db
        .selectFrom("corrections")
        .selectAll()
        .where("workspace", "=", workspace)
        .orderBy("made_at")
        .orderBy("id")
        .execute();
      return rows.map(({ id, plan_id, body, withdrawn_by, withdrawn_at }): KeptCorrection => ({
        id,
        planId: plan_id,
        correction: {
          ...(JSON.parse(body) as Lesson),
          withdrawn: withdrawn_by === null ? null : { by: withdrawn_by, at: withdrawn_at ?? "" },
        },
      }));
    },
  };
}

async function keep(
  trx: Kysely<Schema>,
  workspace: string,
  planId: string,
  { key, at, event, corrections = [], revision, entry }: PlanEventToKeep,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("plan_events")
    .values({ workspace, plan_id: planId, key, at, body: JSON.stringify(event) })
    .onConflict((c) => c.columns(["workspace", "plan_id", "key"]).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw new GivenUp("known");
  for (const { id, correction } of corrections)
    await trx
      .insertInto("corrections")
      .values({
        workspace,
        id,
        plan_id: planId,
        made_at: at,
        body: JSON.stringify(correction),
        withdrawn_by: null,
        withdrawn_at: null,
      })
      .execute();
  const back = takenBackBy(event);
  if (back !== null && back.ids.length > 0) {
    await trx
      .updateTable("corrections")
      .set({ withdrawn_by: back.by, withdrawn_at: at })
      .where("workspace", "=", workspace)
      .where("id", "in", back.ids)
      .where("withdrawn_at", "is", null)
      .execute();
  }
  if (
    revision !== undefined &&
    !(await insertRevision(trx, workspace, planId, revision.expected, revision.revision))
  )
    throw new GivenUp("raced");
  await writeJournal(trx, workspace, entry);
}
