import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../../src/db/open-store.ts";
import { storeContract } from "./store-contract.ts";

const url = process.env["GPU_PLAN_TEST_POSTGRES"] ?? "";
const schema = `gpu_plan_${randomUUID().slice(0, 8)}`;

function inSchema(): string {
  const own = new URL(url);
  own.searchParams.set("options", `-c search_path=${schema}`);
  return own.href;
}

async function asAdmin(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

describe.skipIf(url === "")("PostgreSQL (set GPU_PLAN_TEST_POSTGRES to a database url to run these)", () => {
  beforeAll(() => asAdmin(`create schema ${schema}`));
  afterAll(() => asAdmin(`drop schema ${schema} cascade`));

  storeContract(async () => {
    const store = await openStore({ url: inSchema() });
    await asAdmin(`do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = '${schema}' and tablename not like 'kysely%' loop
        execute format('truncate ${schema}.%I cascade', name);
      end loop; end $$`);
    return store;
  });

  it("migrates once when several processes start together", async () => {
    await asAdmin(`drop schema ${schema} cascade`, `create schema ${schema}`);
    const stores = await Promise.all([0, 1, 2].map(() => openStore({ url: inSchema() })));
    await Promise.all(stores.map((store) => store.ping()));
    await Promise.all(stores.map((store) => store.close()));
  });

  it("hands each unfinished delivery to one replica", async () => {
    const replicas = await Promise.all([0, 1, 2, 3].map(() => openStore({ url: inSchema() })));
    const [first] = replicas;
    for (let n = 0; n < 200; n++) {
      await first!.deliveries.record({ workspace: "T1", key: `K${n}`, kind: "event", payload: "" }, "10");
    }
    const taken: string[] = [];
    await Promise.all(
      replicas.map(async (replica) => {
        for (;;) {
          const claimed = await replica.deliveries.claimUnfinished("T1", "20", 7, "30");
          if (claimed.length === 0) return;
          taken.push(...claimed.map((d) => d.key));
        }
      }),
    );
    await Promise.all(replicas.map((replica) => replica.close()));
    expect(taken).toHaveLength(200);
    expect(new Set(taken).size).toBe(200);
  });
});
