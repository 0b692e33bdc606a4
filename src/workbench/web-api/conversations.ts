import type { Bench } from "../bench.ts";
import { announce } from "../bench.ts";
import { botIn, directMessage, messageOf, repliesOf, userOf } from "../directory.ts";
import type { Json } from "../json.ts";
import { filled, flag } from "../json.ts";
import type { Channel, Message } from "../model.ts";
import { BOT_USER } from "../seed.ts";
import { channelToWire, messageToWire } from "../wire.ts";
import type { Method, MethodAnswer } from "./method.ts";
import { Failed, failed, method, missing } from "./method.ts";
import { seenChannel } from "./where.ts";

const TYPES: Record<Channel["kind"], string> = {
  public: "public_channel",
  private: "private_channel",
  im: "im",
};

/** Cursor pages: the cursor is the number of items already given, in base64 as Slack's are. */
const page = <T>(all: T[], args: Json, most = 1000): { items: T[]; next: string } => {
  const asked = Number(args["limit"] ?? 100);
  const limit = Math.min(Math.max(Number.isInteger(asked) ? asked : 100, 1), most);
  const cursor = filled(args["cursor"]);
  const from = cursor === undefined ? 0 : Number(Buffer.from(cursor, "base64").toString("utf8"));
  const end = from + limit;
  return {
    items: all.slice(from, end),
    next: end < all.length ? Buffer.from(String(end)).toString("base64") : "",
  };
};

const listed = (bench: Bench, args: Json, onlyMine: boolean): MethodAnswer => {
  const types = (filled(args["types"]) ?? "public_channel").split(/\s*,\s*/u);
  const found = bench.world.channels.filter(
    (channel) =>
      types.includes(TYPES[channel.kind]) && (botIn(channel) || (channel.kind === "public" && !onlyMine)),
  );
  const { items, next } = page(found, args);
  return {
    channels: items.map((channel) => channelToWire(channel, BOT_USER)),
    response_metadata: { next_cursor: next },
  };
};

const open = (bench: Bench, args: Json): MethodAnswer => {
  const given = filled(args["channel"]);
  const ids =
    filled(args["users"])
      ?.split(",")
      .filter((id) => id !== "") ?? [];
  if (given === undefined && ids.length === 0) return failed("users_list_not_supplied");
  if (ids.length > 1) return failed("not_enough_users");
  const user = ids[0] === undefined ? undefined : userOf(bench, ids[0]);
  if (given === undefined && user === undefined) return failed("user_not_found");
  if (user?.bot === true) return failed("cannot_dm_bot");
  const channel =
    given === undefined ? directMessage(bench, user?.id ?? "", BOT_USER) : seenChannel(bench, given);
  if (channel === undefined) return failed("channel_not_found");
  return {
    no_op: true,
    already_open: true,
    channel: flag(args["return_im"]) ? channelToWire(channel, BOT_USER) : { id: channel.id },
  };
};

/** A channel whose content the bot may read, with the scope of that kind of channel. */
const readable = (bench: Bench, args: Json): Channel | Failed => {
  const channel = seenChannel(bench, filled(args["channel"]));
  if (channel === undefined) return failed("channel_not_found");
  if (!botIn(channel)) return failed("not_in_channel");
  const needed = { public: "channels:history", private: "groups:history", im: "im:history" }[channel.kind];
  if (!bench.settings.scopes.includes(needed))
    return failed("missing_scope", { needed, provided: bench.settings.scopes.join(",") });
  return channel;
};

const within = (messages: Message[], args: Json): Message[] => {
  const [oldest, latest] = [filled(args["oldest"]) ?? "0", filled(args["latest"]) ?? "9999999999.999999"];
  const inclusive = flag(args["inclusive"]);
  return messages.filter(
    ({ ts }) => (ts > oldest && ts < latest) || (inclusive && (ts === oldest || ts === latest)),
  );
};

const history = (bench: Bench, args: Json): MethodAnswer => {
  const channel = readable(bench, args);
  if (channel instanceof Failed) return channel;
  const tops = bench.world.messages.filter(
    (item) =>
      item.channel === channel.id &&
      (item.threadTs === undefined || item.threadTs === item.ts || item.subtype === "thread_broadcast"),
  );
  const { items, next } = page(within(tops, args).reverse(), args, 999);
  return {
    messages: items.map((item) => messageToWire(bench, item)),
    has_more: next !== "",
    pin_count: 0,
    response_metadata: { next_cursor: next },
  };
};

const replies = (bench: Bench, args: Json): MethodAnswer => {
  const channel = readable(bench, args);
  if (channel instanceof Failed) return channel;
  const ts = filled(args["ts"]);
  if (ts === undefined) return missing("ts");
  const head = messageOf(bench, channel.id, ts);
  if (head === undefined) return failed("thread_not_found");
  const { items, next } = page([head, ...within(repliesOf(bench, channel.id, ts), args)], args);
  return {
    messages: items.map((item) => messageToWire(bench, item)),
    has_more: next !== "",
    response_metadata: { next_cursor: next },
  };
};

const join = (bench: Bench, args: Json): MethodAnswer => {
  const channel = seenChannel(bench, filled(args["channel"]));
  if (channel === undefined) return failed("channel_not_found");
  if (channel.kind !== "public") return failed("method_not_supported_for_channel_type");
  if (!botIn(channel)) channel.members.push(BOT_USER);
  announce(bench, { kind: "channels", data: {} });
  return { channel: channelToWire(channel, BOT_USER) };
};

const info = (bench: Bench, args: Json): MethodAnswer => {
  const channel = seenChannel(bench, filled(args["channel"]));
  return channel === undefined ? failed("channel_not_found") : { channel: channelToWire(channel, BOT_USER) };
};

const members = (bench: Bench, args: Json): MethodAnswer => {
  const channel = seenChannel(bench, filled(args["channel"]));
  if (channel === undefined) return failed("channel_not_found");
  const { items, next } = page(channel.members, args);
  return { members: items, response_metadata: { next_cursor: next } };
};

const READ = ["channels:read", "groups:read", "im:read"];
const HISTORY = ["channels:history", "groups:history", "im:history"];

export const CONVERSATIONS: Record<string, Method> = {
  "conversations.open": method(["im:write"], open),
  "conversations.info": method(READ, info),
  "conversations.list": method(READ, (bench, args) => listed(bench, args, false)),
  "conversations.members": method(READ, members),
  "conversations.history": method(HISTORY, history),
  "conversations.replies": method(HISTORY, replies),
  "conversations.join": method(["channels:join"], join),
  "users.conversations": method(READ, (bench, args) => listed(bench, args, true)),
};
