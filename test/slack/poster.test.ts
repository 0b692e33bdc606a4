import { WebClient } from "@slack/web-api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../src/app/ports.ts";
import { openStore } from "../../src/db/open-store.ts";
import type { Answer, SlackMessage } from "../../src/slack/answer.ts";
import { makeLimitsGuard, slackPace } from "../../src/slack/limits-guard.ts";
import { makeOutbox, type Outbox } from "../../src/slack/outbox.ts";
import { makePoster, type Poster } from "../../src/slack/poster.ts";
import { makeRescue } from "../../src/slack/rescue.ts";
import { makeResponder } from "../../src/slack/respond.ts";
import { startWorkbench, type Workbench } from "../../src/workbench/start-workbench.ts";
import { picture } from "./picture-fixture.ts";

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const words = (text: string): SlackMessage => ({
  text,
  blocks: [{ type: "section", text: { type: "plain_text", text } }],
});

let bench: Workbench;
let store: Store;
let poster: Poster;
let outbox: Outbox;
let time: number;
let drawn = 0;

const connect = (): void => {
  const client = new WebClient(bench.botToken, {
    slackApiUrl: bench.slackApiUrl,
    rejectRateLimitedCalls: true,
    retryConfig: { retries: 0 },
  });
  const telemetry = { acked: () => undefined, delivered: () => undefined, wrote: () => undefined };
  const now = () => time;
  poster = makePoster({
    client,
    store,
    guard: makeLimitsGuard({ ...slackPace, spacingMs: 0 }),
    rescue: makeRescue(now, () => undefined),
    responder: makeResponder(now, log),
    slackApiUrl: bench.slackApiUrl,
    draw: () => ((drawn += 1), Promise.resolve(new Uint8Array([137, 80, 78, 71, drawn]))),
    log,
    telemetry,
  });
  outbox = makeOutbox({
    store: store.outbox,
    poster,
    workspace: () => "T0WORKBENCH",
    now: () => new Date(now()),
    log,
    telemetry,
  });
};

beforeEach(async () => {
  time = Date.now();
  bench = await startWorkbench({ commands: [], listen: true });
  store = await openStore({ file: ":memory:" });
  connect();
});
afterEach(async () => {
  await store.close();
  await bench.close();
});

const answer = (more: Partial<Answer> = {}): Answer => ({
  v: 1,
  workspace: "T0WORKBENCH",
  key: "message:C1:1.1",
  user: "U0ALEX00001",
  language: "en",
  channel: "C0GPU000001",
  threadTs: null,
  responseUrl: "",
  planId: null,
  head: words("head"),
  details: words("details"),
  ...more,
});
const pictures = () => bench.state.files.filter(({ shares }) => shares.length > 0);
const said = () =>
  bench.actor
    .actAs("alex")
    .messages()
    .filter((m) => m.fromBot)
    .map((m) => m.text);

describe("an answer in Slack", () => {
  it("is a head, and its details in the head's thread", async () => {
    await outbox.say(answer());
    const [head, details] = bench.state.messages;
    expect(head).toMatchObject({ text: "head", channel: "C0GPU000001" });
    expect(details).toMatchObject({ text: "details", threadTs: head?.ts });
    expect(head?.metadata).toMatchObject({ event_payload: { key: "message:C1:1.1", part: "head" } });
  });

  it("never unfurls links and never goes to the whole channel", async () => {
    await outbox.say(answer({ thread: words("https://example.org") }));
    for (const call of bench.state.calls.filter((c) => c.method === "chat.postMessage")) {
      expect([String(call.args["unfurl_links"]), String(call.args["unfurl_media"])]).toEqual([
        "false",
        "false",
      ]);
      expect(call.args).not.toHaveProperty("reply_broadcast");
    }
  });

  it("is said once, however often its delivery comes", async () => {
    await Promise.all([outbox.say(answer()), outbox.say(answer())]);
    await outbox.say(answer());
    expect(said()).toEqual(["head", "details"]);
  });

  it("goes to direct messages where the bot is no member", async () => {
    await outbox.say(answer({ channel: "C0RANDOM001" }));
    expect(bench.state.messages.map((m) => [m.channel, m.text])).toEqual([
      ["D0ALEX00001", "head"],
      ["D0ALEX00001", "details"],
    ]);
  });
});

