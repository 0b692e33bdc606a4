/** Pieces of number patterns over folded text, and how they are valued. */
import { withEuroMarks } from "./normalize.ts";

const grouped = String.raw`\d{1,3}(?:\.\d{3}){2,}(?!\d)|\d{1,3}(?:[ ,']\d{3})+(?!\d)`;
const plain = String.raw`\d+(?:[.,]\d+)?(?:e\+?\d{1,3}(?!\w)|\^\d{1,3}(?!\w))?`;

const tens: Readonly<Record<string, number>> = {
  twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90,
  vingt: 20, trente: 30, quarante: 40, cinquante: 50, soixante: 60,
}; // prettier-ignore

/** "une trentaine", "a couple dozen": about so many. */
const roughCounts: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    Object.entries({ dizaine: 10, douzaine: 12, quinzaine: 15, vingtaine: 20, trentaine: 30, quarantaine: 40, cinquantaine: 50, soixantaine: 60, centaine: 100 })
      .flatMap(([word, count]) => [[`une ${word}`, count], [`une bonne ${word}`, count], [`une petite ${word}`, count], [`deux ${word}s`, 2 * count]]),
  ),
  "a dozen": 12, "one dozen": 12, "a couple dozen": 24, "a couple of dozen": 24, "couple dozen": 24, "two dozen": 24, "three dozen": 36, "a few dozen": 36,
  "half a dozen": 6, "half-dozen": 6, "a couple hundred": 200, "a couple of hundred": 200, "une demi-douzaine": 6, "un millier": 1000,
}; // prettier-ignore

export const isRough = (raw: string): boolean => Object.hasOwn(roughCounts, raw.trim().replace(/\s+/gu, " "));

export const countWords: Readonly<Record<string, number>> = {
  ...roughCounts,
  ...Object.fromEntries(
    Object.entries(tens).flatMap(([word, ten]) => [[word, ten], [`${word}-five`, ten + 5], [`${word} five`, ten + 5], [`${word}-cinq`, ten + 5]]),
  ),
  eleven: 11, onze: 11, thirteen: 13, treize: 13, fourteen: 14, quatorze: 14, fifteen: 15, quinze: 15, eighteen: 18, "dix-huit": 18,
  "two hundred": 200, "deux cents": 200, "three hundred": 300, "trois cents": 300, "quatre-vingts": 80,
  a: 1, an: 1, one: 1, single: 1, un: 1, une: 1, two: 2, deux: 2, three: 3, trois: 3, four: 4, quatre: 4, five: 5,
  cinq: 5, six: 6, seven: 7, sept: 7, eight: 8, huit: 8, nine: 9, neuf: 9, ten: 10, dix: 10, twelve: 12, douze: 12,
  sixteen: 16, seize: 16, "thirty-two": 32, "trente-deux": 32, "sixty-four": 64, "soixante-quatre": 64, hundred: 100, cent: 100,
  "a couple of": 2, "a pair of": 2, "une paire de": 2, "a couple": 2, "une demi-douzaine de": 6,
  "une dizaine de": 10, "une douzaine de": 12, "une centaine de": 100, "une seule": 1, "un seul": 1, "a single": 1,
  "only one": 1, "just one": 1, both: 2, "a hundred": 100, "half a": 0.5, "un demi": 0.5,
}; // prettier-ignore

const scales: Readonly<Record<string, number>> = {
  k: 1e3, mille: 1e3, thousand: 1e3, milliers: 1e3, millier: 1e3, m: 1e6, mio: 1e6, million: 1e6, millions: 1e6, b: 1e9, bn: 1e9, g: 1e9,
  md: 1e9, mds: 1e9, milliard: 1e9, milliards: 1e9, billion: 1e9, billions: 1e9, t: 1e12, trillion: 1e12, trillions: 1e12, "mille milliards": 1e12,
}; // prettier-ignore

const alternatives = (keys: readonly string[]): string =>
  [...keys]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(" ", String.raw`\s`))
    .join("|");

/** Words that count cards, epochs and nodes; the many more that count people are looked for where people are. */
const ofPeople =
  /^(?:une (?:bonne |petite )?\w+aine|deux \w+s|.*[ -](?:five|cinq)|.*hundred|.*(?:couple|few|three|one)(?: of)? dozen|un millier|deux cents|trois cents)$/u;
