import type { Outcome } from "../app/conversation-port.ts";
import { collectCommand } from "../app/pilot-kit.ts";
import { standing } from "../app/standing.ts";
import type { Language } from "../domain/conversation.ts";
import { wording } from "../i18n/messages.ts";
import type { Bot, KitPost } from "./bot.ts";
import type { Whisper } from "./poster.ts";
import { errorFields } from "./slack-error.ts";

/** The kit of a pilot as files in the plan's thread, and for the one who asked how to post its result. A decoration: where it fails the words stand, and say what to run. */
export async function sendKit(bot: Bot, { reply, record }: Outcome, to: Whisper): Promise<void> {
  if (reply.kind !== "answer" || reply.answer.about !== "pilot-plan") return;
  const last = record?.revisions.at(-1);
  if (record === null || last === undefined || record.channel === null || record.threadTs === null) return;
  if (last.plan.best === null || last.plan.spec.method === "inference") return;
  const { run, launcher } = reply.answer;
  try {
    const posted = (await bot.kitPost?.(record, to.user)) ?? null;
    const files = await bot.kit(standing(last.plan, record, bot.rates()), {
      run,
      launcher,
      language: reply.language,
      postTo: posted?.address ?? null,
    });
    await bot.client.filesUploadV2({
      channel_id: record.channel,
      thread_ts: record.threadTs,
      file_uploads: files.map(({ name, text }) => ({ filename: name, content: text })),
    });
    if (posted !== null)
      await bot.poster.whisper(to, { text: howToPost(posted, reply.language), blocks: [] });
  } catch (error) {
    bot.log.warn({ planId: record.id, ...errorFields(error) }, "the kit could not be sent");
  }
}

/** Never kept, neither here nor in the outbox: who loses it asks for the kit again. */
function howToPost({ address, token, expiresAt }: KitPost, language: Language): string {
  const { m, f } = wording(language);
  const command = `GPU_PLAN_PILOT_TOKEN=${token} ${collectCommand(address)}`;
  return `${m.posting.howTo(f.date(expiresAt, { year: true }))}\n\`\`\`\n${command}\n\`\`\``;
}
