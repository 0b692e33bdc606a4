import type { ModalView } from "@slack/types";
import { actionIds, encodeMetadata, type FormMetadata } from "../../../blocks/ids.ts";
import { planForm } from "../../../blocks/form.ts";
import type { Language } from "../../domain/conversation.ts";
import type { RunSpec } from "../../domain/run-spec.ts";
import { words } from "../../i18n/messages.ts";
import type { Bot } from "../bot.ts";
import { askerOf, languageFor } from "../bot.ts";
import type { Whisper } from "../poster.ts";
import { slackErrorCode } from "../slack-error.ts";

const tooLate = new Set([
  "expired_trigger_id",
  "exchanged_trigger_id",
  "invalid_trigger_id",
  "trigger_expired",
  "trigger_exchanged",
]);

export interface FormRequest {
  /** Null = there is none that would still work. */
  readonly triggerId: string | null;
  readonly spot: Whisper;
  readonly metadata: FormMetadata;
  /** What the fields hold at first. */
  readonly spec?: RunSpec;
  readonly language?: Language;
}

const formView = (bot: Bot, { metadata, spec }: FormRequest, language: Language): ModalView =>
  planForm({ language, metadata, ...(spec === undefined ? {} : { spec }) }, { lookup: bot.lookup });

/** A trigger lives three seconds: the form is opened with what is known, and put in the person's language after. */
export async function openForm(bot: Bot, request: FormRequest): Promise<void> {
  const { spot, triggerId } = request;
  const guess = request.language ?? bot.people.peek(spot.user)?.locale ?? "en";
  try {
    if (triggerId === null) {
      await offerForm(bot, request, await languageFor(bot, await askerOf(bot, spot.user)));
      return;
    }
    const opened = await bot.client.views.open({
      trigger_id: triggerId,
      view: formView(bot, request, guess),
    });
    const language = request.language ?? (await languageFor(bot, await askerOf(bot, spot.user)));
    const { id, hash } = opened.view ?? {};
    if (language === guess || id === undefined) return;
    await bot.client.views.update({
      view_id: id,
      ...(hash === undefined ? {} : { hash }),
      view: formView(bot, request, language),
    });
  } catch (error) {
    const code = slackErrorCode(error) ?? "";
    // Somebody has begun to fill it in: their words matter more than our language.
    if (code === "hash_conflict" || code === "not_found") return;
    if (!tooLate.has(code)) throw error;
    bot.log.warn({ code }, "a form came too late");
    await offerForm(bot, request, guess);
  }
}

/** The form again, behind a button: pressing it brings a fresh trigger. */
async function offerForm(bot: Bot, { spot, metadata }: FormRequest, language: Language): Promise<void> {
  const { errors, help } = words(language);
  await bot.poster.whisper(spot, {
    text: errors.formClosed,
    blocks: [
      { type: "section", text: { type: "plain_text", text: errors.formClosed } },
      {
        type: "actions",
        elements: [
          {
            type: "button",
            action_id: actionIds.openForm,
            text: { type: "plain_text", text: help.openForm },
            value: encodeMetadata(metadata),
          },
        ],
      },
    ],
  });
}
