import type { PilotTokenStore, TokenSpent } from "../app/pilot-token-ports.ts";
import type { Database } from "./open-store.ts";

export function pilotTokenStore({ db }: Database): PilotTokenStore {
  return {
    issue: async ({ id, digest, workspace, planId, person, issuedAt, expiresAt }) => {
      await db
        .insertInto("pilot_tokens")
        .values({
          id,
          digest,
          workspace,
          plan_id: planId,
          person,
          issued_at: issuedAt,
          expires_at: expiresAt,
          spent: null,
        })
        .execute();
    },

    find: async (id) => {
      const row = await db.selectFrom("pilot_tokens").selectAll().where("id", "=", id).executeTakeFirst();
      if (row === undefined) return null;
      const { digest, workspace, plan_id, person, issued_at, expires_at, spent } = row;
      return {
        id,
        digest,
        workspace,
        planId: plan_id,
        person,
        issuedAt: issued_at,
        expiresAt: expires_at,
        spent: spent === null ? null : (JSON.parse(spent) as TokenSpent),
      };
    },

    spend: async (id, spent) => {
      const { numUpdatedRows } = await db
        .updateTable("pilot_tokens")
        .set({ spent: JSON.stringify(spent) })
        .where("id", "=", id)
        .where("spent", "is", null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    purge: async (before) => {
      const { numDeletedRows } = await db
        .deleteFrom("pilot_tokens")
        .where("expires_at", "<", before)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
