import { refuseFor, within } from "./bounds.ts";
import { postpone, type Draft, type Match, type Rule } from "./draft.ts";
import { parseNumber, pattern } from "./numbers.ts";

/** Kinds of wishes for speed, kept until the whole message is read. */
type Aim = "ttft" | "speed-per-user" | "speed-wished" | "total-wished" | "whole-answer" | "percentile";

function aim(draft: Draft, match: Match, kind: Aim, value: number): true {
  return within("serving.targets", value)
    ? postpone(draft, match, kind, value)
    : refuseFor(draft, match, "serving.targets");
}

/** "ttft p95 < 1 s": of how many requests in a hundred the aim is asked. */
function aimOf(draft: Draft, match: Match, kind: Aim, value: number): boolean {
  const percentile = /(?<!\w)p(\d\d)(?!\w)/u.exec(match.text)?.[1];
  if (percentile !== undefined) postpone(draft, match, "percentile", Number(percentile));
  return aim(draft, match, kind, value);
}

const milliseconds = ({ named }: Match): number =>
  parseNumber(named["n"] ?? "") * (named["u"] === "ms" ? 1 : 1000);

/** A stream that shows a token every `ms` milliseconds shows 1000 / ms of them a second. */
const perSecond = (ms: number): number => 1000 / ms;

const time = String.raw`(?<n>{NA})\s*(?<u>ms|s|sec|secondes?|seconds?)(?!\w)`;
const below = String.raw`(?:\s*(?:p\d\d|median[e]?|under|below|less than|at most|max(?:imum)?|en moins de|moins de|au plus|<=?|sous|de|of|:|=|is|within|in|en|around|about|environ)(?!\w))*\s*`;
const first = String.raw`(?:ttft|time to first token|(?:delai avant |temps (?:jusqu'au|avant le) )?(?:le )?premier (?:jeton|token)|first token)`;
const between = String.raw`(?:itl|tpot|inter[- ]?token(?:[- ]latency)?|time (?:per|between) (?:output )?tokens?|latence (?:inter[- ]?|entre (?:deux |les )?|par )(?:jetons?|tokens?)|(?:temps|delai) (?:par|entre (?:deux|les)) (?:jetons?|tokens?))`;

/** The time until the last word of an answer, of which the first token is a part. */
const whole = String.raw`(?:(?:(?:complete|full|whole|entire|total|overall|end[- ]to[- ]end|e2e)\s)?(?:answer(?:s|ed)?|repl(?:y|ies|ied)|responses?|requests?|completions?)(?:\s(?:times?|latenc(?:y|ies)|end[- ]to[- ]end|e2e|back|finished|done|complete))?|(?:total |overall |end[- ]to[- ]end |e2e )?latency|end[- ]to[- ]end|e2e|(?:reponses?|requetes?)(?:\s(?:completes?|entieres?|totales?|finies?|terminees?|de bout en bout))?|repondre|repond|repondent|temps de reponse(?:\stotal)?|latence(?:\s(?:totale|globale|de bout en bout))?|de bout en bout)`;
const percentileBefore = String.raw`(?<!\w)p\d\d`;
const bounded = String.raw`\s*(?:(?:is |must be |should be |has to be |doit (?:etre )?|est |of |de |:|=|at |a )*(?:p\d\d\s*)?(?:under|below|less than|at most|max(?:imum)?|within|in (?:under|less than|at most)?|<=?|en (?:moins de|au plus)?|moins de|sous|au plus|inferieure? a))\s*`;

const rate = String.raw`(?<n>{N})\s*(?:tok(?:en)?s?|jetons?)\s*(?:/|per|par|a)\s*s(?:ec(?:ond)?e?)?`;
const each = String.raw`\s*,?\s*(?:et\s|and\s)?(?:/|per|par|for each|pour chaque|by|chez chaque)\s*(?:user|utilisateur|utilisatrice|request|requete|stream|flux|session)s?(?!\w)`;

