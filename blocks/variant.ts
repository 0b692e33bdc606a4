import type { Reply } from "../src/domain/conversation.ts";
import { changePieces, type ChangeReply } from "./change.ts";
import { toMessage, type Message } from "./kit.ts";
import { scene, type View } from "./view.ts";

/** A what-if by someone other than the owner; the owner may adopt it. Null when the reply is no variant. */
export function variantMessage(reply: Reply, view: View): Message | null {
  if (reply.kind !== "change" || reply.ref.variant === undefined) return null;
  const s = scene(reply.language, view);
  const pieces = changePieces(reply satisfies ChangeReply, s);
  return toMessage({ pieces }, { more: s.m.units.more });
}
