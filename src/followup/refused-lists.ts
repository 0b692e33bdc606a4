import { acceleratorClasses } from "../domain/run-spec.ts";
import { cardMark, nameWithin, postpone, state, take, wordsAt, type Draft, type Match, type Rule } from "./draft.ts"; // prettier-ignore
import { providerId, providerWords } from "./provider-words.ts";
import { placeWords, refusePlace } from "./read-places.ts";
import { families, refusal, refuseCard, stated, wish } from "./read-refused.ts";

const cards = String.raw`(?:gpus?|cards?|cartes?)`;
const before = String.raw`(?<lead>(?:(?:de|du|des|la|le|les|une?|the|an?|any|our|my|on|in|en|aux?|at|from|chez|sur|avec|with|using|use|renting|buying|louer|prendre|utiliser|geforce|tesla|these|those|this|that|cette|ces)\s|d'|l')*)`;
const ended = String.raw`(?![\w-])(?!\s(?:only|uniquement|seulement|is|are|est|sont|preferred|instead|plutot|drivers?|support|credits?|account|compte))`;
/** What a list of refusals may name; each kind limits a field of its own. */
const item = new RegExp(
  String.raw`^${before}(?:(?:(?:amd|nvidia)\s)?(?<card>${cardMark}+)(?:\s?(?<gb>\d{2,3})\s?(?:gb|go|g))?(?:\s${cards})?|(?:${cards}\s)?(?<maker>amd|nvidia|rocm|cuda)(?:\s${cards})?|(?:${cards}\s)?(?<family>${families})s?(?:\s(?:${cards}|generation))?|(?:${cards}\s(?:de\s)?)?(?<class>consumer(?:[ -]grade)?|gaming|grand public|jeu|workstations?|station de travail|data ?cent(?:er|re))(?:\s${cards})?|(?<place>${placeWords})(?:\sregions?)?|(?<provider>${providerWords}))${ended}`,
  "u",
);
const again = String.raw`(?:(?:not|no|nor|without|sans|pas|ni)\s)?`;
const joined = new RegExp(String.raw`^(?:\s*,?\s*(?:or|nor|ni|ou|et|and|&)\s+${again}|\s*/\s*)`, "u");
const listed = /^\s*,\s*/u;

interface Item {
  readonly start: number;
  readonly end: number;
  readonly named: Match["named"];
}

/**
 * A list without "or" at its end is left where its first comma stands: what follows is another wish, as are the cards
 * after "no AMD, ".
 */
function itemsAt(draft: Draft, start: number): readonly Item[] {
  const items: Item[] = [];
  let closed = 0;
  let at = start;
  let comma = false;
  for (;;) {
    const found = item.exec(draft.rest.slice(at, at + 80));
    // "us" and "in" are words before they are places.
    if (found === null || (found.groups?.["place"] !== undefined && found.groups["lead"] === "")) break;
    if (comma && found.groups?.["card"] !== undefined && items.at(-1)?.named["card"] === undefined) break;
    const end = at + found[0].length;
    items.push({ start: at, end, named: found.groups ?? {} });
    const after = draft.rest.slice(end, end + 24);
    if (items.length === 1 || !comma) closed = items.length;
    const conjunction = joined.exec(after);
    const next = conjunction ?? listed.exec(after);
    if (next === null) break;
    comma = conjunction === null;
    at = end + next[0].length;
  }
  return items.slice(0, closed);
}

const classOf = (word: string): string =>
  /^data/u.test(word) ? "data-center" : /^(?:work|station)/u.test(word) ? "workstation" : "consumer";

function refuseHardware(draft: Draft, match: Match): void {
  const { card, gb, family, maker } = match.named;
  const span = nameWithin(draft, "accelerator", match.start, match.end);
  if (card !== undefined && span !== undefined)
    refuseCard(draft, match, span, gb === undefined ? null : Number(gb));
  if (family !== undefined) postpone(draft, match, "refused-card", family);
  if (maker !== undefined)
    state(draft, match, "limits.platforms", [/amd|rocm/u.test(maker) ? "cuda" : "rocm"]);
}

/** Fields that hold a list are stated once, with all that was refused of them. */
function refuseRest(draft: Draft, whole: Match, items: readonly Item[]): void {
  const of = (name: string): readonly string[] => items.flatMap(({ named }) => named[name] ?? []);
  const classes = new Set(of("class").map(classOf));
  if (classes.size > 0)
    state(draft, whole, "limits.classes", acceleratorClasses.filter((one) => !classes.has(one))); // prettier-ignore
  const providers = [...new Set(of("provider").map(providerId))];
  if (providers.length > 0) state(draft, whole, "limits.excludedProviders", providers);
  for (const { start, end, named } of items)
    if (named["place"] !== undefined)
      refusePlace(draft, named["place"], { start }, wordsAt(draft, start, end));
}

/** Lists of one kind alone have rules of their own, except makers: "not on AMD" has no other reader. */
const ownReader = (items: readonly Item[]): boolean => {
  const kindOf = ({ named }: Item): string =>
    ["card", "family", "maker", "class", "place", "provider"].find((kind) => named[kind] !== undefined) ?? "";
  const kinds = new Set(items.map(kindOf));
  if (kinds.size > 1 || kinds.has("maker")) return false;
  return items.length < 2 || !(kinds.has("class") || kinds.has("card"));
};

function readList(match: Match, draft: Draft): boolean {
  const earlier = draft.rest.slice(Math.max(0, match.start - 64), match.start);
  if (!wish.test(match.text) && stated.test(earlier)) return false;
  const items = itemsAt(draft, match.end);
  const last = items.at(-1);
  if (last === undefined || ownReader(items)) return false;
  const matchOf = ({ start, end, named }: Item): Match => ({ start, end, named, text: draft.rest.slice(start, end), group: () => undefined }); // prettier-ignore
  for (const one of items) refuseHardware(draft, matchOf(one));
  refuseRest(draft, { ...match, end: last.end }, items);
  take(draft, match.start, last.end);
  return true;
}

/** "No A100 or AMD cards", "ni AMD ni chez AWS": one refusal of things of several kinds. */
export const refusedListRules: readonly Rule[] = [
  { pattern: new RegExp(String.raw`(?<!\w)(?:${refusal})\s+(?=\S)`, "gu"), read: readList },
];
