import type { App } from "@slack/bolt";
import { commandName } from "../../../blocks/ids.ts";
import { readBareCommand } from "../bare-command.ts";
import type { Bot } from "../bot.ts";
import { askerOf } from "../bot.ts";
import { deliveryOf } from "../delivery-of.ts";
import { sayOutcome } from "../say-outcome.ts";
import { readSlackText } from "../text.ts";
import { openForm } from "./open-form.ts";

/** `/gpu-plan` alone opens the form; anything after it is read like a message to us. */
export function registerCommand(app: App, bot: Bot): void {
  app.command(commandName, async ({ command, context }) => {
    const { key, recovered } = deliveryOf(context);
    bot.channels.heard(command.channel_id, { name: command.channel_name });
    const spot = {
      key,
      user: command.user_id,
      channel: command.channel_id,
      threadTs: null,
      responseUrl: command.response_url,
    };
    const bare = readBareCommand(command.text);
    if (bare !== null) {
      await openForm(bot, {
        // After a crash the trigger is long dead: the person gets the button instead.
        triggerId: recovered ? null : command.trigger_id,
        spot,
        metadata: {
          channel: command.channel_id,
          thread: null,
          private: bare.private,
          more: false,
          edition: 0,
        },
      });
      return;
    }
    const outcome = await bot.conversation.receive({
      asker: await askerOf(bot, command.user_id, key),
      text: readSlackText(command.text, bot.self().userId),
      place: {
        channel: command.channel_id,
        threadTs: null,
        kind: command.channel_id.startsWith("D") ? "im" : "channel",
        public: await bot.channels.isPublic(command.channel_id),
      },
      mentioned: true,
    });
    await sayOutcome(bot, outcome, spot, true);
  });
}
