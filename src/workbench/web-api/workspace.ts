import type { Bench } from "../bench.ts";
import { announce, now } from "../bench.ts";
import { messageOf, userOf } from "../directory.ts";
import type { Json } from "../json.ts";
import { filled, flag, isJson, list, object, parseJson, string } from "../json.ts";
import { APP_ID, BOT_ID, BOT_USER, TEAM } from "../seed.ts";
import { validateBlocks, validateView } from "../validate/validate.ts";
import { userToWire } from "../wire.ts";
import type { Method, MethodAnswer } from "./method.ts";
import { failed, method, missing } from "./method.ts";
import { seenChannel } from "./where.ts";

const authTest = (bench: Bench): MethodAnswer => ({
  url: `${bench.url}/`,
  team: TEAM.name,
  team_id: TEAM.id,
  user: bench.settings.botName,
  user_id: BOT_USER,
  bot_id: BOT_ID,
  is_enterprise_install: false,
});

const apiTest = (_bench: Bench, args: Json): MethodAnswer => {
  const error = filled(args["error"]);
  return error === undefined ? { args } : failed(error, { args });
};

const usersInfo = (bench: Bench, args: Json): MethodAnswer => {
  const id = filled(args["user"]);
  if (id === undefined) return missing("user");
  const user = userOf(bench, id);
  return user === undefined
    ? failed("user_not_found")
    : { user: userToWire(user, now(bench), flag(args["include_locale"])) };
};

const usersList = (bench: Bench, args: Json): MethodAnswer => ({
  members: bench.users.map((user) => userToWire(user, now(bench), flag(args["include_locale"]))),
  cache_ts: Math.floor(now(bench) / 1000),
  response_metadata: { next_cursor: "" },
});

const botsInfo = (bench: Bench, args: Json): MethodAnswer => {
  const wanted = filled(args["bot"]);
  if (wanted !== undefined && wanted !== BOT_ID) return failed("bot_not_found");
  return {
    bot: {
      id: BOT_ID,
      deleted: false,
      name: bench.settings.botName,
      updated: 0,
      app_id: APP_ID,
      user_id: BOT_USER,
      icons: {},
    },
  };
};

const teamInfo = (): MethodAnswer => ({ team: { ...TEAM, email_domain: "", icon: {} } });

const react =
  (add: boolean) =>
  (bench: Bench, args: Json): MethodAnswer => {
    const channel = seenChannel(bench, filled(args["channel"]));
    if (channel === undefined) return failed("channel_not_found");
    const message = messageOf(bench, channel.id, filled(args["timestamp"]) ?? "");
    if (message === undefined) return failed("message_not_found");
    const name = filled(args["name"])?.replaceAll(":", "");
    if (name === undefined || !/^[a-z0-9_+'-]+(::skin-tone-[2-6])?$/u.test(name))
      return failed("invalid_name");
    message.reactions ??= [];
    const found = message.reactions.find((item) => item.name === name);
    const mine = found?.users.includes(BOT_USER) ?? false;
    if (add && mine) return failed("already_reacted");
    if (!add && !mine) return failed("no_reaction");
    if (add) {
      if (found === undefined) message.reactions.push({ name, users: [BOT_USER] });
      else found.users.push(BOT_USER);
    } else if (found !== undefined) {
      found.users = found.users.filter((user) => user !== BOT_USER);
      message.reactions = message.reactions.filter((item) => item.users.length > 0);
    }
    announce(bench, { kind: "message", channel: channel.id, data: { channel: channel.id, ts: message.ts } });
    return {};
  };

/** Slack's own validator; like the original it needs no token and does not mind a missing text. */
const blocksValidate = (_bench: Bench, args: Json): MethodAnswer => {
  const read = (key: string): unknown => (typeof args[key] === "string" ? parseJson(args[key]) : args[key]);
  const [blocks, message, view] = [read("blocks"), read("message"), read("view")];
  if ([blocks, message, view].filter((item) => item !== undefined).length !== 1)
    return missing("blocks, message or view");
  const type = object(view)["type"] === "home" ? "home" : "modal";
  const issues =
    view !== undefined
      ? validateView(view, type)
      : message !== undefined
        ? validateBlocks(object(message)["blocks"] ?? [], "message", "/message/blocks")
        : validateBlocks(blocks, "message");
  return issues.length === 0
    ? {}
    : failed("invalid_blocks", { errors: issues.map((item) => ({ ...item, code: "invalid" })) });
};

const setStatus = (bench: Bench, args: Json): MethodAnswer => {
  const channel = seenChannel(bench, filled(args["channel_id"]));
  if (channel === undefined) return failed("channel_not_found");
  const thread = filled(args["thread_ts"]);
  if (thread === undefined) return missing("thread_ts");
  const status = string(args["status"]);
  if (status === undefined) return missing("status");
  announce(bench, {
    kind: "status",
    channel: channel.id,
    data: { channel: channel.id, threadTs: thread, status },
  });
  return {};
};

const suggestedPrompts = (bench: Bench, args: Json): MethodAnswer => {
  if (seenChannel(bench, filled(args["channel_id"])) === undefined) return failed("channel_not_found");
  const prompts = typeof args["prompts"] === "string" ? parseJson(args["prompts"]) : args["prompts"];
  const given = list(prompts);
  if (
    given.length < 1 ||
    given.length > 4 ||
    !given.every(
      (item) => isJson(item) && filled(item["title"]) !== undefined && filled(item["message"]) !== undefined,
    )
  ) {
    return failed("invalid_arguments");
  }
  return {};
};

export const WORKSPACE: Record<string, Method> = {
  "auth.test": method([], authTest),
  "api.test": method([], apiTest, "none"),
  "users.info": method(["users:read"], usersInfo),
  "users.list": method(["users:read"], usersList),
  "bots.info": method(["users:read"], botsInfo),
  "team.info": method(["team:read"], teamInfo),
  "reactions.add": method(["reactions:write"], react(true)),
  "reactions.remove": method(["reactions:write"], react(false)),
  "blocks.validate": method([], blocksValidate, "none"),
  "assistant.threads.setStatus": method(["assistant:write", "chat:write"], setStatus),
  "assistant.threads.setTitle": method(["assistant:write"], () => ({})),
  "assistant.threads.setSuggestedPrompts": method(["assistant:write"], suggestedPrompts),
};
