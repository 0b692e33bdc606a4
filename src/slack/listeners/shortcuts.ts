import type { App, MessageShortcut } from "@slack/bolt";
import { words } from "../../i18n/messages.ts";
import type { Bot } from "../bot.ts";
import { askerOf, languageFor } from "../bot.ts";
import { deliveryOf } from "../delivery-of.ts";
import { sayOutcome } from "../say-outcome.ts";
import { shortcutIds } from "../shortcut-ids.ts";
import { readSlackText } from "../text.ts";
import { openForm } from "./open-form.ts";

/** The form from anywhere, and a colleague's message read as a run: both where a command cannot be written. */
export function registerShortcuts(app: App, bot: Bot): void {
  app.shortcut(shortcutIds.form, async ({ shortcut, context }) => {
    const spot = { user: shortcut.user.id, channel: null, threadTs: null, responseUrl: "" };
    const { recovered } = deliveryOf(context);
    await openForm(bot, {
      triggerId: recovered ? null : shortcut.trigger_id,
      spot,
      metadata: { channel: null, thread: null, private: true, more: false, edition: 0 },
    });
  });

  app.shortcut(shortcutIds.message, async ({ shortcut, context }) => {
    const { message, channel, user, response_url } = shortcut as MessageShortcut;
    const parent: unknown = message["thread_ts"];
    const thread = typeof parent === "string" ? parent : null;
    const spot = {
      key: deliveryOf(context).key,
      user: user.id,
      channel: channel.id,
      threadTs: thread ?? message.ts,
      responseUrl: response_url,
    };
    const asker = await askerOf(bot, user.id, spot.key);
    const text = readSlackText(message.text ?? "", bot.self().userId);
    if (text === "") {
      const language = await languageFor(bot, asker);
      await bot.poster.whisper(spot, {
        text: words(language).edges.nothingToPlan + " " + words(language).help.examples,
        blocks: [],
      });
      return;
    }
    bot.channels.heard(channel.id, { name: channel.name });
    const place = {
      channel: channel.id,
      threadTs: thread,
      kind: "channel" as const,
      public: await bot.channels.isPublic(channel.id),
    };
    await sayOutcome(
      bot,
      await bot.conversation.receive({ asker, text, place, mentioned: true }),
      spot,
      true,
    );
  });
}
