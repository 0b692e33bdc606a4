import type { CardPrice } from "../domain/run-spec.ts";
import { chooseAmong } from "./read-owned.ts";
import { candidatesOf } from "./card-words.ts";
import type { NameSpan } from "../domain/catalogue.ts";
import { has, type Draft, type Fact } from "./draft.ts";
import { euroMark } from "./normalize.ts";
import { parseNumber } from "./numbers.ts";
import { allMatches, matches } from "./prefilter.ts";
import { put } from "./put-fact.ts";

const money = String.raw`[$\u00A4£]|usd|eur|gbp|dollars?|euros?`;
const perHour = String.raw`(?:\s?(?:/|per\s|par\s|an\s|a\s|de l'|l'|a l')\s?(?:gpu[\s/-]{0,3}|card[\s/-]{0,3}|carte[\s/-]{0,3})?(?:h(?:r|our|eure)?s?)(?![\w/])(?:\s?(?:/|per\s|par\s|la\s)\s?(?:gpu|card|carte))?|\s?(?:hourly|horaire)(?!\w))`;
/** "$2.10/h", "2,10 €/h par carte", "3.40 an hour"; without a currency it has decimals. */
const hourly = new RegExp(
  String.raw`(?:(?<sign>[$\u00A4£])\s?(?<a>\d{1,4}(?:[.,]\d{1,3})?)|(?<![\w.,])(?<b>\d{1,4}(?:[.,]\d{1,3})?)\s?(?<unit>${money})|(?<![\w.,])(?<c>\d{1,3}[.,]\d{1,3}))${perHour}`,
  "gu",
);
const somePrice = /\d\s?(?:[$\u00A4£]|usd|eur|gbp|dollars?|euros?)?\s?(?:\/|per|par|an|a|de l'|l')\s?(?:gpu|card|carte|h)|hourly|horaire/u; // prettier-ignore
const currencies: Readonly<Record<string, string>> = { $: "USD", usd: "USD", dollar: "USD", dollars: "USD", [euroMark]: "EUR", eur: "EUR", euro: "EUR", euros: "EUR", "£": "GBP", gbp: "GBP" }; // prettier-ignore

