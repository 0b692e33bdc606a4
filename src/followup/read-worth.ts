import { refuseFor, stateWithin, within } from "./bounds.ts";
import { cardMark, nameWithin, state, type Draft, type Match, type Rule } from "./draft.ts";
import { parseCount, parseNumber, pattern } from "./numbers.ts";

const money = String.raw`(?:(?:€|\$|£)\s?(?<m>{NA})|(?<n>{N})\s?(?:€|\$|£|euros?|eur|usd|dollars?|gbp|chf))`;

/** "An hour is worth 50 € to us": in the currency of the cap, else of the plan. */
function readWorth(match: Match, draft: Draft): boolean {
  const value = parseNumber(match.named["m"] ?? match.named["n"] ?? "");
  if (!within("limits.valuePerHour", value)) return refuseFor(draft, match, "limits.valuePerHour");
  return state(draft, match, "limits.valuePerHour", value);
}

const perUnit = (unit: string): number => (/^(?:d|j)/u.test(unit) ? 24 : /^(?:w|s)/u.test(unit) ? 168 : 1);

/** What they run on today: cards, how many, and how long it takes. */
function readToday(match: Match, draft: Draft): boolean {
  const span = nameWithin(draft, "accelerator", match.start, match.end);
  if (span?.resolution.kind !== "one") return false;
  const hours = parseNumber(match.named["h"] ?? "") * perUnit(match.named["u"] ?? "h");
  if (!within("limits.deadlineHours", hours)) return refuseFor(draft, match, "limits.deadlineHours");
  const count = match.named["k"];
  state(draft, match, "current.accelerator", span.resolution.match.id);
  if (count !== undefined) stateWithin(draft, match, "current.gpus", parseCount(count));
  return state(draft, match, "current.hours", hours);
}

const now = String.raw`(?:today|currently|right now|at the moment|so far|aujourd'hui|actuellement|en ce moment|pour l'instant|a ce jour)`;
const machine = String.raw`(?:(?<k>{C})\s*[x×]?\s*)?${cardMark}+(?:\s?s)?`;
const takes = String.raw`(?:takes?|took|runs? (?:in|for)|lasts?|prend|prennent|met|mettons|dure|tourne en|in|en)`;
const time = String.raw`(?:about|around|environ|presque|~)?\s*(?<h>{N})\s*(?<u>h|hrs?|hours?|heures?|d|j|days?|jours?|weeks?|semaines?)(?!\w)`;

/** What an hour gained is worth, and what the same run takes today. */
export const worthRules: readonly Rule[] = [
  { pattern: pattern(`(?:(?:an|one|each|every|une|chaque|l')\\s?(?:hour|heure)(?:\\s(?:gained|saved|less|earlier|sooner|gagnee|en moins|d'avance|plus tot))?|(?:our|my|the team's|notre) time|(?:value|valeur) (?:of an|d'une) (?:hour|heure)(?: gained| saved| gagnee)?)\\s*(?:is|are|was|would be|est|sont)?\\s*(?:worth|vaut|valent|=|:)?\\s*(?:about|around|environ)?\\s*${money}(?:\\s*(?:/|per|an?|par|de l'|l')\\s*(?:h\\b|hour|heure))?(?:\\s*(?:to|for|pour) (?:us|me|nous|moi))?`), read: readWorth }, // prettier-ignore
  { pattern: pattern(`${now}[^.;!?]{0,24}?${machine}[^.;!?]{0,30}?${takes}\\s*${time}`), read: readToday },
  { pattern: pattern(`(?:on|with|sur|avec)\\s(?:our |nos |notre )?${machine}[^.;!?]{0,20}?${now}[^.;!?]{0,24}?${takes}\\s*${time}`), read: readToday }, // prettier-ignore
  { pattern: pattern(`${machine}\\s*${now}[^.;!?]{0,24}?${takes}\\s*${time}`), read: readToday },
]; // prettier-ignore
