import { sql, type Kysely, type Migration, type MigrationProvider } from "kysely";

/** Applied in the order of their names; a published one is never edited, the next one mends it. */
const migrations: Readonly<Record<string, Migration>> = {
  "0001-plans-deliveries-outbox": { up: firstTables },
  "0002-public-plans": { up: publicPlans },
  "0003-revision-numbers": { up: revisionNumbers },
  "0004-journal": { up: journal },
  "0005-prices": { up: prices },
  "0006-pilots": { up: pilots },
  "0007-reminders": { up: reminders },
  "0008-pilot-tokens": { up: pilotTokens },
  "0009-team-settings": { up: teamSettings },
};

export const migrationProvider: MigrationProvider = {
  getMigrations: () => Promise.resolve({ ...migrations }),
};

async function firstTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("plans")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("owner", "text", (c) => c.notNull())
    .addColumn("editors", "text", (c) => c.notNull())
    .addColumn("channel", "text")
    .addColumn("head_ts", "text")
    .addColumn("thread_ts", "text")
    .addColumn("details_ts", "text")
    .addColumn("language", "text", (c) => c.notNull())
    .addColumn("silenced", "integer", (c) => c.notNull())
    .addColumn("private", "integer", (c) => c.notNull())
    .addColumn("last_revision", "integer", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .addColumn("archived_at", "text")
    .addPrimaryKeyConstraint("plans_key", ["workspace", "id"])
    .execute();
  await db.schema
    .createIndex("plans_thread")
    .on("plans")
    .columns(["workspace", "channel", "thread_ts"])
    .execute();
  await db.schema
    .createIndex("plans_owner")
    .on("plans")
    .columns(["workspace", "owner", "updated_at"])
    .execute();
  await db.schema.createIndex("plans_recent").on("plans").columns(["workspace", "updated_at"]).execute();

  await db.schema
    .createTable("revisions")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("plan_id", "text", (c) => c.notNull())
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("revisions_key", ["workspace", "plan_id", "number"])
    .addForeignKeyConstraint("revisions_plan", ["workspace", "plan_id"], "plans", ["workspace", "id"], (f) =>
      f.onDelete("cascade"),
    )
    .execute();

  await db.schema
    .createTable("variants")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("plan_id", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("author", "text", (c) => c.notNull())
    .addColumn("based_on", "integer", (c) => c.notNull())
    .addColumn("made_at", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("variants_key", ["workspace", "plan_id", "id"])
    .addForeignKeyConstraint("variants_plan", ["workspace", "plan_id"], "plans", ["workspace", "id"], (f) =>
      f.onDelete("cascade"),
    )
    .execute();

  await db.schema
    .createTable("deliveries")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("payload", "text", (c) => c.notNull())
    .addColumn("recorded_at", "text", (c) => c.notNull())
    .addColumn("claimed_at", "text")
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("done_at", "text")
    .addPrimaryKeyConstraint("deliveries_key", ["workspace", "key"])
    .execute();
  await db.schema
    .createIndex("deliveries_open")
    .on("deliveries")
    .columns(["done_at", "recorded_at"])
    .execute();

  await db.schema
    .createTable("outbox")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("payload", "text", (c) => c.notNull())
    .addColumn("put_at", "text", (c) => c.notNull())
    .addColumn("claimed_at", "text")
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("sent_at", "text")
    .addPrimaryKeyConstraint("outbox_key", ["workspace", "key"])
    .execute();
  await db.schema.createIndex("outbox_open").on("outbox").columns(["sent_at", "put_at"]).execute();

  await db.schema
    .createTable("preferences")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("person", "text", (c) => c.notNull())
    .addColumn("language", "text")
    .addPrimaryKeyConstraint("preferences_key", ["workspace", "person"])
    .execute();
}

/** Where older plans stand was not recorded: they are not public. */
async function publicPlans(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("plans")
    .addColumn("public", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
}

/** A number taken back is not given again: buttons that carry it mean one revision for good. */
async function revisionNumbers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("plans")
    .addColumn("highest_revision", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update plans set highest_revision = last_revision`.execute(db);
}

async function journal(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("journal")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("written_at", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("journal_key", ["workspace", "key"])
    .execute();
  await db.schema.createIndex("journal_old").on("journal").column("written_at").execute();
}

/** Prices and rates as a refresh read them: of no workspace. A lease is held by one process at a time. */
async function prices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("price_feeds")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("content", "text")
    .addColumn("changed_at", "text")
    .addColumn("checked_at", "text")
    .addColumn("attempted_at", "text", (c) => c.notNull())
    .addColumn("failure", "text")
    .execute();
  await db.schema
    .createTable("leases")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("holder", "text", (c) => c.notNull())
    .addColumn("until", "text", (c) => c.notNull())
    .execute();
}

/** What moves a plan through its stages goes with the plan; what a workspace has learnt stays with the workspace. */
async function pilots(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("plan_events")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("plan_id", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("plan_events_key", ["workspace", "plan_id", "key"])
    .addForeignKeyConstraint(
      "plan_events_plan",
      ["workspace", "plan_id"],
      "plans",
      ["workspace", "id"],
      (f) => f.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createTable("corrections")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("plan_id", "text", (c) => c.notNull())
    .addColumn("made_at", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("withdrawn_by", "text")
    .addColumn("withdrawn_at", "text")
    .addPrimaryKeyConstraint("corrections_key", ["workspace", "id"])
    .execute();
}

/** No foreign key: a plan that is gone leaves the messages that Slack still holds, and those have to be taken back. */
async function reminders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("reminders")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("plan_id", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("owner", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("due_at", "text", (c) => c.notNull())
    .addColumn("says", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("channel", "text")
    .addColumn("scheduled_id", "text")
    .addPrimaryKeyConstraint("reminders_key", ["workspace", "plan_id", "key"])
    .execute();
  await db.schema.createIndex("reminders_due").on("reminders").columns(["workspace", "due_at"]).execute();
}

/** Of a token only its digest is kept, and what it let in; it goes with its plan. */
async function pilotTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pilot_tokens")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("digest", "text", (c) => c.notNull())
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("plan_id", "text", (c) => c.notNull())
    .addColumn("person", "text", (c) => c.notNull())
    .addColumn("issued_at", "text", (c) => c.notNull())
    .addColumn("expires_at", "text", (c) => c.notNull())
    .addColumn("spent", "text")
    .addForeignKeyConstraint(
      "pilot_tokens_plan",
      ["workspace", "plan_id"],
      "plans",
      ["workspace", "id"],
      (f) => f.onDelete("cascade"),
    )
    .execute();
  await db.schema.createIndex("pilot_tokens_old").on("pilot_tokens").column("expires_at").execute();
}

async function teamSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("team_settings")
    .addColumn("workspace", "text", (c) => c.primaryKey())
    .addColumn("body", "text", (c) => c.notNull())
    .execute();
}
