import type { Asker } from "../../app/ports.ts";
import { words } from "../../i18n/messages.ts";
import type { Bot } from "../bot.ts";
import { languageFor } from "../bot.ts";
import type { Whisper } from "../poster.ts";

/** A button of a plan that was archived and forgotten, or of another version. */
export async function sayPlanGone(bot: Bot, asker: Asker, spot: Whisper): Promise<void> {
  const { errors } = words(await languageFor(bot, asker));
  await bot.poster.whisper(spot, { text: errors.planGone, blocks: [] });
}

/** A button of a revision or a what-if that was taken back: the plan is there, what was pressed is not. */
export async function sayChanged(bot: Bot, asker: Asker, spot: Whisper): Promise<void> {
  const { answers } = words(await languageFor(bot, asker));
  await bot.poster.whisper(spot, { text: answers.unchanged["changed-since"], blocks: [] });
}