describe("what Slack refuses", () => {
  const table = {
    ...words("with a table"),
    blocks: [{ type: "table", rows: [[{ type: "raw_text", text: "x" }]] }],
  } as SlackMessage;

  it.each(["invalid_blocks", "msg_blocks_too_long"])(
    "%s: the words arrive without the blocks, once",
    async (error) => {
      bench.actor.failNext("chat.postMessage", error);
      await outbox.say(answer({ details: undefined as never, head: table }));
      expect(said()).toEqual(["with a table"]);
      const calls = bench.state.calls.filter((c) => c.method === "chat.postMessage");
      expect(calls.map((c) => [c.ok, "blocks" in c.args])).toEqual([
        [false, true],
        [true, false],
      ]);
    },
  );

  it("a kind of block that a workspace refused is not tried there again for a day", async () => {
    bench.actor.failNext("chat.postMessage", "invalid_blocks");
    for (const key of ["a", "b"]) await outbox.say(answer({ key, details: undefined as never, head: table }));
    expect(bench.state.calls.filter((c) => c.method === "chat.postMessage")).toHaveLength(3);
    time += 25 * 3_600_000;
    await outbox.say(answer({ key: "c", details: undefined as never, head: table }));
    expect(bench.state.calls.at(-1)?.args).toHaveProperty("blocks");
  });

  it("429 is waited out and the answer arrives once", async () => {
    bench.actor.rateLimitNext("chat.postMessage", 1);
    const since = Date.now();
    await outbox.say(answer());
    expect(Date.now() - since).toBeGreaterThanOrEqual(1_000);
    expect(said()).toEqual(["head", "details"]);
  });

  it("a refusal for good is reported to whoever asked for the answer", async () => {
    bench.actor.failNext("chat.postMessage", "message_limit_exceeded");
    await expect(outbox.say(answer())).rejects.toThrow("message_limit_exceeded");
    expect((await outbox.recover(new Date(time + 60_000))).keys).toEqual([]);
  });
});

describe("after a crash", () => {
  const recovered = async (): Promise<readonly string[]> => {
    const { keys, posted } = await outbox.recover(new Date(time + 60_000));
    await posted;
    return keys;
  };
  const put = (one: Answer) =>
    store.outbox.put(
      {
        workspace: one.workspace,
        key: one.key,
        payload: JSON.stringify({ ...one, at: new Date(time).toISOString() }),
      },
      new Date(time).toISOString(),
    );

  it("an answer that was decided and not posted is posted", async () => {
    await put(answer());
    expect(await recovered()).toEqual(["message:C1:1.1"]);
    expect(said()).toEqual(["head", "details"]);
  });

  it("one that was posted and not noted is found by its metadata, not posted again", async () => {
    await poster.post(answer());
    await put(answer());
    connect();
    await recovered();
    expect(said()).toEqual(["head", "details"]);
  });

  it("one that was cut between head and details gets its details", async () => {
    const { details: _details, ...headOnly } = answer();
    await poster.post(headOnly);
    await put(answer());
    connect();
    await recovered();
    expect(said()).toEqual(["head", "details"]);
  });

  it("a picture that was posted and not noted is not posted again, one that was not is", async () => {
    const shown = answer({ thread: words("figures"), files: [picture] });
    await poster.post(shown);
    await put(shown);
    connect();
    await recovered();
    expect(pictures()).toHaveLength(1);
    const { files: _files, ...wordsOnly } = shown;
    time += 30_000;
    await poster.post({ ...wordsOnly, key: "message:C1:2.2" });
    await put({ ...shown, key: "message:C1:2.2" });
    await recovered();
    expect(pictures()).toHaveLength(2);
    expect(said().filter((text) => text === "figures")).toHaveLength(2);
  });

  it("Slack out of reach: the answer waits and is posted by a later round", async () => {
    bench.actor.failNext("chat.postMessage", "internal_error");
    await outbox.say(answer());
    expect(said()).toEqual([]);
    await recovered();
    expect(said()).toEqual(["head", "details"]);
  });
});
