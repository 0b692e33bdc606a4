import { refuseFor, within } from "./bounds.ts";
import { postpone, type Draft, type Match, type Rule } from "./draft.ts";
import { parseNumber, pattern } from "./numbers.ts";

const perSecond = String.raw`(?:qps|rps|req(?:uest)?s?\s*(?:/|per|par|a)\s*s(?:ec(?:ond)?e?)?|requetes?\s*(?:/|par|a la)\s*s(?:econde)?)(?!\w)`;
const link = String.raw`\s*(?:traffic|load|de trafic|trafic|charge)?\s*(?:of|de|d'|a|at|is|est|:|=|around|about|environ)*\s*`;

function traffic(kind: string) {
  return (match: Match, draft: Draft): boolean => {
    const value = parseNumber(match.named["n"] ?? "");
    return within("serving.requestsPerSecond", value)
      ? postpone(draft, match, kind, value)
      : refuseFor(draft, match, "serving.requestsPerSecond");
  };
}

/** Requests per second at the peak and on average, and the hours of a day with traffic. */
export const trafficRules: readonly Rule[] = [
  { pattern: pattern(`(?:peaks?(?: at)?|pics?|trafic de pointe|charge de pointe|pointes?|heures de pointe)${link}(?<n>{N})\\s*${perSecond}`), read: traffic("traffic-peak") }, // prettier-ignore
  { pattern: pattern(`(?<n>{N})\\s*${perSecond}\\s*(?:at (?:the )?peak|peak|en pointe|en pic|au pic|aux heures de pointe)`), read: traffic("traffic-peak") }, // prettier-ignore
  { pattern: pattern(`(?:average|avg|mean|moyenne|trafic moyen|en moyenne)${link}(?<n>{N})\\s*${perSecond}`), read: traffic("traffic-average") }, // prettier-ignore
  { pattern: pattern(`(?<n>{N})\\s*${perSecond}\\s*(?:on average|average|en moyenne|de moyenne)`), read: traffic("traffic-average") }, // prettier-ignore
];
