import { WebClient } from "@slack/web-api";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import { startWorkbench } from "../../src/workbench/start-workbench.ts";
import { COMMANDS, pause } from "./support.ts";

let bench: Workbench;
let web: WebClient;
let now = 1_800_000_000_000;

const client = (token = bench.botToken, rejectRateLimitedCalls = false) =>
  new WebClient(token, {
    slackApiUrl: bench.slackApiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls,
    logLevel: "error" as never,
  });

beforeEach(async () => {
  now = 1_800_000_000_000;
  bench = await startWorkbench({
    commands: COMMANDS,
    listen: true,
    clock: () => now,
    timing: { fileSettleMs: 40 },
  });
  web = client();
});
afterEach(() => bench.close());

const failure = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => ({ data: { error: "no failure" } }),
    (thrown: unknown) => thrown as { data: { error: string } },
  );
  return error.data.error;
};

const at = {
  gpu: "C0GPU000001",
  research: "C0RESEARCH1",
  random: "C0RANDOM001",
  dm: "D0ALEX00001",
  others: "D0CAMALEX01",
};
const ALEX = "U0ALEX00001";

test("tokens, unknown methods, scopes", async () => {
  const auth = await web.auth.test();
  expect(auth).toMatchObject({ ok: true, user_id: "U0WORKBENCH", bot_id: "B0WORKBENCH" });
  expect(auth.response_metadata?.scopes).toContain("chat:write");
  expect(await failure(client("xoxb-wrong").auth.test())).toBe("invalid_auth");
  expect(await failure(web.apiCall("chat.nope"))).toBe("unknown_method");
  expect(await failure(web.apps.connections.open({}))).toBe("not_allowed_token_type");
  expect(await failure(web.apiCall("api.test", { error: "asked" }))).toBe("asked");
  await bench.close();
  bench = await startWorkbench({ commands: COMMANDS, scopes: ["commands"] });
  const refused = await client()
    .chat.postMessage({ channel: at.gpu, text: "x" })
    .catch((error: unknown) => (error as { data: unknown }).data);
  expect(refused).toMatchObject({ error: "missing_scope", needed: "chat:write", provided: "commands" });
});

test("where the bot may write", async () => {
  const post = (channel: string, more = {}) => web.chat.postMessage({ channel, text: "x", ...more });
  expect((await post(at.gpu)).ok && (await post(at.research)).ok && (await post(at.dm)).ok).toBe(true);
  expect((await post(ALEX)).channel).toBe(at.dm);
  expect((await post("#gpu")).channel).toBe(at.gpu);
  expect(await failure(post(at.random))).toBe("not_in_channel");
  expect(await failure(post(at.others))).toBe("channel_not_found");
  expect(await failure(post("C0NOWHERE"))).toBe("channel_not_found");
  expect(await failure(post(at.gpu, { thread_ts: "1.000001" }))).toBe("thread_not_found");
  expect(await failure(web.chat.postEphemeral({ channel: at.dm, user: "U0CAMILLE01", text: "x" }))).toBe(
    "user_not_in_channel",
  );
});

test("what a message may hold", async () => {
  const post = (message: object) => web.chat.postMessage({ channel: at.gpu, ...message } as never);
  expect(await failure(post({ text: "" }))).toBe("no_text");
  expect(await failure(post({ text: "x".repeat(40_001) }))).toBe("msg_too_long");
  const long = { type: "section", text: { type: "mrkdwn", text: "x".repeat(3_000) } };
  expect(await failure(post({ text: "x", blocks: [long, long, long, long, long] }))).toBe(
    "msg_blocks_too_long",
  );
  const refused = await post({ text: "x", blocks: [{ type: "section" }] }).catch(
    (error: unknown) => (error as { data: unknown }).data,
  );
  expect(refused).toMatchObject({
    error: "invalid_blocks",
    response_metadata: {
      messages: ["[ERROR] must have at least one of: text, fields [json-pointer:/blocks/0]"],
    },
  });
  await post({ blocks: [{ type: "divider" }] });
  await post({ text: "<b>bold</b> <!channel>" });
  expect(bench.state.warnings.map((warning) => warning.code)).toEqual([
    "missing_text",
    "raw_markup",
    "raw_markup",
    "broadcast",
  ]);
});

