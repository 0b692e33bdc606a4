import type { OutboxStore } from "../app/ports.ts";
import type { Database } from "./open-store.ts";

export function outboxStore({ db, skipsLocked, write }: Database): OutboxStore {
  return {
    async put({ workspace, key, payload }, at) {
      const { numInsertedOrUpdatedRows } = await write((on) =>
        on
          .insertInto("outbox")
          .values({ workspace, key, payload, put_at: at, claimed_at: null, attempts: 0, sent_at: null })
          .onConflict((c) => c.columns(["workspace", "key"]).doNothing())
          .executeTakeFirstOrThrow(),
      );
      return numInsertedOrUpdatedRows === 1n;
    },

    async sent(workspace, key, at) {
      await write((on) =>
        on
          .updateTable("outbox")
          .set({ sent_at: at, payload: "" })
          .where("workspace", "=", workspace)
          .where("key", "=", key)
          .execute(),
      );
    },

    claimUnsent(workspace, before, limit, at) {
      return db
        .with("picked", (q) =>
          q
            .selectFrom("outbox")
            .select(["workspace", "key"])
            .where("workspace", "=", workspace)
            .where("sent_at", "is", null)
            .where((eb) => eb(eb.fn.coalesce("claimed_at", "put_at"), "<", before))
            .orderBy("put_at")
            .limit(limit)
            .$if(skipsLocked, (locking) => locking.forUpdate().skipLocked()),
        )
        .updateTable("outbox")
        .from("picked")
        .set((eb) => ({ claimed_at: at, attempts: eb("attempts", "+", 1) }))
        .whereRef("outbox.workspace", "=", "picked.workspace")
        .whereRef("outbox.key", "=", "picked.key")
        .returning(["outbox.workspace", "outbox.key", "outbox.payload", "outbox.attempts"])
        .execute();
    },

    async purge(before) {
      const { numDeletedRows } = await db
        .deleteFrom("outbox")
        .where("sent_at", "<", before)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
