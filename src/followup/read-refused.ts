import { isMeantBy } from "../domain/excluded-cards.ts";
import type { NameSpan } from "../domain/catalogue.ts";
import { candidatesOf, soldGb } from "./card-words.ts";
import { postpone, take, type Draft, type Match, type Rule } from "./draft.ts";
import { pendingOf } from "./put-fact.ts";

const field = "limits.excludedAccelerators";

const article = String.raw`(?:(?:de|du|des|la|le|les|une?|the|an?|any|our|my|on|sur|avec|with|using|use|renting|buying|louer|prendre|utiliser|nvidia|amd|geforce|tesla|instinct|(?:cartes?|cards?|gpus?)(?: nvidia| amd)?|these|those|this|that|cette|ces)\s|d'|l')*`;
const english = String.raw`not|never|no|nor|without|except(?: for)?|excluding|exclude|avoid(?:ing)?|besides|other than|apart from|aside from|(?:anything|everything|all|any (?:card|gpu)|whatever) but|rule out|ruling out|skip|forget(?: about)?|ban(?:ning)?|(?:don't|do not|dont) (?:want|use|like|trust|propose|suggest)`;
const french = String.raw`sauf|hormis|excepte|excluons|exclue?s?|exclure|excluez|excluant|sans|evite[rz]?|evitons|a part|en dehors de|jamais|(?:surtout |meme )?pas|ni|oublie[rz]?|bannir|bannis|(?:ne |n')?(?:veux|veut|voulons|voudrais|propose[rz]?) (?:surtout )?pas`;
/** Words that refuse what follows them. */
export const refusal = `${english}|${french}`;
const refusing = new RegExp(String.raw`(?<!\w)(?:${refusal})\s+${article}$`, "u");