test("update, delete, tombstone, permalink, history, replies", async () => {
  const head = await web.chat.postMessage({ channel: at.gpu, text: "head" });
  const ts = head.ts!;
  const reply = await web.chat.postMessage({ channel: at.gpu, text: "reply", thread_ts: ts });
  expect(await failure(web.chat.postMessage({ channel: at.gpu, text: "x", thread_ts: reply.ts! }))).toBe(
    "cannot_reply_to_message",
  );
  await web.chat.update({ channel: at.gpu, ts, text: "edited" });
  const history = await web.conversations.history({ channel: at.gpu });
  expect(history.messages).toMatchObject([{ text: "edited", reply_count: 1, thread_ts: ts }]);
  expect((await web.conversations.replies({ channel: at.gpu, ts })).messages).toHaveLength(2);
  expect((await web.chat.getPermalink({ channel: at.gpu, message_ts: reply.ts! })).permalink).toContain(
    `?thread_ts=${ts}&cid=${at.gpu}`,
  );
  const theirs = bench.actor.actAs("alex").message("mine");
  expect(await failure(web.chat.update({ channel: at.gpu, ts: theirs.ts, text: "x" }))).toBe(
    "cant_update_message",
  );
  expect(await failure(web.chat.delete({ channel: at.gpu, ts: theirs.ts }))).toBe("cant_delete_message");
  await web.chat.delete({ channel: at.gpu, ts });
  expect(bench.state.messages.find((message) => message.ts === ts)?.subtype).toBe("tombstone");
  expect(await failure(web.chat.update({ channel: at.gpu, ts, text: "x" }))).toBe("message_not_found");
});

test("people: locale only when asked, time zones, direct messages", async () => {
  expect((await web.users.info({ user: "U0CAMILLE01" })).user?.locale).toBeUndefined();
  const { user } = await web.users.info({ user: "U0CAMILLE01", include_locale: true });
  expect(user).toMatchObject({ locale: "fr-FR", tz: "Europe/Paris", tz_offset: 3600 });
  expect((await web.conversations.open({ users: ALEX })).channel?.id).toBe(at.dm);
  const listed = await web.conversations.list({ types: "public_channel,private_channel" });
  expect(listed.channels?.map((channel) => channel.name)).toEqual(["gpu", "research", "random", "partners"]);
  await web.conversations.join({ channel: at.random });
  expect((await web.chat.postMessage({ channel: at.random, text: "in" })).ok).toBe(true);
});

test("scheduled messages are listed, deleted, and posted when due", async () => {
  const soon = now / 1000 + 60;
  const kept = await web.chat.scheduleMessage({ channel: at.dm, text: "remember", post_at: soon });
  const dropped = await web.chat.scheduleMessage({ channel: at.dm, text: "never", post_at: soon });
  await web.chat.deleteScheduledMessage({
    channel: at.dm,
    scheduled_message_id: dropped.scheduled_message_id!,
  });
  expect((await web.chat.scheduledMessages.list()).scheduled_messages?.map((item) => item.id)).toEqual([
    kept.scheduled_message_id,
  ]);
  expect(await failure(web.chat.scheduleMessage({ channel: at.dm, text: "x", post_at: now / 1000 }))).toBe(
    "time_in_past",
  );
  bench.actor.deliverScheduled();
  expect(bench.state.messages).toEqual([]);
  now += 60_000;
  bench.actor.deliverScheduled();
  expect(bench.state.messages.map((message) => message.text)).toEqual(["remember"]);
});

