import { Kysely, SqliteDialect } from "kysely";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Schema } from "../../src/db/schema.ts";
import { writesTogether, type Write } from "../../src/db/write-together.ts";

let db: Kysely<Schema>;
let write: Write;
let commits: number;

beforeEach(() => {
  const database = new Libsql(":memory:");
  database.exec(
    "create table preferences (workspace text, person text, language text, primary key (workspace, person))",
  );
  commits = 0;
  db = new Kysely<Schema>({
    dialect: new SqliteDialect({
      database: {
        close: () => void database.close(),
        prepare: (text: string) => {
          if (text === "commit") commits += 1;
          return database.prepare(text);
        },
      },
    }),
  });
  write = writesTogether(db);
});
afterEach(() => db.destroy());

const add = (person: string): Promise<unknown> =>
  write((on) => on.insertInto("preferences").values({ workspace: "T1", person, language: null }).execute());
const people = async (): Promise<readonly string[]> =>
  (await db.selectFrom("preferences").select("person").orderBy("person").execute()).map((row) => row.person);
const numbered = Array.from({ length: 40 }, (_, n) => `U${String(n).padStart(2, "0")}`);

it("what is written in one turn is one commit, and there when it is said to be", async () => {
  await Promise.all(
    numbered.map(async (person) => {
      await add(person);
      expect(await people()).toContain(person);
    }),
  );
  expect(await people()).toEqual(numbered);
  expect(commits).toBe(1);
});

it("one that fails fails alone", async () => {
  await add("U07");
  const outcomes = await Promise.allSettled(numbered.map(add));
  expect(outcomes.flatMap(({ status }, n) => (status === "rejected" ? [numbered[n]] : []))).toEqual(["U07"]);
  expect(await people()).toEqual(numbered);
});

it("what comes while others are committed follows in their order", async () => {
  const done: string[] = [];
  await Promise.all(
    numbered.map(async (person, n) => {
      for (let turn = 0; turn < n % 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await add(person);
      done.push(person);
    }),
  );
  expect(await people()).toEqual(numbered);
  expect(done.toSorted()).toEqual(numbered);
  expect(commits).toBeLessThan(8);
});
