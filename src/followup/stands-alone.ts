import type { MessageReading } from "../domain/conversation.ts";
import { fold, normalize } from "./normalize.ts";

/** Words by which a message speaks of the run before it. */
const refersBack =
  /^\s*(?:and|et|but|mais|so|alors|also|ok|okay)(?!\w)|(?<!\w)(?:instead|rather|same|what if|how about|what about|keep|switch(?:ing)? to|swap|replace|change|make it|go (?:with|to|for)|this plan|the plan|it|plutot|a la place|au lieu|meme|memes|pareil|identique|et si|garde[rz]?|gardons|passe[rz]?|passons|remplace[rz]?|change[rz]?|mets|mettons|ce plan|le plan|undo|annule)(?!\w)/u; // prettier-ignore

/**
 * Whether a message that stands in no thread is a run of its own: it names a model and what is done with it, and no
 * word of it speaks of the run before.
 */
export function standsAlone(text: string, { understood, intent }: MessageReading): boolean {
  if (intent.kind !== "change" && intent.kind !== "plan") return false;
  const done = understood.method !== undefined || understood.serving !== undefined;
  return understood.model !== undefined && done && !refersBack.test(fold(normalize(text).text));
}
