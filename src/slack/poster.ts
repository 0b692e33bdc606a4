import { createHash } from "node:crypto";
import type { Store } from "../app/ports.ts";
import { words } from "../i18n/messages.ts";
import type { Answer, Part, SlackMessage } from "./answer.ts";
import { findPosted, metadataFor } from "./find-posted.ts";
import { postFiles, type PostFilesDeps, type Thread } from "./post-files.ts";
import type { Rescue } from "./rescue.ts";
import type { Responder } from "./respond.ts";
import { blocksRefused, cannotPostThere, errorFields, slackErrorCode } from "./slack-error.ts";

export interface PosterDeps extends PostFilesDeps {
  readonly store: Store;
  readonly rescue: Rescue;
  readonly responder: Responder;
}

export interface Poster {
  /** `since` = when the answer was decided, given when a crash may have cut its posting short. */
  post(answer: Answer, since?: string): Promise<void>;
  whisper(to: Whisper, message: SlackMessage): Promise<void>;
}

/** Somebody to tell something that nobody else should read. */
export interface Whisper {
  readonly user: string;
  readonly channel: string | null;
  readonly threadTs: string | null;
  readonly responseUrl: string;
}

interface Posted {
  readonly channel: string;
  readonly ts: string;
}

/** The same words of the same delivery always carry the same id. */
const messageId = (key: string, part: Part): string => {
  const hex = createHash("sha256").update(`${key} ${part}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Puts a decided answer into Slack: in order, at Slack's pace, as words when blocks are refused, once. */
export function makePoster(deps: PosterDeps): Poster {
  const { client, store, guard, rescue, responder, log, telemetry } = deps;

  const say = async (
    answer: Answer,
    part: Part,
    message: SlackMessage,
    to: string,
    threadTs: string | null,
  ): Promise<Posted> => {
    const sent = await guard.write(to, () =>
      rescue.send(answer.workspace, message, ({ text, blocks }) =>
        client.chat.postMessage({
          channel: to,
          text,
          ...(blocks.length === 0 ? {} : { blocks: [...blocks] }),
          ...(threadTs === null ? {} : { thread_ts: threadTs }),
          unfurl_links: false,
          unfurl_media: false,
          metadata: metadataFor(answer.key, part, answer.planId),
          client_msg_id: messageId(answer.key, part),
        } as Parameters<typeof client.chat.postMessage>[0]),
      ),
    );
    telemetry.wrote("chat.postMessage", "ok");
    return { channel: sent?.channel ?? to, ts: sent?.ts ?? "" };
  };

  const sayOnce = async (
    answer: Answer,
    part: Part,
    message: SlackMessage,
    where: { channel: string; threadTs: string | null },
    since: string | undefined,
  ): Promise<Posted> => {
    if (since !== undefined && /^[CDG]/u.test(where.channel)) {
      const ts = await findPosted(client, log, { ...where, since }, answer.key, part);
      if (ts !== null) return { channel: where.channel, ts };
    }
    return say(answer, part, message, where.channel, where.threadTs);
  };

  const edit = async (
    answer: Answer,
    place: { channel: string; ts: string },
    message: SlackMessage,
  ): Promise<void> => {
    try {
      await guard.write(
        place.channel,
        () =>
          rescue.send(answer.workspace, message, ({ text, blocks }) =>
            client.chat.update({ channel: place.channel, ts: place.ts, text, blocks: [...blocks] }),
          ),
        `edit ${place.ts}`,
      );
      telemetry.wrote("chat.update", "ok");
    } catch (error) {
      telemetry.wrote("chat.update", "refused");
      log.warn({ ...errorFields(error) }, "a message could not be brought up to date");
    }
  };

  const whisper = async (to: Whisper, message: SlackMessage): Promise<void> => {
    const { text } = message;
    const blocks = [...message.blocks];
    const direct = to.channel === null || to.channel.startsWith("D");
    if (to.channel !== null && !direct) {
      const thread = to.threadTs === null ? {} : { thread_ts: to.threadTs };
      const channel = to.channel;
      try {
        await client.chat.postEphemeral({ channel, user: to.user, text, blocks, ...thread });
        return;
      } catch (error) {
        if (blocksRefused(error)) {
          await client.chat.postEphemeral({ channel, user: to.user, text, ...thread });
          return;
        }
        log.info({ ...errorFields(error) }, "an ephemeral message was refused");
      }
    }
    if (await responder.respond(to.responseUrl, { text, blocks })) return;
    const thread = direct && to.channel !== null && to.threadTs !== null ? { thread_ts: to.threadTs } : {};
    await guard.write(to.user, () =>
      client.chat.postMessage({
        channel: direct ? (to.channel ?? to.user) : to.user,
        text,
        blocks,
        ...thread,
      }),
    );
  };

  /** Posts where it was asked; where the bot may not write, in the person's direct messages, and says so. */
  const start = async (
    answer: Answer,
    part: Part,
    message: SlackMessage,
    since: string | undefined,
  ): Promise<Posted> => {
    const direct = { channel: answer.user, threadTs: null };
    if (answer.channel === null) {
      const posted = await sayOnce(answer, part, message, direct, since);
      if (answer.responseUrl !== "") await note(answer, "postedInDirect");
      return posted;
    }
    try {
      return await sayOnce(
        answer,
        part,
        message,
        { channel: answer.channel, threadTs: answer.threadTs },
        since,
      );
    } catch (error) {
      if (!cannotPostThere(error)) throw error;
      log.info({ code: slackErrorCode(error) }, "not a member there: answered in a direct message");
      const posted = await sayOnce(answer, part, message, direct, since);
      await note(answer, "inviteMe");
      return posted;
    }
  };

  const note = async (answer: Answer, which: "postedInDirect" | "inviteMe"): Promise<void> => {
    const { errors, help } = words(answer.language);
    const text = which === "inviteMe" ? `${help.dmFallback} ${help.inviteMe}` : errors.privateDm;
    await responder.respond(answer.responseUrl, { text });
  };

  const place = async (answer: Answer, posted: Posted, detailsTs?: string): Promise<void> => {
    if (answer.planId === null) return;
    const threadTs =
      answer.threadTs !== null && posted.channel === answer.channel ? answer.threadTs : posted.ts;
    const open = posted.channel === answer.channel ? answer.public : undefined;
    const at = {
      channel: posted.channel,
      headTs: posted.ts,
      threadTs,
      ...(open === undefined ? {} : { public: open }),
    };
    await store.plans.placed(
      answer.workspace,
      answer.planId,
      detailsTs === undefined ? at : { ...at, detailsTs },
    );
  };

  /** Says where the thread of the plan is. */
  const postPlan = async (answer: Answer, head: SlackMessage, since: string | undefined): Promise<Thread> => {
    const plan = answer.planId === null ? null : await store.plans.get(answer.workspace, answer.planId);
    const stands = plan?.headTs != null && plan.channel !== null && answer.moved !== true;
    const known = stands ? { channel: plan.channel, ts: plan.headTs } : null;
    const posted = known ?? (await start(answer, "head", head, since));
    if (known === null) await place(answer, posted);
    const threadTs =
      answer.threadTs !== null && posted.channel === answer.channel ? answer.threadTs : posted.ts;
    const thread = { channel: posted.channel, threadTs };
    if (answer.details === undefined || (stands && plan.detailsTs !== null)) return thread;
    const details = await sayOnce(answer, "details", answer.details, thread, since);
    await place(answer, posted, details.ts);
    return thread;
  };

  const postFilesOf = async (answer: Answer, where: Thread, since: string | undefined): Promise<void> => {
    if (answer.files === undefined) return;
    await postFiles(deps, answer, where, since, (text) => whisper(answer, { text, blocks: [] }));
  };

  return {
    whisper,
    post: async (answer, since) => {
      if (answer.ephemeral !== undefined) await whisper(answer, answer.ephemeral);
      if (answer.head !== undefined) {
        const planned = await postPlan(answer, answer.head, since);
        if (answer.thread === undefined) await postFilesOf(answer, planned, since);
      }
      const said = answer.thread === undefined ? null : await start(answer, "thread", answer.thread, since);
      if (said !== null) {
        const threadTs = said.channel === answer.channel ? answer.threadTs : null;
        await postFilesOf(answer, { channel: said.channel, threadTs }, since);
      }
      for (const { channel, ts, message } of answer.edits ?? []) await edit(answer, { channel, ts }, message);
    },
  };
}
