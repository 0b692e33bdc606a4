import type { Draft } from "./draft.ts";
import { parseCount, parseNumber, pattern } from "./numbers.ts";
import { allMatches, matches } from "./prefilter.ts";
import { note } from "./read-slowdown.ts";
import { dropPrices } from "./spot-prices.ts";

const committed = String.raw`(?:commit(?:ment|ted|ting)?s?|reserved?|reservation|engag(?:ement|e|es|eant)|reservee?s?|contracts?|contrats?)`;
const committedWord = new RegExp(String.raw`(?<!\w)${committed}(?!\w)`, "u");
const openWord = /(?<!\w)(?:on[- ]?demand|pay[- ]as[- ]you[- ]go|without (?:a |any )?commit\w*|no commit\w*|a la demande|sans engagement|a l'usage)(?!\w)/u; // prettier-ignore
/** With a sign, "/h" or two decimals: a bare "3" is no price. */
const price =
  /(?:[$\u00A4£]\s?(?<a>\d{1,3}(?:[.,]\d{1,3})?)|(?<![\w.,])(?<b>\d{1,3}(?:[.,]\d{1,3})?)\s?(?:[$\u00A4£]|eur|usd|euros?|dollars?)|(?<![\w.,])(?<c>\d{1,3}(?:[.,]\d{1,3})?)(?=\s?(?:\/|per\s|par\s|an\s|de l')\s?(?:gpu[- ]?)?h)|(?<![\w.,])(?<d>\d{1,2}[.,]\d{2})(?!\w|[.,]\d))(?:\s?(?:\/|per|par|an|de l')\s?(?:gpu[- ]?)?(?:h\b|hr\b|hour|heure))?/gu;

const span = String.raw`(?<n>{C})[\s-]*(?<u>months?|mois|years?|yrs?|ans?|annees?|weeks?|semaines?|wk)(?!\w)`;
const hoursIn = (unit: string): number => (/^(?:m)/u.test(unit) ? 730 : /^(?:y|an)/u.test(unit) ? 8760 : 168);
const termRules = [
  pattern(String.raw`${span}[\s-]*(?:of\s|de\s|d')?${committed}(?!\w)`),
  pattern(
    String.raw`(?<!\w)${committed}\s*(?:\d{0,3}\s?x?\s?[a-z]{1,3}\d{2,4}[a-z]?s?\s)?(?:(?:of|for|over|de|d'|sur|pour|pendant|:|=|at|a)\s*|[$\u00A4£\d.,/h\s]{1,14}?)?(?:a\s)?${span}`,
  ),
];
const needed = pattern(
  String.raw`(?<!\w)(?:need\w*|want|use|using|run\w*|last\w*|for|during|besoin|pendant|utilis\w*|durer?a?|dure|faut|tient|sur)\s(?:[a-z']+\s){0,4}?(?:about\s|around\s|environ\s|~\s?|only\s|que\s)?${span}`,
);
const share =
  /(?<![\w.,])(?<p>\d{1,3}(?:[.,]\d+)?)\s?%\s?(?:of (?:the|that) (?:time|hours)|du temps|des heures|utili[sz]\w*|usage|busy|occup\w*)|(?:utili[sz]\w*|usage|use (?:it|them)|busy|occup\w*)[^.%\n]{0,24}?(?<![\w.,])(?<q>\d{1,3})\s?%/u;

const valueOf = ({ groups = {} }: RegExpExecArray): number =>
  parseNumber(Object.values<string | undefined>(groups).find((n) => n !== undefined) ?? "");

/** Each amount once. */
const pricesIn = (draft: Draft): readonly RegExpExecArray[] => {
  const found = new Map([...allMatches(price, draft.folded)].map((one) => [valueOf(one), one]));
  return [...found].flatMap(([amount, one]) => (amount > 0 ? [one] : []));
};

function noteSpan(draft: Draft, name: string, rules: readonly RegExp[], taken: number | null): number | null {
  for (const rule of rules) {
    for (const found of allMatches(rule, draft.folded)) {
      const { n = "", u = "" } = found.groups ?? {};
      const at = found.index + found[0].lastIndexOf(u);
      if (at === taken) continue;
      note(draft, name, parseCount(n) * hoursIn(u), found.index, found[0].length);
      return at;
    }
  }
  return null;
}

/** "2.10 with a 3-month commit or 2.90 on demand, we need it 5 weeks": the person's own prices, term and need. */
export function readCommitment(draft: Draft): void {
  if (!matches(committedWord, draft.folded) || !openWord.test(draft.folded)) return;
  const prices = pricesIn(draft);
  const [first, second] = prices;
  if (prices.length !== 2 || first === undefined || second === undefined) return;
  const [low, high] = valueOf(first) < valueOf(second) ? [first, second] : [second, first];
  note(draft, "committedPrice", valueOf(low), low.index, low[0].length);
  note(draft, "openPrice", valueOf(high), high.index, high[0].length);
  for (const word of [committedWord, openWord]) {
    const said = word.exec(draft.folded);
    if (said !== null) draft.taken.fill(1, said.index, said.index + said[0].length);
  }
  const term = noteSpan(draft, "termHours", termRules, null);
  const need = noteSpan(draft, "neededHours", [needed], term);
  // "Louer 1 an 8 H100 réservées": the only span there is, with the cards between.
  if (term === null) noteSpan(draft, "termHours", [pattern(span)], need);
  const used = share.exec(draft.folded);
  if (used !== null) note(draft, "usedPercent", parseNumber(used.groups?.["p"] ?? used.groups?.["q"] ?? ""), used.index, used[0].length);
} // prettier-ignore

/** Two prices of an hour are no cap, and how long the machines are needed no deadline. */
export function settleCommitment(draft: Draft): void {
  const { committedPrice, openPrice, neededHours, termHours } = draft.observed;
  if (committedPrice === undefined || openPrice === undefined) return;
  dropPrices(draft, [committedPrice, openPrice], "limits.spot");
  const spans = [neededHours, termHours];
  const kept = draft.facts.filter(
    ({ field, value }) => field !== "limits.deadlineHours" || !spans.some((one) => one !== undefined && Math.abs(Number(value) - one) < 24), // prettier-ignore
  );
  draft.facts.splice(0, draft.facts.length, ...kept);
}
