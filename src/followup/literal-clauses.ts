/** Of these one must stand in every text that the pattern matches. */
export type Clause = readonly string[];

/** Stands for any digit: one string where ten would be needed. A space stands for whatever `\s` matches. */
export const anyDigit = "\u0001";

/**
 * What a piece of a pattern matches: one of these strings, or `more`: longer texts of which only the beginning and the
 * end are known. Whichever it is, one string of each clause stands in it.
 */
export interface Known {
  readonly exact: readonly string[];
  readonly more: { readonly starts: readonly string[]; readonly ends: readonly string[] } | null;
  readonly clauses: readonly Judged[];
}

/** A clause, and how often its strings stand in a message, about. */
interface Judged {
  readonly clause: Clause;
  readonly seen: number;
}

const limits = { exact: 48, sides: 24, border: 72, union: 240, clauses: 6 } as const;

/** How much of a beginning or an end is told, the more the fewer there are. */
const sideLengths = [8, 5, 3, 2, 1];

export const certain = (exact: readonly string[]): Known => ({ exact, more: null, clauses: [] });
export const only = (text: string): Known => certain([text]);
export const nothing = only("");
export const anything: Known = { exact: [], more: { starts: [""], ends: [""] }, clauses: [] };

const distinct = (strings: readonly string[]): readonly string[] => [...new Set(strings)];
const joined = (left: readonly string[], right: readonly string[]): readonly string[] =>
  distinct(left.flatMap((one) => right.map((other) => one + other)));

/** Shorter where they are too many; the empty string where even then they are. */
function few(strings: readonly string[], cut: (text: string, length: number) => string): readonly string[] {
  for (const length of sideLengths) {
    const kept = distinct(strings.map((one) => cut(one, length)));
    if (kept.length <= limits.sides) return kept;
  }
  return [""];
}
const starting = (strings: readonly string[]): readonly string[] =>
  few(strings, (text, length) => text.slice(0, length));
const ending = (strings: readonly string[]): readonly string[] =>
  few(strings, (text, length) => text.slice(-length));

/** One character in how many is this one, about, in a message. */
const oneIn = Array.from({ length: 128 }, (_, code) => (code === 1 ? 10 : code === 32 ? 5 : code >= 97 && code <= 122 ? 13 : 30)); // prettier-ignore

/** How often it stands in a message of 300 characters, about. */
function chance(text: string): number {
  let share = 300;
  for (let at = 0; at < text.length; at += 1) share /= oneIn[text.charCodeAt(at)] ?? 30;
  return share;
}

/** No clause where the empty string would do, and none of too many. */
function clauseOf(strings: readonly string[]): readonly Judged[] {
  if (strings.length > limits.union || strings.includes("")) return [];
  return [{ clause: strings, seen: strings.reduce((sum, one) => sum + chance(one), 0) }];
}

/** The strings of which none holds another. */
function shortest(strings: Clause): Clause {
  const kept: string[] = [];
  for (const one of [...strings].sort((a, b) => a.length - b.length))
    if (!kept.some((shorter) => one.includes(shorter))) kept.push(one);
  return kept;
}

const startsOf = ({ exact, more }: Known): readonly string[] => [...exact, ...(more?.starts ?? [])];
const endsOf = ({ exact, more }: Known): readonly string[] => [...exact, ...(more?.ends ?? [])];

export const allClauses = (one: Known): readonly Judged[] => [
  ...one.clauses,
  ...clauseOf(startsOf(one)),
  ...(one.more === null ? [] : clauseOf(endsOf(one))),
];

