import type { Language } from "../domain/conversation.ts";
import type { Range } from "../units/range.ts";

const locales = { en: "en-GB", fr: "fr-FR" } as const satisfies Record<Language, string>;
const unknowns = { en: "unknown", fr: "inconnu" } as const satisfies Record<Language, string>;
const to = { en: "to", fr: "à" } as const satisfies Record<Language, string>;
const taxes = { en: "excl. VAT", fr: "HT" } as const satisfies Record<Language, string>;
const NBSP = "\u00A0";
const NARROW = "\u202F";

export interface DateOptions {
  readonly timeZone?: string | null;
  /** Weekday, hour and zone, for an appointment; without it, day and month. */
  readonly time?: boolean;
  readonly year?: boolean;
}

/** Numbers as words of one language; a value that is not a finite number is "unknown", never zero. */
export interface Format {
  readonly unknown: string;
  readonly number: (n: number, decimals?: number) => string;
  /** Two or three figures that matter: 0.42, 4.2, 42, 420. */
  readonly rough: (n: number) => string;
  readonly gib: (n: number) => string;
  readonly gb: (n: number) => string;
  /** "≈ 33 GiB (29 to 38)". */
  readonly gibRange: (r: Range) => string;
  readonly money: (amount: number, currency: string) => string;
  readonly moneyRange: (r: Range, currency: string) => string;
  readonly hours: (h: number) => string;
  readonly hoursRange: (r: Range) => string;
  /** A share: 0.12 is 12 %. */
  readonly percent: (share: number) => string;
  readonly tokens: (n: number) => string;
  readonly parameters: (n: number) => string;
  readonly range: (low: string, high: string) => string;
  readonly date: (iso: string, options?: DateOptions) => string;
  readonly list: (items: readonly string[]) => string;
}

const symbols: Readonly<Record<string, string>> = { USD: "$", EUR: "€", GBP: "£", CAD: "CA$" };
const frenchSymbols: Readonly<Record<string, string>> = { USD: "$", EUR: "€", GBP: "£", CAD: "$ CA" };

/** A duration in the unit a person would choose, with the number apart so that a range can say the unit once. */
interface Duration {
  readonly figure: string;
  readonly unit: string;
}

