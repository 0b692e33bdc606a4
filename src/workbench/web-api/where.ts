import type { Bench } from "../bench.ts";
import { botIn, channelOf, directMessage, messageOf, userOf } from "../directory.ts";
import type { Json } from "../json.ts";
import { filled } from "../json.ts";
import type { Channel } from "../model.ts";
import { BOT_USER } from "../seed.ts";
import type { Failed } from "./method.ts";
import { failed } from "./method.ts";

/** A channel the bot can see, by id, by #name, or a person's id for the direct message with them. */
export const seenChannel = (bench: Bench, given: string | undefined): Channel | undefined => {
  if (given === undefined) return undefined;
  const channel =
    channelOf(bench, given) ??
    bench.world.channels.find((one) => one.kind !== "im" && one.name === given.replace(/^#/u, "")) ??
    (userOf(bench, given)?.bot === false ? directMessage(bench, given, BOT_USER) : undefined);
  if (channel === undefined) return undefined;
  // A private channel or direct message without the bot reads as not there.
  return channel.kind === "public" || botIn(channel) ? channel : undefined;
};

/** A channel the bot may write in, or Slack's reason why not. */
export const writableChannel = (bench: Bench, args: Json): Channel | Failed => {
  const channel = seenChannel(bench, filled(args["channel"]));
  if (channel === undefined) return failed("channel_not_found");
  if (!botIn(channel) && !bench.settings.scopes.includes("chat:write.public"))
    return failed("not_in_channel");
  return channel;
};

/** The thread a reply goes to: its head must be there and must not itself be a reply. */
export const threadProblem = (
  bench: Bench,
  channel: Channel,
  threadTs: string | undefined,
): Failed | undefined => {
  if (threadTs === undefined) return undefined;
  const head = messageOf(bench, channel.id, threadTs);
  if (head === undefined) return failed("thread_not_found");
  if (head.threadTs !== undefined && head.threadTs !== head.ts) return failed("cannot_reply_to_message");
  return undefined;
};
