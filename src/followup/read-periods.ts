import { deadline, endOfWork, farAheadHours, opening, start, tellPast, type Aim } from "./date-aims.ts";
import { state, take, type Draft, type Match, type Rule } from "./draft.ts";
import { atLocal, hoursBetween, offsetMinutes } from "./local-time.ts";
import { firstWeekdayOnOrAfter, dayNumber, type Day } from "./calendar.ts";

/** Month names of both languages, with their usual short forms; one group each, in order. */
const monthForms = [
  "january|janvier|janv|jan", "february|fevrier|fevr|feb", "march|mars|mar", "april|avril|avr|apr", "may|mai",
  "june|juin|jun", "july|juillet|juil|jul", "august|aout|aug", "september|septembre|sept|sep",
  "october|octobre|oct", "november|novembre|nov", "december|decembre|dec",
]; // prettier-ignore
const monthWords = monthForms.join("|");
const monthOf = (word: string): number => monthForms.findIndex((forms) => forms.split("|").includes(word));

const month = String.raw`(?<month>${monthWords})\.?(?!\w)(?:\s(?<year>20\d\d)(?!\d))?`;
const early = "early|(?:the )?(?:beginning|start) of|(?:le |la )?debut(?: du mois)?(?: de| d')?";
const middle = "mid|(?:the )?middle of|(?:la )?mi|(?:le )?milieu(?: du mois)?(?: de| d')?";
const late = "late|(?:the )?end of|end|(?:la )?fin(?: du mois)?(?: de| d')?";
const whole = "courant(?: du mois)?(?: de| d')?|during|sometime in|dans le courant d(?:e|u mois de)";
const firstHalf = "(?:the )?first half of|(?:la )?(?:premiere|1re) quinzaine (?:de|d')";
const secondHalf = "(?:the )?second half of|(?:la )?(?:seconde|deuxieme|2e) quinzaine (?:de|d')";

type Part = "early" | "middle" | "late" | "whole" | "first-half" | "second-half";
const parts: readonly (readonly [Part, RegExp])[] = (
  [["first-half", firstHalf], ["second-half", secondHalf], ["early", early], ["middle", middle], ["late", late], ["whole", whole]] as const
).map(([name, forms]) => [name, new RegExp(`^(?:${forms})$`, "u")]); // prettier-ignore
const partWords = [firstHalf, secondHalf, early, middle, late, whole].join("|");
const partOf = (words: string | undefined): Part =>
  parts.find(([, form]) => form.test((words ?? "").trim()))?.[0] ?? "whole";

/** A stretch of days, both ends included; `yearless` = its year was not said. */
interface Stretch {
  readonly first: Day;
  readonly last: Day;
  readonly yearless?: boolean;
}

interface Today {
  readonly year: number;
  readonly month: number;
  readonly day: Day;
}

function todayOf({ context }: Draft): Today {
  const now = new Date(context.now);
  const local = new Date(now.getTime() + offsetMinutes(now, context.timeZone) * 60_000);
  const [year, at, date] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  return { year, month: at, day: dayNumber(year, at, date) };
}

/** Some of the months from `from` on, `count` of them. */
function within(part: Part, year: number, from: number, count: number): Stretch {
  const [first, end] = [dayNumber(year, from, 1), dayNumber(year, from + count, 0)];
  const at = (share: number): Day => first + Math.round((end - first) * share);
  const half = count === 1 ? first + 14 : at(0.5);
  switch (part) {
    case "early":
      return { first, last: count === 1 ? first + 9 : at(1 / 3) };
    case "middle":
      return { first: half, last: half };
    case "first-half":
      return { first, last: half };
    case "second-half":
      return { first: half + 1, last: end };
    case "late":
      return { first: end, last: end };
    case "whole":
      return { first, last: end };
  }
}

/** The next time that the months come: this year, or the one that follows. */
function ahead(part: Part, today: Today, year: string | undefined, from: number, count: number): Stretch {
  if (year !== undefined) return within(part, Number(year), from, count);
  const here = within(part, today.year, from, count);
  return here.last >= today.day
    ? { ...here, yearless: true }
    : { ...within(part, today.year + 1, from, count), yearless: true };
}

const ofMonth = ({ named }: Match, draft: Draft): Stretch | null => {
  const at = monthOf(named["month"] ?? "");
  return at < 0 ? null : ahead(partOf(named["part"]), todayOf(draft), named["year"], at, 1);
};

