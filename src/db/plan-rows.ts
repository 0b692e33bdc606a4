import type { PlanRecord, VariantRecord } from "../app/ports.ts";
import { languages, type Revision } from "../domain/conversation.ts";
import type { PlanRow } from "./schema.ts";

export function toRecord(
  row: PlanRow,
  revisions: readonly Revision[],
  variants: readonly VariantRecord[],
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
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
  };
}
