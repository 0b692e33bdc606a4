import type { ModalView } from "@slack/types";
import type { Language } from "../../domain/conversation.ts";
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

export interface ModalRequest {
  /** Null = there is none that would still work. */
  readonly triggerId: string | null;
  readonly spot: Whisper;
  readonly view: (language: Language) => ModalView;
  /** Of the button that opens it once more with a fresh trigger: its action, its value, its words. */
  readonly again: {
    readonly actionId: string;
    readonly value: string;
    readonly label: (language: Language) => string;
  };
  readonly language?: Language;
}

/** A trigger lives three seconds: the form is opened with what is known, and put in the person's language after. */
export async function openModal(bot: Bot, request: ModalRequest): Promise<void> {
  const { spot, triggerId } = request;
  const guess = request.language ?? bot.people.peek(spot.user)?.locale ?? "en";
  const own = async (): Promise<Language> =>
    request.language ?? (await languageFor(bot, await askerOf(bot, spot.user)));
  try {
    if (triggerId === null) {
      await offer(bot, request, await own());
      return;
    }
    const opened = await bot.client.views.open({ trigger_id: triggerId, view: request.view(guess) });
    const language = await own();
    const { id, hash } = opened.view ?? {};
    if (language === guess || id === undefined) return;
    await bot.client.views.update({
      view_id: id,
      ...(hash === undefined ? {} : { hash }),
      view: request.view(language),
    });
  } catch (error) {
    const code = slackErrorCode(error) ?? "";
    // Somebody has begun to fill it in: their words matter more than our language.
    if (code === "hash_conflict" || code === "not_found") return;
    if (!tooLate.has(code)) throw error;
    bot.log.warn({ code }, "a form came too late");
    await offer(bot, request, guess);
  }
}

/** The form again, behind a button: pressing it brings a fresh trigger. */
async function offer(bot: Bot, { spot, again }: ModalRequest, language: Language): Promise<void> {
  const text = words(language).errors.formClosed;
  await bot.poster.whisper(spot, {
    text,
    blocks: [
      { type: "section", text: { type: "plain_text", text } },
      {
        type: "actions",
        elements: [
          {
            type: "button",
            action_id: again.actionId,
            text: { type: "plain_text", text: again.label(language) },
            value: again.value,
          },
        ],
      },
    ],
  });
}
