import type { App } from "@slack/bolt";
import { afterEach, expect, test } from "vitest";
import type { Running } from "./support.ts";
import { pause, startBoth } from "./support.ts";

let running: Running | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

interface Heard {
  type: string;
  subtype?: string;
  text?: string;
  channel?: string;
  ts: string;
  eventId: string;
  retry: number | undefined;
  event: Record<string, unknown>;
}

const listen = async (options = {}, more: (app: App) => void = () => undefined) => {
  const heard: Heard[] = [];
  running = await startBoth((app) => {
    app.use(async ({ body, context, next }) => {
      const { event, event_id: eventId } = body as unknown as {
        event?: Record<string, unknown>;
        event_id: string;
      };
      if (event !== undefined)
        heard.push({ ...(event as unknown as Heard), eventId, retry: context.retryNum, event });
      await next();
    });
    more(app);
  }, options);
  return { bench: running.bench, app: running.app, heard };
};

const until = async (done: () => boolean): Promise<void> => {
  const end = Date.now() + 4_000;
  while (!done()) {
    if (Date.now() > end) throw new Error("waited too long");
    await pause(5);
  }
};

const kinds = (heard: Heard[]) => heard.map((one) => one.subtype ?? one.type).sort();

test("listen: a mention in a channel is two events with one ts; elsewhere the bot hears nothing", async () => {
  const { bench, heard } = await listen({ listen: true });
  const alex = bench.actor.actAs("alex");
  const { ts } = alex.message("hey @gpu-plan, a & b <c>: see node.js, https://x.org/a. and `a<b`");
  alex.message("not here", { channel: "#random" });
  alex.message("nor between us", { channel: "@camille" });
  alex.message("in private", { channel: "#research" });
  alex.message("direct @gpu-plan", { channel: "dm" });
  await until(() => heard.length >= 4);
  await pause(30);
  expect(heard).toHaveLength(4);
  const both = heard.filter((one) => one.ts === ts);
  expect(kinds(both)).toEqual(["app_mention", "message"]);
  expect(new Set(both.map((one) => one.eventId)).size).toBe(2);
  expect(both[0]?.text).toBe(
    "hey <@U0WORKBENCH>, a &amp; b &lt;c&gt;: see <http://node.js|node.js>, <https://x.org/a>. and `a&lt;b`",
  );
  const message = both.find((one) => one.type === "message")!.event;
  expect(message).toMatchObject({ channel_type: "channel", team: "T0WORKBENCH", user: "U0ALEX00001" });
  expect(message["client_msg_id"]).toBeTypeOf("string");
  expect(message["blocks"]).toMatchObject([{ type: "rich_text" }]);
  expect(
    heard
      .filter((one) => one.ts !== ts)
      .map((one) => one.event["channel_type"])
      .sort(),
  ).toEqual(["group", "im"]);
});

test("mention: only app_mention and direct messages", async () => {
  const { bench, heard } = await listen();
  const alex = bench.actor.actAs("alex");
  alex.message("hello");
  alex.message("hello @gpu-plan");
  alex.message("hello", { channel: "dm" });
  await until(() => heard.length >= 2);
  await pause(30);
  expect(heard.map((one) => one.type).sort()).toEqual(["app_mention", "message"]);
});

test("own posts and edits come back, people's edits, deletions, broadcasts and files too", async () => {
  const { bench, app, heard } = await listen({ listen: true });
  const alex = bench.actor.actAs("alex");
  const channel = alex.channelId("#gpu");
  // Bolt drops the bot's own new message before the middleware, but not its edit.
  const own = await app.client.chat.postMessage({ channel, text: "one" });
  await app.client.chat.update({ channel, ts: own.ts!, text: "two" });
  await until(() => heard.some((one) => one.subtype === "message_changed"));
  expect(heard.at(-1)!.event).toMatchObject({
    hidden: true,
    message: { text: "two", bot_id: "B0WORKBENCH" },
    previous_message: { text: "one" },
  });
  expect(heard.at(-1)!.event["user"]).toBeUndefined();
  expect(bench.state.sent.map((one) => (one.payload["event"] as Heard).subtype ?? "new")).toEqual([
    "new",
    "message_changed",
  ]);
  heard.length = 0;
  const { ts } = alex.message("typo");
  alex.editMessage(ts, "fixed");
  alex.message("look", { threadTs: ts, broadcast: true });
  alex.uploadFile({ name: "run.log", content: "step 1" });
  alex.deleteMessage(alex.message("gone").ts);
  await until(() => heard.some((one) => one.subtype === "message_deleted"));
  expect(kinds(heard)).toEqual(
    [
      "message",
      "message_changed",
      "message_changed",
      "thread_broadcast",
      "file_share",
      "message",
      "message_deleted",
    ].sort(),
  );
  expect(heard.find((one) => one.subtype === "message_deleted")!.event["text"]).toBeUndefined();
});

test("an event nobody acknowledges comes again with the same event_id", async () => {
  const { bench, heard } = await listen({ listen: true, timing: { ackMs: 60, retryMs: [0, 20, 20] } });
  await running!.app.stop();
  const alex = bench.actor.actAs("alex");
  alex.message("is anybody there?");
  await until(() => bench.state.sent.length === 4);
  await pause(60);
  expect(bench.state.sent.map((one) => one.retryAttempt)).toEqual([0, 1, 2, 3]);
  expect(new Set(bench.state.sent.map((one) => one.payload["event_id"])).size).toBe(1);
  expect(heard).toEqual([]);
});

test("redelivery on demand, and after the socket was dropped the bot is back", async () => {
  const { bench, heard } = await listen({ listen: true });
  const alex = bench.actor.actAs("alex");
  const { envelopes } = alex.message("once");
  await until(() => heard.length === 1);
  await bench.actor.redeliver(envelopes[0]!);
  await until(() => heard.length === 2);
  expect(heard.map((one) => one.retry)).toEqual([0, 1]);
  expect(heard[0]!.eventId).toBe(heard[1]!.eventId);
  bench.actor.dropSocket();
  await until(() => !bench.state.connected);
  await bench.actor.waitForConnection();
  alex.message("still there?");
  await until(() => heard.some((one) => one.text === "still there?"));
});

test("a mention where the bot is not a member gets a hint, /invite brings it in", async () => {
  const { bench, heard } = await listen();
  const alex = bench.actor.actAs("alex");
  alex.message("@gpu-plan hello", { channel: "#random" });
  expect((await alex.waitForMessage((message) => message.notice)).text).toContain("/invite @gpu-plan");
  await alex.command("/invite", "@gpu-plan", { channel: "#random" });
  alex.message("@gpu-plan hello again", { channel: "#random" });
  await until(() => heard.length === 1);
});
