import type { Asker } from "../../app/ports.ts";
import { words } from "../../i18n/messages.ts";
import type { Bot } from "../bot.ts";
import { languageFor } from "../bot.ts";
import type { Whisper } from "../poster.ts";

/** A button of a plan that was archived and forgotten, or of another version. */
export async function sayPlanGone(bot: Bot, asker: Asker, spot: Whisper): Promise<void> {
  const language = await languageFor(bot, asker);
  await bot.poster.whisper(spot, { text: words(language).errors.planGone, blocks: [] });
}
