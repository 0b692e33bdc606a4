import type { Language } from "../domain/conversation.ts";
import type { Range } from "../units/range.ts";
import { makeDurations } from "./durations.ts";

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
  /** With `time`: the hour without its day. */
  readonly clockOnly?: boolean;
  /** With `time`: the day without its hour. */
  readonly dayOnly?: boolean;
  /** With `clockOnly`: without its zone. */
  readonly bare?: boolean;
  readonly year?: boolean;
}

/** Numbers as words of one language; a value that is not a finite number is "unknown", never zero. */
export interface Format {
  readonly unknown: string;
  readonly number: (n: number, decimals?: number) => string;
  /** Two or three figures that matter: 0.42, 4.2, 42, 420. */
  readonly rough: (n: number) => string;
  readonly gib: (n: number) => string;
  readonly gibUnit: string;
  /** A figure and its unit, kept on one line. */
  readonly withUnit: (figure: string, unit: string) => string;
  readonly gb: (n: number) => string;
  /** Of a file, in the largest decimal unit that leaves a whole part: "35 MB". */
  readonly bytes: (n: number) => string;
  /** "≈ 33 GiB (29 to 38)". */
  readonly gibRange: (r: Range) => string;
  /** An amount without its tax, where the reader's own cap says which. */
  readonly amount: (amount: number, currency: string) => string;
  /** The same of an estimated amount: two figures. */
  readonly amountAbout: (amount: number, currency: string) => string;
  /** An amount as stated: a cap, a dated price; to the cent below 100. */
  readonly money: (amount: number, currency: string) => string;
  /** An estimated amount: two figures, "less than €1" rather than zero. */
  readonly moneyAbout: (amount: number, currency: string) => string;
  /** A cost as estimated: two figures below 100, "less than €1" where even the upper end is. */
  readonly moneyRange: (r: Range, currency: string) => string;
  /** What a unit of work costs, a million tokens for one: two figures however small. */
  readonly priceRange: (r: Range, currency: string) => string;
  /** "1 h 30 min". */
  readonly hours: (h: number) => string;
  /** "≈ 4.5 h (2.5 to 9)": one unit for all three. */
  readonly hoursRange: (r: Range) => string;
  /** A share: 0.12 is 12 %. */
  readonly percent: (share: number) => string;
  readonly tokens: (n: number) => string;
  readonly tokensRange: (r: Range) => string;
  /** "≈ 150 M tokens per day (80 to 260)": one unit for all three. */
  readonly tokensPerDay: (r: Range) => string;
  readonly parameters: (n: number) => string;
  readonly range: (low: string, high: string) => string;
  readonly date: (iso: string, options?: DateOptions) => string;
  readonly list: (items: readonly string[]) => string;
}

const symbols: Readonly<Record<string, string>> = { USD: "$", EUR: "€", GBP: "£", CAD: "CA$" };
const frenchSymbols: Readonly<Record<string, string>> = { USD: "$", EUR: "€", GBP: "£", CAD: "$ CA" };

interface Counted {
  readonly million: string;
  readonly milliard: string;
  readonly plain: string;
}

const counted = {
  en: {
    tokens: { million: "M tokens", milliard: "B tokens", plain: "tokens" },
    perDay: { million: "M tokens per day", milliard: "B tokens per day", plain: "tokens per day" },
    parameters: { million: "M parameters", milliard: "B parameters", plain: "parameters" },
  },
  fr: {
    tokens: { million: "M de jetons", milliard: "Md de jetons", plain: "jetons" },
    perDay: {
      million: "M de jetons par jour",
      milliard: "Md de jetons par jour",
      plain: "jetons par jour",
    },
    parameters: { million: "M de paramètres", milliard: "Md de paramètres", plain: "paramètres" },
  },
} as const satisfies Record<Language, Record<"tokens" | "perDay" | "parameters", Counted>>;

