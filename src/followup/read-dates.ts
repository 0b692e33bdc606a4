import { casual as english } from "chrono-node/en";
import { casual as french } from "chrono-node/fr";
import { fold } from "./normalize.ts";
import { deadline, farAheadHours, start, tellPast, type Aim } from "./date-aims.ts";
import { state, take, type Draft, type Match, type Rule } from "./draft.ts";
import { atLocal, hoursBetween, offsetMinutes } from "./local-time.ts";
import { fortnightRule, periodRules } from "./read-periods.ts";

const weekdays: readonly (readonly [string, number])[] = [
  ["sunday|dimanche|sun", 0], ["monday|lundi|mon", 1], ["tuesday|mardi|tue", 2], ["wednesday|mercredi|wed", 3],
  ["thursday|jeudi|thu", 4], ["friday|vendredi|fri", 5], ["saturday|samedi|sat", 6],
]; // prettier-ignore
const weekdayWords = weekdays.map(([words]) => words.split("|").slice(0, 2).join("|")).join("|");

/** "6pm" is 18 o'clock. */
const hourOfDay = ({ named, text }: Match): number => {
  const hour = Number(named["hour"]);
  return hour < 12 && /\d\s?p\.?m/u.test(text) ? hour + 12 : hour;
};

/**
 * A weekday is the nearest one to come. "next Friday" / "vendredi prochain" is taken as that too, since most
 * people mean it, and the other reading is recorded to be echoed.
 */
function readWeekday(match: Match, draft: Draft, aim: Aim = deadline): boolean {
  const word = match.named["day"] ?? "";
  const index = weekdays.find(([words]) => words.split("|").includes(word))?.[1];
  if (index === undefined) return false;
  const now = new Date(draft.context.now);
  const zone = draft.context.timeZone;
  const today = new Date(now.getTime() + offsetMinutes(now, zone) * 60_000).getUTCDay();
  const hour = match.named["hour"] === undefined ? aim.hourOf(match.text) : hourOfDay(match);
  const ahead = (index - today + 7) % 7;
  let then = atLocal(now, zone, ahead, hour);
  if (then.getTime() <= now.getTime()) then = atLocal(now, zone, ahead + 7, hour);
  const value = hoursBetween(now, then);
  draft.assumed.push({ field: aim.field, value: then.toISOString(), why: aim.why });
  if (match.named["next"] !== undefined) {
    const later = new Date(then.getTime() + 7 * 86_400_000).toISOString();
    draft.assumed.push({ field: aim.field, value: later, why: "next-weekday-nearer-taken" });
  }
  return state(draft, match, aim.field, value);
}

const before = String.raw`(?:(?:it |that )?was due|(?:deadline|echeance)\s(?:was|were|c'etait|etait|c'est|is|est)|c'etait pour|fallait (?:finir|rendre|livrer)|by|before|until|'?till?|due|deadline|for|no(?:t)? later than|not after|d'ici(?: a)?|avant|pour|echeance|jusqu'au?|au plus tard|pas plus tard qu(?:e|')|pas apres|pas au-dela d(?:u|e)|fini pour|(?:soit|etre|est|sera|termine|finis?|finir|boucler?|livre|rendre)\s(?:fini|termine|pret|livre)?|finish by|done by|livrer|ready by|pret)\s*(?:the\s|le\s|:\s|is\s|on\s|est\s|next\s|la fin de\s|the end of\s|end of\s|fin\s|au\s)?`;

/** What a date opens with, in either language: nothing else is worth asking chrono about. */
const dateLike = /^[^\d]{0,8}\d|(?:jan|feb|fev|mar|apr|avr|may|mai|ju[nil]|aug|aou|sept?|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|lun|mer|jeu|ven|sam|dim|tomorrow|demain|tonight|soir|today|week|semaine|month|mois|noon|midi|morning|matin|afternoon|apres|minuit|midnight|year|annee|day|jour|hour|heure|yesterday|hier|avant-hier|last|le\s\d|the\s\d)/u; // prettier-ignore

/** "Le 12", "the 12th" alone: the next such day of the calendar. */
const dayOfMonth =
  /^(?:le\s|the\s|au\s)?(?<day>[12]?\d|3[01])(?:st|nd|rd|th|er)?(?=\s*(?:[,;.!?)\n]|$|(?:a|at|vers)\s\d|(?:au plus|at the)\b|(?:et|and|avec|with|on|ca|pour)\s))/u;