/** "It is not an A100", "ça ne tient pas sur la L40S", "we have no H100": what is, not what may be proposed. */
export const stated =
  /(?:(?<!\w)(?:is|are|was|were|am|be|been|it's|that's|there's|does|do|did|can|could|would|will|has|have|had|got|probably|why|but|if|whether|enough|ai|as|avons|avez|ont|a|est|es|sont|suis|etait|sommes|tient|tiennent|passe|passent|rentre|rentrent|marche|marchent|tourne|tournent|suffit|suffisent|fits?|runs?|works?|dispose|disposons|pourquoi|cause|existe|va|vaut)|n't|(?<!\w)n(?:e\s|')[a-z']+)\s*$/u;
export const wish =
  /(?:(?<!\w)(?:veux|veut|voulons|voudrais|propose[rz]?|want|use|like|trust|suggest|propose)\s)/u;

/** Whether a card that begins here is refused: never to be proposed, rather than compared with or failed on. */
export function isRefused(draft: Draft, start: number): boolean {
  const from = Math.max(0, start - 64);
  const before = draft.rest.slice(from, start);
  const found = refusing.exec(before);
  if (found === null) return joinsRefused(draft, start);
  return wish.test(found[0]) || !stated.test(before.slice(0, found.index));
}

/** Series and generations of cards that are refused as one. */
export const families = String.raw`rtx|gtx|ampere|hopper|blackwell|turing|volta|pascal`;
const chained = new RegExp(
  String.raw`^(?:\s*,?\s*(?:or|nor|ni|ou|et|and|/)\s+${article}(?:(?:${families})(?!\w))?)+$`,
  "u",
);

/** "Not the L40S or the A100": what a refusal was said of, and then of one more. */
const joinsRefused = (draft: Draft, start: number): boolean =>
  pendingOf(draft, "refused-card").some((one) => {
    const end = one.start + one.where.length;
    return end <= start && chained.test(draft.folded.slice(end, start));
  });

/** What is left of an id without memory and form: "a100-80gb-sxm" and "a100-40gb-pcie" are one family. */
const productOf = (id: string): string => id.replace(/-(?:\d+gb|sxm\d?|pcie|nvl)(?=-|$)/gu, "");

/** More than any catalogue has. */
const mostCards = 500;

/** The words that exclude what a name stands for, with its size where one was said, and nothing else. */
export function refusedWords(draft: Draft, span: NameSpan, gb: number | null): readonly string[] {
  const { lookup } = draft.context;
  const known = candidatesOf(span).map(({ id }) => id);
  if (gb !== null) {
    const sized = known.filter((id) => soldGb(lookup, id) === gb);
    if (sized.length > 0) return sized;
  }
  if (known.length === 1) return known;
  const all = lookup.searchAccelerators("", mostCards).flatMap(({ id }) => lookup.accelerator(id) ?? []);
  const covers = (word: string): boolean =>
    all.filter((card) => isMeantBy(word, card)).every(({ id }) => known.includes(id));
  return [...new Set(known.map((id) => (covers(productOf(id)) ? productOf(id) : id)))];
}

export function refuseCard(draft: Draft, match: Match, span: NameSpan, gb: number | null): true {
  for (const word of refusedWords(draft, span, gb)) postpone(draft, match, "refused-card", word);
  takeRefusal(draft, match.start);
  return true;
}

/** The words that refuse are used too. */
function takeRefusal(draft: Draft, start: number): void {
  const from = Math.max(0, start - 64);
  const found = refusing.exec(draft.rest.slice(from, start));
  if (found !== null) take(draft, from + found.index, start);
}

const these = String.raw`(?:the\s|la\s|les?\s|l')?`;

/** Before the cards and after them: either may be named first. */
export const familyRule: Rule = {
  pattern: new RegExp(String.raw`(?<!\w)(?<family>${families})s?(?:\s(?:cards?|cartes?|gpus?|generation))?(?!\w)(?!\s\d)`, "gu"),
  read: (match, draft) => {
    if (!isRefused(draft, match.start)) return false;
    takeRefusal(draft, match.start);
    return postpone(draft, match, "refused-card", match.named["family"] ?? "");
  },
}; // prettier-ignore

export const refusedRules: readonly Rule[] = [
  familyRule,
  {
    pattern: new RegExp(String.raw`(?<!\w)(?:(?:re)?allow|unban|bring back|permets|permettre|permettez|(?:re)?autorise[rz]?|accepte[rz]?|remets|remettez|remettre)\s(?:again\s|a nouveau\s|de nouveau\s)?${these}(?<card>\u00A7+)(?:\s(?:again|too|back|a nouveau|de nouveau|aussi))?`, "gu"), // prettier-ignore
    read: readAllowed,
  },
  {
    pattern: new RegExp(String.raw`${these}(?<card>\u00A7+)\s(?:is|are|est|sont|redevient|redeviennent)\s(?:ok|okay|fine|allowed|possible|good|permise?s?|autorisee?s?|acceptable|d'accord)(?:\s(?:again|after all|too|finalement|a nouveau|de nouveau|aussi))?(?!\w)(?!\s*\?)`, "gu"), // prettier-ignore
    read: readAllowed,
  },
]; // prettier-ignore

/** "Allow the L40S again": only what was excluded can be allowed. */
function readAllowed(match: Match, draft: Draft): boolean {
  const excluded = draft.context.current?.limits?.excludedAccelerators ?? [];
  const at = match.start + match.text.indexOf(match.named["card"] ?? "");
  const span = draft.names.find(({ kind, start }) => kind === "accelerator" && start === at);
  if (span === undefined || excluded.length === 0) return false;
  const gone = excluded.filter((word) => meansOneOf(draft, word, candidatesOf(span).map(({ id }) => id))); // prettier-ignore
  if (gone.length === 0) return false;
  for (const word of gone) postpone(draft, match, "allowed-card", word);
  return true;
}

const meansOneOf = (draft: Draft, word: string, ids: readonly string[]): boolean =>
  ids.some((id) => {
    const card = draft.context.lookup.accelerator(id);
    return card !== undefined && isMeantBy(word, card);
  });

/**
 * Exclusions grow from message to message, and end for a card that is named or allowed again. A message that names the
 * card it wants says no more by "not the others": nothing else is proposed anyway.
 */
export function settleRefused(draft: Draft): void {
  const before = draft.context.current?.limits?.excludedAccelerators ?? [];
  const refused = pendingOf(draft, "refused-card");
  const allowed = pendingOf(draft, "allowed-card");
  const named = draft.facts.filter(({ field: one }) => one === "accelerator");
  const chosen = named.length > 0 || draft.facts.some(({ field: one }) => one === "limits.among");
  // "Is one L40S enough? Else no H100": what is proposed instead keeps to it.
  const others = /(?<!\w)(?:sinon|autre(?:ment|s)?|else|otherwise|if not|alternatives?|instead|a defaut)(?!\w)/u;
  const added = chosen && !others.test(draft.folded) ? [] : refused.map(({ value }) => String(value));
  const gone = (word: string): boolean =>
    allowed.some(({ value }) => value === word) ||
    named.some(({ value }) => typeof value === "string" && meansOneOf(draft, word, [value]));
  const after = [...new Set([...before, ...added])].filter((word) => !gone(word));
  const source = [...refused, ...allowed, ...named][0];
  if (source === undefined || (after.length === before.length && after.every((word) => before.includes(word))))
    return;
  draft.facts.push({ field, value: after.length === 0 ? null : after, start: source.start, where: source.where });
} // prettier-ignore

/** Whether the cards that a reading excludes hold the one of the run. */
export const excludesOwn = (
  lookup: Draft["context"]["lookup"],
  accelerator: string | undefined,
  words: readonly string[] = [],
): boolean => {
  const card = accelerator === undefined ? undefined : lookup.accelerator(accelerator);
  return card !== undefined && words.some((word) => isMeantBy(word, card));
};
