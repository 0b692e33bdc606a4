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

const spot = /(?<!\w)(?:spot|preemptibles?|interruptibles?)\s?(?:price\s|prix\s|tarif\s)?(?:is|est|at|a|:|=|@)?\s?(?:[$\u00A4£]\s?)?(\d+(?:[.,]\d+)?)|(?:[$\u00A4£]\s?)?(?<![\w.,])(\d+(?:[.,]\d+)?)\s?(?:[$\u00A4£]|eur|usd|euros?)?\s?(?:\/\s?h\s|an hour\s|de l'heure\s|par heure\s)?(?:in\s|on\s|en\s)?(?:spot|preemptible|interruptible)(?!\w)/u; // prettier-ignore
const firm = /(?<!\w)(?:on[- ]?demand|a la demande|firm|ferme)\s?(?:price\s|prix\s|tarif\s)?(?:is|est|at|a|:|=|@)?\s?(?:[$\u00A4£]\s?)?(\d+(?:[.,]\d+)?)|(?:[$\u00A4£]\s?)?(?<![\w.,])(\d+(?:[.,]\d+)?)\s?(?:[$\u00A4£]|eur|usd|euros?)?\s?(?:\/\s?h\s|an hour\s|de l'heure\s|par heure\s)?(?:in\s|on\s|en\s)?(?:on[- ]?demand|a la demande)(?!\w)/u; // prettier-ignore
const rate = /(?<![\w.,])(\d+(?:[.,]\d+)?)\s?(?:interruptions?|preemptions?|coupures?|reprises?|evictions?|reclaims?)\s?(?:an?|per|\/|par|each|le|chaque)\s?(hour|heure|h|day|jour|d|j|week|semaine)(?!\w)/u; // prettier-ignore
const daily: Readonly<Record<string, number>> = { hour: 24, heure: 24, h: 24, day: 1, jour: 1, d: 1, j: 1, week: 1 / 7, semaine: 1 / 7 }; // prettier-ignore

function note(draft: Draft, name: string, value: number, at: number, length: number): void {
  if (!Number.isFinite(value) || draft.observed[name] !== undefined) return;
  draft.observed[name] = value;
  draft.taken.fill(1, at, at + length);
}

/** "1.2 s → 1.9 s per step since the second node": a step before and after something. Seconds. */
function readSteps(draft: Draft): void {
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

/** "Spot at 1.10 vs 2.20 on demand, 20 interruptions a day": the person's own prices and rate. */
function readSpot(draft: Draft): void {
  const [cheap, full] = [firstMatch(spot, draft.folded), firstMatch(firm, draft.folded)];
  if (cheap !== null && full !== null) {
    const [a, b] = [parseNumber(cheap[1] ?? cheap[2] ?? ""), parseNumber(full[2] ?? full[1] ?? "")];
    if (a > 0 && b > a) {
      note(draft, "spotPrice", a, cheap.index, cheap[0].length);
      note(draft, "firmPrice", b, full.index, full[0].length);
    }
  }
  const often = firstMatch(rate, draft.folded);
  if (often === null) return;
  const perDay = parseNumber(often[1] ?? "") * (daily[often[2] ?? ""] ?? 1);
  note(draft, "interruptionsPerDay", perDay, often.index, often[0].length);
}

/** Figures that tell how something changed, or what two ways of renting cost. */
export function readSlowdown(draft: Draft): void {
  readSteps(draft);
  readSpot(draft);
}
