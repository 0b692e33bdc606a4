import { randomBytes } from "node:crypto";
import type { Bench } from "../bench.ts";
import { later, nextId, now } from "../bench.ts";
import type { Json } from "../json.ts";
import { filled, objects, parseJson } from "../json.ts";
import { mimetypeOf } from "../mimetypes.ts";
import type { Channel, StoredFile } from "../model.ts";
import { addMessage } from "../post.ts";
import { isRefusal, readContent } from "../prepared.ts";
import { BOT_USER } from "../seed.ts";
import { fileToWire } from "../wire.ts";
import type { Method, MethodAnswer } from "./method.ts";
import { Failed, failed, failedBy, method, missing } from "./method.ts";
import { threadProblem, writableChannel } from "./where.ts";

/** Characters that Slack keeps of a picture's description. */
const longestAlt = 1_000;

const getUploadUrl = (bench: Bench, args: Json): MethodAnswer => {
  const name = filled(args["filename"]);
  const length = Number(args["length"]);
  if (name === undefined) return missing("filename");
  if (!Number.isInteger(length) || length <= 0)
    return failed("invalid_arguments", {
      response_metadata: { messages: ["[ERROR] length must be a positive integer"] },
    });
  const id = nextId(bench, "F");
  const altText = filled(args["alt_txt"]);
  if (altText !== undefined && altText.length > longestAlt) return failed("alt_txt_too_large");
  bench.world.files.push({
    id,
    name,
    title: name,
    mimetype: mimetypeOf(name),
    size: length,
    user: BOT_USER,
    created: Math.floor(now(bench) / 1000),
    shares: [],
    settled: false,
    completed: false,
    ...(altText === undefined ? {} : { altText }),
  });
  const token = randomBytes(18).toString("base64url");
  bench.uploads.set(token, { fileId: id, length, received: false });
  return { upload_url: `${bench.url}/upload/v1/${token}`, file_id: id };
};

/** The bytes, POSTed to the upload address. False when the address or the length is wrong. */
export const receiveUpload = (bench: Bench, token: string, bytes: Buffer): boolean => {
  const upload = bench.uploads.get(token);
  if (upload === undefined || upload.received || bytes.length !== upload.length) return false;
  upload.received = true;
  bench.file.saveBytes(upload.fileId, bytes);
  return true;
};

const received = (bench: Bench, id: string): boolean =>
  [...bench.uploads.values()].some((upload) => upload.fileId === id && upload.received);

const channelsFor = (bench: Bench, args: Json): Channel[] | Failed => {
  const ids = [filled(args["channel_id"]), ...(filled(args["channels"])?.split(",") ?? [])].filter(
    (id) => id !== undefined,
  );
  const channels: Channel[] = [];
  for (const id of ids) {
    const channel = writableChannel(bench, { channel: id.trim() });
    if (channel instanceof Failed) return channel;
    channels.push(channel);
  }
  return channels;
};

const complete = (bench: Bench, args: Json): MethodAnswer => {
  const given = objects(typeof args["files"] === "string" ? parseJson(args["files"]) : args["files"]);
  if (given.length === 0) return missing("files");
  const files: StoredFile[] = [];
  for (const item of given) {
    const file = bench.world.files.find((one) => one.id === item["id"]);
    if (file === undefined || file.completed || !received(bench, file.id)) return failed("file_not_found");
    file.title = filled(item["title"]) ?? file.name;
    files.push(file);
  }
  const channels = channelsFor(bench, args);
  if (channels instanceof Failed) return channels;
  const threadTs = filled(args["thread_ts"]);
  for (const channel of channels) {
    const problem = threadProblem(bench, channel, threadTs);
    if (problem !== undefined) return problem;
  }
  if (args["blocks"] !== undefined && JSON.stringify(args["blocks"]).includes("markdown"))
    return failed("internal_error");
  const content = readContent(bench, { text: args["initial_comment"], blocks: args["blocks"] }, true);
  if (isRefusal(content)) return failedBy(content);
  for (const file of files) {
    file.completed = true;
    later(bench, bench.settings.timing.fileSettleMs, () => {
      file.settled = true;
      bench.file.touch();
    });
  }
  for (const channel of channels) {
    addMessage(bench, {
      ...content,
      channel: channel.id,
      user: BOT_USER,
      byBot: true,
      subtype: "file_share",
      fileIds: files.map((file) => file.id),
      ...(threadTs === undefined ? {} : { threadTs }),
    });
  }
  return { files: files.map((file) => fileToWire(bench, file)) };
};

const info = (bench: Bench, args: Json): MethodAnswer => {
  const file = bench.world.files.find((one) => one.id === args["file"]);
  if (file?.completed !== true) return failed("file_not_found");
  return { file: fileToWire(bench, file), comments: [], response_metadata: { next_cursor: "" } };
};

const list = (bench: Bench, args: Json): MethodAnswer => {
  const from = Number(args["ts_from"] ?? 0);
  const channel = filled(args["channel"]);
  const shown = bench.world.files.filter(
    (file) =>
      file.completed &&
      file.created >= from &&
      (channel === undefined || file.shares.some((share) => share.channel === channel)),
  );
  return {
    files: shown.map((file) => fileToWire(bench, file)),
    paging: { count: shown.length, total: shown.length, page: 1, pages: 1 },
  };
};

export const FILES: Record<string, Method> = {
  "files.getUploadURLExternal": method(["files:write"], getUploadUrl),
  "files.completeUploadExternal": method(["files:write"], complete),
  "files.list": method(["files:read"], list),
  "files.info": method(["files:read"], info),
};