function makeFormat(language: Language): Format {
  const locale = locales[language];
  const unknown = unknowns[language];
  const space = language === "fr" ? NBSP : " ";

  const number = (n: number, decimals = 0): string => {
    if (!Number.isFinite(n)) return unknown;
    const huge = Math.abs(n) >= 1e12;
    return new Intl.NumberFormat(
      locale,
      huge ? { notation: "scientific", maximumSignificantDigits: 3 } : { maximumFractionDigits: decimals },
    )
      .format(n)
      .replaceAll(/[\u00A0 ]/gu, language === "fr" ? NARROW : "");
  };

  const rough = (n: number): string => {
    const size = Math.abs(n);
    if (size >= 9.95) return number(n);
    if (size >= 1) return number(n, 1);
    return size === 0 ? "0" : number(n, Math.min(6, Math.ceil(-Math.log10(size)) + 1));
  };

  const withUnit = (figure: string, unit: string): string =>
    figure === unknown ? unknown : `${figure}${space}${unit}`;
  const gibUnit = language === "fr" ? "Gio" : "GiB";

  const between = (low: string, high: string): string => `${low}${space}${to[language]}${space}${high}`;

  const about = (likely: string, low: string, high: string, sameAs: string): string => {
    if (likely === unknown) return unknown;
    return low === high && low === sameAs ? `≈${NBSP}${likely}` : `≈${NBSP}${likely} (${between(low, high)})`;
  };

  const amount = (n: number): string => {
    if (Math.abs(n) >= 9.995 || Number.isInteger(n)) return number(n);
    if (!Number.isFinite(n)) return unknown;
    const decimals = n !== 0 && Math.abs(n) < 0.1 ? 3 : 2;
    const exact = new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals === 2 ? 2 : 0,
      maximumFractionDigits: decimals,
    });
    return exact.format(n);
  };

  const priced = (figure: string, currency: string): string => {
    if (language === "fr") return `${figure}${NBSP}${frenchSymbols[currency] ?? currency}`;
    const symbol = symbols[currency];
    return symbol === undefined ? `${currency} ${figure}` : `${symbol}${figure}`;
  };
  const money = (n: number, currency: string): string =>
    Number.isFinite(n) ? `${priced(amount(n), currency)}${NBSP}${taxes[language]}` : unknown;

  const duration = (h: number): Duration => {
    if (!Number.isFinite(h)) return { figure: unknown, unit: "" };
    if (h < 1 / 60) return { figure: language === "fr" ? "moins d’une" : "under 1", unit: "min" };
    const minutes = Math.round(h * 60);
    if (minutes < 60)
      return { figure: number(minutes < 10 ? minutes : Math.round(minutes / 5) * 5), unit: "min" };
    if (h < 5) {
      const step = h < 2 ? 5 : 30;
      const rounded = Math.round(minutes / step) * step;
      const rest = rounded % 60;
      const whole = number(Math.floor(rounded / 60));
      if (rest === 0) return { figure: whole, unit: "h" };
      const tail = String(rest).padStart(2, "0");
      return { figure: `${whole}${NBSP}h${NBSP}${tail}`, unit: language === "fr" ? "" : "min" };
    }
    if (h < 96) return { figure: number(h), unit: "h" };
    const days = h / 24;
    const plural = language === "fr" ? "jours" : "days";
    return { figure: number(days, days < 9.95 ? 1 : 0), unit: plural };
  };
  const say = ({ figure, unit }: Duration): string => (unit === "" ? figure : `${figure}${NBSP}${unit}`);

  const scaled = (
    n: number,
    words: { readonly million: string; readonly milliard: string; readonly plain: string },
  ) => {
    if (!Number.isFinite(n)) return unknown;
    if (n >= 1e9) return `${rough(n / 1e9)}${NBSP}${words.milliard}`;
    if (n >= 1e6) return `${rough(n / 1e6)}${NBSP}${words.million}`;
    return `${number(n)}${NBSP}${words.plain}`;
  };

  return {
    unknown,
    number,
    rough,
    gib: (n) => withUnit(rough(n), gibUnit),
    gb: (n) => withUnit(rough(n), language === "fr" ? "Go" : "GB"),
    gibRange: (r) => about(withUnit(rough(r.likely), gibUnit), rough(r.low), rough(r.high), rough(r.likely)),
    money,
    moneyRange: (r, currency) =>
      about(money(r.likely, currency), amount(r.low), amount(r.high), amount(r.likely)),
    hours: (h) => say(duration(h)),
    hoursRange: (r) => {
      const [low, likely, high] = [duration(r.low), duration(r.likely), duration(r.high)];
      const once = low.unit === likely.unit && high.unit === likely.unit && likely.unit !== "";
      const bound = (d: Duration): string => (once ? d.figure : say(d));
      return about(say(likely), bound(low), bound(high), bound(likely));
    },
    percent: (share) => {
      if (!Number.isFinite(share)) return unknown;
      const figure = rough(share * 100);
      return language === "fr" ? `${figure}${NBSP}%` : `${figure}%`;
    },
    tokens: (n) =>
      scaled(
        n,
        language === "fr"
          ? { million: "M de jetons", milliard: "Md de jetons", plain: "jetons" }
          : { million: "M tokens", milliard: "B tokens", plain: "tokens" },
      ),
    parameters: (n) =>
      scaled(
        n,
        language === "fr"
          ? { million: "M de paramètres", milliard: "Md de paramètres", plain: "paramètres" }
          : { million: "M parameters", milliard: "B parameters", plain: "parameters" },
      ),
    range: between,
    date: (iso, options = {}) => formatDate(language, iso, options) ?? unknown,
    list: (items) => new Intl.ListFormat(locale, { type: "conjunction" }).format(items),
  };
}

function formatDate(language: Language, iso: string, { timeZone, time, year }: DateOptions): string | null {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return null;
  const zone = time === true ? knownZone(timeZone ?? "UTC") : "UTC";
  const day = new Intl.DateTimeFormat(locales[language], {
    day: "numeric",
    month: "short",
    ...(time === true ? { weekday: "short" as const } : {}),
    ...(year === true ? { year: "numeric" as const } : {}),
    timeZone: zone,
  })
    .format(instant)
    .replace(",", "");
  if (time !== true) return day;
  const clock = new Intl.DateTimeFormat(locales[language], {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: zone,
    timeZoneName: "short",
  }).format(instant);
  return language === "fr" ? `${day} à ${clock}` : `${day}, ${clock}`;
}

/** A zone that this runtime knows; profiles hold odd ones. */
function knownZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

const formats = { en: makeFormat("en"), fr: makeFormat("fr") };

export const format = (language: Language): Format => formats[language];
