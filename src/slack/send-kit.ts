import type { Outcome } from "../app/conversation-port.ts";
import { standing } from "../app/standing.ts";
import type { Bot } from "./bot.ts";
import { errorFields } from "./slack-error.ts";

/** The kit of a pilot as files in the plan's thread. A decoration: where it fails the words stand, and say what to run. */
export async function sendKit(bot: Bot, { reply, record }: Outcome): Promise<void> {
  if (reply.kind !== "answer" || reply.answer.about !== "pilot-plan") return;
  const last = record?.revisions.at(-1);
  if (record === null || last === undefined || record.channel === null || record.threadTs === null) return;
  if (last.plan.best === null || last.plan.spec.method === "inference") return;
  const { run, launcher } = reply.answer;
  try {
    const files = await bot.kit(standing(last.plan, record, bot.rates()), {
      run,
      launcher,
      language: reply.language,
    });
    await bot.client.filesUploadV2({
      channel_id: record.channel,
      thread_ts: record.threadTs,
      file_uploads: files.map(({ name, text }) => ({ filename: name, content: text })),
    });
  } catch (error) {
    bot.log.warn({ planId: record.id, ...errorFields(error) }, "the kit could not be sent");
  }
}
