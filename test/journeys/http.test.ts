import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { startWorkbench, type Workbench } from "../../src/workbench/start-workbench.ts";
import { botScopes } from "./bot-scopes.ts";
import { connectBot, line, planPosted, until, type Bot } from "./support.ts";

let bench: Workbench;
let bot: Bot;
afterEach(async () => {
  await bot.stop();
  await bot.store.close();
  await bench.close();
});

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => {
        resolve(port);
      });
    });
  });

it("over HTTP with a signing secret: the same, and unsigned requests are turned away", async () => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}/slack/events`;
  bench = await startWorkbench({
    commands: [{ command: "/gpu-plan", description: "" }],
    deliverTo: address,
    scopes: botScopes("mention"),
  });
  bot = await connectBot(bench, { profile: "mention", http: { port } });
  const alex = bench.actor.actAs("alex");
  expect(await alex.command("/gpu-plan", line)).toMatchObject({ ok: true });
  await planPosted(alex);
  const before = bench.state.messages.length;
  for (const headers of [
    {},
    { "x-slack-request-timestamp": String(Math.floor(Date.now() / 1_000)), "x-slack-signature": "v0=00" },
  ]) {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: "command=%2Fgpu-plan&text=llama+8b&team_id=T0WORKBENCH&user_id=U0ALEX00001&channel_id=C0GPU000001",
    });
    expect(answer.status).toBe(401);
  }
  alex.message("@gpu-plan help");
  await until(() => bench.state.messages.length === before + 2, "the mention is answered");
  expect(bench.state.warnings.filter((w) => w.code === "no_ack")).toEqual([]);
});
