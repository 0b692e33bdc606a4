import type { App } from "@slack/bolt";
import type { Bot } from "../bot.ts";
import { askerOf } from "../bot.ts";
import { deliveryOf } from "../delivery-of.ts";
import { sayOutcome } from "../say-outcome.ts";
import { mentions, readSlackText } from "../text.ts";

interface Spoken {
  readonly channel: string;
  readonly ts: string;
  readonly user: string;
  readonly text: string;
  readonly threadTs: string | null;
  /** Mentions do not say. */
  readonly channelType: unknown;
}

/** The fields we use of app_mention and message events alike; the intake has let only people's new words in. */
function spokenIn(event: object): Spoken | null {
  const { channel, ts, user, text, thread_ts, channel_type } = event as Record<string, unknown>;
  if (typeof channel !== "string" || typeof ts !== "string" || typeof user !== "string") return null;
  return {
    channel,
    ts,
    user,
    text: typeof text === "string" ? text : "",
    threadTs: typeof thread_ts === "string" ? thread_ts : null,
    channelType: channel_type,
  };
}

/** Mentions, direct messages and replies in the threads of plans: one path, because one message may come as two events. */
export function registerMessages(app: App, bot: Bot): void {
  const onSpoken = async (event: object, context: Readonly<Record<string, unknown>>): Promise<void> => {
    const spoken = spokenIn(event);
    if (spoken === null) return;
    const { channel, ts, user, threadTs } = spoken;
    const direct = channel.startsWith("D");
    bot.channels.heard(channel, { type: spoken.channelType });
    const self = bot.self().userId;
    const outcome = await bot.conversation.receive({
      asker: await askerOf(bot, user, deliveryOf(context).key),
      text: readSlackText(spoken.text, self),
      place: {
        channel,
        threadTs,
        kind: direct ? "im" : "channel",
        public: await bot.channels.isPublic(channel),
      },
      mentioned: direct || mentions(spoken.text, self),
    });
    await sayOutcome(bot, outcome, {
      key: deliveryOf(context).key,
      user,
      channel,
      // In a channel the answer starts a thread under the question; a direct message is a thread by itself.
      threadTs: threadTs ?? (direct ? null : ts),
      responseUrl: "",
    });
  };

  app.event("app_mention", ({ event, context }) => onSpoken(event, context));
  app.event("message", ({ event, context }) => onSpoken(event, context));
}
