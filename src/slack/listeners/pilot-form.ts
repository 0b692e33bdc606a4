import type { App, BlockAction, MessageShortcut } from "@slack/bolt";
import {
  pilotFields,
  pilotForm,
  pilotFormErrors,
  planOptions,
  planTitle,
  readPilotForm,
} from "../../../blocks/pilot-form.ts";
import {
  actionIds,
  callbackIds,
  decodeMetadata,
  encodeMetadata,
  type FormMetadata,
} from "../../../blocks/ids.ts";
import type { Language } from "../../domain/conversation.ts";
import { words } from "../../i18n/messages.ts";
import type { Bot } from "../bot.ts";
import { askerOf, languageFor } from "../bot.ts";
import { deliveryOf } from "../delivery-of.ts";
import { readPaste } from "../../app/pasted-result.ts";
import { gather } from "../gather.ts";
import type { Whisper } from "../poster.ts";
import { sayOutcome } from "../say-outcome.ts";
import { shortcutIds } from "../shortcut-ids.ts";
import { readPastedText } from "../text.ts";
import { spotOfPress } from "./buttons.ts";
import { openModal } from "./open-modal.ts";

const listed = 50;

export interface PilotFormRequest {
  readonly triggerId: string | null;
  readonly spot: Whisper;
  readonly metadata: FormMetadata;
}

const empty = (channel: string | null): FormMetadata => ({
  channel,
  thread: null,
  private: false,
  more: false,
  edition: 0,
});

/** The form that takes results back. */
export const openPilotForm = (bot: Bot, { metadata, ...request }: PilotFormRequest): Promise<void> =>
  openModal(bot, {
    ...request,
    view: (language) => pilotForm({ language, metadata }),
    again: {
      actionId: actionIds.openPilotForm,
      value: encodeMetadata(metadata),
      label: (language) => words(language).drops.form.title,
    },
  });

export function registerPilotForm(app: App, bot: Bot): void {
  app.action<BlockAction>(actionIds.openPilotForm, async ({ body, context }) => {
    const spot = spotOfPress(body, "", null);
    const { value } = body.actions[0] as { value?: string };
    const metadata = decodeMetadata(value) ?? empty(spot.channel);
    await openPilotForm(bot, {
      triggerId: deliveryOf(context).recovered ? null : body.trigger_id,
      spot,
      metadata,
    });
  });

  app.options(pilotFields.plan.action, async ({ ack, body, options }) => {
    const language: Language = bot.people.peek(body.user.id)?.locale ?? "en";
    const plans = await bot.store.plans.ownedBy(bot.self().teamId, body.user.id, listed);
    const typed = options.value.trim().toLowerCase();
    const named = plans.flatMap((record) => {
      const last = record.revisions.at(-1);
      if (last === undefined) return [];
      const name = planTitle(last.plan, language, bot.lookup);
      return name.toLowerCase().includes(typed) ? [{ id: record.id, name }] : [];
    });
    await ack({ options: planOptions(named, language) });
  });

  app.view(callbackIds.pilotForm, async ({ ack, body, view, context }) => {
    const metadata = decodeMetadata(view.private_metadata) ?? empty(null);
    const reading = readPilotForm(view.state.values, metadata);
    const { key } = deliveryOf(context);
    const asker = await askerOf(bot, body.user.id, key);
    const language = await languageFor(bot, asker);
    const errors = pilotFormErrors(reading, language);
    if (Object.keys(errors).length > 0) {
      await (ack as (response: object) => Promise<void>)({ response_action: "errors", errors });
      return;
    }
    await ack();
    if (deliveryOf(context).duplicate) return;
    const { files, unopened } = await gather(bot.filesIn(reading.files));
    const pasted = reading.text === "" ? [] : [await readPaste(words(language).drops.pasted, reading.text)];
    const record = reading.plan === null ? null : await bot.store.plans.get(asker.workspace, reading.plan);
    const outcome = await bot.conversation.recordPilot({
      asker,
      planId: reading.plan,
      place: { channel: record?.channel ?? null, threadTs: record?.threadTs ?? null, kind: "channel" },
      files: [...files, ...pasted],
      unopened,
      addressed: true,
    });
    await sayOutcome(bot, outcome, {
      key,
      user: asker.user,
      channel: record?.channel ?? metadata.channel,
      threadTs: record?.threadTs ?? metadata.thread,
      responseUrl: "",
    });
  });

  app.shortcut(shortcutIds.pilot, async ({ shortcut, context }) => {
    const { message, channel, user, response_url } = shortcut as MessageShortcut;
    const { key } = deliveryOf(context);
    const parent: unknown = message["thread_ts"];
    const threadTs = typeof parent === "string" ? parent : message.ts;
    const asker = await askerOf(bot, user.id, key);
    const language = await languageFor(bot, asker);
    const { files, unopened } = await gather(bot.filesIn(message["files"]));
    const text = readPastedText(message.text ?? "", bot.self().userId);
    const pasted = text === "" ? [] : [await readPaste(words(language).drops.pasted, text)];
    const outcome = await bot.conversation.recordPilot({
      asker,
      planId: null,
      place: { channel: channel.id, threadTs, kind: channel.id.startsWith("D") ? "im" : "channel" },
      files: [...files, ...pasted],
      unopened,
      addressed: true,
    });
    await sayOutcome(
      bot,
      outcome,
      { key, user: user.id, channel: channel.id, threadTs, responseUrl: response_url },
      true,
    );
  });
}