const ordinals: readonly (readonly [number, RegExp])[] = [
  [1, /^(?:first|1st|1re|1er|premiere?)$/u],
  [2, /^(?:second|2nd|2e|2eme|deuxieme|seconde)$/u],
  [3, /^(?:third|3rd|3e|3eme|troisieme)$/u],
  [4, /^(?:fourth|4th|4e|4eme|quatrieme)$/u],
];
const ordinal = "first|1st|1re|1er|premiere?|second|2nd|2e|2eme|deuxieme|seconde|third|3rd|3e|3eme|troisieme|fourth|4th|4e|4eme|quatrieme"; // prettier-ignore
const ordinalOf = (word: string): number => ordinals.find(([, form]) => form.test(word))?.[0] ?? 0;

const [monday, friday] = [1, 5];

/** "First week of March": the days from its Monday to its Friday; the last week is that of the last Friday. */
function weekOfMonth({ named }: Match, draft: Draft): Stretch | null {
  const at = monthOf(named["month"] ?? "");
  if (at < 0) return null;
  const of = ahead("whole", todayOf(draft), named["year"], at, 1);
  const nth = ordinalOf(named["nth"] ?? "");
  const last = nth === 0 ? firstWeekdayOnOrAfter(of.last - 6, friday) : firstWeekdayOnOrAfter(of.first, friday) + (nth - 1) * 7; // prettier-ignore
  return { ...of, first: last - 4, last };
}

/** "Week of 3 March", "semaine du 3 mars". */
function weekOfDay({ named }: Match, draft: Draft): Stretch | null {
  const at = monthOf(named["month"] ?? named["monthFirst"] ?? "");
  const date = Number(named["date"] ?? named["dayAfter"]);
  if (at < 0 || !(date >= 1 && date <= 31)) return null;
  const today = todayOf(draft);
  const weekIn = (year: number): Day => firstWeekdayOnOrAfter(dayNumber(year, at, date) - 6, monday);
  const said = named["year"];
  const here = weekIn(Number(said ?? today.year));
  const first = said === undefined && here + 4 < today.day ? weekIn(today.year + 1) : here;
  return { first, last: first + 4, yearless: said === undefined };
}

/** "Q1", "end of the second quarter", "fin T1 2027". */
function ofQuarter({ named }: Match, draft: Draft): Stretch | null {
  const nth = named["q"] === undefined ? ordinalOf(named["qth"] ?? "") : Number(named["q"]);
  if (nth < 1) return null;
  return ahead(partOf(named["part"]), todayOf(draft), named["year"], (nth - 1) * 3, 3);
}

/** "This week", "end of the month", "la semaine prochaine": counted from today. */
function relative({ named }: Match, draft: Draft): Stretch | null {
  const today = todayOf(draft);
  const unit = named["unit"] ?? named["unite"] ?? "";
  const next = named["next"] !== undefined ? 1 : 0;
  const part = named["part"] === undefined ? "whole" : partOf(named["part"]);
  if (/^(?:week|semaine)/u.test(unit)) {
    const first = firstWeekdayOnOrAfter(today.day - 6, monday) + next * 7;
    const week = { early: [0, 1], middle: [2, 2], late: [4, 4], whole: [0, 4], "first-half": [0, 2], "second-half": [2, 4] } as const; // prettier-ignore
    const end = next === 0 && today.day > first + 4 ? 7 : 0;
    return { first: first + week[part][0] + end, last: first + week[part][1] + end };
  }
  if (/^(?:month|mois)/u.test(unit)) return within(part, today.year, today.month + next, 1);
  if (/^(?:quarter|trimestre)/u.test(unit))
    return within(part, today.year, (Math.floor(today.month / 3) + next) * 3, 3);
  return within(part, today.year + next, 0, 12);
}

