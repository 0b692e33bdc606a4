import { isBounded, stateWithin } from "./bounds.ts";
import type { Draft, Rule } from "./draft.ts";
import { parseCount, pattern } from "./numbers.ts";

/** Fields whose value may be said again as a number alone. */
export const counted: ReadonlySet<string> = new Set([
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

const opens = String.raw`(?:(?:and|et|ok|okay|so|alors|bon|non|no|mais|but|hmm|euh|then|sinon|or|ou|actually|en fait|finalement|du coup|donc|wait|attends|sorry|pardon|fine|great|good|deal|right|yes|oui|well|super|parfait|entendu|d'accord)[\s,]+){0,3}`;
const we = String.raw`(?:(?:on|we|i|je|nous|let's|lets|can we|could we|on peut)\s)?`;
const returns = String.raw`${we}(?:(?:go |going |come |put it )?back to|return to|revert to|reviens a|revient a|revenons a|revenir a|retour a|repasse a|repassons a|remets(?: a)?|remettons(?: a)?)`;
const moves = String.raw`${we}(?:(?:go|went|move|moved|bump it|raise it|push it|drop|drop it|cut it|lower it|come down|scale(?: it)?)\s(?:up |down )?(?:to|with|for)|(?:stay|stick|settle)\s(?:at|with|on|for)|(?:passe|passait|passons|passer|passerait|monte|montait|montons|monter|descend|descendait|descendons|descendre|reste|restons|tourne)\s(?:a|jusqu'a|avec)|(?:part|partait|partons|partir)\ssur|va pour|do|say|disons|dis)`;
const supposes = String.raw`(?:(?:${returns}|${moves}|what if|how about|what about|what of|et si|si|why not|pourquoi pas|can (?:it|this|that) (?:do|handle|serve|take|hold|sustain)|could (?:it|this|that) (?:do|handle|serve|take)|(?:ca|cela|il|elle) (?:tient|tiendrait|encaisse|encaisserait|passe|peut tenir|peut encaisser)|same|pareil|meme chose|try|use|make (?:it|that)|essaie|essaye|mets|mettons|prends|prenons|on prend|we use|i use|it's)[\s,]+){0,2}`;
const joins = String.raw`(?:(?:with|avec|on|sur|at|a|in|en|for|pour|it was|c'etait|was|there were|we had|only|just|seulement|juste|maybe|plutot)\s+){0,3}`;
const ends = String.raw`(?:\s+(?:of (?:them|those|these)|only|instead|plutot|seulement|maybe|then|alors|please|pls|stp|svp|suffit|suffirait|is enough|enough|at most|max|possible|ca passe|would do|en fait|actually|in fact|finalement|du coup|btw|sorry|pardon))*`;

const alone = new RegExp(`^${opens}${supposes}${joins}(?:the |la |le |les )?$`, "u");
const another = String.raw`(?:keep|garde[rz]?|gardons|use|utilise[rz]?|with|avec|leave|laisse[rz]?|add|ajoute[rz]?|please|pls|the rest|le reste)`;
/** The end of the sentence, or what it goes on with. */
const nothing = new RegExp(
  String.raw`^${ends}\s*(?:[?!.;]*\s*$|[?!.;]+\s|,?\s(?:but|mais|and|et)\s${another}(?!\w))`,
  "u",
);
/** "4 then", « 90 alors »: a number that comes first says what it answers by a word behind it. */
const settled = /^\s+(?:then|alors|instead|plutot|only|seulement|it is|of them)(?!\w)/u;
/** Behind such a word anything may follow: "2 then, and sequence at 8k". */
const goesOn = new RegExp(String.raw`^${ends}\s*(?:[?!.;]|$|(?:,\s*)?(?:and|et|but|mais|with|avec)\s)`, "u");
const goesBack = new RegExp(`${returns}\\s+$`, "u");

/** "Back to 90": the number that a field of the thread had before. */
const formerly = (draft: Draft, value: number): string | undefined =>
  draft.context.former?.find((one) => one.value === value)?.field;

/** A message that is a count and nothing else: "and with 2?", "et avec 2 ?", "pourquoi pas une seule ?". */
export const bareCountRules: readonly Rule[] = [
  {
    pattern: pattern("(?<n>{C})"),
    read(match, draft) {
      const { current } = draft.context;
      if (current === null) return false;
      const before = (
        draft.folded
          .slice(0, match.start)
          .split(/[.;!?]\s/u)
          .at(-1) ?? ""
      ).trimStart();
      const after = draft.folded.slice(match.end);
      // A number alone is no question yet: "2" answers one, or is a slip.
      const settles = settled.test(after);
      if (before === "" ? !settles : !alone.test(before)) return false;
      if (!(settles ? goesOn : nothing).test(after)) return false;
      const value = parseCount(match.named["n"] ?? "");
      const field = (goesBack.test(before) ? formerly(draft, value) : undefined) ?? fieldMeant(draft, value);
      const { gpus = 1 } = draft.context.held ?? {};
      if (!isBounded(field) || (field === "gpus" && value > Math.max(mostAtOnce, gpus * 8))) return false;
      return stateWithin(draft, match, field, value);
    },
  },
];
