import type { CatalogueLookup, NamedMatch, NameSpan } from "../domain/catalogue.ts";
import { isAside } from "./aside.ts";
import { stateWithin } from "./bounds.ts";
import { candidatesOf, count, join, size, soldGb, stateGpus, tail, usualGib } from "./card-words.ts";
import { nameWithin, postpone, state, wordsAt, type Draft, type Match, type Rule } from "./draft.ts";
import { parseCount, pattern } from "./numbers.ts";
import { familyRule, isRefused, refuseCard, refusedRules } from "./read-refused.ts";
import { refusedListRules } from "./refused-lists.ts";
import { unknownCardRules } from "./read-unknown-cards.ts";

/** The card of a name, narrowed by a stated size when there is one. */
function chooseCard(draft: Draft, span: NameSpan, gb: number | null, match: Match): string | null {
  const { lookup } = draft.context;
  const { resolution } = span;
  const known = candidatesOf(span);
  if (gb !== null) {
    const again = lookup.resolveAccelerator(`${span.text} ${gb}GB`);
    if (again.kind === "one" && soldGb(lookup, again.match.id) === gb) return again.match.id;
    const sized = known.filter(({ id }) => soldGb(lookup, id) === gb);
    if (sized.length === 1 && sized[0] !== undefined) return sized[0].id;
    if (sized.length === 0 && resolution.kind === "one") {
      state(draft, match, "memoryGib", gb);
      return resolution.match.id;
    }
    if (sized.length > 1) return ambiguous(draft, span, sized);
  }
  if (resolution.kind !== "one") {
    const usual = usualForm(lookup, known);
    if (usual === null) return ambiguous(draft, span, known);
    draft.assumed.push({ field: "accelerator", value: usual, why: "one-of-several-cards" });
    return usual;
  }
  if (
    resolution.alternatives.length > 0 &&
    known.some(({ id }) => soldGb(lookup, id) !== soldGb(lookup, resolution.match.id))
  ) {
    draft.assumed.push({ field: "accelerator", value: resolution.match.id, why: "one-of-several-cards" });
  }
  return resolution.match.id;
}

/** What is left of an id without its memory and its form: "a100-80gb-sxm" and "a100-40gb-pcie" are one product. */
const product = (id: string): string => id.replace(/-(?:\d+gb|sxm\d?|pcie|nvl)(?=-|$)/gu, "");

/**
 * "A100" names one product in several forms: the one with the most memory is taken, SXM before others, and said.
 * "A6000" names different products: null, the person must say.
 */
export function usualForm(lookup: CatalogueLookup, known: readonly NamedMatch[]): string | null {
  const ids = known.map(({ id }) => id);
  if (ids.length === 0 || new Set(ids.map(product)).size > 1) return null;
  const rank = (id: string): number => (soldGb(lookup, id) ?? 0) + (id.endsWith("-sxm") ? 0.5 : 0);
  return [...ids].sort((a, b) => rank(b) - rank(a))[0] ?? null;
}

/** Only the person can say which; unless the same message already did. */
function ambiguous(draft: Draft, span: NameSpan, among: readonly NamedMatch[]): null {
  const said = draft.facts.some(
    ({ field, value }) => field === "accelerator" && among.some(({ id }) => id === value),
  );
  const asked = draft.problems.some(
    ({ code, read }) => code === "ambiguous-accelerator" && read.toLowerCase() === span.text.toLowerCase(),
  );
  if (!said && !asked) {
    draft.problems.push({
      code: "ambiguous-accelerator",
      path: "accelerator",
      read: span.text,
      nearest: among.map(({ name }) => name),
    });
  }
  return null;
}

/** GPUs of a DGX or HGX machine with SXM cards, by the data sheets of its generations from A100 on. */
const cardsInBox = 8;

/** "DGX H100" is a machine of several cards, "DGX Spark" of one; a number before it counts machines, before "HGX H100" its cards. */
const boxOf = (text: string): "dgx" | "hgx" | null => {
  const [word] = /^(?:nvidia\s+)?(?:dgx|hgx)\b(?!\W*spark)/iu.exec(text) ?? [];
  return word === undefined ? null : /dgx/iu.test(word) ? "dgx" : "hgx";
};

