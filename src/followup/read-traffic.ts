import { refuseFor, within } from "./bounds.ts";
import { postpone, type Draft, type Match, type Rule } from "./draft.ts";
import { parseCount, parseNumber, pattern, scaled, scaleOf } from "./numbers.ts";

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

const secondsOf: Readonly<Record<string, number>> = {
  m: 60,
  h: 3600,
  d: 86_400,
  j: 86_400,
  w: 604_800,
  s: 604_800,
};

/** "200k requests a day": so many a second on average, round the clock unless hours are stated. */
function readPerPeriod(match: Match, draft: Draft): boolean {
  const { n = "", s, period = "d" } = match.named;
  const seconds = /^(?:month|mois)/u.test(period) ? 2_628_000 : (secondsOf[period.slice(0, 1)] ?? 86_400);
  const value = Number((scaled(parseNumber(n), scaleOf(s)) / seconds).toPrecision(3));
  const kind = /^\s*(?:,\s*)?(?:at (?:the )?peak|peak(?!\s*(?:of|at|x|is|\d|times))|en pointe|en pic|au pic|aux heures de pointe)/u.test(draft.folded.slice(match.end)) ? "traffic-peak" : "traffic-average"; // prettier-ignore
  return within("serving.requestsPerSecond", value)
    ? postpone(draft, match, kind, value)
    : refuseFor(draft, match, "serving.requestsPerSecond");
}

const readPeakFactor = (match: Match, draft: Draft): boolean =>
  postpone(draft, match, "traffic-factor", parseNumber(match.named["n"] ?? match.named["m"] ?? "1"));

const asked = String.raw`(?:requests?|reqs?|requetes?|queries|calls|appels|api calls|generations|completions|inferences)`;

/** Words of a service: the hours of a training are no traffic. */
const serves =
  /\b(?:serv(?:e|es|ed|ing|ir|ons|ie?s?)|host(?:ing|ed)?|deploy\w*|inference|vllm|sglang|heberge\w*|deploi\w*|users?|utilisateurs?|requests?|requetes?|traffic|trafic|chat\w*|api|endpoint)\b/u;

function readHours(match: Match, draft: Draft): boolean {
  if (!serves.test(draft.folded) && draft.context.current?.method !== "inference") return false;
  const said = match.named["n"];
  const hours = said === undefined ? 24 : parseCount(said);
  return hours > 0 && hours <= 24 ? postpone(draft, match, "traffic-hours", hours) : false;
}

/** Requests per second at the peak and on average, and the hours of a day with traffic. */
export const trafficRules: readonly Rule[] = [
  { pattern: pattern(`(?:peaks?(?: at)?|pics?|trafic de pointe|charge de pointe|pointes?|heures de pointe)${link}(?<n>{N})\\s*${perSecond}`), read: traffic("traffic-peak") }, // prettier-ignore
  { pattern: pattern(`(?<n>{N})\\s*${perSecond}\\s*(?:at (?:the )?peak|peak|en pointe|en pic|au pic|aux heures de pointe)`), read: traffic("traffic-peak") }, // prettier-ignore
  { pattern: pattern(`(?:average|avg|mean|moyenne|trafic moyen|en moyenne)${link}(?<n>{N})\\s*${perSecond}`), read: traffic("traffic-average") }, // prettier-ignore
  { pattern: pattern(`(?<n>{N})\\s*${perSecond}\\s*(?:on average|average|en moyenne|de moyenne)`), read: traffic("traffic-average") }, // prettier-ignore
  { pattern: pattern(`(?<n>{N})\\s*(?<s>k|m|thousand|mille|millions?)?\\s*(?:de\\s|d')?${asked}\\s*(?:/\\s?|a\\s|an\\s|per\\s|par\\s|each\\s|every\\s|chaque\\s)(?<period>min(?:ute)?|h(?:our|eure)?|days?|jours?|d|j|weeks?|semaines?|months?|mois)(?!\\w)`), read: readPerPeriod }, // prettier-ignore
  { pattern: pattern(`(?:peaks?|pics?|pointes?|spikes?)\\s*(?:of|at|de|a|d'|is|est|:|up to|jusqu'a)*\\s*(?:x\\s?(?<n>\\d{1,3})|(?<m>\\d{1,3})\\s?(?:x|times|fois))(?!\\w)`), read: readPeakFactor }, // prettier-ignore
  { pattern: pattern(`(?:x\\s?(?<n>\\d{1,3})|(?<m>\\d{1,3})\\s?(?:x|times|fois))\\s*(?:that\\s|plus\\s|the average\\s)?(?:at\\s(?:the\\s)?|in\\s(?:the\\s)?|en\\s|a(?:u|ux) (?:heures de\\s)?)?(?:peak|pic|pointe)(?!\\w)`), read: readPeakFactor }, // prettier-ignore
  { pattern: pattern(`(?<!\\w)(?:24\\s?/\\s?7|24\\s?h?\\s?(?:/|sur)\\s?24(?:\\s?h)?(?:\\s*(?:,|et|and)?\\s*7\\s?j?(?:ours?)?\\s?(?:/|sur)\\s?7(?:\\s?j)?)?|(?:a?round|a?round) the clock|non[- ]stop|jour et nuit|day and night|en continu)(?!\\w)`), read: readHours }, // prettier-ignore
  { pattern: pattern(`(?<n>{C}|{N})\\s*(?:h|hrs?|hours?|heures?)\\s*(?:/\\s?|a\\s|per\\s|par\\s|each\\s|every\\s|chaque\\s)(?:days?|jours?|j|working days?|workdays?|jours? ouvres?)(?!\\w)`), read: readHours }, // prettier-ignore
];
