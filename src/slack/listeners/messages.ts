import type { App } from "@slack/bolt";
import type { PilotPost } from "../../app/conversation-port.ts";
import type { Language } from "../../domain/conversation.ts";
import { words } from "../../i18n/messages.ts";
import type { Bot } from "../bot.ts";
import { askerOf } from "../bot.ts";
import { deliveryOf } from "../delivery-of.ts";
import { gather } from "../gather.ts";
import { pastedResult, readPaste } from "../../app/pasted-result.ts";
import { sayOutcome } from "../say-outcome.ts";
import { mentions, readPastedText, readSlackText } from "../text.ts";

interface Spoken {
  readonly channel: string;
  readonly ts: string;
  readonly user: string;
  readonly text: string;
  readonly threadTs: string | null;
  /** Mentions do not say. */
  readonly channelType: unknown;
  readonly files: unknown;
}

/** The fields we use of app_mention and message events alike; the intake has let only people's new words in. */
function spokenIn(event: object): Spoken | null {
  const { channel, ts, user, text, thread_ts, channel_type, files } = event as Record<string, unknown>;
  if (typeof channel !== "string" || typeof ts !== "string" || typeof user !== "string") return null;
  return {
    channel,
    ts,
    user,
    text: typeof text === "string" ? text : "",
    threadTs: typeof thread_ts === "string" ? thread_ts : null,
    channelType: channel_type,
    files,
  };
}

/** A file of such a name in a plan's thread is meant for us, also when nothing can be read in it. */
const looksLikeResult = /\.(?:jsonl?|log|txt|csv|out|err|gz)$/iu;

type Results = Pick<PilotPost, "files" | "unopened" | "addressed">;

/** Dropped files, or what stands after "pilot:"; null = words. A picture that colleagues show each other is none. */
async function resultsIn(
  bot: Bot,
  spoken: Spoken,
  mentioned: boolean,
  language: Language,
): Promise<Results | null> {
  const dropped = bot.filesIn(spoken.files).filter(({ maybeText }) => mentioned || maybeText);
  if (dropped.length > 0)
    return {
      ...(await gather(dropped)),
      addressed: mentioned || dropped.some(({ name }) => looksLikeResult.test(name)),
    };
  const pasted = pastedResult(readPastedText(spoken.text, bot.self().userId));
  if (pasted === null) return null;
  return {
    files: [await readPaste(words(language).drops.pasted, pasted)],
    unopened: [],
    addressed: true,
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
    const asker = await askerOf(bot, user, deliveryOf(context).key);
    const place = {
      channel,
      threadTs,
      kind: direct ? ("im" as const) : ("channel" as const),
      public: await bot.channels.isPublic(channel),
    };
    const mentioned = direct || mentions(spoken.text, self);
    const results = await resultsIn(bot, spoken, mentioned, asker.locale ?? "en");
    const outcome =
      results === null
        ? await bot.conversation.receive({
            asker,
            text: readSlackText(spoken.text, self),
            place,
            mentioned,
          })
        : await bot.conversation.recordPilot({ asker, place, planId: null, ...results });
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
