import { afterEach, beforeEach, expect, it } from "vitest";
import type { Engine } from "../../src/app/ports.ts";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import { connectBot, line, openWorkbench, until, type Bot } from "./support.ts";

let bench: Workbench;
let bot: Bot;
let started = 0;

/** How many texts the engine was asked for; the sums themselves are the real ones. */
const counting = (inner: Engine): Engine => ({
  ...inner,
  plan: (...asked) => {
    started += 1;
    return inner.plan(...asked);
  },
});

beforeEach(async () => {
  bench = await openWorkbench("listen");
  bot = await connectBot(bench, { engine: counting });
});
afterEach(async () => {
  await bot.stop();
  await bench.close();
});

it("a command that comes while ten texts are worked on is acknowledged, and its form opened, before they are done", async () => {
  const texts = 10;
  const alex = bench.actor.actAs("alex");
  const of = (what: string) => bot.delivered.filter((one) => one === what).length;
  const done = () => of("app_mention done") + of("message done");
  for (let n = 0; n < texts; n += 1) alex.message(`@gpu-plan ${line} ${n + 2} epochs`);
  await until(() => started > 0, "the first is worked on");
  expect(await alex.command("/gpu-plan", "")).toMatchObject({ ok: true });
  await until(() => done() === texts, "all are done", 60_000);
  const acked = bot.delivered.indexOf("command acked");
  expect(acked).toBeGreaterThan(-1);
  const before = bot.delivered.slice(0, acked).filter((one) => /message done|mention done/u.test(one));
  expect(before.length).toBeLessThan(texts / 2);
});
