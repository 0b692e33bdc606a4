/** Of these one must stand in every text that the pattern matches. */
export type Clause = readonly string[];

/** What a piece of a pattern matches: these strings and no others, or strings of which only the clauses are known. */
interface Known {
  readonly exact: readonly string[] | null;
  readonly clauses: readonly Clause[];
}

const limits = { product: 48, union: 240, classMembers: 12 } as const;

const anything: Known = { exact: null, clauses: [] };
const nothing: Known = { exact: [""], clauses: [] };
const digits: Known = { exact: "0123456789".split(""), clauses: [] };
const only = (text: string): Known => ({ exact: [text], clauses: [] });

/** The strings of which none holds another; no clause where the empty string would do. */
function clauseOf(strings: readonly string[]): Clause[] {
  const kept: string[] = [];
  for (const one of [...strings].sort((a, b) => a.length - b.length)) {
    if (one === "") return [];
    if (!kept.some((shorter) => one.includes(shorter))) kept.push(one);
  }
  return [kept];
}

const allClauses = ({ exact, clauses }: Known): readonly Clause[] => [
  ...clauses,
  ...(exact === null ? [] : clauseOf(exact)),
];

/** Spaces and signs stand in every text: what counts is what the poorest string of a clause holds besides. */
const worth = (clause: Clause): number =>
  Math.min(...clause.map((one) => one.replace(/[\s.,:;'"=()/-]/gu, "").length));

/** Worthiest first; those that any text holds are left out. */
const ranked = (clauses: readonly Clause[]): readonly Clause[] =>
  clauses
    .map((clause) => ({ clause, worth: worth(clause) }))
    .filter((one) => one.worth > 0)
    .sort((a, b) => b.worth - a.worth || a.clause.length - b.clause.length)
    .map(({ clause }) => clause);

function inSequence(parts: readonly Known[]): Known {
  let run: readonly string[] = [""];
  let whole = true;
  const clauses: Clause[] = [];
  for (const { exact, clauses: own } of parts) {
    clauses.push(...own);
    if (exact !== null && run.length * exact.length <= limits.product) {
      run = [...new Set(run.flatMap((left) => exact.map((right) => left + right)))];
      continue;
    }
    clauses.push(...clauseOf(run));
    run = exact ?? [""];
    whole = false;
  }
  if (whole) return { exact: run, clauses };
  return { exact: null, clauses: [...clauses, ...clauseOf(run)] };
}

function oneOf(branches: readonly Known[]): Known {
  const [first = nothing, ...others] = branches;
  if (others.length === 0) return first;
  const exact = branches.flatMap((branch) => branch.exact ?? []);
  if (branches.every((branch) => branch.exact !== null) && exact.length <= limits.union)
    return { exact: [...new Set(exact)], clauses: [] };
  const best = branches.map((branch) => ranked(allClauses(branch))[0]);
  const every = best.flatMap((clause) => clause ?? [""]);
  return { exact: null, clauses: every.length > limits.union ? [] : clauseOf([...new Set(every)]) };
}

function repeated(one: Known, least: number, most: number): Known {
  if (least === 1 && most === 1) return one;
  if (least === 0)
    return most === 1 && one.exact !== null ? { exact: [...one.exact, ""], clauses: [] } : anything;
  return { exact: null, clauses: allClauses(one) };
}

/** How often at least and at most: "{2,}", "+?", "*". */
function timesOf(quantifier: string): readonly [number, number] {
  const [, least, comma, most] = /\{(\d+)(,?)(\d*)/u.exec(quantifier) ?? [];
  if (least !== undefined) return [Number(least), comma === "" ? Number(least) : Number(most || Infinity)];
  return [quantifier.startsWith("+") ? 1 : 0, quantifier.startsWith("?") ? 1 : Infinity];
}

/** Escapes that stand for one certain character. */
const controls: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", f: "\f", v: "\v", "0": "\0" };

/** Long groups that were read before, by how they begin: the same counts and numbers stand in a hundred patterns. */
const groups = new Map<string, { readonly text: string; readonly known: Known }[]>();
const opening = 24;

/** Recursive descent over the source of a pattern with the `u` flag. */
function known(source: string): Known {
  let at = 0;
  const next = (form: RegExp): string | null => {
    form.lastIndex = at;
    const found = form.exec(source)?.[0] ?? null;
    at += found?.length ?? 0;
    return found;
  };
  const eat = (sign: string): boolean => {
    if (!source.startsWith(sign, at)) return false;
    at += sign.length;
    return true;
  };
  const character = (): string => next(/[^]/uy) ?? fail("a character");
  const fail = (wanted: string): never => {
    throw new Error(`${wanted} was expected at ${at} of ${source}`);
  };

  function alternatives(): Known {
    const branches = [sequence()];
    while (eat("|")) branches.push(sequence());
    return oneOf(branches);
  }

  function sequence(): Known {
    const parts: Known[] = [];
    while (at < source.length && !"|)".includes(source.charAt(at))) {
      const plain = next(/(?:[^\\()[\]{}|$^.*+?](?![*+?{]))+/uy);
      if (plain !== null) parts.push(only(plain));
      if (plain !== null) continue;
      const part = term();
      const written = next(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/uy);
      parts.push(written === null ? part : repeated(part, ...timesOf(written)));
    }
    return inSequence(parts);
  }

  function term(): Known {
    if (source.startsWith("(", at)) return group();
    if (eat("[")) return members();
    if (eat("\\")) return escape();
    if (eat("^") || eat("$")) return nothing;
    return eat(".") ? anything : only(character());
  }

  function group(): Known {
    const start = at;
    const alike = groups.get(source.slice(start, start + opening)) ?? [];
    const before = alike.find(({ text }) => source.startsWith(text, start));
    if (before !== undefined) {
      at += before.text.length;
      return before.known;
    }
    const one = newGroup();
    if (at - start > opening)
      groups.set(source.slice(start, start + opening), [...alike, { text: source.slice(start, at), known: one }]); // prettier-ignore
    return one;
  }

  function newGroup(): Known {
    const opened = next(/\((?:\?(?::|<?[=!]|<\w+>))?/uy) ?? "";
    const inside = alternatives();
    if (!eat(")")) fail("the end of a group");
    if (opened.endsWith("!")) return nothing;
    return opened.endsWith("=") ? { exact: [""], clauses: allClauses(inside) } : inside;
  }

  function escape(): Known {
    const coded = next(/u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}/iuy)?.replace(/^[ux]\{?|\}$/gu, "");
    if (coded !== undefined) return only(String.fromCodePoint(Number.parseInt(coded, 16)));
    if (eat("d")) return digits;
    if (next(/[pP]\{[^}]*\}|k<\w+>|[1-9]\d*|[wWsSD]|c[A-Za-z]/uy) !== null) return anything;
    const letter = character();
    return letter === "b" || letter === "B" ? nothing : only(controls[letter] ?? letter);
  }

  /** A class of few characters; any other could be anything. */
  function members(): Known {
    let few = !eat("^");
    const found: string[] = [];
    const member = (): readonly string[] | null => (eat("\\") ? escape().exact : [character()]);
    while (!eat("]")) {
      const exact = member();
      const range = next(/-(?!\])/uy) !== null;
      if (range) member();
      // \b is a backspace here.
      if (range || exact === null || exact.includes("")) few = false;
      else found.push(...exact);
    }
    return few && found.length <= limits.classMembers ? { exact: found, clauses: [] } : anything;
  }

  const whole = alternatives();
  return at < source.length ? fail("the end") : whole;
}

/**
 * What a text must hold for the pattern to match anywhere in it: of every clause at least one string. Read off the
 * pattern itself, so that the two cannot drift apart; no clause where nothing is certain, as without regard to case.
 */
export function necessaryLiterals(pattern: RegExp): readonly Clause[] {
  if (pattern.ignoreCase || !pattern.unicode) return [];
  return ranked(allClauses(known(pattern.source)));
}
