import type { Kysely } from "kysely";
import type { Journaled, JournalStore } from "../app/ports.ts";
import type { Database } from "./open-store.ts";
import type { Schema } from "./schema.ts";

/** In the transaction of the change; a second change of the same delivery breaks the key, and with it the transaction. */
export async function writeJournal(
  trx: Kysely<Schema>,
  workspace: string,
  entry: Journaled | undefined,
): Promise<void> {
  if (entry === undefined) return;
  await trx
    .insertInto("journal")
    .values({ workspace, key: entry.key, written_at: entry.at, body: entry.body })
    .execute();
}

export function journalStore({ db }: Database): JournalStore {
  return {
    find: async (workspace, key) => {
      const row = await db
        .selectFrom("journal")
        .select("body")
        .where("workspace", "=", workspace)
        .where("key", "=", key)
        .executeTakeFirst();
      return row?.body ?? null;
    },
    purge: async (before) => {
      const { numDeletedRows } = await db
        .deleteFrom("journal")
        .where("written_at", "<", before)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
