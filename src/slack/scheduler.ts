import { WebAPIRateLimitedError, WebAPIRequestError, type WebClient } from "@slack/web-api";
import { reminderMessage } from "../../blocks/reminder.ts";
import type { ReminderNote, Scheduler, Scheduling, Waiting } from "../app/reminder-ports.ts";
import type { CatalogueLookup } from "../domain/catalogue.ts";
import { slackPace, type GuardOptions, type LimitsGuard } from "./limits-guard.ts";
import { isFinal } from "./outbox.ts";
import { errorFields, slackErrorCode } from "./slack-error.ts";
import type { Log, Telemetry } from "./telemetry.ts";

/** Slack takes nothing for a moment that is nearly past by its own clock. */
const soonestMs = 30_000;
/** As far as our clock may be behind Slack's. */
const clockApartMs = 120_000;
/** Slack takes 30 messages for one channel in five minutes; the next ones come after them. */
const crowdedMs = 300_000;
const mostCrowded = 6;
const pageSize = 100;
/** Nobody waits for these writes: a longer Retry-After is left to the next round. */
export const scheduledPace: GuardOptions = { ...slackPace, longestWaitMs: 20_000 };

/** Slack's reference shows a number in the list and a string where a message is scheduled; they are the same. */
const idText = (id: string | number): string => String(id);

/**
 * Scheduled messages over the Web API: they need `chat:write` alone. A person's id stands for the direct message with
 * them, as in chat.postMessage, so that nothing asks for im:write; Slack's reference says so, nobody has tried it
 * against Slack from here. `metadata` is left out: its reference warns that a scheduled message with it is not posted.
 * The client must not retry by itself: after a lost answer that would schedule a second one.
 */
export function makeScheduler(deps: {
  readonly client: WebClient;
  readonly guard: LimitsGuard;
  readonly lookup: CatalogueLookup;
  readonly now: () => Date;
  readonly log: Log;
  readonly telemetry: Telemetry;
}): Scheduler {
  const { client, guard, lookup, now, log, telemetry } = deps;

  const permalinkOf = async ({ place }: ReminderNote): Promise<string | null> => {
    if (place === null) return null;
    try {
      const { permalink } = await client.chat.getPermalink({ channel: place.channel, message_ts: place.ts });
      return permalink ?? null;
    } catch (error) {
      log.info({ ...errorFields(error) }, "a reminder goes without its link");
      return null;
    }
  };

  return {
    schedule: async (note, at) => {
      const { text, blocks } = reminderMessage({ ...note, permalink: await permalinkOf(note) }, lookup);
      let due = Math.max(at.getTime(), now().getTime() + soonestMs);
      for (let tries = 0; ; tries += 1) {
        const postAt = Math.ceil(due / 1_000);
        try {
          // A person's id opens their direct message here as in chat.postMessage (slackapi/bolt-js#1585), without im:write;
          // deleteScheduledMessage wants the id that comes back.
          const sent = await guard.write("scheduled", () =>
            client.chat.scheduleMessage({
              channel: note.owner,
              post_at: postAt,
              text,
              blocks: [...blocks],
              unfurl_links: false,
              unfurl_media: false,
            }),
          );
          telemetry.wrote("chat.scheduleMessage", "ok");
          const { channel, scheduled_message_id: id } = sent ?? {};
          return id === undefined
            ? { kind: "unclear", code: "no_id" }
            : { kind: "scheduled", channel: channel ?? note.owner, id };
        } catch (error) {
          const code = slackErrorCode(error);
          if (code === "restricted_too_many" && tries < mostCrowded) due += crowdedMs;
          else if (code === "time_in_past" && tries === 0) due = now().getTime() + clockApartMs;
          else {
            telemetry.wrote("chat.scheduleMessage", "refused");
            return failureOf(error);
          }
        }
      }
    },

    takeBack: async ({ channel, id }) => {
      try {
        await guard.write("scheduled", () =>
          client.chat.deleteScheduledMessage({ channel, scheduled_message_id: id }),
        );
        telemetry.wrote("chat.deleteScheduledMessage", "ok");
        return "taken-back";
      } catch (error) {
        if (slackErrorCode(error) === "invalid_scheduled_message_id") return "gone";
        telemetry.wrote("chat.deleteScheduledMessage", "refused");
        log.warn({ ...errorFields(error) }, "a scheduled message could not be taken back");
        return "failed";
      }
    },

    waiting: async () => {
      const found: Waiting[] = [];
      try {
        let cursor = "";
        do {
          const page = await client.chat.scheduledMessages.list({
            limit: pageSize,
            ...(cursor === "" ? {} : { cursor }),
          });
          for (const { id, channel_id: channel, text } of page.scheduled_messages ?? [])
            if (id !== undefined && channel !== undefined)
              found.push({ id: idText(id), channel, text: text ?? "" });
          cursor = page.response_metadata?.next_cursor ?? "";
        } while (cursor !== "");
        return found;
      } catch (error) {
        log.warn({ ...errorFields(error) }, "scheduled messages could not be listed");
        return null;
      }
    },
  };
}

const neverLeft = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

/** Whether it is certain that Slack did not take it. */
function failureOf(error: unknown): Exclude<Scheduling, { kind: "scheduled" }> {
  const { code } = errorFields(error);
  const cause = error instanceof WebAPIRequestError && "code" in error.original ? error.original.code : null;
  const certain =
    isFinal(error) ||
    error instanceof WebAPIRateLimitedError ||
    neverLeft.has(typeof cause === "string" ? cause : "");
  return { kind: certain ? "refused" : "unclear", code: String(code) };
}