export const speedRules: readonly Rule[] = [
  {
    pattern: pattern(`(?<!\\w)${first}${below}${time}`),
    read: (match, draft) => aimOf(draft, match, "ttft", milliseconds(match)),
  },
  {
    pattern: pattern(`(?<![\\w.,])${time}\\s*(?:ttft|to first token|pour le premier (?:jeton|token))(?!\\w)`),
    read: (match, draft) => aimOf(draft, match, "ttft", milliseconds(match)),
  },
  {
    pattern: pattern(`(?:(?<!\\w)${whole}|${percentileBefore})${bounded}${time}`),
    read: (match, draft) => aimOf(draft, match, "whole-answer", milliseconds(match)),
  },
  {
    pattern: pattern(`(?<!\\w)${between}${below}${time}`),
    read: (match, draft) => aimOf(draft, match, "speed-per-user", perSecond(milliseconds(match))),
  },
  {
    pattern: pattern(`(?<![\\w.,])${time}\\s*(?:itl|tpot|inter[- ]?token(?:[- ]latency)?)(?!\\w)`),
    read: (match, draft) => aimOf(draft, match, "speed-per-user", perSecond(milliseconds(match))),
  },
  {
    pattern: pattern(
      `(?<![\\w.,])(?<n>{NA})\\s*(?<u>ms)\\s*(?:/|per|par|a)\\s*(?:(?:output|generated)\\s)?(?:tok(?:en)?s?|jetons?)(?!\\w)`,
    ),
    read: (match, draft) => aimOf(draft, match, "speed-per-user", perSecond(milliseconds(match))),
  },
  {
    pattern: pattern(`${rate}(?:${each}|\\s*(?:each|chacun(?:e)?)(?!\\w))`),
    read: (match, draft) => aim(draft, match, "speed-per-user", parseNumber(match.named["n"] ?? "")),
  },
  {
    pattern: pattern(
      `(?<![\\w.,])(?:p\\s?(?<n>[5-9]\\d(?:[.,]\\d{1,2})?)|(?<p>[5-9]\\d)p(?=\\s)|(?<th>[5-9]\\d(?:[.,]\\d)?)\\s?(?:th|st|nd|rd|eme|e)?\\s(?:per)?centile)(?![\\w%])`,
    ),
    read: (match, draft) =>
      aim(
        draft,
        match,
        "percentile",
        parseNumber(match.named["n"] ?? match.named["p"] ?? match.named["th"] ?? ""),
      ),
  },
];

const wished =
  /(?:at least|minimum|min\.?|no less than|target(?:ing)?|goal|aim(?:ing)? (?:for|at)|want|need|must (?:do|reach|hit)|>=?|au moins|au minimum|minimum de|objectif|cible|vis(?:e|er|ant|ons)|il (?:me |nous )?faut|je veux|on veut|besoin de|pas moins de)\s*(?:of |is |de |est |:|=|a )?\s*$/u;
const wishedAfter = /^\s*(?:min(?:imum)?|or (?:more|better)|ou (?:plus|mieux)|au (?:minimum|moins)|at least)(?!\w)/u; // prettier-ignore
const alone = /(?:^|[,;(+]|(?:^|\s)(?:with|avec|and|et|at|a))\s*$/u;
const measured =
  /\b(?:get(?:ting)?|got|see(?:ing)?|saw|measur\w*|current(?:ly)?|now|only|today|gives?|runs?|running|pilot|bench\w*|observ\w*|obten\w*|obtien\w*|mesur\w*|actuel\w*|aujourd'hui|voit|vois|tourne|plafonne|seulement|pilote|donne)\b/u;
const together = /^\s*[,(]?\s*(?:in total|total|aggregate\w*|combined|overall|altogether|(?:across|for) (?:all|every)|all (?:users |requests )?together|au total|en tout|cumul\w*|en cumul\w*|agreg\w*|(?:tous|toutes) (?:\w+ )?confondu\w*|pour tout le monde)/u; // prettier-ignore
const togetherBefore = /(?:total|aggregate|overall|combined|global|cumule)\s(?:throughput|rate|speed|output|debit|generation)?\s*(?:of|de|d'|is|est|:|=|at least|au moins|around|about|environ|\s)*$|debit (?:total|global|cumule)\s*(?:of|de|d'|est|:|=|au moins|environ|\s)*$/u; // prettier-ignore

const said = (draft: Draft, match: Match): string =>
  draft.folded.slice(Math.max(0, match.start - 40), match.start);

/** A word that wishes, or a figure that stands by itself in a first request in which nothing was measured. */
function isWished(draft: Draft, before: string, after: string): boolean {
  if (wished.test(before) || wishedAfter.test(after)) return true;
  return (
    draft.context.current === null &&
    alone.test(before) &&
    /^\s*(?:[,;.!?)\n]|$)/u.test(after) &&
    !measured.test(draft.folded)
  );
}

/** "64 users, at least 30 tok/s": what is wished of the service, not what was measured. */
export function isSpeedWish(match: Match, draft: Draft): boolean {
  const [before, after] = [said(draft, match), draft.folded.slice(match.end)];
  return !isTotal(before, after) && isWished(draft, before, after);
}

const isTotal = (before: string, after: string): boolean =>
  together.test(after) || togetherBefore.test(before);

/** "2,000 tok/s in total": wished of all requests at once. */
export function isTotalWish(match: Match, draft: Draft): boolean {
  const [before, after] = [said(draft, match), draft.folded.slice(match.end)];
  if (!isTotal(before, after)) return false;
  return isWished(draft, before.replace(togetherBefore, ""), after.replace(together, ""));
}

/** Serving or not is known when the whole message is read. */
export const wishSpeed = (draft: Draft, match: Match, tokensPerSecond: number): true =>
  aim(draft, match, "speed-wished", tokensPerSecond);

export const wishTotal = (draft: Draft, match: Match, tokensPerSecond: number): true =>
  aim(draft, match, "total-wished", tokensPerSecond);
