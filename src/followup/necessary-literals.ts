import { allClauses, anyDigit, anything, certain, clausesOfAll, inSequence, nothing, oneOf, only, repeated, type Clause, type Known } from "./literal-clauses.ts"; // prettier-ignore

/** How often at least and at most: "{2,}", "+?", "*". */
function timesOf(quantifier: string): readonly [number, number] {
  const [, least, comma, most] = /\{(\d+)(,?)(\d*)/u.exec(quantifier) ?? [];
  if (least !== undefined) return [Number(least), comma === "" ? Number(least) : Number(most || Infinity)];
  return [quantifier.startsWith("+") ? 1 : 0, quantifier.startsWith("?") ? 1 : Infinity];
}

/** Escapes that stand for one certain character. */
const controls: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", f: "\f", v: "\v", "0": "\0" };

/** A class of more characters says little. */
const mostMembers = 12;

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
    return opened.endsWith("=") ? { ...nothing, clauses: allClauses(inside) } : inside;
  }

  function escape(): Known {
    const coded = next(/u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}/iuy)?.replace(/^[ux]\{?|\}$/gu, "");
    if (coded !== undefined) return only(String.fromCodePoint(Number.parseInt(coded, 16)));
    if (eat("d")) return only(anyDigit);
    if (eat("s")) return only(" ");
    if (next(/[pP]\{[^}]*\}|k<\w+>|[1-9]\d*|[wWSD]|c[A-Za-z]/uy) !== null) return anything;
    const letter = character();
    return letter === "b" || letter === "B" ? nothing : only(controls[letter] ?? letter);
  }

  /** A class of few characters; any other could be anything. */
  function members(): Known {
    let told = !eat("^");
    const found: string[] = [];
    const member = (): readonly string[] | null => {
      const { exact, more } = eat("\\") ? escape() : only(character());
      return more === null && !exact.includes("") ? exact : null;
    };
    while (!eat("]")) {
      const exact = member();
      const last = next(/-(?!\])/uy) === null ? exact : member();
      // \b is a backspace here.
      if (exact === null || last === null) told = false;
      else if (exact === last) found.push(...exact);
      else if ([...exact, ...last].every((one) => /^\d$/u.test(one))) found.push(anyDigit);
      else told = false;
    }
    return told && found.length <= mostMembers ? certain([...new Set(found)]) : anything;
  }

  const whole = alternatives();
  return at < source.length ? fail("the end") : whole;
}

/**
 * What a text must hold for the pattern to match anywhere in it: of every clause at least one string. Read off the
 * pattern itself, so that the two cannot drift apart; no clause where nothing is certain. Where case does not count,
 * the strings are those of a text in lower case.
 */
export function necessaryLiterals(pattern: RegExp): readonly Clause[] {
  if (!pattern.unicode) return [];
  const clauses = clausesOfAll(known(pattern.source));
  return pattern.ignoreCase ? clauses.map((clause) => clause.map((one) => one.toLowerCase())) : clauses;
}
