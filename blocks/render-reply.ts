import type { Reply } from "../src/domain/conversation.ts";
import { draftReply, type DraftReply } from "./draft-reply.ts";
import { toMessage, type Draft, type Message } from "./kit.ts";
import { scene, type View } from "./view.ts";

export type { Message } from "./kit.ts";
export type { View } from "./view.ts";

/** Where each part goes: the head in the channel, the rest in its thread, a note to one person. */
export interface RenderedReply {
  readonly head?: Message;
  readonly details?: Message;
  readonly thread?: Message;
  readonly ephemeral?: Message;
}

/** A reply as Slack messages, within every limit, with a full text beside the blocks. */
export function renderReply(reply: Reply, view: View): RenderedReply {
  const s = scene(reply.language, view);
  const drafts: DraftReply = draftReply(reply, s);
  const message = (draft: Draft): Message => toMessage(draft, { more: s.m.units.more });
  return {
    ...(drafts.head === undefined ? {} : { head: message(drafts.head) }),
    ...(drafts.details === undefined ? {} : { details: message(drafts.details) }),
    ...(drafts.thread === undefined ? {} : { thread: message(drafts.thread) }),
    ...(drafts.ephemeral === undefined ? {} : { ephemeral: message(drafts.ephemeral) }),
  };
}
