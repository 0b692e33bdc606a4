import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "../../src/db/open-store.ts";
import type { Store } from "../../src/app/ports.ts";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import { postgresUrl } from "../support/services.ts";
import { connectBot, fromBot, line, openWorkbench, until, type Bot } from "./support.ts";

const schema = `journey_${randomUUID().slice(0, 8)}`;
const inSchema = (): string => {
  const own = new URL(postgresUrl ?? "");
  own.searchParams.set("options", `-c search_path=${schema}`);
  return own.href;
};
const asAdmin = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: postgresUrl ?? "" });
  await client.connect();
  await client.query(statement);
  await client.end();
};

describe.skipIf(postgresUrl === undefined)("two processes on one PostgreSQL", () => {
  let bench: Workbench;
  let stores: Store[];
  let bots: Bot[];

  beforeAll(() => asAdmin(`create schema ${schema}`));
  afterAll(() => asAdmin(`drop schema ${schema} cascade`));
  beforeEach(async () => {
    bench = await openWorkbench("listen");
    stores = [await openStore({ url: inSchema() }), await openStore({ url: inSchema() })];
    bots = [];
    for (const store of stores) bots.push(await connectBot(bench, { store, replicas: true }));
  });
  afterEach(async () => {
    for (const bot of bots) await bot.stop();
    for (const store of stores) await store.close();
    await bench.close();
  });

  it("answer every message once, although its two events and its redelivery reach both", async () => {
    const alex = bench.actor.actAs("alex");
    const asked = Array.from({ length: 4 }, (_, n) => alex.message(`@gpu-plan ${line} ${n + 2} epochs`).ts);
    await until(() => bench.state.sent.length >= 8, "everything is delivered");
    for (const envelope of bench.state.sent.slice(0, 8)) await bench.actor.redeliver(envelope);
    const answered = (ts: string) => alex.messages({ threadTs: ts }).filter(fromBot).length;
    await until(() => asked.every((ts) => answered(ts) === 2), "all are answered", 30_000);
    await Promise.all(bots.map((bot) => until(() => bot.slack.writesWaiting() === 0, "nothing waits")));
    expect(asked.map(answered)).toEqual([2, 2, 2, 2]);
    const worked = bots.map((bot) => bot.delivered.filter((d) => d.endsWith(" new")).length);
    expect(worked.reduce((a, b) => a + b)).toBe(4);
  });

  it("a follow-up that reaches the other process finds the plan", async () => {
    const alex = bench.actor.actAs("alex");
    const { ts } = alex.message(`@gpu-plan ${line}`);
    const replies = () => alex.messages({ threadTs: ts }).filter(fromBot);
    await until(() => replies().length === 2, "the plan is posted");
    for (const [n, text] of ["what about 8k?", "qlora instead", "undo"].entries()) {
      alex.message(text, { threadTs: ts });
      await until(() => replies().length === 3 + n, `${text} is answered`, 20_000);
    }
  });
});
