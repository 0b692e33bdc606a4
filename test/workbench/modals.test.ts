import type { App, BlockAction, ViewClosedAction } from "@slack/bolt";
import { afterEach, expect, test } from "vitest";
import { echoBot, echoModal } from "./echo-bot.ts";
import type { Running } from "./support.ts";
import { pause, startBoth } from "./support.ts";

let running: Running | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

const start = async (listeners: (app: App) => void, options = {}) => {
  running = await startBoth(listeners, options);
  return running.bench;
};

const plain = (text: string) => ({ type: "plain_text" as const, text });
const bare = (title: string, more = {}) => ({
  type: "modal" as const,
  title: plain(title),
  blocks: [],
  ...more,
});

test("a modal from command to submission: options, live update, errors, answer", async () => {
  const bench = await start(echoBot, { listen: true });
  const alex = bench.actor.actAs("alex");
  await alex.command("/gpu-plan");
  const view = await alex.waitForView();
  const loaded = await alex.openOptions({ actionId: "model", query: "llama" });
  expect(loaded.options.map((option) => option["value"])).toEqual(["llama-3.1-8b", "llama-3.1-70b"]);
  alex.fillView({ model: { model: "llama-3.1-70b" }, note: { note: "kept" } });
  expect(await alex.submitView()).toEqual({
    ok: false,
    error: "errors",
    errors: { method: "Please complete this required field.", cards: "Please complete this required field." },
  });
  await alex.click({ actionId: "method", value: "lora" });
  await alex.waitForView((now) => now.hash !== view.hash && JSON.stringify(now.content).includes("rank"));
  expect(alex.view()?.values["note"]).toEqual({ note: { type: "plain_text_input", value: "kept" } });
  expect(alex.view()?.values["rank"]).toEqual({ rank: { type: "plain_text_input", value: "16" } });
  alex.fillView({ cards: { cards: "65" } });
  expect(await alex.submitView()).toMatchObject({ errors: { cards: "Enter a number no higher than 64." } });
  alex.fillView({ cards: { cards: "13" } });
  expect(await alex.submitView()).toMatchObject({ errors: { cards: "Thirteen is not possible" } });
  alex.fillView({ cards: { cards: "8" } });
  expect(await alex.submitView()).toEqual({ ok: true });
  expect(alex.view()).toBeUndefined();
  const head = await alex.waitForMessage((message) => message.text === "llama-3.1-70b on 8: kept");
  await alex.waitForMessage((message) => message.threadTs === head.ts);
  await alex.click({ messageTs: head.ts, actionId: "again" });
  await alex.waitForMessage((message) => message.text === "pilot ready");
});

test("a trigger works once and for three seconds; a bad view does not spend it", async () => {
  const errors: string[] = [];
  let now = 1_800_000_000_000;
  const bench = await start(
    (app) => {
      app.command("/gpu-plan", async ({ ack, client, body }) => {
        await ack();
        const open = (view: object) =>
          client.views.open({ trigger_id: body.trigger_id, view: view as never }).catch((error: unknown) => {
            errors.push((error as { data: { error: string } }).data.error);
          });
        if (body.text === "late") now += 3_000;
        await open(bare("x".repeat(25)));
        await open(bare("first"));
        await open(bare("second"));
      });
    },
    { clock: () => now },
  );
  const alex = bench.actor.actAs("alex");
  await alex.command("/gpu-plan");
  await alex.waitForView();
  while (errors.length < 2) await pause(5);
  expect(errors).toEqual(["invalid_arguments", "exchanged_trigger_id"]);
  errors.length = 0;
  await alex.command("/gpu-plan", "late");
  while (errors.length < 3) await pause(5);
  expect(errors).toEqual(["invalid_arguments", "expired_trigger_id", "expired_trigger_id"]);
});

