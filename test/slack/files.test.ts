import { WebClient } from "@slack/web-api";
import nock from "nock";
import { afterEach, expect, it } from "vitest";
import { droppedFiles, mostBytes, type OpenedFile } from "../../src/slack/files.ts";

const token = "xoxb-not-a-real-one";
const source = { token, client: new WebClient(token, { retryConfig: { retries: 0 } }) };
const address = "https://files.slack.com/files-pri/T1-F1/download/run.jsonl";
const log = {
  id: "F1",
  name: "run.jsonl",
  mimetype: "text/plain",
  mode: "hosted",
  size: 40,
  url_private: address,
  url_private_download: address,
};

afterEach(() => {
  nock.abortPendingRequests();
  nock.cleanAll();
});

const open = async (json: object, from: Parameters<typeof droppedFiles>[1] = source): Promise<OpenedFile> => {
  const [file] = droppedFiles([json], from);
  if (file === undefined) throw new Error("no file");
  return file.open();
};
const textOf = async (opened: OpenedFile): Promise<string> => {
  if ("fault" in opened) return opened.fault;
  const chunks: Uint8Array[] = [];
  for await (const chunk of opened.bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
};
const slackFiles = () => nock("https://files.slack.com").get("/files-pri/T1-F1/download/run.jsonl");
const filesInfo = () => nock("https://slack.com").post("/api/files.info");

it("a hosted file is read with the bot's token", async () => {
  slackFiles()
    .matchHeader("authorization", `Bearer ${token}`)
    .reply(200, "loss 1\n", { "content-type": "text/plain" });
  expect(await textOf(await open(log))).toBe("loss 1\n");
});

it.each([
  ["Slack's login page in place of the file", () => slackFiles().reply(200, "<!DOCTYPE html>", { "content-type": "text/html; charset=utf-8" }), "no-scope"],
  ["a redirect to the login page", () => slackFiles().reply(302, "", { location: "https://x.slack.com/?redir" }), "no-scope"],
  ["a refusal", () => slackFiles().reply(403, "no"), "no-scope"],
  ["a file that was deleted", () => slackFiles().reply(404, "<html>", { "content-type": "text/html" }), "gone"],
  ["a server that fails", () => slackFiles().reply(503, "later"), "unreachable"],
  ["no network", () => slackFiles().replyWithError("ECONNRESET"), "unreachable"],
  ["more than it said", () => slackFiles().reply(200, "x", { "content-length": String(mostBytes + 1) }), "too-large"],
] as const)("%s", async (_what, answers, fault) => {
  answers();
  expect(await textOf(await open(log))).toBe(fault);
}); // prettier-ignore

it.each([
  [
    "another place than Slack",
    { url_private_download: "https://files.slack.com.evil.example/x" },
    "elsewhere",
  ],
  ["an address without encryption", { url_private_download: "http://files.slack.com/x" }, "elsewhere"],
  ["no address", { url_private_download: "javascript:0", url_private: "x" }, "elsewhere"],
  ["a link to another service", { is_external: true, mode: "external" }, "elsewhere"],
  ["a file taken back", { mode: "tombstone" }, "gone"],
  ["a file behind the plan's limit", { mode: "hidden_by_limit" }, "gone"],
  ["a huge file", { size: mostBytes + 1 }, "too-large"],
  ["a picture", { mimetype: "image/png" }, "not-text"],
  ["a document", { mimetype: "application/pdf" }, "not-text"],
  ["an archive of files", { mimetype: "application/zip" }, "not-text"],
] as const)(
  "%s is refused before anything is asked for: the token stays here",
  async (_what, over, fault) => {
    expect(await textOf(await open({ ...log, ...over }))).toBe(fault);
  },
);

it.each([
  ["a compressed log", { name: "run.log.gz", mimetype: "application/gzip" }],
  ["a kind nobody knows", { mimetype: "application/octet-stream" }],
  ["no kind at all yet", { mimetype: "" }],
] as const)("%s is looked into", async (_what, over) => {
  slackFiles().reply(200, "bytes");
  const [file] = droppedFiles([{ ...log, ...over }], source);
  expect(file?.maybeText).toBe(true);
  expect(await textOf(await open({ ...log, ...over }))).toBe("bytes");
});

const shared = { id: "F1", file_access: "check_file_info", name: "run.jsonl" };

it("a file of a shared channel is asked for first", async () => {
  filesInfo().reply(200, { ok: true, file: log });
  slackFiles().reply(200, "bytes");
  expect(await textOf(await open(shared))).toBe("bytes");
});

it.each([
  ["missing_scope", "no-scope"],
  ["file_not_found", "gone"],
  ["access_denied", "other-organisation"],
  ["fatal_error", "unreachable"],
] as const)("of a shared channel, when Slack says %s", async (error, fault) => {
  filesInfo().reply(200, { ok: false, error });
  expect(await textOf(await open(shared))).toBe(fault);
});

it("what stands in Slack's place is trusted with its token, and no neighbour of it", async () => {
  const local = { ...source, slackApiUrl: "http://127.0.0.1:4000/api/" };
  nock("http://127.0.0.1:4000").get("/files-pri/x").reply(200, "bytes");
  const at = (port: number) => ({ ...log, url_private_download: `http://127.0.0.1:${port}/files-pri/x` });
  expect(await textOf(await open(at(4000), local))).toBe("bytes");
  expect(await textOf(await open(at(4001), local))).toBe("elsewhere");
});

it("nonsense in place of files is no file", () => {
  for (const nothing of [undefined, null, "x", {}, [null, 3]])
    expect(droppedFiles(nothing, source)).toEqual([]);
});