/** Days that everybody knows by name; the deadline they set is the last day of work before. */
const feasts: readonly (readonly [RegExp, number, number])[] = [
  [/christmas|xmas|noel|holidays|fetes/u, 11, 24],
  [/new year|nouvel an|jour de l'an/u, 11, 31],
];
function feast({ text }: Match, draft: Draft): Stretch | null {
  const found = feasts.find(([words]) => words.test(text));
  if (found === undefined) return null;
  const today = todayOf(draft);
  const here = dayNumber(today.year, found[1], found[2]);
  const day = here >= today.day ? here : dayNumber(today.year + 1, found[1], found[2]);
  return { first: day, last: day };
}

const before = String.raw`(?<before>before|avant|prior to|ahead of)`;
const lead = String.raw`(?:(?:(?:(?:fini|termine|pret|livre|rendu|boucle|done|ready|finished|due|delivered)e?s?\s)?(?:${before}|by|until|due|for|no later than|within|over|d'ici(?: a)?|pour|jusqu'a|a la|au plus tard|echeance|deadline)|${before.replace("<before>", "<avant>")})\s*(?:is\s|est\s|:\s)?(?:the\s|la\s|le\s|l')?)?`;

const startsBefore = /(?:(?<!\w)(?:start\w*|begin\w*|kick(?:s|ing)? off|launch\w*|available|free|not before|no (?:earlier|sooner) than|as of|demarr\w+|commenc\w+|debut\w*|lanc\w+|attaqu\w+|dispo\w*|libres?|pas avant|au plus tot|a partir d[eu]?|a compter d[eu]?)(?:\s(?:only|on|from|at|in|by|the|is|seulement|le|la|en|a|au|des|de|du|d'))*\s*)$/u; // prettier-ignore
const startsInClause = /(?<!\w)(?:start|begin|kick off|demarrer|demarre|commencer|commence|lancer|attaquer)(?!\w)[^.!?;\n]{0,48}$/u; // prettier-ignore
const wanted = /(?<!\w)(?:done|finish\w*|ready|deliver\w*|needs?|needed|due|complete\w*|ship\w*|want it|have it|fini\w*|termin\w*|prete?s?|livr\w*|rendre|rendu|besoin|faut|faudrait|faudra|boucl\w*|echeance|deadline)(?!\w)[^.!?;\n]{0,60}$/u; // prettier-ignore
const past = /(?<!\w)(?:since|from|released|published|seen|dated?|prices? (?:of|from)|prix (?:de|du)|depuis|paru|sorti|publie|releve|vu|last|derniere?)\s(?:in\s|on\s|en\s|de\s|du\s|la\s|le\s|the\s)?$/u; // prettier-ignore

/** "…, next week, …": a clause of its own needs no word before it. */
const aClause = (text: string, { start: from, end }: Match): boolean =>
  /(?:^|[,;.:!?\n(])\s*$/u.test(text.slice(0, from)) && /^\s*(?:$|[,;.!?\n)])/u.test(text.slice(end));

/** What ends before a Monday ends on the Friday. */
const lastWorkdayBefore = (day: Day): Day => {
  const friday_ = firstWeekdayOnOrAfter(day - 7, friday);
  return day - friday_ <= 3 ? friday_ : day - 1;
};

type Reader = (match: Match, draft: Draft) => Stretch | null;

/** What a stretch bounds: its first morning where the run begins in it, else its last evening, or the evening before it. */
function bound(draft: Draft, match: Match, stretch: Stretch, aim: Aim): boolean {
  const now = new Date(draft.context.now);
  const today = todayOf(draft).day;
  const { timeZone } = draft.context;
  const led = match.named["before"] ?? match.named["avant"] ?? match.named["upTo"];
  const strictly = led !== undefined && stretch.first < stretch.last;
  const day = aim === start ? stretch.first : strictly ? lastWorkdayBefore(stretch.first) : stretch.last;
  const at = (hour: number): Date => atLocal(now, timeZone, day - today, hour);
  let then = at(aim === start ? opening : endOfWork);
  // The evening of the last day itself: what is left is the night.
  if (aim === deadline && day === today && then.getTime() <= now.getTime()) then = at(24);
  const value = hoursBetween(now, then);
  if (stretch.yearless === true && aim === deadline && value > farAheadHours)
    return tellPast({ ...match, end: match.start }, draft, match.end, 365.25 * 24 - value);
  if (!(value > 0)) return false;
  draft.assumed.push({ field: aim.field, value: then.toISOString(), why: aim.why });
  return state(draft, match, aim.field, value);
}

/** `sure` = the words can hardly be anything but a date; else they need a word that bounds, or a clause of their own. */
function reads(of: Reader, sure: boolean): Rule["read"] {
  return (match, draft) => {
    const said = draft.folded.slice(Math.max(0, match.start - 80), match.start);
    if (past.test(said)) return false;
    const led = match.named["lead"] !== undefined && match.named["lead"] !== "";
    const begins = startsBefore.test(said) || (!led && startsInClause.test(said));
    if (!sure && !led && !begins && !wanted.test(said) && !aClause(draft.folded, match)) return false;
    const stretch = of(match, draft);
    const latest = /^\s*(?:at (?:the )?latest|au plus tard|dernier delai)(?!\w)/u.exec(draft.rest.slice(match.end, match.end + 20)); // prettier-ignore
    if (latest !== null) take(draft, match.end, match.end + latest[0].length);
    return stretch !== null && bound(draft, match, stretch, begins ? start : deadline);
  };
}

const leading = `(?<!\\w)(?<lead>${lead})`;
const units = "week|month|quarter|year";
const unites = "semaine|mois|trimestre|annee|an";

/** Stretches of the calendar that people name instead of a day: "mid-December", "fin janvier", "end of Q1", "next week". */
export const periodRules: readonly Rule[] = [
  { pattern: new RegExp(`${leading}(?<part>${partWords})[\\s-]*${month}`, "gu"), read: reads(ofMonth, true) },
  { pattern: new RegExp(`${leading}(?:the\\s|la\\s)?(?<nth>${ordinal}|last|derniere)\\s(?:full\\s)?(?:week|semaine)\\s(?:of|in|de|d'|du mois de)\\s?${month}`, "gu"), read: reads(weekOfMonth, true) },
  { pattern: new RegExp(`${leading}(?:the\\s|la\\s)?(?:week of|week commencing|semaine du)\\s(?:the\\s)?(?:(?<date>[0-3]?\\d)(?:st|nd|rd|th|er)?\\s(?:of\\s)?${month}|(?<monthFirst>${monthWords})\\s(?<dayAfter>[0-3]?\\d)(?:st|nd|rd|th)?)`, "gu"), read: reads(weekOfDay, true) },
  { pattern: new RegExp(`${leading}(?<part>${partWords})[\\s-]*(?:of\\s)?(?:the\\s|du\\s|de\\s)?(?:[qt](?<q>[1-4])|(?<qth>${ordinal})\\s(?:quarter|trimestre))(?!\\w)(?:\\s(?:of\\s)?(?<year>20\\d\\d))?`, "gu"), read: reads(ofQuarter, true) },
  { pattern: new RegExp(`${leading}(?:(?:in|en|au)\\s)?(?:q(?<q>[1-4])|(?<qth>${ordinal})\\s(?:quarter|trimestre))(?!\\w)(?:\\s(?:of\\s)?(?<year>20\\d\\d))?`, "gu"), read: reads(ofQuarter, false) },
  { pattern: new RegExp(`(?<!\\w)(?<lead>(?<upTo>before|avant|prior to|by|d'ici(?: a)?|until|jusqu'a)|for|pour)\\s(?<part>)${month}(?!\\s?\\d)`, "gu"), read: reads(ofMonth, true) },
  { pattern: new RegExp(`${leading}(?:in|en|au mois de)\\s${month}`, "gu"), read: reads(ofMonth, false) },
  { pattern: new RegExp(`${leading}(?:(?<part>${partWords})\\s(?:of\\s)?)?(?:(?<next>next|the coming|coming)|this|current)\\s(?<unit>${units})(?!\\w)`, "gu"), read: reads(relative, false) },
  { pattern: new RegExp(`${leading}(?:(?<part>${partWords})\\s)?(?:de\\s|du\\s|d')?(?:la\\s|le\\s|l')?(?<unite>${unites})\\s(?<next>prochaine?|qui vient|d'apres)(?!\\w)`, "gu"), read: reads(relative, false) },
  { pattern: new RegExp(`${leading}(?:(?<part>${partWords})\\s)?(?:de\\s|d')?ce(?:t(?:te)?)?\\s(?<unite>${unites})(?:-ci)?(?!\\w)`, "gu"), read: reads(relative, false) },
  { pattern: new RegExp(`${leading}(?<part>${late})\\s(?:the\\s|this\\s|of\\s)*(?<unit>${units})(?!\\w)`, "gu"), read: reads(relative, false) },
  { pattern: new RegExp(`${leading}(?:la\\s)?(?<part>fin|mi)(?:\\s|-)(?:du\\s|de\\s|d')?(?:la\\s|l'|cette\\s|ce\\s)?(?<unite>${unites})(?!\\w)`, "gu"), read: reads(relative, false) },
  { pattern: new RegExp(`(?<!\\w)(?<lead>by|before|until|for|avant|d'ici(?: a)?|pour|jusqu'a)\\s(?:the\\s|la\\s|le\\s|les\\s)?(?:christmas|xmas|noel|holidays|fetes(?: de fin d'annee)?|new year(?:'s)?|nouvel an|jour de l'an)(?!\\w)`, "gu"), read: reads(feast, true) },
]; // prettier-ignore

/** "Sous quinzaine": French for a number of days. */
export const fortnightRule: Rule = {
  pattern: /(?<!\w)sous\s(?<days>quinzaine|huitaine)(?!\w)/gu,
  read: (match, draft) =>
    state(draft, match, deadline.field, (match.named["days"] === "quinzaine" ? 15 : 8) * 24),
};

/** Words of the calendar that were read by nobody: they look like a limit. */
export const isCalendarWord = (folded: string): boolean => calendarWord.test(folded);
const calendarWord = new RegExp(
  `^(?:(?:mid|mi|fin|end|early|late|debut)-)?(?:${monthForms
    .flatMap((forms) =>
      forms.split("|").filter((form) => form.length > 3 && form !== "march" && form !== "juin"),
    )
    .join("|")}|juin|mai|q[1-4]|christmas|xmas|noel)$`,
  "u",
);
