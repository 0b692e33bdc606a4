import type { PlanAspect } from "../domain/conversation.ts";

const opens = String.raw`^(?:(?:and|but|so|ok|okay|hm+|wait|et|mais|alors|bon|attends)[\s,]+){0,3}`;
const why = new RegExp(
  String.raw`${opens}(?:why|how come|pourquoi|comment (?:ca )?se fait(?:-il)?(?: que?)?|d'ou vient que?)[\s'](?!(?:not|no|don't|didn't|aren't|isn't|wouldn't|can't|pas|ne pas|n'as|n'avez|on n|tu n|vous n|non)(?!\w))`,
  "u",
);
const worry = new RegExp(
  String.raw`${opens}(?:is|are|isn't|aren't|does|do|doesn't|will|won't|est-ce que|est-ce qu'|n'est-ce pas|le|la|les|l(?=')|ce|cette|un|une)[\s'][^?]{0,80}(?<!\w)(?:(?:a|an|any) (?:big |real |serious )?(?:problem|issue|concern|risk|bottleneck|blocker)|un (?:vrai |gros )?(?:probleme|souci|risque|frein|handicap)|une (?:vraie )?(?:limite|gene)|genante?|grave|penalisante?)(?!\w)[^?]{0,24}\?*\s*$`,
  "u",
);
/** Words that wish for something after all: "why that? use fp8 instead". */
const wishes =
  /(?<!\w)(?:instead|what if|et si|plutot|switch|passe[rz]? (?:a|sur|en)|passons|essaie|essayons|try|let's|mets|mettons|change[rz]? (?:to|it|pour|de))(?!\w)/u;

const aspects: readonly (readonly [PlanAspect, RegExp])[] = [
  ["cost", /(?<!\w)(?:expensive|dear|pricey|costs?|price|cher|chere|couts?|prix)(?!\w)/u],
  ["time", /(?<!\w)(?:slow|long|hours?|days?|takes?|lent|longtemps|heures?|jours?|duree)(?!\w)/u],
  ["memory", /(?<!\w)(?:memory|vram|gib|gb|gio|go|memoire|tient pas|doesn't fit|not fit|does not fit|passe pas|rentre pas|oom)(?!\w)/u],
]; // prettier-ignore

export interface AskedOfThePlan {
  readonly about: PlanAspect | "no-answer";
}

/**
 * "Why so much if the weights are in 4 bits?", "is the lack of bf16 a problem?": what such a question states is its
 * reason, never a change; null = no such question.
 */
export function askedOfThePlan(folded: string): AskedOfThePlan | null {
  if (folded.length > 240 || wishes.test(folded)) return null;
  if (worry.test(folded)) return { about: "no-answer" };
  if (!why.test(folded)) return null;
  return { about: aspects.find(([, words]) => words.test(folded))?.[0] ?? "no-answer" };
}
