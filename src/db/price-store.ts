import type { FeedContent, FeedFailure, PriceStore, StoredFeed } from "../app/price-ports.ts";
import type { Database } from "./open-store.ts";

/** Issues are kept for the report of the refresh that saw them, not here: a store holds what is in use. */
const withoutIssues = (content: FeedContent): FeedContent => ({ ...content, issues: [] });

export function priceStore({ db }: Database): PriceStore {
  return {
    async feeds() {
      const rows = await db.selectFrom("price_feeds").selectAll().orderBy("key").execute();
      return rows.map((row): StoredFeed => ({
        key: row.key,
        content: row.content === null ? null : (JSON.parse(row.content) as FeedContent),
        changedAt: row.changed_at,
        checkedAt: row.checked_at,
        attemptedAt: row.attempted_at,
        failure: row.failure === null ? null : (JSON.parse(row.failure) as FeedFailure),
      }));
    },

    async save({ key, content, changedAt, checkedAt, attemptedAt, failure }) {
      const row = {
        content: content === null ? null : JSON.stringify(withoutIssues(content)),
        changed_at: changedAt,
        checked_at: checkedAt,
        attempted_at: attemptedAt,
        failure: failure === null ? null : JSON.stringify(failure),
      };
      await db
        .insertInto("price_feeds")
        .values({ key, ...row })
        .onConflict((c) => c.column("key").doUpdateSet(row))
        .execute();
    },

    async stamp() {
      const rows = await db
        .selectFrom("price_feeds")
        .select(["key", "changed_at"])
        .where("changed_at", "is not", null)
        .orderBy("key")
        .execute();
      return rows.length === 0 ? null : rows.map((row) => `${row.key}@${row.changed_at ?? ""}`).join(" ");
    },
  };
}