function readCard(match: Match, draft: Draft): boolean {
  const span = nameWithin(draft, "accelerator", match.start, match.end);
  if (span === undefined) return false;
  const size = match.named["size"] ?? match.named["bare"];
  const gb = size === undefined ? null : Number(size);
  if (isRefused(draft, match.start)) return refuseCard(draft, match, span, gb);
  if (isAside(draft, match.start)) return postpone(draft, match, "aside-card", span.text);
  const nodes = count(match.named["nodes"]);
  const before = draft.folded.slice(Math.max(0, match.start - 16), match.start);
  // "grad accum 16 A100": the number belongs to the words before it, unless "x" binds it to the card.
  if (match.named["n"] !== undefined && /(?:accum\w*|\bga|\bbs|batch ?(?:size)?|rank|rang|\br|alpha|\bseq(?:uence)?(?: ?len(?:gth)?)?|\bctx|\bcontexte?|\blen(?:gth)?|longueur|epochs?|\bmicro[- ]?(?:batch|lot))\s*[:=]?\s*$/u.test(before) && !/^\d+\s*x/u.test(match.text)) return false; // prettier-ignore
  const box = boxOf(span.text);
  const told = count(match.named["n"]) ?? count(match.named["after"]) ?? count(match.named["inner"]);
  const boxed = box !== null && nodes === null && (box === "dgx" || (told ?? 1) === 1);
  const each = boxed ? cardsInBox * (count(match.named["n"]) ?? 1) : told;
  if (
    /\b(?:why not|pourquoi pas|what about|et)\b[^.!?]{0,24}$/u.test(draft.folded.slice(0, match.start)) &&
    each === null
  ) {
    postpone(draft, match, "asked-card", match.start); // prettier-ignore
  }
  if (each !== null) {
    const total = match.named["pernode"] !== undefined && nodes === null ? each : each * (nodes ?? 1);
    stateGpus(draft, match, total, nodes);
  } else if (nodes !== null) {
    state(draft, match, "nodes", nodes);
  }
  postpone(draft, match, "card-span", draft.names.indexOf(span));
  const plannedGb =
    gb ??
    (span.resolution.kind === "several"
      ? sizeFromSum(draft, each === null ? null : each * (nodes ?? 1))
      : null);
  const id = generationAfter(draft, match.end) ?? chooseCard(draft, span, plannedGb, match);
  if (id !== null) state(draft, match, "accelerator", id);
  return true;
}

