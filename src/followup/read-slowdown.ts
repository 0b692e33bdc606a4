import type { Draft } from "./draft.ts";
import { parseNumber } from "./numbers.ts";
import { firstMatch } from "./prefilter.ts";

const time = String.raw`(\d+(?:[.,]\d+)?)\s?(ms|s|sec|secs|seconds?|secondes?|min|minutes?)(?!\w)`;
const arrow = String.raw`\s*(?:→|->|=>|-->|to|a|puis|then|vs\.?|contre|against|now|maintenant|desormais)\s*(?:now\s|maintenant\s|environ\s|about\s|~\s?)?`;
const perStep = String.raw`(?:\s?(?:\/|per|par|a|le|each|chaque)\s?(?:step|it(?:er)?(?:ation)?|pas|batch)s?)?`;
const fromTo = new RegExp(String.raw`(?<![\w.,])${time}${perStep}${arrow}${time}`, "u");
const nounBetween =
  /(?<!\w)(?:step(?:s| time)?|pas|iteration|seconds?|secondes?|it\/s)(?!\w)|\ds?\s*\/\s*(?:step|it|pas)/u;
const doubled =
  /(?<!\w)(?:step time|steps?|duree du pas|le pas|les pas)(?!\w)[^.?!\n]{0,24}(?<!\w)(?<times>doubled|tripled|twice as (?:slow|long)|(?:a )?double|(?:a )?triple|deux fois plus (?:long|lent)s?|trois fois plus (?:long|lent)s?)(?!\w)/u;

const unitOf = (unit: string): number => (unit === "ms" ? 0.001 : unit.startsWith("min") ? 60 : 1);

export function note(draft: Draft, name: string, value: number, at: number, length: number): void {
  if (!Number.isFinite(value) || draft.observed[name] !== undefined) return;
  draft.observed[name] = value;
  draft.taken.fill(1, at, at + length);
}

/** "1.2 s → 1.9 s per step since the second node": a step before and after something. Seconds. */
export function readSlowdown(draft: Draft): void {
  const found = firstMatch(fromTo, draft.folded);
  const about = draft.folded.replaceAll(/\s+/gu, " ");
  if (found !== null && nounBetween.test(about)) {
    const [, a = "", ua = "", b = "", ub = ""] = found;
    note(draft, "stepSecondsBefore", parseNumber(a) * unitOf(ua), found.index, found[0].length);
    note(draft, "stepSecondsAfter", parseNumber(b) * unitOf(ub), found.index, found[0].length);
    return;
  }
  const times = firstMatch(doubled, draft.folded);
  if (times === null) return;
  const factor = /tripl|trois/u.test(times.groups?.["times"] ?? "") ? 3 : 2;
  note(draft, "stepSecondsBefore", 1, times.index, times[0].length);
  note(draft, "stepSecondsAfter", factor, times.index, times[0].length);
}
