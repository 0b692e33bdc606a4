import type { Language } from "../domain/conversation.ts";
import type { Range } from "../units/range.ts";

const NBSP = "\u00A0";
const HOURS_IN_DAY = 24;
/** From here on a person counts in days. [h] */
const FIRST_LONG = 96;
/** A range that starts in minutes stays in minutes up to here. [h] */
const LAST_MINUTES = 3;

const units = {
  en: { minutes: "min", hours: "h", days: "days" },
  fr: { minutes: "min", hours: "h", days: "jours" },
} as const satisfies Record<Language, unknown>;

interface Numbers {
  readonly unknown: string;
  readonly number: (n: number, decimals?: number) => string;
  readonly rough: (n: number) => string;
  readonly about: (likely: string, low: string, high: string, sameAs: string) => string;
}

interface Durations {
  readonly hours: (h: number) => string;
  readonly hoursRange: (r: Range) => string;
}

/** The unit of a whole range and how many of it an hour makes. */
function unitOf({ likely, high }: Range): {
  readonly name: keyof (typeof units)["en"];
  readonly perHour: number;
} {
  if (likely >= FIRST_LONG) return { name: "days", perHour: 1 / HOURS_IN_DAY };
  return likely < 1 && high <= LAST_MINUTES
    ? { name: "minutes", perHour: 60 }
    : { name: "hours", perHour: 1 };
}

/** Hours as a person says them; an estimate says its unit once. */
export function makeDurations(language: Language, { unknown, number, rough, about }: Numbers): Durations {
  const say = (figure: string, unit: string): string => `${figure}${NBSP}${unit}`;
  const minutesWords = (minutes: number): string =>
    number(minutes < 10 ? minutes : Math.round(minutes / 5) * 5);

  const hours = (h: number): string => {
    if (!Number.isFinite(h)) return unknown;
    if (h < 1 / 60) return say(language === "fr" ? "moins d’une" : "under 1", "min");
    const minutes = Math.round(h * 60);
    if (minutes < 60) return say(minutesWords(minutes), units[language].minutes);
    if (h < 5) {
      const step = h < 2 ? 5 : 30;
      const rounded = Math.round(minutes / step) * step;
      const whole = say(number(Math.floor(rounded / 60)), "h");
      const rest = rounded % 60;
      if (rest === 0) return whole;
      const tail = say(whole, String(rest).padStart(2, "0"));
      return language === "fr" ? tail : say(tail, "min");
    }
    if (h < FIRST_LONG) return say(number(h), "h");
    const days = h / HOURS_IN_DAY;
    return say(number(days, days < 9.95 ? 1 : 0), units[language].days);
  };

  return {
    hours,
    hoursRange: (r) => {
      if (!Number.isFinite(r.likely)) return unknown;
      if (r.likely < 1 / 60) return hours(r.likely);
      const { name, perHour } = unitOf(r);
      const figure = (h: number): string =>
        name === "minutes" ? minutesWords(Math.max(1, Math.round(h * 60))) : rough(h * perHour);
      return about(
        say(figure(r.likely), units[language][name]),
        figure(r.low),
        figure(r.high),
        figure(r.likely),
      );
    },
  };
}
