import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "../../src/db/open-store.ts";
import type { Store } from "../../src/app/ports.ts";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import { postgresUrl } from "../support/services.ts";
import { pilotTokensFor } from "../../src/start/pilot-tokens.ts";
import { kitOf } from "../support/kit-result.ts";
import { dyingStore } from "../support/dying-store.ts";
import { serveIntake } from "./serve-intake.ts";
import { slackEnv, spawnBot } from "./spawn-bot.ts";
import { connectBot, fromBot, heads, line, openWorkbench, planPosted, until, type Bot } from "./support.ts";

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

  it("take a posted result once, whichever of them it reaches at the same moment", async () => {
    const alex = bench.actor.actAs("alex");
    const { ts } = alex.message(
      "@gpu-plan llama 3.1 8b lora r16, 4k, micro-batch 2, packing, 9B tokens on h100 sxm, trl",
    );
    await until(() => alex.messages({ threadTs: ts }).filter(fromBot).length >= 2, "it is answered", 30_000);
    const [plan] = (await stores[0]?.plans.ownedBy("T0WORKBENCH", "U0ALEX00001", 1)) ?? [];
    const sized = plan?.revisions.at(-1)?.plan;
    const tokens = stores[0]?.pilotTokens;
    if (plan === undefined || sized === undefined || tokens === undefined) throw new Error("no plan");
    const issue = pilotTokensFor(tokens, { address: "", now: () => new Date() });
    const { token } = await issue(plan, "U0ALEX00001");
    const before = alex.messages({ threadTs: ts }).filter(fromBot).length;
    const intakes = await Promise.all(bots.map((bot) => serveIntake(bot, () => bot)));
    const statuses = await Promise.all(
      [1, 1.3, 1, 1.3].map(async (factor, i) => {
        const answer = await fetch(`${intakes[i % 2]?.address ?? ""}/api/pilots/${token}`, {
          method: "POST",
          body: JSON.stringify(kitOf(sized, "one-gpu-pilot", factor)),
        });
        return answer.status;
      }),
    );
    for (const intake of intakes) intake.close();
    expect(statuses.sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    await Promise.all(bots.map((bot) => until(() => bot.slack.writesWaiting() === 0, "nothing waits")));
    expect(alex.messages({ threadTs: ts }).filter(fromBot)).toHaveLength(before + 1);
    expect((await stores[1]?.plans.get("T0WORKBENCH", plan.id))?.progress.pilots).toHaveLength(1);
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

  it("schedule each reminder once, whichever of them hears of the plan", async () => {
    const alex = bench.actor.actAs("alex");
    const { ts } = alex.message(`@gpu-plan ${line}`);
    const replies = (): number => alex.messages({ threadTs: ts }).filter(fromBot).length;
    await until(() => replies() === 2, "the plan is posted");
    const [plan] = (await stores[0]?.plans.ownedBy("T0WORKBENCH", "U0ALEX00001", 1)) ?? [];
    const at = new Date().toISOString();
    const startsAt = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();
    await stores[0]?.progress.keep("T0WORKBENCH", plan?.id ?? "", {
      key: "reserved",
      at,
      event: { kind: "reservation", reservation: { by: "U0ALEX00001", at, startsAt, configuration: "c" } },
    });
    const scheduled = (): number =>
      bench.state.calls.filter(({ method }) => method === "chat.scheduleMessage").length;
    for (const n of [3, 4, 5, 6]) {
      alex.message("how sure are you?", { threadTs: ts });
      await until(() => replies() === n, "it is answered", 20_000);
    }
    await until(() => scheduled() >= 2, "both reminders are scheduled", 20_000);
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(scheduled()).toBe(2);
    expect(
      (await stores[1]?.reminders.ofPlan("T0WORKBENCH", plan?.id ?? ""))?.map(({ state }) => state),
    ).toEqual(["scheduled", "scheduled"]);
  });

  it("an undo and a change at the same moment: both are answered, neither is lost half way", async () => {
    const alex = bench.actor.actAs("alex");
    const plan = alex.message(`@gpu-plan ${line}`);
    const replies = () => alex.messages({ threadTs: plan.ts }).filter(fromBot).length;
    await until(() => replies() === 2, "the plan is posted");
    const [store] = stores;
    const kept = async () => (await store?.plans.ownedBy("T0WORKBENCH", "U0ALEX00001", 1))?.[0];
    for (const [round, sequence] of ["8k", "6k", "2k", "16k"].entries()) {
      const before = replies();
      alex.message(round % 2 === 0 ? "qlora instead" : "lora instead", { threadTs: plan.ts });
      await until(() => replies() === before + 1, "there is something to undo");
      const began = await kept();
      alex.message("undo", { threadTs: plan.ts });
      alex.message(`what about ${sequence}?`, { threadTs: plan.ts });
      await until(() => replies() === before + 3, `round ${round} is answered`, 20_000);
      const ended = await kept();
      const numbers = ended?.revisions.map(({ number }) => number) ?? [];
      expect(new Set(numbers).size).toBe(numbers.length);
      // The undo took back the change before it, whichever that was.
      expect(numbers.length - (began?.revisions.length ?? 0)).toBe(0);
      const last = ended?.revisions.at(-1);
      await until(
        () =>
          alex
            .messages()
            .some((one) => one.ts === ended?.headTs && one.text.includes(`rev. ${last?.number}`)),
        `the head says rev. ${last?.number}`,
      );
    }
  });
});

describe.skipIf(postgresUrl === undefined)("of two processes on one PostgreSQL", () => {
  const own = `journey_${randomUUID().slice(0, 8)}`;
  const url = (): string => {
    const address = new URL(postgresUrl ?? "");
    address.searchParams.set("options", `-c search_path=${own}`);
    return address.href;
  };
  let bench: Workbench;
  beforeEach(async () => {
    await asAdmin(`create schema ${own}`);
    bench = await openWorkbench("listen");
  });
  afterEach(async () => {
    await bench.close();
    await asAdmin(`drop schema ${own} cascade`);
  });

  it("one prepares the empty database, the other waits: both start, and serve", async () => {
    const spawned = [0, 1].map(() =>
      spawnBot({ ...slackEnv(bench, mkdtempSync(join(tmpdir(), "replica-"))), DATABASE_URL: url() }),
    );
    try {
      await Promise.all(spawned.map(({ ready }) => ready));
      const alex = bench.actor.actAs("alex");
      expect(await alex.command("/gpu-plan", line)).toMatchObject({ ok: true });
      await planPosted(alex);
    } finally {
      for (const { process } of spawned) process.kill("SIGKILL");
      await Promise.all(spawned.map(({ exited }) => exited));
    }
  });

  it("one dies between acknowledgement and work: the other does the work, two minutes later, once", async () => {
    const store = await openStore({ url: url() });
    const doomed = await openStore({ url: url() });
    const dying = dyingStore(doomed);
    const first = await connectBot(bench, { store: dying.store, replicas: true });
    const alex = bench.actor.actAs("alex");
    await until(() => dying.called.filter((name) => name === "purge").length >= 4, "it is at rest");
    // The first call records what was said; the second is the work's.
    dying.dieAt(3);
    expect(await alex.command("/gpu-plan", line)).toMatchObject({ ok: true });
    await until(() => dying.isDead(), "it died");
    await first.stop();
    expect(heads(alex)).toEqual([]);

    const soon = await connectBot(bench, { store, replicas: true });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(heads(alex), "left alone while another process may have it in hand").toEqual([]);
    await soon.stop();

    const later = await connectBot(bench, {
      store,
      replicas: true,
      now: () => new Date(Date.now() + 121_000),
    });
    await planPosted(alex);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(heads(alex)).toHaveLength(1);
    await later.stop();
    await store.close();
    await doomed.close();
  });
});