test("scheduled messages are fixed in their last minute, and no more than thirty within five", async () => {
  const at5 = now / 1000 + 300;
  const send = (post_at: number, channel = at.dm) =>
    web.chat.scheduleMessage({ channel, text: "remember", post_at });
  const first = await send(at5);
  for (let n = 1; n < 30; n += 1) await send(at5 + n);
  expect(await failure(send(at5 + 299))).toBe("restricted_too_many");
  expect((await send(at5 + 299, at.gpu)).ok).toBe(true);
  expect((await send(at5 + 330)).ok).toBe(true);
  now += 241_000;
  const drop = { channel: at.dm, scheduled_message_id: first.scheduled_message_id! };
  expect(await failure(web.chat.deleteScheduledMessage(drop))).toBe("invalid_scheduled_message_id");
});

test("files both ways: settled a little later, private to the token, a login page without it", async () => {
  const uploaded = await web.filesUploadV2({
    channel_id: at.gpu,
    file: Buffer.from("png"),
    filename: "chart.png",
    initial_comment: "see",
  });
  const id = (uploaded.files[0] as unknown as { files: { id: string }[] }).files[0]!.id;
  expect((await web.files.info({ file: id })).file?.mimetype).toBe("");
  const block = [{ type: "image", alt_text: "chart", slack_file: { id } }] as never;
  expect(await failure(web.chat.postMessage({ channel: at.gpu, text: "chart", blocks: block }))).toBe(
    "invalid_blocks",
  );
  await pause(80);
  expect((await web.files.info({ file: id })).file?.mimetype).toBe("image/png");
  expect((await web.chat.postMessage({ channel: at.gpu, text: "chart", blocks: block })).ok).toBe(true);
  const theirs = bench.actor.actAs("alex").uploadFile({ name: "run.log", content: "step 1" });
  const { file } = await web.files.info({ file: theirs.message.fileIds![0]! });
  const address = file!.url_private_download!;
  const mine = await fetch(address, { headers: { authorization: `Bearer ${bench.botToken}` } });
  expect(await mine.text()).toBe("step 1");
  const other = await fetch(address);
  expect([other.status, other.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(
    await failure(web.filesUploadV2({ channel_id: at.random, file: Buffer.from("x"), filename: "x.txt" })),
  ).toBe("not_in_channel");
});

test("faults on demand: 429 with Retry-After, an error once", async () => {
  bench.actor.rateLimitNext("chat.postMessage", 7);
  await expect(
    client(bench.botToken, true).chat.postMessage({ channel: at.gpu, text: "x" }),
  ).rejects.toMatchObject({ retryAfter: 7 });
  bench.actor.failNext("chat.postMessage", "invalid_blocks");
  expect(await failure(web.chat.postMessage({ channel: at.gpu, text: "x" }))).toBe("invalid_blocks");
  expect((await web.chat.postMessage({ channel: at.gpu, text: "x" })).ok).toBe(true);
});

test("blocks.validate needs no token; JSON bodies are read like forms; reactions and status", async () => {
  const ask = (body: object) =>
    fetch(`${bench.slackApiUrl}blocks.validate`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }).then((answer) => answer.json());
  expect(await ask({ blocks: [{ type: "divider" }] })).toMatchObject({ ok: true });
  expect(
    await ask({ message: { blocks: [{ type: "header", text: { type: "plain_text", text: "" } }] } }),
  ).toMatchObject({
    ok: false,
    errors: [{ pointer: "/message/blocks/0/text/text" }],
  });
  const { ts } = bench.actor.actAs("alex").message("hi");
  await web.reactions.add({ channel: at.gpu, timestamp: ts, name: "eyes" });
  expect(await failure(web.reactions.add({ channel: at.gpu, timestamp: ts, name: "eyes" }))).toBe(
    "already_reacted",
  );
  await web.reactions.remove({ channel: at.gpu, timestamp: ts, name: "eyes" });
  expect(
    (await web.assistant.threads.setStatus({ channel_id: at.gpu, thread_ts: ts, status: "is thinking" })).ok,
  ).toBe(true);
});
