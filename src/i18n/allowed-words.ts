import { fieldLabel, termWords } from "./field-words.ts";
import type { Wording } from "./messages.ts";
import { wordFor } from "./words-of.ts";

type As = Wording["m"]["problems"]["allowedAs"];
type Figure = (text: string | undefined) => string;

const N = String.raw`(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)`;
const whole = (pattern: string): RegExp => new RegExp(`^${pattern}$`, "u");

/** The phrases in which the engine and the schema name a bound. */
const phrases: readonly (readonly [RegExp, (as: As, n: Figure, m: RegExpExecArray) => string])[] = [
  [whole(`${N}–${N}, whole`), (as, n, m) => as.wholeFrom(n(m[1]), n(m[2]))],
  [whole(`whole number from ${N} to ${N}`), (as, n, m) => as.wholeFrom(n(m[1]), n(m[2]))],
  [whole(`${N}–${N}`), (as, n, m) => as.from(n(m[1]), n(m[2]))],
  [whole(`(?:≤|at most) ${N}`), (as, n, m) => as.atMost(n(m[1]))],
  [whole(`≥ ${N}`), (as, n, m) => as.atLeast(n(m[1]))],
  [whole(`> ${N}`), (as, n, m) => as.above(n(m[1]))],
  [whole(`multiple of ${N}`), (as, n, m) => as.multipleOf(n(m[1]))],
  [whole(`a divisor of ${N}`), (as, n, m) => as.divisorOf(n(m[1]))],
  [whole(`layer kinds that add up to at most ${N}`), (as, n, m) => as.layerKinds(n(m[1]))],
  [/^a size like 13B$/u, (as) => as.size],
  [/^or the whole shape$/u, (as) => as.shape],
  [/^params_total for this kind of model$/u, (as) => as.parameters],
];

/** A type or a bound in words; null for what stands there to be copied: a member, an id, a field. */
export function boundWords(phrase: string, w: Wording): string | null {
  const { types, allowedAs } = w.m.problems;
  const type = wordFor(types, phrase);
  if (type !== undefined) return type;
  for (const [pattern, say] of phrases) {
    const match = pattern.exec(phrase);
    if (match !== null) return say(allowedAs, (text) => w.f.number(Number(text), 3), match);
  }
  return null;
}

/** What a field may hold, in words: a bound, a type, a term, or another field's value. */
export function allowedWords(phrase: string, w: Wording): string {
  const bound = boundWords(phrase, w);
  if (bound !== null) return bound;
  const other = /^(?<field>[\w.]+)=(?<value>.+)$/u.exec(phrase)?.groups;
  if (other !== undefined) {
    return w.m.fields.set(fieldLabel(other["field"] ?? "", w), termWords(other["value"] ?? "", w));
  }
  return termWords(phrase, w);
}
