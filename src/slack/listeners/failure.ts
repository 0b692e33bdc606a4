import type { App } from "@slack/bolt";
import { words } from "../../i18n/messages.ts";
import type { Bot } from "../bot.ts";
import { askerOf, languageFor } from "../bot.ts";
import { errorFields } from "../slack-error.ts";
import { spotOf } from "../spot-of.ts";
import { mentions } from "../text.ts";
import { isOutsider, type Self } from "../triage.ts";

const locationOf = (error: Error): string =>
  (error.stack ?? "")
    .split("\n")
    .slice(1, 4)
    .map((line) => line.trim())
    .join(" | ");

/** Nothing fails in silence: the person is told, with an id that leads to the log line, and no more than that. */
export function registerFailure(app: App, bot: Bot): void {
  app.error(async (args) => {
    const { error, body } = args as unknown as { error: Error; body: unknown };
    const id = bot.newId();
    const root = "original" in error && error.original instanceof Error ? error.original : error;
    bot.log.error({ id, ...errorFields(root), at: locationOf(root) }, "a listener failed");
    bot.telemetry.delivered("any", "failed");
    const spot = spotOf(body);
    if (spot === null) return;
    try {
      const language = await languageFor(bot, await askerOf(bot, spot.user));
      await bot.poster.whisper(spot, { text: words(language).errors.internal(id), blocks: [] });
    } catch (second) {
      bot.log.error({ id, ...errorFields(second) }, "nobody could be told");
    }
  });
}

/** A message in a channel, not addressed to the bot. One that mentions it may come first as a plain message. */
const isTalk = (body: object, self: Self): boolean => {
  const { event } = body as { event?: { type?: string; channel_type?: string; text?: string } };
  return event?.type === "message" && event.channel_type !== "im" && !mentions(event.text ?? "", self.userId);
};

/** People of other organisations in shared channels get one polite line and nothing of the workspace. */
export function registerOutsiders(app: App, bot: Bot): void {
  app.use(async ({ body, next }) => {
    if (!isOutsider(body, bot.self())) {
      await next();
      return;
    }
    bot.telemetry.delivered("outsider", "dropped");
    const spot = spotOf(body);
    if (
      spot === null ||
      isTalk(body, bot.self()) ||
      ("type" in body && (body.type as string) === "block_suggestion")
    )
      return;
    await bot.poster.whisper(spot, { text: words("en").edges.outsider, blocks: [] });
  });
}
