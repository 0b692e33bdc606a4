import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, describe } from "vitest";
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
  const schema = `rental_${randomUUID().slice(0, 8)}`;
  const drop = () => asAdmin(`drop schema if exists ${schema} cascade`);
  afterAll(drop);
  aRentalTeaches(async () => {
    await drop();
    await asAdmin(`create schema ${schema}`);
    const own = new URL(postgresUrl ?? "");
    own.searchParams.set("options", `-c search_path=${schema}`);
    return openStore({ url: own.href });
  });
});