/** Building a formatter costs a hundred times what using it costs. A few dozen kinds exist; zones are what people have. */
function kept<O extends object, F>(
  build: (locale: string, options: O) => F,
): (locale: string, options: O) => F {
  const known = new Map<string, F>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const found = known.get(key) ?? build(locale, options);
    if (known.size >= mostKept) known.clear();
    known.set(key, found);
    return found;
  };
}
const mostKept = 500;
const numberFormat = kept(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
const dateFormat = kept(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

function makeFormat(language: Language): Format {
  const locale = locales[language];
  const unknown = unknowns[language];
  const space = language === "fr" ? NBSP : " ";

  const number = (n: number, decimals = 0): string => {
    if (!Number.isFinite(n)) return unknown;
    const huge = Math.abs(n) >= 1e12;
    return numberFormat(
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

  const coarse = (n: number): string => (Math.abs(n) >= 1000 ? number(Number(n.toPrecision(3))) : rough(n));

  const withUnit = (figure: string, unit: string): string =>
    figure === unknown ? unknown : `${figure}${space}${unit}`;
  const gibUnit = language === "fr" ? "Gio" : "GiB";

  const between = (low: string, high: string): string => `${low}${space}${to[language]}${space}${high}`;

  const about = (likely: string, low: string, high: string, sameAs: string): string => {
    if (likely === unknown) return unknown;
    return low === high && low === sameAs ? `≈${NBSP}${likely}` : `≈${NBSP}${likely} (${between(low, high)})`;
  };

  const exact = (n: number): string => {
    if (!Number.isFinite(n)) return unknown;
    if (Number.isInteger(n) || Math.abs(n) >= 99.995) return number(n);
    if (Math.abs(n) < 0.1) return number(n, 3);
    return numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(n);
  };

  const priced = (figure: string, currency: string): string => {
    if (language === "fr") return `${figure}${NBSP}${frenchSymbols[currency] ?? currency}`;
    const symbol = symbols[currency];
    return symbol === undefined ? `${currency} ${figure}` : `${symbol}${figure}`;
  };
  const money = (n: number, currency: string, figure = exact(n)): string =>
    Number.isFinite(n) ? `${priced(figure, currency)}${NBSP}${taxes[language]}` : unknown;
  const cents = (r: Range, currency: string): string =>
    about(money(r.likely, currency, coarse(r.likely)), coarse(r.low), coarse(r.high), coarse(r.likely));
  const small = (currency: string): string =>
    `${language === "fr" ? "moins de" : "less than"}${NBSP}${money(1, currency)}`;

  const { hours, hoursRange } = makeDurations(language, { unknown, number, rough, about });

  const scaleOf = (n: number, words: Counted): { unit: string; figure: (x: number) => string } => {
    if (n >= 1e9) return { unit: words.milliard, figure: (x) => rough(x / 1e9) };
    if (n >= 1e6) return { unit: words.million, figure: (x) => rough(x / 1e6) };
    return { unit: words.plain, figure: (x) => number(x) };
  };
  const scaled = (n: number, words: Counted): string => {
    const { unit, figure } = scaleOf(n, words);
    return Number.isFinite(n) ? `${figure(n)}${NBSP}${unit}` : unknown;
  };
  const scaledRange = ({ low, likely, high }: Range, words: Counted): string => {
    const { figure } = scaleOf(likely, words);
    return about(scaled(likely, words), figure(low), figure(high), figure(likely));
  };
  const { tokens, perDay, parameters } = counted[language];

  return {
    unknown,
    number,
    rough,
    gib: (n) => withUnit(rough(n), gibUnit),
    gibUnit,
    withUnit,
    gb: (n) => withUnit(rough(n), language === "fr" ? "Go" : "GB"),
    bytes(n) {
      const scale = Math.min(4, Math.max(1, Math.floor(Math.log10(Math.max(1, n)) / 3)));
      return withUnit(
        rough(n / 1000 ** scale),
        `${"kMGT".charAt(scale - 1)}${language === "fr" ? "o" : "B"}`,
      );
    },
    gibRange: (r) => about(withUnit(rough(r.likely), gibUnit), rough(r.low), rough(r.high), rough(r.likely)),
    amount: (n, currency) => (Number.isFinite(n) ? priced(exact(n), currency) : unknown),
    amountAbout: (n, currency) => (Number.isFinite(n) ? priced(coarse(n), currency) : unknown),
    money,
    moneyAbout: (n, currency) => (Math.abs(n) < 1 ? small(currency) : money(n, currency, coarse(n))),
    moneyRange: (r, currency) => (r.likely < 1 && r.high < 1 ? small(currency) : cents(r, currency)),
    priceRange: cents,
    hours,
    hoursRange,
    percent: (share) => {
      if (!Number.isFinite(share)) return unknown;
      const figure = rough(share * 100);
      return language === "fr" ? `${figure}${NBSP}%` : `${figure}%`;
    },
    tokens: (n) => scaled(n, tokens),
    tokensRange: (r) => scaledRange(r, tokens),
    tokensPerDay: (r) => scaledRange(r, perDay),
    parameters: (n) => scaled(n, parameters),
    range: between,
    date: (iso, options = {}) => formatDate(language, iso, options) ?? unknown,
    list: (items) => new Intl.ListFormat(locale, { type: "conjunction" }).format(items),
  };
}

/** The first alone is an ordinal in French: "1er déc.", "2 déc.". */
const firstOfMonth = /(?<!\d)1(?= \p{L})/u;

function formatDate(
  language: Language,
  iso: string,
  { timeZone, time, clockOnly, dayOnly, bare, year }: DateOptions,
): string | null {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return null;
  const zone = time === true ? knownZone(timeZone ?? "UTC") : "UTC";
  const written = dateFormat(locales[language], {
    day: "numeric",
    month: "short",
    ...(time === true ? { weekday: "short" as const } : {}),
    ...(year === true ? { year: "numeric" as const } : {}),
    timeZone: zone,
  })
    .format(instant)
    .replace(",", "");
  const day = language === "fr" ? written.replace(firstOfMonth, "1er") : written;
  if (time !== true || dayOnly === true) return day;
  const clock = dateFormat(locales[language], {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: zone,
    ...(bare === true ? {} : { timeZoneName: "short" as const }),
  }).format(instant);
  if (clockOnly === true) return clock;
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
