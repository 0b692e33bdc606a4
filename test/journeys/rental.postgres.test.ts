import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { openStore } from "../../src/db/open-store.ts";
import { postgresUrl } from "../support/services.ts";
import { aRentalTeaches } from "./rental-contract.ts";

const asAdmin = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: postgresUrl ?? "" });
  await client.connect();
  await client.query(statement);
  await client.end();
};

describe.skipIf(postgresUrl === undefined)("on PostgreSQL", () => {
  const schemas = ["a", "b", "c", "d", "e", "f"].map((n) => `rental_${n}_${randomUUID().slice(0, 8)}`);
  let used = 0;
  beforeAll(async () => {
    for (const schema of schemas) await asAdmin(`create schema ${schema}`);
  });
  afterAll(async () => {
    for (const schema of schemas) await asAdmin(`drop schema ${schema} cascade`);
  });
  aRentalTeaches(() => {
    const own = new URL(postgresUrl ?? "");
    own.searchParams.set("options", `-c search_path=${schemas[used++] ?? ""}`);
    return openStore({ url: own.href });
  });
});
