import type { LeaseStore } from "../app/ports.ts";
import type { Database } from "./open-store.ts";

export function leaseStore({ db }: Database): LeaseStore {
  return {
    async take(name, holder, now, until) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("leases")
        .values({ name, holder, until })
        .onConflict((c) =>
          c
            .column("name")
            .doUpdateSet({ holder, until })
            .where((eb) => eb.or([eb("leases.until", "<=", now), eb("leases.holder", "=", holder)])),
        )
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    async release(name, holder) {
      await db.deleteFrom("leases").where("name", "=", name).where("holder", "=", holder).execute();
    },
  };
}
