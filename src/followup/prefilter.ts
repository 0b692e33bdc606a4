import { anyDigit, type Clause } from "./literal-clauses.ts";
import { necessaryLiterals } from "./necessary-literals.ts";

/** A global RegExp, or what finds like one. */
export type Finder = Pick<RegExp, "lastIndex" | "exec">;

/**
 * Which characters, pairs and triples of characters stand in a text, one bit each. Two groups may share a bit: then a
 * pattern is tried in vain, and none is passed over in error.
 */
export type Grams = Uint32Array;

const bits = 2 ** 14;
const ascii = 128;
const space = 32;
const digit = anyDigit.charCodeAt(0);

/** The bit of a group of one, two or three; pairs and triples are of ASCII, any other character stands alone. */
const gram = (a: number, b: number, c: number): number => (a + b * 131 + c * 7919) & (bits - 1);

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Characters beyond ASCII that `\s` matches. */
const spaces = new Set("\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF".split("").map((one) => one.charCodeAt(0))); // prettier-ignore

const isSpace = (code: number): boolean =>
  (code <= space && (code === space || (code >= 9 && code <= 13))) || (code > ascii && spaces.has(code));

function set(grams: Grams, at: number): void {
  grams[at >> 5] = (grams[at >> 5] ?? 0) | (1 << (at & 31));
}

/** Every space as one, each group with digits also with any digit in their place. */
export function addTo(grams: Grams, text: string): void {
  let last = 0;
  let before = 0;
  let lastAny = 0;
  let beforeAny = 0;
  for (let at = 0; at < text.length; at += 1) {
    const written = text.charCodeAt(at);
    const code = isSpace(written) ? space : written;
    const any = isDigit(code) ? digit : code;
    set(grams, gram(code, 0, 0));
    if (written !== code) set(grams, gram(written, 0, 0));
    if (code >= ascii) {
      last = before = lastAny = beforeAny = 0;
      continue;
    }
    if (last > 0) set(grams, gram(code, last, 0));
    if (before > 0) set(grams, gram(code, last, before));
    if (any !== code) set(grams, gram(any, 0, 0));
    if (lastAny > 0 && (any !== code || lastAny !== last)) set(grams, gram(any, lastAny, 0));
    if (beforeAny > 0 && (any !== code || lastAny !== last || beforeAny !== before)) set(grams, gram(any, lastAny, beforeAny)); // prettier-ignore
    before = last;
    last = code;
    beforeAny = lastAny;
    lastAny = any;
  }
}

/** The longest groups that a literal is made of: with all of them in a text, it most likely stands there. */
function gramsOfLiteral(literal: string): readonly number[] {
  const spaced = literal.replaceAll(/\s/gu, " ");
  const alike = literal.includes(anyDigit) ? spaced.replaceAll(/\d/gu, anyDigit) : spaced;
  return [...alike.matchAll(/[\0-\u007F]+|[^\0-\u007F]/gu)].flatMap(([stretch]) => {
    const codes = stretch.split("").map((unit) => unit.charCodeAt(0));
    const [first = 0, second = 0] = codes;
    if (first >= ascii) return codes.map((code) => gram(code, 0, 0));
    if (codes.length < 3) return [gram(codes.at(-1) ?? 0, second === 0 ? 0 : first, 0)];
    return codes.slice(2).map((code, at) => gram(code, codes[at + 1] ?? 0, codes[at] ?? 0));
  });
}

/** Clause after clause, literal after literal, the bits of each: every list led by where it ends. */
type Needs = Uint16Array;

const known = new WeakMap<Finder, Needs>();

function written(clauses: readonly Clause[]): Needs {
  const out: number[] = [];
  for (const clause of clauses) {
    const opens = out.push(0) - 1;
    for (const literal of clause) {
      const grams = gramsOfLiteral(literal);
      out.push(out.length + 1 + grams.length, ...grams);
    }
    out[opens] = out.length;
  }
  return Uint16Array.from(out);
}

/** Of what only finds like a pattern nothing is known. */
function needsOf(pattern: Finder): Needs {
  const found = known.get(pattern);
  if (found !== undefined) return found;
  const needs = written(pattern instanceof RegExp ? necessaryLiterals(pattern) : []);
  known.set(pattern, needs);
  return needs;
}

/** False only where the pattern matches nowhere in a text with these grams: of one in lower case, where case does not count. */
export function mayMatch(pattern: Finder, grams: Grams): boolean {
  const needs = needsOf(pattern);
  let at = 0;
  while (at < needs.length) {
    const end = needs[at] ?? 0;
    if (!oneStands(needs, at + 1, end, grams)) return false;
    at = end;
  }
  return true;
}

function oneStands(needs: Needs, from: number, end: number, grams: Grams): boolean {
  let at = from;
  while (at < end) {
    const after = needs[at] ?? 0;
    at += 1;
    while (at < after && ((grams[(needs[at] ?? 0) >> 5] ?? 0) & (1 << ((needs[at] ?? 0) & 31))) !== 0)
      at += 1;
    if (at === after) return true;
    at = after;
  }
  return false;
}

/** In lower case, with the one letter besides that a pattern without regard to case takes for an "s". */
const caseless = (text: string): string => text.toLowerCase().replaceAll("\u017F", "s");

const asWritten = (text: string): string => text;

/** The texts that were looked at last: many patterns in turn are tried on one. */
function recent(form: (text: string) => string): (text: string) => Grams {
  const latest = Array.from({ length: 4 }, () => ({ text: "", grams: new Uint32Array(bits / 32) }));
  let oldest = 0;
  return (text) => {
    for (const one of latest) if (one.text === text) return one.grams;
    const one = latest[oldest] ?? { text: "", grams: new Uint32Array(bits / 32) };
    oldest = (oldest + 1) % latest.length;
    one.text = text;
    one.grams.fill(0);
    addTo(one.grams, form(text));
    return one.grams;
  };
}

/** What stands in a text, good until a few others were asked for. */
export const gramsOf = recent(asWritten);
const caselessGramsOf = recent(caseless);

const inVain = (pattern: RegExp, text: string): boolean =>
  !mayMatch(pattern, pattern.ignoreCase ? caselessGramsOf(text) : gramsOf(text));

/** `pattern.test(text)`, `pattern.exec(text)` and `text.matchAll(pattern)`, where they are not in vain. */
export const matches = (pattern: RegExp, text: string): boolean =>
  !inVain(pattern, text) && pattern.test(text);
export const firstMatch = (pattern: RegExp, text: string): RegExpExecArray | null =>
  inVain(pattern, text) ? null : pattern.exec(text);
export const allMatches = (pattern: RegExp, text: string): readonly RegExpExecArray[] =>
  inVain(pattern, text) ? [] : [...text.matchAll(pattern)];