function nextDayOfMonth(day: number, { context }: Draft, hour: number): Date | null {
  const now = new Date(context.now);
  const local = new Date(now.getTime() + offsetMinutes(now, context.timeZone) * 60_000);
  for (let months = 0; months < 3; months += 1) {
    const there = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, day);
    if (new Date(there).getUTCDate() !== day) continue;
    const today = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate());
    const then = atLocal(now, context.timeZone, Math.round((there - today) / 86_400_000), hour);
    if (then.getTime() > now.getTime()) return then;
  }
  return null;
}

function readDayOfMonth(match: Match, draft: Draft, aim: Aim): boolean {
  const found = dayOfMonth.exec(draft.rest.slice(match.end, match.end + 24));
  const then = found === null ? null : nextDayOfMonth(Number(found.groups?.["day"]), draft, aim.hourOf(""));
  if (found === null || then === null) return false;
  const end = match.end + found[0].length;
  draft.assumed.push({ field: aim.field, value: then.toISOString(), why: aim.why });
  take(draft, match.end, end);
  return state(draft, { ...match, end }, aim.field, hoursBetween(new Date(draft.context.now), then));
}

/** Any other date goes to chrono, in the language of the message. */
function readDate(match: Match, draft: Draft, aim: Aim = deadline): boolean {
  const rest = draft.folded.slice(match.end, match.end + 40);
  if (!dateLike.test(rest) || /^\s*[\u00A6\u00A7\u00AC\u00B6]/u.test(rest)) return false;
  const now = new Date(draft.context.now);
  const reference = { instant: now, timezone: offsetMinutes(now, draft.context.timeZone) };
  const parser = draft.language === "fr" ? french : english;
  const original = draft.canonical.text.slice(match.end, match.end + 40);
  const found = parser.parse(original, reference, { forwardDate: true })[0];
  if (found === undefined || found.index > 1) return readDayOfMonth(match, draft, aim);
  if (/^[\d.,]+\s*(?:k|m|b|go|gb|h|x)?$/u.test(found.text.trim())) return false;
  // "for 5 days" is a duration, no day.
  if (/^(?:\d+|an?|one|two|three|un|une|deux|trois)\s+(?:hours?|days?|weeks?|months?|heures?|jours?|semaines?|mois)$/u.test(fold(found.text.trim()))) return false; // prettier-ignore
  const when = found.start;
  if (!when.isCertain("day") && !when.isCertain("weekday") && !when.isCertain("month") && !/tomorrow|demain|tonight|ce soir|today|week|semaine|month|mois/u.test(found.text)) return false; // prettier-ignore
  const after = fold(original.slice(found.index + found.text.length));
  const named =
    fold(found.text) + (/^\s*(?:at\s|a\s)?(?:noon|midi|morning|matin)(?!\w)/u.exec(after)?.[0] ?? "");
  const date = when.date();
  const then = when.isCertain("hour")
    ? date
    : new Date(date.getTime() + (aim.hourOf(named) - (when.get("hour") ?? 12)) * 3_600_000);
  const value = hoursBetween(now, then);
  const end = match.end + found.index + named.length;
  const yearless = when.isCertain("month") && !when.isCertain("year") && value > farAheadHours;
  if (yearless && aim === deadline) return tellPast(match, draft, end, 365.25 * 24 - value);
  if (!(value > 0)) return aim === deadline && value < -12 ? tellPast(match, draft, end, -value) : false;
  draft.assumed.push({ field: aim.field, value: then.toISOString(), why: aim.why });
  const span: Match = { ...match, end };
  draft.taken.fill(1, span.start, span.end);
  draft.rest =
    draft.rest.slice(0, match.end) +
    draft.rest.slice(match.end, span.end).replace(/\S/gu, "\u00AC") +
    draft.rest.slice(span.end);
  return state(draft, span, aim.field, value);
}

const atLatest = String.raw`(?:au plus tard|at the latest|at latest|dernier delai|derniere limite)(?!\w)`;
const lead = `(?:(?:${before})\\s*)?`;

const startLead = String.raw`(?:(?:we|i|you|gpus?|cards?|machines?|it)\s(?:can |could |will |only |would |may |are |is )*)?(?:start(?:s|ing)?|begin(?:s|ning)?|kick(?:s|ing)? off|launch(?:ing)?|available|free|not before|no (?:earlier|sooner) than|as of|starting from|earliest(?: start)?)(?:\s(?:only|on|from|at|the|is|:))*\s|(?:(?:on|nous|je|ca|les? (?:gpus?|cartes?|machines?)|l'equipe)\s(?:ne |n'|peut |peux |pourra |pourrait |est |sont |sera |seront )*)?(?:demarr\w+|commenc\w+|debut\w*|lanc(?:e|er|ons|era|erait)|attaqu\w+|dispo(?:nible)?s?|libres?|pas avant|au plus tot)(?:\s(?:que|seulement|le|la|a partir du|a partir de|a compter du|des|au|est))*\s|(?:a partir d(?:u|e)|a compter d(?:u|e)|des)\s`;