test("three modals at most, closing goes back, a stale hash conflicts, external_id is unique", async () => {
  const answers: string[] = [];
  const closed: string[] = [];
  const bench = await start((app) => {
    const next = (name: string) =>
      bare(name, {
        notify_on_close: true,
        callback_id: "stack",
        blocks: [
          {
            type: "actions",
            block_id: "a",
            elements: [{ type: "button", action_id: "push", text: plain("More") }],
          },
        ],
      });
    app.command("/gpu-plan", async ({ ack, client, body }) => {
      await ack();
      await client.views.open({
        trigger_id: body.trigger_id,
        view: { ...next("1"), external_id: "one" } as never,
      });
    });
    app.action<BlockAction>("push", async ({ ack, client, body }) => {
      await ack();
      await client.views.push({ trigger_id: body.trigger_id, view: next("n") as never }).then(
        () => answers.push("ok"),
        (error: unknown) => answers.push((error as { data: { error: string } }).data.error),
      );
    });
    app.view({ type: "view_closed", callback_id: "stack" }, async ({ ack, body }) => {
      closed.push(String((body as ViewClosedAction).is_cleared));
      await ack();
    });
  });
  const alex = bench.actor.actAs("alex");
  await alex.command("/gpu-plan");
  const first = await alex.waitForView();
  for (let step = 1; step <= 3; step += 1) {
    await alex.click({ actionId: "push" });
    while (answers.length < step) await pause(5);
  }
  expect(answers).toEqual(["ok", "ok", "push_limit_reached"]);
  await alex.closeView();
  expect(alex.view()?.previousId).toBe(first.id);
  const { client } = running!.app;
  await expect(
    client.views.update({ external_id: "one", hash: "0.wrong", view: bare("u") }),
  ).rejects.toMatchObject({ data: { error: "hash_conflict" } });
  await expect(
    client.views.update({ view_id: alex.view()!.id, view: bare("u", { external_id: "one" }) }),
  ).rejects.toMatchObject({ data: { error: "duplicate_external_id" } });
  await alex.closeView({ all: true });
  expect(closed).toEqual(["false", "true", "true"]);
});

test("submission answers: update, push, clear, and errors on a block that is not there", async () => {
  const bench = await start((app) => {
    app.command("/gpu-plan", async ({ ack, client, body }) => {
      await ack();
      await client.views.open({ trigger_id: body.trigger_id, view: echoModal() as never });
    });
    app.options("model", async ({ ack }) => {
      await ack({
        options: Array.from({ length: 101 }, (_, index) => ({
          text: plain(`o${index}`),
          value: `v${index}`,
        })),
      });
    });
    const answers = [
      { response_action: "errors", errors: { nowhere: "?" } },
      { response_action: "update", view: bare("updated", { callback_id: "echo" }) },
      { response_action: "push", view: bare("pushed", { callback_id: "echo" }) },
      { response_action: "clear" },
    ];
    app.view("echo", async ({ ack }) => {
      await ack(answers.shift() as never);
    });
  });
  const alex = bench.actor.actAs("alex");
  await alex.command("/gpu-plan");
  await alex.waitForView();
  expect(await alex.openOptions({ actionId: "model" })).toEqual({
    options: [],
    groups: [],
    error: "too_many_options",
  });
  alex.fillView({
    model: { model: { text: plain("m"), value: "m" } },
    method: { method: "full" },
    cards: { cards: "1" },
  });
  expect(await alex.submitView()).toMatchObject({
    ok: false,
    shown: "We had some trouble connecting. Try again?",
  });
  await alex.submitView();
  expect(alex.view()?.content["title"]).toEqual(plain("updated"));
  await alex.submitView();
  expect(alex.view()?.content["title"]).toEqual(plain("pushed"));
  await alex.submitView();
  expect(alex.view()).toBeUndefined();
});

test("the Home tab is published and opened", async () => {
  const bench = await start((app) => {
    app.event("app_home_opened", async ({ event, client }) => {
      if (event.tab !== "home") return;
      await client.views.publish({
        user_id: event.user,
        view: { type: "home", blocks: [{ type: "header", text: plain("Mine") }] },
      });
    });
  });
  const alex = bench.actor.actAs("alex");
  alex.openHome();
  expect((await alex.waitForHome()).content["blocks"]).toMatchObject([
    { type: "header", text: plain("Mine") },
  ]);
});

test("shortcuts reach the bot", async () => {
  const heard: string[] = [];
  const bench = await start((app) => {
    app.shortcut("size-this", async ({ ack, shortcut }) => {
      await ack();
      heard.push(shortcut.type);
    });
  });
  const alex = bench.actor.actAs("alex");
  const { ts } = alex.message("llama");
  expect(await alex.messageShortcut("size-this", { ts })).toEqual({ ok: true });
  expect(await alex.globalShortcut("size-this")).toEqual({ ok: true });
  expect(heard).toEqual(["message_action", "shortcut"]);
});
