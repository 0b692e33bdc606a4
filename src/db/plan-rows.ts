import type { Kysely } from "kysely";
import { noProgress, type PlanEvent, type PlanProgress } from "../app/progress-ports.ts";
import type { PlanRecord, VariantRecord } from "../app/ports.ts";
import type { TeamSettings } from "../domain/pilot/team-settings.ts";
import { languages, type Revision } from "../domain/conversation.ts";
import type { PlanRow, Schema } from "./schema.ts";

export function toRecord(
  row: PlanRow,
  revisions: readonly Revision[],
  variants: readonly VariantRecord[],
  events: readonly PlanEvent[],
  team: TeamSettings,
): PlanRecord {
  return {
    id: row.id,
    workspace: row.workspace,
    channel: row.channel,
    headTs: row.head_ts,
    threadTs: row.thread_ts,
    detailsTs: row.details_ts,
    owner: row.owner,
    editors: JSON.parse(row.editors) as string[],
    language: languages.find((known) => known === row.language) ?? "en",
    silenced: row.silenced === 1,
    private: row.private === 1,
    public: row.public === 1,
    revisions,
    highestRevision: row.highest_revision,
    variants,
    progress: events.reduce(withEvent, noProgress),
    team,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
  };
}

function withEvent(progress: PlanProgress, event: PlanEvent): PlanProgress {
  switch (event.kind) {
    case "pilot":
      return { ...progress, pilots: [...progress.pilots, event.pilot] };
    case "waiver":
      return { ...progress, waivers: [...progress.waivers, event.waiver] };
    case "reservation":
      return { ...progress, reservation: event.reservation };
    case "closing":
      return { ...progress, closing: event.closing };
    case "withdrawal":
      return { ...progress, withdrawals: [...progress.withdrawals, event.withdrawal] };
  }
}

/** The next revision over `expected`; false, and nothing written, when the plan has another last one by now. */
export async function insertRevision(
  trx: Kysely<Schema>,
  workspace: string,
  planId: string,
  expected: number,
  revision: Revision,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("plans")
    .set({ last_revision: revision.number, highest_revision: revision.number, updated_at: revision.at })
    .where("workspace", "=", workspace)
    .where("id", "=", planId)
    .where("last_revision", "=", expected)
    .where("highest_revision", "<", revision.number)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return false;
  await trx
    .insertInto("revisions")
    .values({ workspace, plan_id: planId, number: revision.number, body: JSON.stringify(revision) })
    .execute();
  return true;
}