/** "A6000... the Ada one": two generations share a number, and the second word settles it. */
function generationAfter(draft: Draft, end: number): string | null {
  const words = /^[\s.,(-]{1,6}(?:the |l'|la |version |modele )?(ada)(?: one| generation)?(?!\w)/u.exec(
    draft.folded.slice(end, end + 30),
  );
  const number = /(\d{4})\W*$/u.exec(draft.folded.slice(Math.max(0, end - 14), end))?.[1];
  if (words === null || number === undefined) return null;
  const found = draft.context.lookup.resolveAccelerator(`RTX ${number} Ada`);
  if (found.kind !== "one" || !found.match.id.includes("ada")) return null;
  draft.taken.fill(1, end, end + words[0].length);
  return found.match.id;
}

/** "640 GB with 8 × A100": the sum betrays the size of each. */
function sizeFromSum(draft: Draft, cards: number | null): number | null {
  if (cards === null || cards < 2) return null;
  const sums = [
    ...draft.folded.matchAll(/(?<![\w.,])(\d{2,5})\s*(?:gb|go|g)\b(?!\s*(?:de |of )?(?:ram|cpu|host))/gu),
  ];
  for (const sum of sums) {
    const each = Number(sum[1]) / cards;
    if ([16, 24, 32, 40, 48, 80, 94, 96, 128, 141, 180, 192, 256, 288].includes(each)) return each;
  }
  return null;
}

const nodeWord = String.raw`(?:nodes?|noeuds?|machines?|box(?:es)?|servers?|serveurs?|hosts?|instances?)`;

export const cardRules: readonly Rule[] = [
  ...refusedListRules,
  ...refusedRules,
  { pattern: pattern(`(?<nodes>{C})\\s*${nodeWord}\\s*(?:x|of|de|with|avec|a|@|,|:|=|chacune?|each)?\\s*(?:with\\s|of\\s|de\\s)?(?<n>{C})${join}{ACC}${size}${tail}`), read: readCard }, // prettier-ignore
  {
    pattern: pattern(`(?<nodes>{C})\\s*x\\s*\\(\\s*(?<n>{C})${join}{ACC}${size}${tail}\\s*\\)`),
    read: readCard,
  },
  {
    pattern: pattern(`(?<nodes>{C})\\s+(?<n>\\d{1,4})${join}{ACC}${size}\\s*${nodeWord}(?!\\w)`),
    read: readCard,
  },
  { pattern: pattern(`(?<nodes>{C})\\s*${nodeWord}\\s*(?:of|de|with|avec)\\s*{ACC}${size}\\s*x\\s*(?<after>\\d{1,4})`), read: readCard }, // prettier-ignore
  { pattern: pattern(`(?<pernode>${nodeWord}\\s+(?:of\\s|de\\s|a\\s)?)(?<n>{C})${join}{ACC}${size}${tail}`), read: readCard }, // prettier-ignore
  {
    pattern: pattern(`(?<n>(?<![\\w.,])\\d{1,9}[.,]\\d{1,9})\\s*(?:x\\s*)?{ACC}`),
    read: (match, draft) => {
      const n = Number((match.named["n"] ?? "").replace(",", "."));
      return /(?:\bon|\bsur|x\s*\u00A7+|with|avec)\s*$/u.test(draft.folded.slice(0, match.start))
        ? stateGpus(draft, match, n, null)
        : false;
    },
  },
  { pattern: pattern(`(?<n>{C})${join}{ACC}${size}${tail}`), read: readCard },
  { pattern: pattern(`{ACC}${size}\\s*(?:x|:)\\s*(?<after>\\d{1,4})(?![\\w]|\\.\\d)`), read: readCard },
  { pattern: pattern(`{ACC}${size}${tail}`), read: readCard },
  familyRule,
  ...unknownCardRules,
  {
    pattern: pattern(`(?:max(?:imum)?|at most|no more than|up to|au plus|au maximum|pas plus de|jusqu'a|<=)\\s*(?:of\\s|de\\s)?(?<n>{C})\\s*(?:gpus?|cards?|cartes?|accelerators?|accelerateurs?)(?:\\s*(?:max|maximum))?`), // prettier-ignore
    read: readMaximum,
  },
  { pattern: pattern(`(?<n>{C})\\s*(?:gpus?|cards?|cartes?)\\s*(?:max(?:imum)?|at most|au plus|au maximum|tops)(?!\\w)`), read: readMaximum }, // prettier-ignore
  {
    pattern: pattern(`(?:(?<n>{C})\\s*(?:x\\s*)?)?(?:gpus?\\s|cards?\\s|cartes?\\s)?(?:of\\s|de\\s|a\\s|with\\s|avec\\s)?(?<size>6|8|10|11|12|16|20|24|32|40|48|80|94|96|141|180|192|288)\\s?(?:gb|go|g|gib|gio|gigs?)(?:[\\s-]*(?:gpus?|cards?|cartes?|vram))`), // prettier-ignore
    read: readSizedCard,
  },
  {
    pattern: pattern(`(?:(?<n>{C})\\s*(?:x\\s*)?)?(?:gpus?|cards?|cartes?)\\s*(?:of|de|a|with|avec)?\\s*(?<size>6|8|10|11|12|16|20|24|32|40|48|80|94|96|141|180|192|288)\\s?(?:gb|go|g|gib|gio|gigas?)(?!\\w)`), // prettier-ignore
    read: readSizedCard,
  },
  {
    pattern: pattern(`(?<!\\w)(?:fits?|fitting|run(?:s|ning)?|tient|tiennent|tenir|rentrent?|rentrer|passe|passer|tourne|tourner)\\s+(?:on|in|into|within|sur|dans|en|avec|with)\\s+(?:my\\s|our\\s|ma\\s|mes\\s|nos\\s|an?\\s|une?\\s|only\\s)?(?<size>6|8|10|11|12|16|20|24|32|40|48|80|94|96|141|180|192|288)\\s?(?:gb|go|g|gib|gio|gigs?)(?:\\s+(?:of\\s|de\\s)?vram)?(?![\\w-])(?!\\s*(?:of\\s|de\\s)?(?:ram|cpu|host|disk|disque|download|telecharg))`), // prettier-ignore
    read: readSizedCard,
  },
  {
    pattern: pattern(`(?:(?<n>{C})\\s*(?:x\\s*))?(?<![\\w.,])(?<size>6|8|10|11|12|16|20|24|32|40|48|80|94|96|141|180|192|288)\\s?(?:gb|go|g|gib|gio|gigs?)(?:\\s+(?:of\\s|de\\s)?vram)?\\s+(?:(?:be|is|are|ca|est|sont|c'est|est-ce)\\s+)?(?:enough|sufficient|suffi(?:t|sent|sant|ra|raient|rait|sants)|assez)(?!\\w)`), // prettier-ignore
    read: (match, draft) => (draft.context.current === null ? readSizedCard(match, draft) : false),
  },
  { pattern: pattern(`(?:(?<n>{C})\\s*(?:x\\s*)?|(?<!\\w)(?:on|with|using|sur|avec)\\s(?:des\\s|our\\s|nos\\s|the\\s|les\\s)?)(?:(?<maker>amd|nvidia)\\s(?:gpus?|cards?|cartes?)|(?:gpus?|cards?|cartes?)\\s(?<brand>amd|nvidia))(?!\\w)`), read: readMaker }, // prettier-ignore
  {
    pattern: pattern(`(?<nodes>{C})\\s*${nodeWord}\\s*(?:of|de|x|with|avec|a)\\s*(?<n>{C})(?:\\s*(?:gpus?|cards?|cartes?))?(?:\\s*(?:each|chacune?))?`), // prettier-ignore
    read: (match, draft) => {
      const nodes = count(match.named["nodes"]) ?? 0;
      return stateGpus(draft, match, nodes * (count(match.named["n"]) ?? 0), nodes);
    },
  },
  {
    pattern: pattern(`(?<n>{C})\\s*(?:x\\s*)?(?:gpus?|cards?|cartes?|accelerators?|accelerateurs?)(?:\\s*(?:in total|total|au total|en tout))?(?!\\s*(?:-?h\\b|hours?|heures?|util|mem|ram))`), // prettier-ignore
    read: (match, draft) => {
      if (isAside(draft, match.start)) return false;
      const raw = match.named["n"] ?? "";
      if (raw === "a" || raw === "an" || (/^une?$/u.test(raw) && draft.context.current === null))
        return false;
      return stateGpus(draft, match, parseCount(raw), null);
    },
  },
  {
    pattern: /(?<!\w)(?:mono[- ]?(?:gpu|carte)|single[- ](?:gpu|card))(?!\w)/gu,
    read: (match, draft) => stateGpus(draft, match, 1, null),
  },
  {
    pattern: pattern(`(?<nodes>{C})\\s*(?:nodes?|noeuds?)(?!\\w)`),
    read: (match, draft) => {
      const nodes = count(match.named["nodes"]) ?? 0;
      return stateWithin(draft, match, "nodes", nodes);
    },
  },
];

/** "8 AMD cards", "sur des cartes NVIDIA": a platform, and how many. */
function readMaker(match: Match, draft: Draft): boolean {
  const { maker, brand, n } = match.named;
  if (isAside(draft, match.start)) return false;
  state(draft, match, "limits.platforms", [(maker ?? brand) === "amd" ? "rocm" : "cuda"]);
  return n === undefined || /^(?:an?|une?)$/u.test(n) ? true : stateGpus(draft, match, parseCount(n), null);
}

function readMaximum(match: Match, draft: Draft): boolean {
  const most = count(match.named["n"]) ?? 0;
  return stateWithin(draft, match, "limits.maxGpus", most);
}

function readSizedCard(match: Match, draft: Draft): boolean {
  if (isAside(draft, match.start)) return postpone(draft, match, "aside-card", wordsAt(draft, match.start, match.end));
  const gb = Number(match.named["size"]);
  const n = count(match.named["n"]);
  if (n !== null) stateGpus(draft, match, n, null);
  const value = usualGib(draft.context.lookup, gb);
  draft.assumed.push({ field: "memoryGib", value, why: "usable-of-sold-size" });
  return state(draft, match, "memoryGib", value);
} // prettier-ignore
