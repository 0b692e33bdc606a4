import { planForm } from "../../../blocks/form.ts";
import { actionIds, encodeMetadata, type FormMetadata } from "../../../blocks/ids.ts";
import type { Language } from "../../domain/conversation.ts";
import type { RunSpec } from "../../domain/run-spec.ts";
import { words } from "../../i18n/messages.ts";
import type { Bot } from "../bot.ts";
import type { Whisper } from "../poster.ts";
import { openModal } from "./open-modal.ts";

export interface FormRequest {
  /** Null = there is none that would still work. */
  readonly triggerId: string | null;
  readonly spot: Whisper;
  readonly metadata: FormMetadata;
  /** What the fields hold at first. */
  readonly spec?: RunSpec;
  readonly language?: Language;
}

/** The form of a run, empty or filled. */
export const openForm = (bot: Bot, { metadata, spec, ...request }: FormRequest): Promise<void> =>
  openModal(bot, {
    ...request,
    view: (language) =>
      planForm({ language, metadata, ...(spec === undefined ? {} : { spec }) }, { lookup: bot.lookup }),
    again: {
      actionId: actionIds.openForm,
      value: encodeMetadata(metadata),
      label: (language) => words(language).help.openForm,
    },
  });
