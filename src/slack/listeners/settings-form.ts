import type { App, BlockAction } from "@slack/bolt";
import {
  actionIds,
  callbackIds,
  decodeMetadata,
  encodeMetadata,
  type FormMetadata,
} from "../../../blocks/ids.ts";
import { readSettingsForm, settingsForm, settingsFormErrors } from "../../../blocks/settings-form.ts";
import { words } from "../../i18n/messages.ts";
import type { Bot } from "../bot.ts";
import { askerOf, languageFor } from "../bot.ts";
import { deliveryOf } from "../delivery-of.ts";
import { sayOutcome } from "../say-outcome.ts";
import { spotOfPress } from "./buttons.ts";
import { publishHome } from "./home.ts";
import { openModal } from "./open-modal.ts";

const answeredAt = (channel: string | null, thread: string | null): FormMetadata => ({
  channel,
  thread,
  private: false,
  more: false,
  edition: 0,
});

/** The team's settings behind a button, of a message or of the Home tab. */
export function registerSettingsForm(app: App, bot: Bot): void {
  app.action<BlockAction>(actionIds.openSettings, async ({ body, context }) => {
    const spot = spotOfPress(body, "", null);
    const metadata = answeredAt(spot.channel, spot.threadTs);
    const settings = await bot.store.settings.get(bot.self().teamId);
    await openModal(bot, {
      triggerId: deliveryOf(context).recovered ? null : body.trigger_id,
      spot,
      view: (language) => settingsForm({ language, settings, metadata }),
      again: {
        actionId: actionIds.openSettings,
        value: encodeMetadata(metadata),
        label: (language) => words(language).settings.form.open,
      },
    });
  });

  app.view(callbackIds.settingsForm, async ({ ack, body, view, context }) => {
    const { channel, thread } = decodeMetadata(view.private_metadata) ?? answeredAt(null, null);
    const { key, duplicate } = deliveryOf(context);
    const reading = readSettingsForm(view.state.values);
    const asker = await askerOf(bot, body.user.id, key);
    const errors = settingsFormErrors(reading, await languageFor(bot, asker));
    if (reading.amount === null) {
      await (ack as (response: object) => Promise<void>)({ response_action: "errors", errors });
      return;
    }
    await ack();
    if (duplicate) return;
    const { amount, currency, approvers } = reading;
    const outcome = await bot.conversation.changeSettings({
      asker,
      threshold: { amount, currency },
      approvers,
    });
    await sayOutcome(bot, outcome, {
      key,
      user: asker.user,
      channel,
      threadTs: thread,
      responseUrl: "",
    });
    if (channel === null) await publishHome(bot, asker);
  });
}
