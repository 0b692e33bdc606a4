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
  const days = said !== undefined && worked.test(draft.folded) ? 5 / 7 : 1;
  return hours > 0 && hours <= 24
    ? postpone(draft, match, "traffic-hours", Number((hours * days).toPrecision(3)))
    : false;
}

/** Hours between two of a clock, over midnight where the second comes first. */
const between = (from: number, to: number): number => (((to - from) % 24) + 24) % 24;

const worked =
  /(?<!\w)(?:week-?\s?ends?|week-?days?|working days?|business (?:days?|hours?)|jours? ouvr\w+|en semaine|semaine seulement|heures de bureau|office hours|5\s?(?:d(?:ays?)?|j(?:ours?)?)?\s?(?:\/|sur|out of|a|of)\s?7|5 (?:days|jours) (?:a|par|per) (?:week|semaine)|mon(?:day)?\s?(?:-|to)\s?fri(?:day)?|du lundi au vendredi)(?!\w)/u;
const off = /(?<!\w)(?:off|stop\w*|shut\w*|down|turn\w* off|coup\w+|etein\w+|arret\w+|ferm\w+)(?!\w)/u;
const officeHours = 10;

const hourOf = (n: string | undefined, half: string | undefined): number => {
  const hour = Number(n);
  return half === "pm" && hour < 12 ? hour + 12 : half === "am" && hour === 12 ? 0 : hour;
};

/** "Off from 20 to 8 and at weekends", "9am to 6pm on weekdays": hours a day that a service is paid for, of a whole week. */
function readOpening(match: Match, draft: Draft): boolean {
  if (!serves.test(draft.folded) && draft.context.current?.method !== "inference") return false;
  const { from, to, am, pm } = match.named;
  const span = from === undefined ? officeHours : between(hourOf(from, am ?? (pm === "am" ? "am" : undefined)), hourOf(to, pm)); // prettier-ignore
  if (!(span > 0) || Number(from ?? 0) > 24 || Number(to ?? 0) > 24) return false;
  const around = draft.folded.slice(Math.max(0, match.start - 48), match.end);
  const open = from !== undefined && off.test(around) ? 24 - span : span;
  const days = worked.test(draft.folded) ? 5 / 7 : 1;
  return postpone(draft, match, "traffic-hours", Number((open * days).toPrecision(3)));
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
  { pattern: pattern(`(?<![\\w.,-])(?:from\\s|de\\s|between\\s|entre\\s)?(?<from>\\d{1,2})\\s?(?:h|:00)\\s?(?:-|–|a|to|et|and|until|jusqu'a)\\s?(?<to>\\d{1,2})\\s?(?:h|:00)(?!\\w)`), read: readOpening }, // prettier-ignore
  { pattern: pattern(`(?<![\\w.,-])(?:from\\s|between\\s)?(?<from>\\d{1,2})\\s?(?<am>am|pm)?\\s?(?:-|–|to|until|and)\\s?(?<to>\\d{1,2})\\s?(?<pm>am|pm)(?!\\w)`), read: readOpening }, // prettier-ignore
  { pattern: pattern(`(?:(?:only|seulement|uniquement|just)\\s)?(?:during|in|within|pendant|aux|en)?\\s?(?:les\\s)?(?:office hours|business hours|working hours|heures de bureau|heures ouvrees|heures ouvrables)(?:\\s(?:only|seulement|uniquement))?(?!\\w)`), read: readOpening }, // prettier-ignore
];
