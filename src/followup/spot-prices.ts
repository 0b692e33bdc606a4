import type { Draft } from "./draft.ts";
import { parseNumber } from "./numbers.ts";
import { firstMatch } from "./prefilter.ts";
import { note } from "./read-slowdown.ts";

const spot = /(?<!\w)(?:spot|preemptibles?|interruptibles?)\s?(?:price\s|prix\s|tarif\s|(?:nvidia\s)?[abhlrtmi]{1,3}\d{2,4}\w{0,3}\s)?(?:(?:is|est|at|a|:|=|@|c'est|costs?|coute|for|pour|around|environ)\s?){0,2}(?:[$\u00A4£]\s?)?(\d+(?:[.,]\d+)?)|(?:[$\u00A4£]\s?)?(?<![\w.,])(\d+(?:[.,]\d+)?)\s?(?:[$\u00A4£]|eur|usd|euros?)?\s?(?:\/\s?h\s|an hour\s|de l'heure\s|par heure\s)?(?:in\s|on\s|en\s)?(?:spot|preemptible|interruptible)(?!\w)/u; // prettier-ignore
const firm = /(?<!\w)(?:on[- ]?demand|a la demande|firm|ferme)\s?(?:price\s|prix\s|tarif\s)?(?:(?:is|est|at|a|:|=|@|c'est|costs?|coute|for|pour|around|environ)\s?){0,2}(?:[$\u00A4£]\s?)?(\d+(?:[.,]\d+)?)|(?:[$\u00A4£]\s?)?(?<![\w.,])(\d+(?:[.,]\d+)?)\s?(?:[$\u00A4£]|eur|usd|euros?)?\s?(?:\/\s?h\s|an hour\s|de l'heure\s|par heure\s)?(?:in\s|on\s|en\s)?(?:on[- ]?demand|a la demande)(?!\w)/u; // prettier-ignore
const rate = /(?<![\w.,])(\d+(?:[.,]\d+)?)\s?(?:interruptions?|preemptions?|coupures?|reprises?|evictions?|reclaims?)\s?(?:an?|per|\/|par|each|le|chaque)\s?(hour|heure|h|day|jour|d|j|week|semaine)(?!\w)/u; // prettier-ignore
const daily: Readonly<Record<string, number>> = { hour: 24, heure: 24, h: 24, day: 1, jour: 1, d: 1, j: 1, week: 1 / 7, semaine: 1 / 7 }; // prettier-ignore

/** "Spot at 1.10 vs 2.20 on demand, 20 interruptions a day": the person's own prices and rate. */
export function readSpotPrices(draft: Draft): void {
  const cheap = firstMatch(spot, draft.folded);
  const rest =
    cheap === null ? draft.folded : draft.folded.replace(cheap[0], (said) => "-".repeat(said.length));
  const full = firstMatch(firm, rest);
  if (cheap !== null && full !== null) {
    const [a, b] = [parseNumber(cheap[1] ?? cheap[2] ?? ""), parseNumber(full[1] ?? full[2] ?? "")];
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

const amountOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "amount" in value ? value.amount : undefined;

/** Prices of an hour are no cap, and the tier they are of is not chosen by naming it. */
export function dropPrices(draft: Draft, prices: readonly number[], tier: string | null): void {
  const kept = draft.facts.filter(({ field, value }) => {
    if (field === tier) return false;
    const amount = field === "limits.budget" ? amountOf(value) : undefined;
    return typeof amount !== "number" || !prices.includes(amount);
  });
  const capped = kept.some(({ field }) => field === "limits.budget");
  draft.facts.splice(0, draft.facts.length, ...kept);
  const assumed = draft.assumed.filter(({ field }) => capped || !field.startsWith("limits.budget"));
  draft.assumed.splice(0, draft.assumed.length, ...assumed);
}

/** Two prices of an hour are no cap; and who asks a first time whether spot pays has not chosen it. */
export function settleSpotPrices(draft: Draft): void {
  const { spotPrice, firmPrice } = draft.observed;
  if (spotPrice === undefined || firmPrice === undefined) return;
  dropPrices(draft, [spotPrice, firmPrice], draft.context.current === null ? "limits.spot" : null);
}