const words = alternatives(Object.keys(countWords).filter((word) => !ofPeople.test(word)));
const peopleWords = alternatives(Object.keys(countWords));

/** A number with optional groups of three and a decimal sign. */
export const N = `(?<![\\w.,])-?(?:${grouped}|${plain})`;
/** The same after a letter or sign ("r16"). */
export const NA = `-?(?:${grouped}|${plain})`;
/** A plain whole number. */
export const I = String.raw`(?<![\w.,-])\d+(?![\w]*\d)`;
/** A count in digits or words. */
export const C = `(?:(?<![\\w.,])-?\\d{1,3}(?: \\d{3}){2,}(?![.,]?\\d)|(?<![\\w.,])-?\\d{1,20}(?![.,]?\\d)|\\b(?:${words})\\b)`;
/** A count of people, which is often a rough one. */
export const P = `(?:(?<![\\w.,])-?\\d{1,20}(?![.,]?\\d)|\\b(?:${peopleWords})\\b)`;
/** thousand, million, milliard …; "T" is a trillion, since what follows is counted and weighs no bytes. */
export const S = String.raw`(?:k|thousand|milliers?|mille(?! milliards)|m|mio|millions?|bn|b|g|mds?|milliards?|billions?|trillions?|t)(?![a-z])`;

export function parseNumber(raw: string): number {
  const text = raw.trim();
  const [base = "", power] = text.split("^");
  if (power !== undefined) return parseNumber(base) ** Number(power);
  if (/^-?\d{1,3}(?:[ ,']\d{3})+$/u.test(text) && !/^-?0,/u.test(text)) {
    return Number(text.replace(/[ ,']/gu, ""));
  }
  if (/^-?\d{1,3}(?:\.\d{3}){2,}$/u.test(text)) return Number(text.replaceAll(".", ""));
  if (/^-?\d{1,3}(?: \d{3})+[.,]\d+$/u.test(text)) return Number(text.replaceAll(" ", "").replace(",", "."));
  if (/^-?\d{1,3}(?:,\d{3})+\.\d+$/u.test(text)) return Number(text.replaceAll(",", ""));
  return Number(text.replaceAll(" ", "").replace(",", "."));
}

export function parseCount(raw: string): number {
  const text = raw.trim().replace(/\s+/gu, " ");
  return countWords[text] ?? parseNumber(text);
}

export function scaleOf(raw: string | undefined): number {
  return raw === undefined ? 1 : (scales[raw.trim()] ?? 1);
}

/** Rounds away what binary fractions add to a decimal times a power of ten. */
export const scaled = (value: number, scale: number): number => {
  const product = value * scale;
  return Math.abs(product) >= 1 ? Number(product.toPrecision(12)) : product;
};

const binaryThousands = new Set([1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 40, 48, 64, 96, 128, 192, 256, 512, 1024]);

/** A context length: "8k" is 8 × 1,024, as models count; a k that is no usual length ("50k") is thousands. */
export function contextLength(value: number, scale: number): number {
  if (scale === 1e3 && binaryThousands.has(value)) return value * 1024;
  if (scale === 1e6 && value === 1) return 1_048_576;
  return scaled(value, scale);
}

/** What one rule reads stands on one line: a list of facts, one a line, is no sentence. */
const onOneLine = (source: string): string =>
  source.replace(/\[\^[^\]]*\]|\\s/gu, (part) => (part === "\\s" ? " " : part));

/** Expands {N} {NA} {I} {C} {P} {S} {ACC} {MODEL} in a pattern over folded text, whose spaces are single and whose euros are marks. */
export function pattern(source: string): RegExp {
  const pieces: Readonly<Record<string, string>> = { N, NA, I, C, P, S, ACC: "\\u00A7+", MODEL: "\\u00B6+" };
  return new RegExp(
    withEuroMarks(
      onOneLine(source.replace(/\{(NA|N|I|C|P|S|ACC|MODEL)\}/gu, (_whole, key: string) => pieces[key] ?? "")),
    ),
    "gu",
  );
}
