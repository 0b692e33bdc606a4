import { refuseFor, within, type BoundField } from "./bounds.ts";
import { type Draft, type Match, type Rule } from "./draft.ts";
import { parseNumber, pattern, scaled, scaleOf } from "./numbers.ts";
import { accumulationWords, globalBatchWords, is, microBatchWords, parallelWords } from "./read-batch.ts";

/** A number of any size, sign and spelling. */
const any = String.raw`(?<n>-?\d{1,3}(?:[ ,']\d{3})+(?!\d)|-?\d{1,40}(?:[.,]\d{1,20})?(?:e[+-]?\d{1,3}|\^\d{1,3})?)(?:\s?(?<s>k|mille|thousand|m|millions?|bn?|milliards?|billions?|trillions?)(?![a-z]))?(?![\w]|[.,]\d)`;

const before: readonly (readonly [BoundField, string])[] = [
  ["lora.rank", String.raw`(?:lora[\s_-]?)?(?:rank|rang(?: lora)?)|lora_r|r(?=\s?[=:]|\s?-?\d{3})`],
  ["lora.alpha", String.raw`(?:lora[\s_-]?)?alpha`],
  ["gradientAccumulation", `${globalBatchWords}|${accumulationWords}`],
  ["microBatch", microBatchWords],
  ...parallelWords,
  ["nodes", "(?:nodes|noeuds)(?=\\s?[=:])|number of nodes|nombre de noeuds"],
  ["gpus", "number of (?:gpus|cards)|nombre de (?:gpus|cartes)|(?:gpus|cartes)(?=\\s?[=:])"],
  ["serving.concurrency", "concurrency|concurrence|users|utilisateurs"],
  ["runs", "runs|essais|seeds"],
];

const after: readonly (readonly [BoundField, string])[] = [
  ["limits.maxGpus", "(?:gpus?|cards?|cartes?)\\s*(?:max(?:imum)?|at most|au plus|au maximum|tops)"],
  ["gpus", "(?:x\\s*)?(?:gpus?|cards?|cartes?)(?!\\s*(?:-?h\\b|hours?|heures?))"],
  ["nodes", "nodes?|noeuds?|machines"],
  ["gradientAccumulation", accumulationWords],
  ["runs", "runs|essais|seeds|graines"],
];

function readAny(field: BoundField): (match: Match, draft: Draft) => boolean {
  return (match, draft) => {
    const value = scaled(parseNumber(match.named["n"] ?? ""), scaleOf(match.named["s"]));
    // A number in bounds was left by the field's own rules for a reason of theirs.
    return within(field, value) ? false : refuseFor(draft, match, field);
  };
}

/** Numbers beside the name of a field that none of its own rules can be meaning: named, never dropped in silence. */
export const absurdRules: readonly Rule[] = [
  {
    pattern: pattern(`(?:max(?:imum)?|at most|no more than|up to|au plus|au maximum|pas plus de|jusqu'a|<=)\\s*(?:of\\s|de\\s)?${any}\\s*(?:gpus?|cards?|cartes?)`), // prettier-ignore
    read: readAny("limits.maxGpus"),
  },
  ...after.map(([field, words]) => ({ pattern: pattern(`(?<![\\w.,€$£])${any}\\s*(?:${words})(?!\\w)`), read: readAny(field) })), // prettier-ignore
  ...before.map(([field, words]) => ({ pattern: pattern(`(?<!\\w)(?:${words})${is}${any}`), read: readAny(field) })), // prettier-ignore
];

/** Before the cards are read: "a card of 0 GB" must not become one card. */
export const absurdSizeRules: readonly Rule[] = [
  {
    pattern: pattern(`(?<!\\w)(?<n>-?\\d{1,7})\\s?(?:gb|go|gib|gio)[\\s-]*(?:gpus?|cards?|cartes?)(?!\\w)`),
    read: readAny("memoryGib"),
  },
  {
    pattern: pattern(
      `(?<!\\w)(?:gpus?|cards?|cartes?)\\s*(?:of|de|a|with|avec)\\s*(?<n>-?\\d{1,7})\\s?(?:gb|go|gib|gio)(?!\\w)`,
    ),
    read: readAny("memoryGib"),
  },
];
