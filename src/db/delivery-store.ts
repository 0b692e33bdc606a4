import type { DeliveryStore } from "../app/ports.ts";
import type { Database } from "./open-store.ts";

export function deliveryStore({ db, skipsLocked, write }: Database): DeliveryStore {
  return {
    async record({ workspace, key, kind, payload }, at) {
      const { numInsertedOrUpdatedRows } = await write((on) =>
        on
          .insertInto("deliveries")
          .values({
            workspace,
            key,
            kind,
            payload,
            recorded_at: at,
            claimed_at: null,
            attempts: 0,
            done_at: null,
          })
          .onConflict((c) => c.columns(["workspace", "key"]).doNothing())
          .executeTakeFirstOrThrow(),
      );
      return numInsertedOrUpdatedRows === 1n;
    },

    async done(workspace, key, at) {
      await write((on) =>
        on
          .updateTable("deliveries")
          .set({ done_at: at, payload: "" })
          .where("workspace", "=", workspace)
          .where("key", "=", key)
          .execute(),
      );
    },

    claimUnfinished(workspace, before, limit, at) {
      return db
        .with("picked", (q) =>
          q
            .selectFrom("deliveries")
            .select(["workspace", "key"])
            .where("workspace", "=", workspace)
            .where("done_at", "is", null)
            .where((eb) => eb(eb.fn.coalesce("claimed_at", "recorded_at"), "<", before))
            .orderBy("recorded_at")
            .limit(limit)
            .$if(skipsLocked, (locking) => locking.forUpdate().skipLocked()),
        )
        .updateTable("deliveries")
        .from("picked")
        .set((eb) => ({ claimed_at: at, attempts: eb("attempts", "+", 1) }))
        .whereRef("deliveries.workspace", "=", "picked.workspace")
        .whereRef("deliveries.key", "=", "picked.key")
        .returning([
          "deliveries.workspace",
          "deliveries.key",
          "deliveries.kind",
          "deliveries.payload",
          "deliveries.attempts",
        ])
        .execute();
    },

    async purge(before) {
      const { numDeletedRows } = await db
        .deleteFrom("deliveries")
        .where("done_at", "<", before)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
