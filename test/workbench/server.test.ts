import { mkdtemp, readFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, HTTPReceiver, LogLevel } from "@slack/bolt";
import { expect, test } from "vitest";
import { startWorkbench } from "../../src/workbench/start-workbench.ts";
import { COMMANDS, pause, startBoth } from "./support.ts";

const ask = (
  url: string,
  headers: Record<string, string>,
  method = "GET",
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    });
    sent.on("error", reject);
    sent.end();
  });

test("messages, files and tokens survive, also without a goodbye", async () => {
  const stateFile = join(await mkdtemp(join(tmpdir(), "workbench-")), "state.json");
  const first = await startWorkbench({ commands: COMMANDS, stateFile });
  const alex = first.actor.actAs("alex");
  const { message } = alex.uploadFile({ name: "a.txt", content: "kept" }, { text: "hello", channel: "dm" });
  await pause(600);
  const saved = await readFile(stateFile, "utf8");
  expect(saved).toContain("hello");
  const second = await startWorkbench({ commands: COMMANDS, stateFile });
  expect(
    second.actor
      .actAs("alex")
      .messages()
      .map((item) => item.text),
  ).toEqual(["hello"]);
  expect([second.botToken, second.appToken, second.signingSecret]).toEqual([
    first.botToken,
    first.appToken,
    first.signingSecret,
  ]);
  const file = await fetch(`${second.url}/_page/file/${message.fileIds![0]!}`);
  expect(await file.text()).toBe("kept");
  expect(file.headers.get("content-disposition")).toContain("attachment");
  const later = second.actor.actAs("alex").message("after");
  expect(later.ts > message.ts).toBe(true);
  await first.close();
  await second.close();
});

test("only our own names, only our own page", async () => {
  const bench = await startWorkbench({ commands: COMMANDS });
  const page = await ask(bench.url, {});
  expect(page.status).toBe(200);
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect((await ask(bench.url, { host: "evil.example" })).status).toBe(421);
  const { host } = new URL(bench.url);
  const act = `${bench.url}/_page/act`;
  expect((await ask(act, {}, "POST")).status).toBe(403);
  expect((await ask(act, { origin: "http://evil.example" }, "POST")).status).toBe(403);
  expect((await ask(act, { origin: `http://${host}` }, "POST")).status).toBe(400);
  expect((await ask(`${bench.url}/_page/assets/..%2fserver.ts`, {})).status).toBe(404);
  const { headers } = await ask(`${bench.url}/archives/C0GPU000001/p1800000000000001`, {});
  expect(headers["location"]).toBe("/#C0GPU000001/1800000000.000001");
  await bench.close();
});

test("HTTP mode: signed requests, answered in the response", async () => {
  const probe = await startWorkbench({ commands: COMMANDS });
  const port = Number(new URL(probe.url).port);
  await probe.close();
  const bench = await startWorkbench({
    commands: COMMANDS,
    listen: true,
    deliverTo: `http://127.0.0.1:${port}/slack/events`,
    timing: { retryMs: [] },
  });
  const heard: string[] = [];
  const receiver = new HTTPReceiver({ signingSecret: bench.signingSecret, logLevel: LogLevel.ERROR });
  const app = new App({
    token: bench.botToken,
    receiver,
    clientOptions: { slackApiUrl: bench.slackApiUrl },
    logLevel: LogLevel.ERROR,
  });
  app.command("/gpu-plan", async ({ ack, command }) => {
    await ack(`read ${command.text}`);
  });
  app.message(async ({ message }) => {
    heard.push((message as { text: string }).text);
  });
  await app.start(port);
  const alex = bench.actor.actAs("alex");
  expect(await alex.command("/gpu-plan", "a & b")).toEqual({ ok: true });
  await alex.waitForMessage((message) => message.text === "read a &amp; b" && message.onlyForMe);
  alex.message("hello");
  while (heard.length === 0) await pause(5);
  expect(heard).toEqual(["hello"]);
  await app.stop();
  expect(await alex.command("/gpu-plan")).toMatchObject({ error: "dispatch_failed" });
  await bench.close();
});

test("block actions carry what Slack's do, and response_url replaces", async () => {
  let body: Record<string, unknown> = {};
  const { bench, app, stop } = await startBoth((bot) => {
    bot.action("pick", async ({ ack, respond, body: given }) => {
      await ack();
      body = given as unknown as Record<string, unknown>;
      await respond({ replace_original: true, text: "picked" });
    });
  });
  const option = { text: { type: "plain_text" as const, text: "One" }, value: "1" };
  const { ts } = await app.client.chat.postMessage({
    channel: "C0GPU000001",
    text: "pick one",
    blocks: [
      {
        type: "actions",
        block_id: "b",
        elements: [{ type: "static_select", action_id: "pick", options: [option] }],
      },
    ],
  });
  const alex = bench.actor.actAs("alex");
  await alex.click({ messageTs: ts!, actionId: "pick", value: "1" });
  await alex.waitForMessage((message) => message.ts === ts && message.text === "picked");
  expect(body).toMatchObject({
    type: "block_actions",
    container: { type: "message", message_ts: ts, channel_id: "C0GPU000001", is_ephemeral: false },
    state: { values: { b: { pick: { type: "static_select", selected_option: option } } } },
    actions: [{ type: "static_select", block_id: "b", action_id: "pick", selected_option: option }],
  });
  await stop();
});
