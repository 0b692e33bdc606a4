import { randomUUID } from "node:crypto";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { Kysely, Migrator, PostgresDialect, sql, SqliteDialect, type Dialect } from "kysely";
import type { NewId, Store } from "../app/ports.ts";
import { deliveryStore } from "./delivery-store.ts";
import { journalStore } from "./journal-store.ts";
import { leaseStore } from "./lease-store.ts";
import { migrationProvider } from "./migrations.ts";
import { outboxStore } from "./outbox-store.ts";
import { pilotTokenStore } from "./pilot-token-store.ts";
import { planStore } from "./plan-store.ts";
import { preferenceStore } from "./preference-store.ts";
import { priceStore } from "./price-store.ts";
import { progressStore } from "./progress-store.ts";
import { reminderStore } from "./reminder-store.ts";
import { settingsStore } from "./settings-store.ts";
import type { Schema } from "./schema.ts";
import { writesTogether, type Write } from "./write-together.ts";

export type Where = ({ readonly url: string } | { readonly file: string }) & { readonly newId?: NewId };

/** What differs between the two: who may lock a row for itself, and what a commit costs the thread that asks. */
export interface Database {
  readonly db: Kysely<Schema>;
  readonly skipsLocked: boolean;
  readonly write: Write;
}

/** The store is there and no use to us, or cannot be reached: which one, and why, without the address's password. */
export class StoreUnusable extends Error {
  /** A server; else a file. */
  readonly server: boolean;
  constructor(message: string, server: boolean, cause: unknown) {
    super(message, { cause });
    this.server = server;
  }
}

/** Opens and migrates: PostgreSQL for a url, SQLite for a file (":memory:" forgets everything at close). */
export async function openStore(where: Where): Promise<Store> {
  try {
    return await openAny(where);
  } catch (cause) {
    const which = "url" in where ? "the PostgreSQL of DATABASE_URL" : where.file;
    throw new StoreUnusable(`the store (${which}) cannot be used: ${rootOf(cause)}`, "url" in where, cause);
  }
}

function rootOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? rootOf(error.cause) : error.message;
}

async function openAny(where: Where): Promise<Store> {
  const postgres = "url" in where;
  const dialect = postgres ? await postgresDialect(where.url) : await sqliteDialect(where.file);
  const db = new Kysely<Schema>({ dialect });
  const database: Database = {
    db,
    skipsLocked: postgres,
    // A server commits on its own disk and time; rows locked together there could wait for each other in a circle.
    write: postgres ? (one) => one(db) : writesTogether(db),
  };
  try {
    await migrate(db);
  } catch (cause) {
    await db.destroy();
    throw cause;
  }
  return {
    plans: planStore(database, where.newId ?? shortId),
    deliveries: deliveryStore(database),
    outbox: outboxStore(database),
    preferences: preferenceStore(database),
    settings: settingsStore(database),
    journal: journalStore(database),
    prices: priceStore(database),
    leases: leaseStore(database),
    progress: progressStore(database),
    reminders: reminderStore(database),
    pilotTokens: pilotTokenStore(database),
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    close: async () => {
      // The log of an embedded database goes on holding what was taken out, until it is worked in.
      if (!postgres) await sql`pragma wal_checkpoint(truncate)`.execute(db).catch(() => undefined);
      await db.destroy();
    },
  };
}

const shortId: NewId = () => randomUUID().replaceAll("-", "").slice(0, 16);

async function migrate(db: Kysely<Schema>): Promise<void> {
  const { error } = await new Migrator({ db, provider: migrationProvider }).migrateToLatest();
  if (error !== undefined) throw new Error("the store could not be brought up to date", { cause: error });
}

async function postgresDialect(url: string): Promise<Dialect> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5_000 });
  // An idle connection that the server closes must not end the process; the next query opens another.
  pool.on("error", () => undefined);
  return new PostgresDialect({ pool });
}

async function sqliteDialect(file: string): Promise<Dialect> {
  if (file !== ":memory:") createPrivately(file);
  const { default: Libsql } = await import("libsql");
  const database = new Libsql(file);
  database.exec("pragma journal_mode = wal");
  database.exec("pragma synchronous = full");
  database.exec("pragma foreign_keys = on");
  // What is taken out is written over: a message that was answered is not to be found in the file.
  database.exec("pragma secure_delete = on");
  database.exec("pragma busy_timeout = 5000");
  return new SqliteDialect({ database });
}

/** SQLite gives its -wal and -shm files the mode of the main file: creating that one 0600 closes all three. */
function createPrivately(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, "a", 0o600));
}
