import type { App } from "@slack/bolt";
import { commandName } from "../../../blocks/ids.ts";
import type { Bot } from "../bot.ts";
import { askerOf } from "../bot.ts";
import { deliveryOf } from "../delivery-of.ts";
import { readOpening } from "../opening.ts";
import { sayOutcome } from "../say-outcome.ts";
import { readSlackText } from "../text.ts";
import { openForm } from "./open-form.ts";
import { openPilotForm } from "./pilot-form.ts";

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
    const opening = readOpening(command.text);
    if (opening !== null) {
      // After a crash the trigger is long dead: the person gets the button instead.
      const triggerId = recovered ? null : command.trigger_id;
      const metadata = {
        channel: command.channel_id,
        thread: null,
        private: opening.form === "run" && opening.private,
        more: false,
        edition: 0,
      };
      await (opening.form === "run" ? openForm : openPilotForm)(bot, { triggerId, spot, metadata });
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
