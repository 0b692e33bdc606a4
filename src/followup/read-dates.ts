import { casual as english } from "chrono-node/en";
import { casual as french } from "chrono-node/fr";
import { fold } from "./normalize.ts";
import { state, take, type Draft, type Match, type Rule } from "./draft.ts";

const weekdays: readonly (readonly [string, number])[] = [
  ["sunday|dimanche|sun", 0], ["monday|lundi|mon", 1], ["tuesday|mardi|tue", 2], ["wednesday|mercredi|wed", 3],
  ["thursday|jeudi|thu", 4], ["friday|vendredi|fri", 5], ["saturday|samedi|sat", 6],
]; // prettier-ignore
const weekdayWords = weekdays.map(([words]) => words.split("|").slice(0, 2).join("|")).join("|");

const clocks = new Map<string, Intl.DateTimeFormat>();

/** One formatter a zone: making one costs more than reading a message. Throws when the zone does not exist. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat("en-US", {
      timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric",
    }); // prettier-ignore
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** Minutes that the zone is ahead of UTC at that instant. */
export function offsetMinutes(instant: Date, timeZone: string | null): number {
  if (timeZone === null) return 0;
  try {
    const parts = clockOf(timeZone).formatToParts(instant);
    const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value ?? 0);
    const local = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
    return Math.round((local - instant.getTime()) / 60_000);
  } catch {
    return 0;
  }
}

/** A deadline named by a day ends when that day's work does. */
const endOfWork = 18;

/** The local hour at which what was named is over. */
const endOf = (words: string): number =>
  /(?:morning|matin|matinee|midi|noon)\s*$/u.test(words) ? 12 : endOfWork;

/** Instant of `hour` local time, `days` after today. */
function atLocal(now: Date, timeZone: string | null, days: number, hour: number): Date {
  const offset = offsetMinutes(now, timeZone);
  const local = new Date(now.getTime() + offset * 60_000);
  const wall = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days, hour);
  const guess = new Date(wall - offset * 60_000);
  return new Date(wall - offsetMinutes(guess, timeZone) * 60_000);
}

const hoursBetween = (now: Date, then: Date): number =>
  Math.round(((then.getTime() - now.getTime()) / 3_600_000) * 100) / 100;

/**
 * A weekday is the nearest one to come. "next Friday" / "vendredi prochain" is taken as that too, since most
 * people mean it, and the other reading is recorded to be echoed.
 */
function readWeekday(match: Match, draft: Draft): boolean {
  const word = match.named["day"] ?? "";
  const index = weekdays.find(([words]) => words.split("|").includes(word))?.[1];
  if (index === undefined) return false;
  const now = new Date(draft.context.now);
  const zone = draft.context.timeZone;
  const today = new Date(now.getTime() + offsetMinutes(now, zone) * 60_000).getUTCDay();
  const hour = match.named["hour"] === undefined ? endOf(match.text) : Number(match.named["hour"]);
  const ahead = (index - today + 7) % 7;
  let then = atLocal(now, zone, ahead, hour);
  if (then.getTime() <= now.getTime()) then = atLocal(now, zone, ahead + 7, hour);
  const value = hoursBetween(now, then);
  draft.assumed.push({ field: "limits.deadlineHours", value: then.toISOString(), why: "date-read" });
  if (match.named["next"] !== undefined) {
    const later = new Date(then.getTime() + 7 * 86_400_000).toISOString();
    draft.assumed.push({ field: "limits.deadlineHours", value: later, why: "next-weekday-nearer-taken" });
  }
  return state(draft, match, "limits.deadlineHours", value);
}

const before = String.raw`(?:by|before|until|due|deadline|for|no later than|d'ici(?: a)?|avant|pour|echeance|jusqu'a|au plus tard|fini pour|(?:soit|etre|est|sera|termine|finis?|finir|boucler?|livre|rendre)\s(?:fini|termine|pret|livre)?|finish by|done by|livrer|ready by|pret)\s*(?:the\s|le\s|:\s|is\s|on\s|est\s|next\s|la fin de\s|the end of\s|end of\s|fin\s|au\s)?`;

/** What a date opens with, in either language: nothing else is worth asking chrono about. */
const dateLike = /^[^\d]{0,8}\d|(?:jan|feb|fev|mar|apr|avr|may|mai|ju[nil]|aug|aou|sept?|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|lun|mer|jeu|ven|sam|dim|tomorrow|demain|tonight|soir|today|week|semaine|month|mois|noon|midi|morning|matin|afternoon|apres|minuit|midnight|year|annee|day|jour|hour|heure)/u; // prettier-ignore

