import { WebClient } from "@slack/web-api";
import nock from "nock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Answer, FileToPost } from "../../src/slack/answer.ts";
import { makeLimitsGuard, slackPace } from "../../src/slack/limits-guard.ts";
import { postFiles } from "../../src/slack/post-files.ts";
import { picture } from "./picture-fixture.ts";

const api = "https://slack.com/api/";
const bytes = new Uint8Array([137, 80, 78, 71]);
const script: FileToPost = {
  kind: "text",
  name: "job.sbatch",
  title: "job.sbatch",
  alt: "",
  text: "#!/bin/sh\n",
  snippet: "shell",
};

const answer = (files: readonly FileToPost[]): Answer => ({
  v: 1, workspace: "T1", key: "k", user: "U1", language: "en", channel: "C1", threadTs: "1.1", responseUrl: "", planId: null, files,
}); // prettier-ignore

const warned: string[] = [];
const told: string[] = [];
let draw: () => Promise<Uint8Array>;

const post = (file: FileToPost, since?: string): Promise<void> =>
  postFiles(
    {
      client: new WebClient("xoxb-1", { retryConfig: { retries: 0 }, timeout: 500, rejectRateLimitedCalls: true }),
      guard: makeLimitsGuard({ ...slackPace, spacingMs: 0 }),
      draw: () => draw(),
      log: { debug: () => undefined, info: () => undefined, error: () => undefined, warn: (fields: object, message: string) => void warned.push(JSON.stringify([fields, message])) },
      telemetry: { acked: () => undefined, delivered: () => undefined, wrote: () => undefined },
    },
    answer([file]),
    { channel: "C1", threadTs: "1.1" },
    since,
    (text) => {
      told.push(text);
      return Promise.resolve();
    },
  ); // prettier-ignore

beforeEach(() => {
  warned.length = 0;
  told.length = 0;
  draw = () => Promise.resolve(bytes);
});
afterEach(() => {
  expect(nock.pendingMocks()).toEqual([]);
  nock.cleanAll();
});

const slack = () => nock(api);
const asks = (body: Record<string, unknown> = {}) =>
  slack().post("/files.getUploadURLExternal", (sent: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(body)) if (String(sent[name]) !== String(value)) return false;
    return true;
  });
const address = { ok: true, upload_url: "https://files.slack.com/upload/v1/abc", file_id: "F1" };
const sends = () => nock("https://files.slack.com").post("/upload/v1/abc");
const completes = () =>
  slack().post("/files.completeUploadExternal", (sent: Record<string, string>) =>
    sent["channel_id"] === "C1" && sent["thread_ts"] === "1.1" && (sent["files"] ?? "").includes("F1"),
  ); // prettier-ignore

describe("a file of an answer", () => {
  it("goes in three steps, with its description where Slack reads it", async () => {
    asks({ filename: "gpu-plan-memory.png", length: 4, alt_txt: picture.alt }).reply(200, address);
    sends().reply(200, "OK - 4");
    completes().reply(200, { ok: true, files: [{ id: "F1" }] });
    await post(picture);
    expect([warned, told]).toEqual([[], []]);
  });

  it("that is a text goes as a snippet, without a description", async () => {
    let asked: Record<string, unknown> = {};
    slack()
      .post("/files.getUploadURLExternal", (sent: Record<string, unknown>) => {
        asked = sent;
        return true;
      })
      .reply(200, address);
    sends().reply(200, "OK");
    completes().reply(200, { ok: true });
    await post(script);
    expect(asked).toMatchObject({ filename: "job.sbatch", snippet_type: "shell" });
    expect(asked).not.toHaveProperty("alt_txt");
  });

  it.each([
    ["missing_scope", "files:write"],
    ["file_uploads_disabled", "could not be posted here"],
    ["not_in_channel", "could not be posted here"],
    ["internal_error", "could not be posted here"],
  ])("that Slack refuses with %s is told to the asker, once, and nothing throws", async (error, words) => {
    asks().reply(200, { ok: false, error });
    await post(picture);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(words);
    expect(warned).toHaveLength(1);
  });

  it("that the channel does not take after all is told too", async () => {
    asks().reply(200, address);
    sends().reply(200, "OK");
    completes().reply(200, { ok: false, error: "not_in_channel" });
    slack()
      .post("/files.info")
      .reply(200, { ok: true, file: { id: "F1", shares: {} } });
    await post(picture);
    expect(told).toHaveLength(1);
  });

  it("whose bytes meet a 500 is sent once more before it is given up", async () => {
    asks().twice().reply(200, address);
    sends().reply(500);
    sends().reply(200, "OK");
    completes().reply(200, { ok: true });
    await post(picture);
    expect(told).toEqual([]);
  });

  it("whose bytes are never taken is given up, and nothing was shown", async () => {
    asks().twice().reply(200, address);
    sends().twice().reply(500);
    await post(picture);
    expect(told).toHaveLength(1);
  });

  it("that was shared although the answer never came is not shared again", async () => {
    asks().reply(200, address);
    sends().reply(200, "OK");
    completes().delay(2_000).reply(200, { ok: true });
    slack()
      .post("/files.info")
      .reply(200, { ok: true, file: { id: "F1", shares: { public: { C1: [{ ts: "1.2" }] } } } });
    await post(picture);
    expect(told).toEqual([]);
  });

  it("goes to Slack's own hosts alone, whatever address is given", async () => {
    asks()
      .twice()
      .reply(200, { ...address, upload_url: "https://example.org/upload/v1/abc" });
    await post(picture);
    expect(told).toHaveLength(1);
  });

  it("that cannot be drawn asks Slack for nothing", async () => {
    draw = () => Promise.reject(new Error("no pixels"));
    await post(picture);
    expect(told).toHaveLength(1);
  });
});

describe("after a crash, when nobody knows whether the file went out", () => {
  const since = "2026-11-30T15:00:00.000Z";
  const from = Date.parse(since) / 1_000;
  const listed = (files: readonly object[]) => slack().post("/files.list").reply(200, { ok: true, files });

  it("one of its name that was made since then is it", async () => {
    listed([{ name: "gpu-plan-memory.png", created: from + 5 }]);
    await post(picture, since);
    expect(told).toEqual([]);
  });

  it("an older one is not: the file goes out", async () => {
    listed([{ name: "gpu-plan-memory.png", created: from - 60 }]);
    asks().reply(200, address);
    sends().reply(200, "OK");
    completes().reply(200, { ok: true });
    await post(picture, since);
    expect(told).toEqual([]);
  });

  it("where Slack does not tell, it is not posted a second time", async () => {
    slack().post("/files.list").reply(200, { ok: false, error: "missing_scope" });
    await post(picture, since);
    expect([told, warned]).toEqual([[], []]);
  });
});
