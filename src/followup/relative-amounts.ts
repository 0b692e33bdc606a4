import type { Draft, Match, Rule } from "./draft.ts";
import { parseCount, parseNumber, pattern } from "./numbers.ts";
import { restate, scale, targetWords, the } from "./relative-targets.ts";

const factors: Readonly<Record<string, number>> = {
  "moitie moins": 0.5, "deux fois moins": 0.5, "trois fois moins": 1 / 3, "quatre fois moins": 0.25, "dix fois moins": 0.1,
  "deux fois plus": 2, "trois fois plus": 3, "quatre fois plus": 4, "dix fois plus": 10,
  "half as many": 0.5, "half as much": 0.5, "twice as many": 2, "twice as much": 2, "three times as many": 3, "three times as much": 3,
  "four times as many": 4, "four times as much": 4, "a third of": 1 / 3, "a quarter of": 0.25, "le tiers": 1 / 3, "un tiers": 1 / 3,
  "le quart": 0.25, "un quart": 0.25, quadruple: 4, quadrupler: 4, quadruplez: 4, "four times": 4, "quatre fois": 4, "4x": 4, x4: 4,
}; // prettier-ignore
const factorWords = Object.keys(factors)
  .sort((a, b) => b.length - a.length)
  .join("|");

const named = (match: Match): number => parseCount(match.named["n"] ?? match.named["m"] ?? "");
const less = (match: Match): boolean =>
  /(?<!\w)(?:less|fewer|smaller|shorter|lower|below|reduce[ds]?|cut|shorten|decrease|drop|lose|shed|spare|save|take away|minus|remove|de moins|en moins|moins|baisse[rz]?|redui[st]\w*|diminue[rz]?|raccourci\w*|enleve[rz]?|retire[rz]?|supprime[rz]?|economise[rz]?|perdre)(?!\w)|^\s*[-−–]/u.test(
    match.text,
  );

const add = (match: Match, draft: Draft): boolean => {
  const amount = named(match);
  return (
    Number.isFinite(amount) && restate(match, draft, (value) => value + (less(match) ? -amount : amount))
  );
};
const share = (match: Match, draft: Draft): boolean => {
  const percent = parseNumber(match.named["p"] ?? "");
  return restate(match, draft, (value) => value * (1 + ((less(match) ? -1 : 1) * percent) / 100));
};

const more = String.raw`(?:more|extra|additional|less|fewer|de plus|en plus|de moins|en moins|supplementaires?)`;
const verbs = String.raw`(?:(?:increase|raise|grow|extend|augmente[rz]?|monte[rz]?|allonge[rz]?|ajoute[rz]?|reduce|cut|shorten|decrease|lower|drop|baisse[rz]?|reduis|reduit|reduire|reduisez|diminue[rz]?|raccourci[rst]?)\s)`;
const percent = String.raw`(?<p>\d{1,3}(?:[.,]\d+)?)\s?%`;

/** Changes by an amount, a share or a factor of what the plan says now: "-5 de rang", "20% more context". */
export const amountRules: readonly Rule[] = [
  {
    pattern: pattern(`(?<!\\w)(?<f>${factorWords})\\s*(?:de\\s|d'|of\\s|en\\s)?${the}(?<what>${targetWords})(?!\\w)`),
    read: (match, draft) => scale(match, draft, factors[match.named["f"] ?? ""] ?? 1),
  },
  {
    pattern: pattern(`(?<![\\w.,)])[+−–-]\\s?(?<n>\\d{1,7})\\s*(?:de\\s|d'|in\\s|of\\s|on\\s|sur\\s|en\\s)?${the}(?<what>${targetWords})(?!\\w)`),
    read: add,
  },
  {
    pattern: pattern(`(?<![\\w.,)])[+−–-]\\s?${percent}\\s*(?:de\\s|d'|in\\s|of\\s|on\\s|sur\\s|en\\s)?${the}(?<what>${targetWords})(?!\\w)`),
    read: share,
  },
  {
    pattern: pattern(`(?<!\\w)(?<what>${targetWords})\\s*(?:\\+\\s?|[−–-]\\s)(?<n>\\d{1,7})(?!\\w|[.,]\\d|\\s*[x%])`),
    read: (match, draft) => {
      const amount = named(match);
      const down = /[−–-]\s\d+$/u.test(match.text);
      return restate(match, draft, (value) => value + (down ? -amount : amount));
    },
  },
  {
    pattern: pattern(`(?<![\\w.,])${percent}\\s*(?:de\\s|d'|of\\s)?${more}\\s*(?:de\\s|d'|of\\s)?${the}(?<what>${targetWords})(?!\\w)|(?<![\\w.,])${percent.replace("<p>", "<q>")}\\s*(?:de\\s|d')?${the}(?<that>${targetWords})\\s*${more}(?!\\w)`),
    read: (match, draft) =>
      share({ ...match, named: { ...match.named, p: match.named["p"] ?? match.named["q"] } }, draft),
  },
  {
    pattern: pattern(`(?<!\\w)${verbs}${the}(?<what>${targetWords})\\s*(?:by|de|of)\\s*${percent}`),
    read: share,
  },
  {
    pattern: pattern(`(?<!\\w)${verbs}${the}(?<what>${targetWords})\\s*(?:by|de)\\s*(?<n>{C})(?!\\w|[.,]\\d|\\s*%)`),
    read: add,
  },
  {
    pattern: pattern(`(?<!\\w)(?:drop|remove|lose|shed|spare|save|take away|enleve[rz]?|retire[rz]?|supprime[rz]?|economise[rz]?|perdre|add|ajoute[rz]?)\\s(?<n>{C})\\s(?<what>gpus?|cards?|cartes?|nodes?|noeuds?)(?!\\w)(?!\\s?(?:of|de|with|avec|from|limit|limite|choice))`),
    read: add,
  },
  {
    pattern: pattern(`(?<n>{C})\\s*(?:less|fewer|de moins|en moins)\\s*(?:de\\s|d'|of\\s)?(?<what>${targetWords})(?!\\w)|(?<m>{C})\\s*(?<that>${targetWords})\\s*(?:less|fewer|de moins|en moins)(?!\\w)`),
    read: add,
  },
]; // prettier-ignore
