import { isBounded, stateWithin } from "./bounds.ts";
import type { Draft, Rule } from "./draft.ts";
import { parseCount, pattern } from "./numbers.ts";

/** Fields whose value may be said again as a number alone. */
const counted: ReadonlySet<string> = new Set([
  "gpus", "nodes", "microBatch", "gradientAccumulation", "lora.rank", "data.epochs", "serving.concurrency",
]); // prettier-ignore

/** "And with 16?": more of what was changed last, where that was one number; else the cards of the plan. */
function fieldMeant(draft: Draft, value: number): string {
  const { recent = [], held } = draft.context;
  const numbers = recent.filter((field) => counted.has(field));
  // Nodes bring their cards with them: a number of whole machines counts cards.
  const { gpus = 1, nodes = 1 } = held ?? {};
  const ofCards = value > nodes && value % (gpus / nodes) === 0;
  const own = numbers.includes("nodes") ? [ofCards ? "gpus" : "nodes"] : numbers;
  // Other numbers than cards go on as they are.
  if (own.length === 1 && own[0] !== undefined && own[0] !== "gpus" && own[0] !== "nodes") return own[0];
  const { method } = draft.context.current ?? {};
  const manyCards = value > Math.max(mostAtOnce, gpus * 8);
  if (method === "inference") {
    if (own.length === 0 && value > Math.max(gpus, mostOfAMachine)) return "serving.concurrency";
  } else if (value >= shortest && (manyCards || recent.includes("sequenceLength"))) {
    return "sequenceLength";
  }
  if (own.length === 0 && draft.context.current?.serving?.concurrency !== undefined && serves.test(draft.folded)) return "serving.concurrency"; // prettier-ignore
  return own.length === 1 ? (own[0] ?? "gpus") : "gpus";
}

/** Cards of the largest usual machine, and of a cluster that a reply may jump to; below the third no length is stated. */
const mostOfAMachine = 16;
const mostAtOnce = 64;
const shortest = 256;

/** "Can it do 200?" of a service: people, not cards. */
const serves = /(?<!\w)(?:do|handle|serve|take|hold|sustain|tenir|tient|tiendrait|encaisse\w*)(?!\w)/u;

const opens = String.raw`(?:(?:and|et|ok|okay|so|alors|bon|non|no|mais|but|hmm|euh|then|sinon|or|ou)[\s,]+){0,3}`;
const supposes = String.raw`(?:(?:what if|how about|what about|what of|et si|si|why not|pourquoi pas|can (?:it|this|that) (?:do|handle|serve|take|hold|sustain)|could (?:it|this|that) (?:do|handle|serve|take)|(?:ca|cela|il|elle) (?:tient|tiendrait|encaisse|encaisserait|passe|peut tenir|peut encaisser)|same|pareil|meme chose|try|use|make it|essaie|essaye|mets|mettons|prends|prenons|on prend|we use|i use|it's)[\s,]+){0,2}`;
const joins = String.raw`(?:(?:with|avec|on|sur|at|a|in|en|for|pour|it was|c'etait|was|there were|we had|only|just|seulement|juste|maybe|plutot)\s+){0,3}`;
const ends = String.raw`(?:\s+(?:of (?:them|those|these)|only|instead|plutot|seulement|maybe|then|alors|please|pls|stp|svp|suffit|suffirait|is enough|enough|at most|max|possible|ca passe|would do))*`;

const alone = new RegExp(`^${opens}${supposes}${joins}(?:the |la |le |les )?$`, "u");
const nothing = new RegExp(String.raw`^${ends}\s*[?!.]*\s*$`, "u");

/** A message that is a count and nothing else: "and with 2?", "et avec 2 ?", "pourquoi pas une seule ?". */
export const bareCountRules: readonly Rule[] = [
  {
    pattern: pattern("(?<n>{C})"),
    read(match, draft) {
      const { current } = draft.context;
      if (current === null) return false;
      const before = draft.folded.slice(0, match.start).trimStart();
      // A number alone is no question yet: "2" answers one, or is a slip.
      if (before === "" || !alone.test(before) || !nothing.test(draft.folded.slice(match.end))) return false;
      const value = parseCount(match.named["n"] ?? "");
      const field = fieldMeant(draft, value);
      const { gpus = 1 } = draft.context.held ?? {};
      if (!isBounded(field) || (field === "gpus" && value > Math.max(mostAtOnce, gpus * 8))) return false;
      return stateWithin(draft, match, field, value);
    },
  },
];
