import type { Bench } from "../bench.ts";
import { nextId, now } from "../bench.ts";
import { isMember, messageOf } from "../directory.ts";
import type { Json } from "../json.ts";
import { compact, filled, flag } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { Message, ScheduledMessage } from "../model.ts";
import { addEphemeral, addMessage, editMessage, removeMessage } from "../post.ts";
import { isRefusal, readContent } from "../prepared.ts";
import { BOT_USER } from "../seed.ts";
import { messageToWire } from "../wire.ts";
import type { Method, MethodAnswer } from "./method.ts";
import { Failed, failed, failedBy, method, missing } from "./method.ts";
import { seenChannel, threadProblem, writableChannel } from "./where.ts";

const postMessage = (bench: Bench, args: Json): MethodAnswer => {
  const channel = writableChannel(bench, args);
  if (channel instanceof Failed) return channel;
  const threadTs = filled(args["thread_ts"]);
  const problem = threadProblem(bench, channel, threadTs);
  if (problem !== undefined) return problem;
  const content = readContent(bench, args);
  if (isRefusal(content)) return failedBy(content);
  const broadcast = threadTs !== undefined && flag(args["reply_broadcast"]);
  const { message } = addMessage(bench, {
    ...content,
    channel: channel.id,
    user: BOT_USER,
    byBot: true,
    ...(threadTs === undefined ? {} : { threadTs }),
    ...(broadcast ? { subtype: "thread_broadcast" } : {}),
  });
  return { channel: channel.id, ts: message.ts, message: messageToWire(bench, message) };
};

const postEphemeral = (bench: Bench, args: Json): MethodAnswer => {
  const channel = writableChannel(bench, args);
  if (channel instanceof Failed) return channel;
  const user = filled(args["user"]);
  if (user === undefined) return missing("user");
  if (!isMember(channel, user)) return failed("user_not_in_channel");
  const content = readContent(bench, args);
  if (isRefusal(content)) return failedBy(content);
  const threadTs = filled(args["thread_ts"]);
  const message = addEphemeral(bench, {
    ...content,
    channel: channel.id,
    user: BOT_USER,
    byBot: true,
    onlyFor: user,
    ...(threadTs === undefined ? {} : { threadTs }),
  });
  return { message_ts: message.ts };
};

/** The bot's own message, or why it cannot be touched. */
const ownMessage = (bench: Bench, args: Json, error: string): Message | Failed => {
  const channel = seenChannel(bench, filled(args["channel"]));
  if (channel === undefined) return failed("channel_not_found");
  const message = messageOf(bench, channel.id, filled(args["ts"]) ?? "");
  if (message === undefined || message.subtype === "tombstone") return failed("message_not_found");
  return message.byBot ? message : failed(error);
};

const update = (bench: Bench, args: Json): MethodAnswer => {
  const message = ownMessage(bench, args, "cant_update_message");
  if (message instanceof Failed) return message;
  const content = readContent(bench, args);
  if (isRefusal(content)) return failedBy(content);
  if (content.text.length > LIMITS.updateText) return failed("msg_too_long");
  editMessage(bench, message, args["text"] === undefined ? { ...content, text: message.text } : content);
  return {
    channel: message.channel,
    ts: message.ts,
    text: message.text,
    message: messageToWire(bench, message),
  };
};

const remove = (bench: Bench, args: Json): MethodAnswer => {
  const message = ownMessage(bench, args, "cant_delete_message");
  if (message instanceof Failed) return message;
  removeMessage(bench, message);
  return { channel: message.channel, ts: message.ts };
};

const permalink = (bench: Bench, args: Json): MethodAnswer => {
  const channel = seenChannel(bench, filled(args["channel"]));
  if (channel === undefined) return failed("channel_not_found");
  const message = messageOf(bench, channel.id, filled(args["message_ts"]) ?? "");
  if (message === undefined) return failed("message_not_found");
  const thread = message.threadTs === undefined ? "" : `?thread_ts=${message.threadTs}&cid=${channel.id}`;
  return {
    channel: channel.id,
    permalink: `${bench.url}/archives/${channel.id}/p${message.ts.replace(".", "")}${thread}`,
  };
};

