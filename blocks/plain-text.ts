import type { Reply } from "../src/domain/conversation.ts";
import { draftReply } from "./draft-reply.ts";
import { piecesText } from "./kit.ts";
import { scene, type View } from "./view.ts";

/** The whole reply as plain text, for a terminal: the same sentences, nothing escaped. A change is its difference only. */
export function plainText(reply: Reply, view: View): string {
  const { head, details, thread, ephemeral } = draftReply(reply, scene(reply.language, view));
  const drafts = thread === undefined ? [head, details, ephemeral] : [thread];
  return drafts.flatMap((d) => (d === undefined ? [] : [piecesText(d.pieces)])).join("\n\n");
}
