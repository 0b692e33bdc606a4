import type { NamedOption } from "../domain/run-spec.ts";
import { moreThan } from "./aside.ts";
import type { Draft, Fact } from "./draft.ts";
import { parseCount, pattern } from "./numbers.ts";

const field = "limits.among";
const most = 8;

const go = "rent|buy|use|take|get|go (?:with|for)|try|louer|acheter|prendre|utiliser|essayer|partir sur";
const small = `(?:just|only|maybe|even|rather|bien|plutot|juste|seulement|meme|are|is|do|should|could|would|we|i|on|to|${go}|sur|avec|with|une?|an?|the|la|le|les|des|du|de|nvidia|amd|used|d'occasion)`;
const count = String.raw`(?:\d{1,4}\s*(?:x\s*)?)?`;
const either = new RegExp(
  String.raw`^[\s,?]*(?:or|ou|vs\.?|versus|against|contre)[\s,]+(?:${small}\s+){0,4}${count}$`,
  "u",
);
const comma = new RegExp(String.raw`^\s*,\s*(?:${small}\s+){0,2}${count}$`, "u");
const and = new RegExp(String.raw`^\s*(?:and|et)\s+(?:${small}\s+){0,3}${count}$`, "u");
const between = /(?:\b(?:between|entre|compar(?:e|er|ez|ons|ing|ison of|aison (?:de|d'|des)))\s+(?:an? |une? |the |la |le |les |des )?(?:\d{1,4}\s*x?\s*)?)$/u; // prettier-ignore

type Link = "either" | "and" | "comma" | null;

/** One card of a message, from its count to the end of its name and size. */
interface Named extends NamedOption {
  readonly start: number;
  readonly end: number;
}

function namedIn(draft: Draft): readonly Named[] {
  const gpusAt = (start: number): Fact | undefined =>
    draft.facts.find((fact) => fact.field === "gpus" && fact.start === start);
  return draft.facts
    .filter((fact) => fact.field === "accelerator" && typeof fact.value === "string")
    .sort((a, b) => a.start - b.start)
    .map(({ value, start, where }) => {
      const gpus = gpusAt(start)?.value;
      const option = { accelerator: value as string, start, end: start + where.length };
      return typeof gpus === "number" ? { ...option, gpus } : option;
    });
}

function linkOf(text: string, opened: boolean, first: boolean): Link {
  if (either.test(text) || (first && moreThan.test(text))) return "either";
  if (comma.test(text)) return "comma";
  return opened && and.test(text) ? "and" : null;
}

const also = new RegExp(
  String.raw`(?:(?<!\w)(?:and|et|or|ou|also|aussi),?|(?:what|how) about)\s+(?:(?:what|how) about\s+)?(?:${small}\s+){0,2}${count}$`,
  "u",
);

/** "P40 or V100? And what about a 7900 XTX": one more to choose from. */
const addsTo = ({ folded }: Draft, { start }: Named): boolean =>
  also.test(folded.slice(Math.max(0, start - 32), start));

/** The longest row of cards that "or", "vs" or "between … and" joins; commas count before such a word. */
function rowOf(draft: Draft, cards: readonly Named[]): readonly Named[] {
  const { folded } = draft;
  let best: readonly Named[] = [];
  for (const [index, first] of cards.entries()) {
    const opened = between.test(folded.slice(Math.max(0, first.start - 24), first.start));
    const row = [first];
    let joined = false;
    for (const next of cards.slice(index + 1)) {
      const last = row.at(-1) ?? first;
      const link = linkOf(folded.slice(last.end, next.start), opened, draft.context.current === null);
      if (link === null) break;
      row.push(next);
      joined ||= link !== "comma";
    }
    if (joined && row.length > best.length) best = row;
  }
  return best;
}

const countBefore = pattern(String.raw`({C})\s*(?:x\s*)?(?:or|ou|vs\.?|versus)\s*$`);

/** "2 or 4 A100": the count that stands before the card's own. */
function earlierCount(
  draft: Draft,
  { start, gpus }: Named,
): { readonly gpus: number; readonly at: number } | null {
  if (gpus === undefined) return null;
  const from = Math.max(0, start - 24);
  countBefore.lastIndex = 0;
  const found = countBefore.exec(draft.folded.slice(from, start));
  // "1 or 4 nodes of 8": what is counted are the nodes.
  const nodes = draft.facts.find((fact) => fact.field === "nodes" && fact.start === start)?.value;
  const each = typeof nodes === "number" ? gpus / nodes : 1;
  const before = found === null ? NaN : parseCount(found[1] ?? "") * each;
  return found !== null && Number.isInteger(before) && before > 0 && before !== gpus
    ? { gpus: before, at: from + found.index }
    : null;
}

const countAfter = pattern(
  String.raw`^[\s,?]*(?:or|ou|vs\.?|versus)\s+(?:maybe\s|even\s|rather\s|peut-etre\s|meme\s|plutot\s|bien\s){0,2}({C})(?=\s*(?:$|[?!,;)]|\.(?!\d)|(?:of|x|in|en|with|avec|d'entre|de ces)\s))(?:\s*of (?:them|those|these)|\s*d'entre elles)?`,
);
const countsAfter = pattern(String.raw`^[^.?!\n]{0,24}?[,:]\s*({C})\s+(?:or|ou)\s+({C})\s*[?.!]*$`);

/** "1 3090, or 2", "an A100, one or two?": the counts that stand after the card, of a card that has one or none. */
function laterCounts(
  draft: Draft,
  { end, gpus }: Named,
): { readonly gpus: readonly number[]; readonly end: number } | null {
  const after = draft.folded.slice(end);
  const found = [countAfter, countsAfter].flatMap((words) => {
    words.lastIndex = 0;
    return words.exec(after) ?? [];
  });
  if (found[0] === undefined) return null;
  const counts = found.slice(1).map((words) => parseCount(words));
  const all = [...new Set(counts.length === 1 ? [gpus ?? 1, ...counts] : counts)];
  const usable = all.length > 1 && all.every((one) => Number.isInteger(one) && one > 0 && one <= 1024);
  return usable ? { gpus: all, end: end + found[0].length } : null;
}

const optionOf = ({ accelerator, gpus }: NamedOption, counted: boolean): NamedOption =>
  gpus === undefined && !counted ? { accelerator } : { accelerator, gpus: gpus ?? 1 };

/**
 * "1 H100 or 4 L40S", "between …": one field, the machines to choose between, instead of several readings of the card
 * and the count. Where one of them has a count, those without are one card.
 */
export function settleAmong(draft: Draft): void {
  const cards = namedIn(draft);
  const [only] = cards;
  const joined = rowOf(draft, cards);
  const last = joined.at(-1);
  const later = cards.filter((card) => last !== undefined && card.start > last.start && addsTo(draft, card));
  const row = [...joined, ...later];
  const earlier =
    row.length === 0 && cards.length === 1 && only !== undefined ? earlierCount(draft, only) : null;
  const counts = row.length === 0 && earlier === null && cards.length === 1 && only !== undefined ? laterCounts(draft, only) : null; // prettier-ignore
  const named =
    counts !== null && only !== undefined
      ? counts.gpus.map((gpus) => ({ ...only, gpus, end: counts.end }))
      : earlier === null
        ? row
        : [{ ...cards[0], gpus: earlier.gpus } as Named, ...cards];
  if (named.length < 2) return;
  const counted = named.some(({ gpus }) => gpus !== undefined);
  const options = named.slice(0, most).map((option) => optionOf(option, counted));
  const distinct = [...new Map(options.map((option) => [JSON.stringify(option), option])).values()];
  if (distinct.length < 2) return;
  const start = earlier?.at ?? named[0]?.start ?? 0;
  const end = Math.max(...named.map((one) => one.end));
  const starts = new Set(named.map((one) => one.start));
  const replaced = (fact: Fact): boolean =>
    ((fact.field === "accelerator" || fact.field === "gpus") && starts.has(fact.start)) ||
    (fact.field === "nodes" && starts.has(fact.start)) ||
    (earlier !== null && fact.field === "gpus" && fact.start >= start && fact.start < end);
  const kept = draft.facts.filter((fact) => !replaced(fact));
  if (kept.some((fact) => fact.field === "accelerator")) return;
  draft.facts.splice(0, draft.facts.length, ...kept);
  if (later.length === 0) draft.taken.fill(1, start, end);
  draft.facts.push({ field, value: distinct, start, where: draft.canonical.text.slice(start, end).trim() });
}