/** Rarest first; those of which any text holds a string are left out. */
const ranked = (clauses: readonly Judged[]): readonly Judged[] =>
  clauses
    .filter(({ clause, seen }) => seen < 1 || clause.every((one) => /[^\s.,:;'"=()/-]/u.test(one)))
    .sort((a, b) => a.seen - b.seen)
    .filter(({ clause, seen }, at, all) => seen !== all[at - 1]?.seen || clause[0] !== all[at - 1]?.clause[0])
    .slice(0, limits.clauses);

/** Told by how they begin and end: too many to be told string by string. */
function sided({ exact, more, clauses }: Known): Known {
  const full = exact.filter((one) => one !== "");
  return {
    exact: full.length < exact.length ? [""] : [],
    more: {
      starts: starting([...full, ...(more?.starts ?? [])]),
      ends: ending([...full, ...(more?.ends ?? [])]),
    },
    clauses: more === null ? [...clauses, ...clauseOf(exact)] : clauses,
  };
}
const bounded = (one: Known, most: number = limits.exact): Known =>
  one.exact.length <= most ? one : sided(one);

/** Where two pieces meet, unless that is too much. */
const border = (
  left: readonly string[],
  right: readonly string[],
  otherwise: readonly string[],
): readonly string[] => (left.length * right.length > limits.border ? otherwise : joined(left, right));

function then(one: Known, other: Known): Known {
  const many = one.exact.length * other.exact.length > limits.exact;
  const [left, right] = many ? [bounded(one, 1), bounded(other, 1)] : [one, other];
  const clauses = [...left.clauses, ...right.clauses];
  const exact = joined(left.exact, right.exact);
  if (left.more === null && right.more === null) return { exact, more: null, clauses };
  const starts = [...(right.more === null ? [] : border(left.exact, right.more.starts, left.exact)), ...(left.more?.starts ?? [])]; // prettier-ignore
  const ends = [...(left.more === null ? [] : border(left.more.ends, right.exact, right.exact)), ...(right.more?.ends ?? [])]; // prettier-ignore
  const alone = [left, right].flatMap((side) => (side.more === null ? clauseOf(side.exact) : []));
  return {
    exact,
    more: { starts: starting(starts), ends: ending(ends) },
    clauses: [...clauses, ...alone, ...clauseOf(border(endsOf(left), startsOf(right), [""]))],
  };
}

export function inSequence(parts: readonly Known[]): Known {
  const whole = parts.reduce(then, nothing);
  return { ...whole, clauses: ranked(whole.clauses) };
}

export function oneOf(branches: readonly Known[]): Known {
  const [first = nothing, ...others] = branches;
  if (others.length === 0) return first;
  const exact = distinct(branches.flatMap((branch) => branch.exact));
  if (branches.every(({ more }) => more === null) && exact.length <= limits.union) return certain(exact);
  const mores = branches.flatMap(({ more }) => more ?? []);
  const best = branches.map((branch) => ranked(allClauses(branch))[0]);
  const every = distinct(best.flatMap((one) => one?.clause ?? [""]));
  return bounded({
    exact,
    more:
      mores.length === 0
        ? null
        : {
            starts: starting(mores.flatMap(({ starts }) => starts)),
            ends: ending(mores.flatMap(({ ends }) => ends)),
          },
    clauses: clauseOf(every),
  });
}

export function repeated(one: Known, least: number, most: number): Known {
  if (least === 1 && most === 1) return one;
  const none = least === 0 ? [""] : [];
  const clauses = least === 0 ? [] : allClauses(one);
  if (most === 1) return { exact: distinct([...none, ...one.exact]), more: one.more, clauses };
  const twice = then(one, one);
  const once = least < 2 ? one.exact : [];
  return bounded({
    exact: distinct([...none, ...once]),
    more: {
      starts: starting([...startsOf(twice), ...(least < 2 ? (one.more?.starts ?? []) : [])]),
      ends: ending([...endsOf(twice), ...(least < 2 ? (one.more?.ends ?? []) : [])]),
    },
    clauses,
  });
}

/** Whether whatever holds a string of the one holds a string of the other. */
const implies = (one: Clause, other: Clause): boolean =>
  one.every((text) => other.some((part) => text.includes(part)));

/** Of every match the clauses, without those that another one implies; first what soonest says no. */
export function clausesOfAll(one: Known): readonly Clause[] {
  const told: Judged[] = [];
  for (const { clause, seen } of ranked(allClauses(one)))
    if (!told.some((rarer) => implies(rarer.clause, clause))) told.push({ clause: shortest(clause), seen });
  const cost = ({ clause, seen }: Judged): number => clause.length * Math.exp(seen);
  return told.sort((a, b) => cost(a) - cost(b)).map(({ clause }) => clause);
}
