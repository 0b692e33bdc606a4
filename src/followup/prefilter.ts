import { necessaryLiterals } from "./necessary-literals.ts";

/** A global RegExp, or what finds like one. */
export type Finder = Pick<RegExp, "lastIndex" | "exec">;

/**
 * Which characters, pairs and triples of characters stand in a text, one flag each. Two groups may share a flag:
 * then a pattern is tried in vain, and none is passed over in error.
 */
export type Grams = Uint8Array;

const flags = 2 ** 14;
const ascii = 128;

/** The flag of a group of one, two or three; pairs and triples are of ASCII, any other character stands alone. */
const gram = (a: number, b: number, c: number): number => (a + b * 131 + c * 7919) & (flags - 1);

export function addTo(grams: Grams, text: string): void {
  let last = 0;
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const plain = code < ascii;
    grams[gram(code, 0, 0)] = 1;
    if (plain && last > 0) grams[gram(code, last, 0)] = 1;
    if (plain && before > 0) grams[gram(code, last, before)] = 1;
    before = plain ? last : 0;
    last = plain ? code : 0;
  }
}

/** The longest groups that a literal is made of: with all of them in a text, it most likely stands there. */
function gramsOfLiteral(literal: string): readonly number[] {
  return [...literal.matchAll(/[\0-\u007F]+|[^\0-\u007F]/gu)].flatMap(([stretch]) => {
    const codes = stretch.split("").map((unit) => unit.charCodeAt(0)); // prettier-ignore
    const [first = 0, second = 0] = codes;
    if (first >= ascii) return codes.map((code) => gram(code, 0, 0));
    if (codes.length < 3) return [gram(codes.at(-1) ?? 0, second === 0 ? 0 : first, 0)];
    return codes.slice(2).map((code, at) => gram(code, codes[at + 1] ?? 0, codes[at] ?? 0));
  });
}

/** Of every clause one literal, of that literal every gram. */
type Needs = readonly (readonly (readonly number[])[])[];

const known = new WeakMap<Finder, Needs>();

/** Of what only finds like a pattern nothing is known. */
function needsOf(pattern: Finder): Needs {
  let needs = known.get(pattern);
  if (needs === undefined) {
    const clauses = pattern instanceof RegExp ? necessaryLiterals(pattern) : [];
    needs = clauses.map((clause) => clause.map(gramsOfLiteral));
    known.set(pattern, needs);
  }
  return needs;
}

/** False only where the pattern matches nowhere in a text with these grams. */
export function mayMatch(pattern: Finder, grams: Grams): boolean {
  for (const clause of needsOf(pattern)) if (!someStands(clause, grams)) return false;
  return true;
}

function someStands(clause: Needs[number], grams: Grams): boolean {
  literals: for (const literal of clause) {
    for (const at of literal) if (grams[at] === 0) continue literals;
    return true;
  }
  return false;
}

/** The texts that were looked at last: many patterns in turn are tried on one. */
const latest: { readonly text: string; readonly grams: Grams }[] = [];
const kept = 4;

export function gramsOf(text: string): Grams {
  const same = latest.find((one) => one.text === text);
  if (same !== undefined) return same.grams;
  const grams = new Uint8Array(flags);
  addTo(grams, text);
  latest.unshift({ text, grams });
  latest.length = Math.min(latest.length, kept);
  return grams;
}

/** `pattern.test(text)`, `pattern.exec(text)` and `text.matchAll(pattern)`, where they are not in vain. */
export const matches = (pattern: RegExp, text: string): boolean =>
  mayMatch(pattern, gramsOf(text)) && pattern.test(text);
export const firstMatch = (pattern: RegExp, text: string): RegExpExecArray | null =>
  mayMatch(pattern, gramsOf(text)) ? pattern.exec(text) : null;
export const allMatches = (pattern: RegExp, text: string): readonly RegExpExecArray[] =>
  mayMatch(pattern, gramsOf(text)) ? [...text.matchAll(pattern)] : [];