/** A cap, a worth or a judgement of a price is none that cards are had at. */
const capBefore = /(?<!\w)(?:budget|cap|plafond|max(?:imum|i)?|under|below|less than|at most|no more than|sous|moins de|au plus|pas plus de|jusqu'a|up to|worth|vaut|<=?)\s?(?:of |is |de |est |a |:|=)*$/u; // prettier-ignore
const judged = /(?<!\w)(?:good (?:price|deal)|fair|too (?:much|expensive)|bon prix|bonne affaire|trop cher|normal price|prix normal|reasonable)(?!\w)/u; // prettier-ignore
const perCard = /(?:gpu|card|carte|each|chacune|piece|unite)/u;
const clauseEnd = /[;?!\n]|\.(?!\d)|,(?!\d)|(?<!\w)(?:vs\.?|versus|against|contre|et|and|ou|or)(?!\w)/u;

/** Dearest that one card is rented for by the hour: beyond it an amount is of a whole machine. */
const dearestCard = 14;

interface Found {
  readonly at: number;
  readonly end: number;
  readonly price: CardPrice;
}

const cardsIn = (draft: Draft): readonly NameSpan[] => draft.names.filter(({ kind }) => kind === "accelerator"); // prettier-ignore

/** The card that a price is of: the last one named before it in reach, else the first behind it in the same clause. */
function cardOf(draft: Draft, at: number, end: number, from: number): NameSpan | null {
  const before = cardsIn(draft)
    .filter((one) => one.end <= at && one.start >= Math.max(from, at - 72))
    .at(-1);
  const between = before === undefined ? "" : draft.folded.slice(before.end, at);
  if (before !== undefined && !/[?!\n]|\.(?!\d)/u.test(between)) return before;
  const after = cardsIn(draft).find((one) => one.start >= end && one.start - end < 28);
  const clause = after === undefined ? "" : draft.folded.slice(end, after.start);
  return after !== undefined && !matches(clauseEnd, clause) ? after : null;
}

const idOf = (draft: Draft, span: NameSpan): string | null => {
  const ids = candidatesOf(span).map(({ id }) => id);
  const stated = draft.facts.find(({ field, start }) => field === "accelerator" && start >= span.start - 8 && start <= span.end); // prettier-ignore
  return typeof stated?.value === "string" && ids.includes(stated.value) ? stated.value : (ids[0] ?? null);
};

/** The card of the plan, where the words name none. */
const plannedCard = ({ context }: Draft): string | null => context.current?.accelerator ?? null;

function countBefore(draft: Draft, span: NameSpan): number {
  const stated = draft.facts.find(({ field, start }) => field === "gpus" && start >= span.start - 10 && start <= span.end); // prettier-ignore
  return typeof stated?.value === "number" ? stated.value : 1;
}

function pricesIn(draft: Draft): readonly Found[] {
  let from = 0;
  const found: Found[] = [];
  for (const match of allMatches(hourly, draft.folded)) {
    const groups: Readonly<Record<string, string | undefined>> = match.groups ?? {};
    const [at, end] = [match.index, match.index + match[0].length];
    const span = cardOf(draft, at, end, from);
    from = end;
    if (capBefore.test(draft.folded.slice(Math.max(0, at - 24), at))) continue;
    const id = span === null ? (cardsIn(draft).length === 0 ? plannedCard(draft) : null) : idOf(draft, span);
    const amount = parseNumber(groups["a"] ?? groups["b"] ?? groups["c"] ?? "");
    if (id === null || !(amount > 0)) continue;
    const near = draft.folded.slice(end, end + 14);
    const gpus = span === null ? 1 : countBefore(draft, span);
    const whole = gpus > 1 && !perCard.test(match[0] + near) && amount > dearestCard;
    const currency = currencies[groups["sign"] ?? groups["unit"] ?? ""] ?? "USD";
    const price = { accelerator: id, perGpuHour: whole ? amount / gpus : amount, currency };
    found.push({ at, end: end + (/^\s?(?:each|chacune|(?:par|per|la) (?:carte|card|gpu))/u.exec(near)?.[0].length ?? 0), price }); // prettier-ignore
  }
  return found;
}

/** Two cards with a price each are what is chosen between. */
function settleChoice(draft: Draft, ids: ReadonlySet<string>): void {
  if (ids.size < 2 || has(draft, "limits.among")) return;
  const cards = cardsIn(draft).flatMap((span): Fact[] => {
    const id = idOf(draft, span);
    if (id === null || !ids.has(id)) return [];
    const stated = draft.facts.find(({ field, value, start }) => field === "accelerator" && value === id && start <= span.end && start >= span.start - 10); // prettier-ignore
    return [stated ?? { field: "accelerator", value: id, start: span.start, where: span.text }];
  });
  const first = cards.filter(({ value }, i) => cards.findIndex((one) => one.value === value) === i);
  if (first.length === ids.size) chooseAmong(draft, first, null);
}

/** "MI325X at 2.10 $/h against H200 at 3.40": what the person was quoted stands in place of the listed prices. */
export function settlePrices(draft: Draft): void {
  const { committedPrice, spotPrice } = draft.observed;
  if (committedPrice !== undefined || spotPrice !== undefined || !somePrice.test(draft.folded)) return;
  const { current } = draft.context;
  if ((current === null && !has(draft, "model")) || judged.test(draft.folded)) return;
  const found = pricesIn(draft);
  const ids = new Set(found.map(({ price }) => price.accelerator));
  const [first] = found;
  // Two prices of one card are something to compare, not what it is had at.
  if (first === undefined || found.length !== ids.size) return;
  // What is paid by the hour is rented, whoever calls it theirs.
  draft.facts.splice(0, draft.facts.length, ...draft.facts.filter(({ field, value }) => field !== "owned" || !ids.has(String(value)))); // prettier-ignore
  for (const { at, end } of found) draft.taken.fill(1, at, end);
  settleChoice(draft, ids);
  const others = (current?.limits?.prices ?? []).filter(({ accelerator }) => !ids.has(accelerator));
  const where = draft.canonical.text.slice(first.at, first.end);
  put(draft, { start: first.at, where }, "limits.prices", [...others, ...found.map(({ price }) => price)]);
}