/** Any other date goes to chrono, in the language of the message. */
function readDate(match: Match, draft: Draft): boolean {
  const rest = draft.folded.slice(match.end, match.end + 40);
  if (!dateLike.test(rest) || /^\s*[\u00A6\u00A7\u00AC\u00B6]/u.test(rest)) return false;
  const now = new Date(draft.context.now);
  const reference = { instant: now, timezone: offsetMinutes(now, draft.context.timeZone) };
  const parser = draft.language === "fr" ? french : english;
  const original = draft.canonical.text.slice(match.end, match.end + 40);
  const found = parser.parse(original, reference, { forwardDate: true })[0];
  if (found === undefined || found.index > 1) return false;
  if (/^[\d.,]+\s*(?:k|m|b|go|gb|h|x)?$/u.test(found.text.trim())) return false;
  const when = found.start;
  if (!when.isCertain("day") && !when.isCertain("weekday") && !when.isCertain("month") && !/tomorrow|demain|tonight|ce soir|today|week|semaine|month|mois/u.test(found.text)) return false; // prettier-ignore
  const after = fold(original.slice(found.index + found.text.length));
  const named =
    fold(found.text) + (/^\s*(?:at\s|a\s)?(?:noon|midi|morning|matin)(?!\w)/u.exec(after)?.[0] ?? "");
  const date = when.date();
  const then = when.isCertain("hour")
    ? date
    : new Date(date.getTime() + (endOf(named) - (when.get("hour") ?? 12)) * 3_600_000);
  const value = hoursBetween(now, then);
  if (!(value > 0)) return false;
  draft.assumed.push({ field: "limits.deadlineHours", value: then.toISOString(), why: "date-read" });
  const span: Match = { ...match, end: match.end + found.index + named.length };
  take(draft, span.start, span.end);
  return state(draft, span, "limits.deadlineHours", value);
}

/** The last working hour of a week, month, quarter or year: this one, or the next. */
function readEnd(match: Match, draft: Draft): boolean {
  const now = new Date(draft.context.now);
  const zone = draft.context.timeZone;
  const local = new Date(now.getTime() + offsetMinutes(now, zone) * 60_000);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const last = (until: number): number =>
    Math.round((Date.UTC(year, until + 1, 0) - Date.UTC(year, month, day)) / 86_400_000);
  const unit = match.named["unit"] ?? "";
  const days = /^(?:month|mois)/u.test(unit) ? last(month) : /^(?:quarter|trimestre)/u.test(unit) ? last(Math.floor(month / 3) * 3 + 2) : /^(?:year|an)/u.test(unit) ? last(11) : (5 - local.getUTCDay() + 7) % 7; // prettier-ignore
  const then = atLocal(now, zone, days, endOfWork);
  const value = hoursBetween(now, then);
  if (!(value > 0)) return false;
  draft.assumed.push({ field: "limits.deadlineHours", value: then.toISOString(), why: "date-read" });
  return state(draft, match, "limits.deadlineHours", value);
}

const atLatest = String.raw`(?:au plus tard|at the latest|at latest|dernier delai|derniere limite)(?!\w)`;
const lead = `(?:(?:${before})\\s*)?`;

export const dateRules: readonly Rule[] = [
  {
    pattern: new RegExp(
      `(?<!\\w)(?<lead>${lead})(?:ce\\s|this\\s)?(?<day>${weekdayWords})(?!\\w)(?:\\s*(?<next>prochain|next|qui vient))?(?:\\s*(?:at|a|vers)?\\s*(?<hour>[01]?\\d|2[0-3])\\s?(?:h|:00)(?!\\w))?(?<part>\\s*(?:morning|evening|night|matin|soir|midi|noon))?\\s*(?<late>${atLatest})`,
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
    pattern: /(?<!\w)(?:by|before|until|due|for|d'ici(?: a)?|avant|pour|jusqu'a)\s+(?:the\s|la\s)?(?:end of (?:the |this )?|fin (?:du |de (?:la |l'|cette |ce )?)?)(?<unit>week|month|quarter|year|semaine|mois|trimestre|annee|an)(?!\w)/gu, // prettier-ignore
    read: readEnd,
  },
  {
    pattern: new RegExp(
      `(?<!\\w)(?:${before})(?<pre>next\\s)?(?:ce\\s|this\\s|coming\\s)?(?<day>${weekdayWords})(?!\\w)(?:\\s*(?<next>prochain|next|qui vient))?(?:\\s*(?:at|a|vers)?\\s*(?<hour>[01]?\\d|2[0-3])\\s?(?:h|:00|pm)(?!\\w))?(?:\\s*(?:morning|evening|night|matin|soir|midi|noon))?`,
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
]; // prettier-ignore