const schedule = (bench: Bench, args: Json): MethodAnswer => {
  const channel = writableChannel(bench, args);
  if (channel instanceof Failed) return channel;
  const postAt = Number(args["post_at"]);
  if (!Number.isInteger(postAt)) return failed("invalid_time");
  const seconds = now(bench) / 1000;
  if (postAt <= seconds) return failed("time_in_past");
  if (postAt > seconds + LIMITS.scheduleAheadSeconds) return failed("time_too_far");
  const together = bench.world.scheduled.filter(
    (item) => item.channel === channel.id && Math.abs(item.postAt - postAt) < LIMITS.scheduledWindowSeconds,
  );
  if (together.length >= LIMITS.scheduledTogether) return failed("restricted_too_many");
  const content = readContent(bench, args);
  if (isRefusal(content)) return failedBy(content);
  const threadTs = filled(args["thread_ts"]);
  const scheduled: ScheduledMessage = {
    id: nextId(bench, "Q"),
    channel: channel.id,
    postAt,
    created: Math.floor(seconds),
    message: {
      text: content.text,
      ...(content.blocks === undefined ? {} : { blocks: content.blocks }),
      ...(content.metadata === undefined ? {} : { metadata: content.metadata }),
      ...(threadTs === undefined ? {} : { threadTs, broadcast: flag(args["reply_broadcast"]) }),
    },
  };
  bench.world.scheduled.push(scheduled);
  return {
    channel: channel.id,
    scheduled_message_id: scheduled.id,
    post_at: postAt,
    message: {
      type: "delayed_message",
      text: content.text,
      user: BOT_USER,
      ...compact({ blocks: content.blocks }),
    },
  };
};

const listScheduled = (bench: Bench, args: Json): MethodAnswer => {
  const wanted = filled(args["channel"]);
  const [oldest, latest] = [Number(args["oldest"] ?? 0), Number(args["latest"] ?? Infinity)];
  const found = bench.world.scheduled.filter(
    (item) =>
      (wanted === undefined || item.channel === wanted) && item.postAt >= oldest && item.postAt <= latest,
  );
  return {
    scheduled_messages: found.map((item) => ({
      id: item.id,
      channel_id: item.channel,
      post_at: item.postAt,
      date_created: item.created,
      text: item.message.text,
    })),
    response_metadata: { next_cursor: "" },
  };
};

const deleteScheduled = (bench: Bench, args: Json): MethodAnswer => {
  const found = bench.world.scheduled.find(
    (item) => item.id === args["scheduled_message_id"] && item.channel === args["channel"],
  );
  const fixed = found !== undefined && found.postAt - now(bench) / 1000 < LIMITS.scheduledFixedSeconds;
  if (found === undefined || fixed) return failed("invalid_scheduled_message_id");
  bench.world.scheduled = bench.world.scheduled.filter((item) => item !== found);
  bench.file.touch();
  return {};
};

/** Posts what has fallen due. */
export const deliverScheduled = (bench: Bench): void => {
  const due = bench.world.scheduled.filter((item) => item.postAt * 1000 <= now(bench));
  if (due.length === 0) return;
  bench.world.scheduled = bench.world.scheduled.filter((item) => !due.includes(item));
  for (const item of due) {
    const { text, blocks, threadTs, broadcast, metadata } = item.message;
    addMessage(bench, {
      channel: item.channel,
      user: BOT_USER,
      byBot: true,
      text,
      ...(blocks === undefined ? {} : { blocks }),
      ...(metadata === undefined ? {} : { metadata }),
      ...(threadTs === undefined ? {} : { threadTs }),
      ...(broadcast === true ? { subtype: "thread_broadcast" } : {}),
    });
  }
};

export const CHAT: Record<string, Method> = {
  "chat.postMessage": method(["chat:write"], postMessage),
  "chat.postEphemeral": method(["chat:write"], postEphemeral),
  "chat.update": method(["chat:write"], update),
  "chat.delete": method(["chat:write"], remove),
  "chat.getPermalink": method([], permalink),
  "chat.scheduleMessage": method(["chat:write"], schedule),
  "chat.scheduledMessages.list": method([], listScheduled),
  "chat.deleteScheduledMessage": method(["chat:write"], deleteScheduled),
};
