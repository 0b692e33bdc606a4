import { randomUUID } from "node:crypto";
import { announce, nextId } from "../bench.ts";
import type { Bench, Envelope } from "../bench.ts";
import { compose, escapeText } from "../compose.ts";
import { deliver, newEnvelope } from "../deliver.ts";
import { botIn, channelOf, isMember, messageOf, publicName, userOf } from "../directory.ts";
import { isJson } from "../json.ts";
import type { Channel, Message } from "../model.ts";
import { addMessage, editMessage, notice, removeMessage } from "../post.ts";
import { applyResponse } from "../respond.ts";
import { APP_ID, BOT_USER, TEAM } from "../seed.ts";
import { newResponseUrl, newTrigger } from "../tickets.ts";
import { wordsFor } from "../words.ts";
import type { Outcome } from "./payload.ts";

const BUILT_IN = "/invite";

/** A channel this person is in, by id. */
export const channelFor = (bench: Bench, user: string, id: string): Channel => {
  const channel = channelOf(bench, id);
  if (channel === undefined || !isMember(channel, user)) throw new Error(`${user} is in no channel ${id}`);
  return channel;
};

const invite = (bench: Bench, user: string, channel: Channel, text: string): Outcome => {
  const words = wordsFor(userOf(bench, user)?.locale);
  const name = bench.settings.botName;
  if (text.trim() !== `@${name}` || channel.kind === "im") {
    notice(bench, user, channel.id, words.unknownCommand(`${BUILT_IN} ${text}`.trim()));
    return { ok: false, error: "invalid_user" };
  }
  if (botIn(channel)) {
    notice(bench, user, channel.id, words.alreadyHere(name));
    return { ok: true };
  }
  channel.members.push(BOT_USER);
  notice(bench, user, channel.id, words.invited(name));
  announce(bench, { kind: "channels", data: {} });
  return { ok: true };
};

/** A slash command. It never works in a thread; what fails is said to this person alone. */
export const sendCommand = async (
  bench: Bench,
  user: string,
  channelId: string,
  command: string,
  text: string,
  threadTs?: string,
): Promise<Outcome> => {
  const channel = channelFor(bench, user, channelId);
  const words = wordsFor(userOf(bench, user)?.locale);
  const say = (error: string, shown: string): Outcome => {
    notice(bench, user, channel.id, shown, threadTs);
    return { ok: false, error, shown };
  };
  if (threadTs !== undefined) return say("not_supported_in_threads", words.notInThreads(command));
  if (command === BUILT_IN) return invite(bench, user, channel, text);
  // An app's commands are offered to members of the workspace that installed it.
  const known =
    userOf(bench, user)?.stranger === true
      ? undefined
      : bench.settings.commands.find((one) => one.command === command);
  if (known === undefined) return say("unknown_command", words.unknownCommand(command));
  const person = userOf(bench, user);
  const responseUrl = newResponseUrl(bench, user, channel.id);
  const typed = text.trim();
  const answer = await deliver(
    bench,
    newEnvelope("slash_commands", {
      token: bench.world.secrets.verificationToken,
      team_id: TEAM.id,
      team_domain: TEAM.domain,
      channel_id: channel.id,
      channel_name: publicName(channel),
      user_id: user,
      user_name: person?.name ?? user,
      command,
      text: known.shouldEscape === false ? escapeText(typed) : compose(bench, typed).text,
      api_app_id: APP_ID,
      is_enterprise_install: "false",
      response_url: responseUrl,
      trigger_id: newTrigger(bench, user),
    }),
  );
  if (!answer.ok) return say(answer.error, words.commandFailed(command, answer.error));
  const { payload } = answer;
  if (isJson(payload) && ["text", "blocks", "attachments"].some((key) => payload[key] !== undefined)) {
    const target = { user, channel: channel.id, uses: 0, expiresAt: Infinity };
    const error = applyResponse(bench, target, payload);
    if (error !== undefined) return say(error, words.commandFailed(command, "dispatch_failed"));
  }
  return { ok: true };
};

export interface WriteOptions {
  threadTs?: string | undefined;
  fileIds?: string[] | undefined;
  /** Also send the reply to the channel. */
  broadcast?: boolean | undefined;
}

export interface Written {
  channel: string;
  ts: string;
  message: Message;
  /** What was sent to the bot because of it, in order. */
  envelopes: Envelope[];
}

/** A message as typed in the composer. */
export const writeMessage = (
  bench: Bench,
  user: string,
  channelId: string,
  typed: string,
  options: WriteOptions = {},
): Written => {
  const channel = channelFor(bench, user, channelId);
  const { threadTs, fileIds = [], broadcast = false } = options;
  if (threadTs !== undefined && messageOf(bench, channel.id, threadTs) === undefined)
    throw new Error(`no message ${threadTs} to answer`);
  const { text, blocks } = compose(bench, typed);
  const subtype = fileIds.length > 0 ? "file_share" : broadcast ? "thread_broadcast" : undefined;
  const { message, envelopes } = addMessage(bench, {
    channel: channel.id,
    user,
    byBot: false,
    text,
    clientMsgId: randomUUID(),
    ...(text === "" ? {} : { blocks }),
    ...(fileIds.length > 0 ? { fileIds } : {}),
    ...(threadTs === undefined ? {} : { threadTs }),
    ...(subtype === undefined ? {} : { subtype }),
  });
  if (text.includes(`<@${BOT_USER}>`) && !botIn(channel) && channel.kind !== "im") {
    notice(
      bench,
      user,
      channel.id,
      wordsFor(userOf(bench, user)?.locale).notInvited(bench.settings.botName),
      threadTs,
    );
  }
  return { channel: channel.id, ts: message.ts, message, envelopes };
};

const own = (bench: Bench, user: string, channel: string, ts: string): Message => {
  const message = messageOf(bench, channel, ts);
  if (message?.user !== user) throw new Error(`${user} has no message ${ts}`);
  return message;
};

export const changeMessage = (
  bench: Bench,
  user: string,
  channel: string,
  ts: string,
  typed: string,
): void => {
  editMessage(bench, own(bench, user, channel, ts), compose(bench, typed));
};

export const deleteMessage = (bench: Bench, user: string, channel: string, ts: string): void => {
  removeMessage(bench, own(bench, user, channel, ts));
};

/** A file dropped in the composer; `writeMessage` shares it. */
export const keepFile = (
  bench: Bench,
  user: string,
  name: string,
  mimetype: string,
  bytes: Buffer,
): string => {
  const id = nextId(bench, "F");
  bench.file.saveBytes(id, bytes);
  bench.world.files.push({
    id,
    name,
    title: name,
    mimetype,
    size: bytes.length,
    user,
    created: Math.floor(bench.settings.clock() / 1000),
    shares: [],
    settled: true,
    completed: true,
  });
  return id;
};