/** "Two interns starting Monday": somebody else's beginning. */
const ofTheRun = (match: Match, draft: Draft): boolean =>
  !/^(?:start|begin|avail|free|demarr|commenc|debut|dispo|libre)/u.test(match.text) ||
  !/(?<!\p{L})\p{L}{3,}\s$/u.test(draft.folded.slice(Math.max(0, match.start - 24), match.start)) ||
  /(?:and|but|run|job|training|gpus?|cards?|nodes?|machines?|cartes?|noeuds?|entrainement|mais|only|then|tokens|jetons|budget)\s$/u.test(draft.folded.slice(Math.max(0, match.start - 24), match.start)); // prettier-ignore

/** "We start on Monday", "à partir du 12": before the deadlines, whose words are wider. */
const startRules: readonly Rule[] = [
  {
    pattern: new RegExp(
      `(?<!\\w)(?:${startLead})(?:ce\\s|this\\s|next\\s|le\\s|on\\s)?(?<day>${weekdayWords})(?!\\w)(?:\\s*(?:prochain|qui vient|morning|matin))?`,
      "gu",
    ),
    read: (match, draft) => ofTheRun(match, draft) && readWeekday(match, draft, start),
  },
  {
    pattern: new RegExp(`(?<!\\w)(?:${startLead})(?=(?:the\\s|le\\s)?[\\w\\d])`, "gu"),
    read: (match, draft) => ofTheRun(match, draft) && readDate(match, draft, start),
  },
];

export const dateRules: readonly Rule[] = [
  ...periodRules,
  fortnightRule,
  ...startRules,
  {
    pattern: new RegExp(
      `(?<!\\w)(?<lead>${lead})(?:ce\\s|this\\s)?(?<day>${weekdayWords})(?!\\w)(?:\\s*(?<next>prochain|next|qui vient))?(?:\\s*(?:at|a|vers)?\\s*(?<hour>[01]?\\d|2[0-3])\\s?(?:h|:00|[ap]m)(?!\\w))?(?<part>\\s*(?:morning|evening|night|matin|soir|midi|noon))?\\s*(?<late>${atLatest})`,
      "gu",
    ),
    read: (match, draft) =>
      readWeekday({ ...match, text: match.text.slice(0, -(match.named["late"] ?? "").length).trim() }, draft),
  },
  {
    pattern: new RegExp(
      `(?<!\\w)(?<lead>${lead})(?=(?:le\\s)?(?:apres-demain|demain|tomorrow|tonight|ce soir|today|aujourd'hui|\\d{1,2}(?:st|nd|rd|th|er)?\\s[a-z]|\\d{1,2}/))[^,;.!?\\n]{3,30}?\\s${atLatest}`,
      "gu",
    ),
    read: (match, draft) =>
      readDate({ ...match, end: match.start + (match.named["lead"] ?? "").length }, draft),
  },
  {
    pattern: new RegExp(
      `(?<!\\w)(?:${before})(?<pre>next\\s)?(?:ce\\s|this\\s|coming\\s)?(?<day>${weekdayWords})(?!\\w)(?:\\s*(?<next>prochain|next|qui vient))?(?:\\s*(?:at|a|vers)?\\s*(?<hour>[01]?\\d|2[0-3])\\s?(?:h|:00|[ap]m)(?!\\w))?(?:\\s*(?:morning|evening|night|matin|soir|midi|noon))?`,
      "gu",
    ),
    read: (match, draft) =>
      /next/u.test(match.text)
        ? readWeekday({ ...match, named: { ...match.named, next: "next" } }, draft)
        : readWeekday(match, draft),
  },
  {
    pattern: new RegExp(`(?<!\\w)(?<next>next\\s)(?<day>${weekdayWords})(?!\\w)`, "gu"),
    read: readWeekday,
  },
  { pattern: new RegExp(`(?<!\\w)(?<day>${weekdayWords})\\s(?<next>prochain)(?!\\w)`, "gu"), read: readWeekday },
  { pattern: new RegExp(`(?<!\\w)(?:${before})(?=[\\w\\d])`, "gu"), read: readDate },
  // "For the board meeting on 12 December": what it is for stands between.
  { pattern: /(?<!\w)(?:for|before|by|pour|avant|d'ici)\s(?:the\s|our\s|my\s|le\s|la\s|l'|notre\s|mon\s)?(?:[a-z-]{3,20}\s){1,3}(?:on|of|du|le)\s(?:the\s)?(?=\d|[a-z]{3,9}\s\d)/gu, read: readDate },
]; // prettier-ignore
