import { refuseFor, stateWithin, within, type BoundField } from "./bounds.ts";
import { state, type Draft, type Match, type Rule } from "./draft.ts";
import { speedRules } from "./read-speed.ts";
import { trafficRules } from "./read-traffic.ts";
import { isRough, parseCount, pattern, scaled, scaleOf } from "./numbers.ts";
import { sampleWord, writtenThings } from "./sample-words.ts";

const many = (match: Match, name: string, scale?: string): number =>
  scaled(parseCount(match.named[name] ?? ""), scaleOf(scale === undefined ? undefined : match.named[scale]));

function readUsers(match: Match, draft: Draft): boolean {
  const value = many(match, "n", "s");
  if (!within("serving.concurrency", value)) return refuseFor(draft, match, "serving.concurrency");
  const said = match.named["n"] ?? "";
  if (isRough(said) || match.named["about"] !== undefined)
    draft.assumed.push({ field: "serving.concurrency", value, why: "about-so-many" });
  return state(draft, match, "serving.concurrency", value);
}

const positive = (match: Match, draft: Draft, field: BoundField, value: number): boolean =>
  stateWithin(draft, match, field, value);

/** Words without which "4 in parallel" may count runs or cards. */
const serves =
  /\b(?:serv(?:e|es|ing|ir|ons|i)|host(?:ing)?|deploy\w*|inference|vllm|sglang|heberge\w*|deploi\w*)\b/u;

const about = String.raw`(?:(?<about>about|around|roughly|approximately|approx\.?|some|maybe|environ|a peu pres|autour de|dans les|peut-etre|grosso modo)\s+)?`;
const people = String.raw`(?:users?|utilisateurs?|utilisatrices|people|personnes|persons|gens|clients?|customers?|sessions|streams|chats|seats|employees|employes?|salaries|coll(?:e|ea)gues|coworkers|team ?mates|developers|developpeurs|devs|engineers|ingenieurs|students|etudiants|etudiantes|agents|members|membres|testers|testeurs)`;

const tokens = String.raw`(?:\s*(?:de\s)?(?:tokens?|jetons?|toks?))?`;

export const servingRules: readonly Rule[] = [
  {
    pattern: pattern(
      `(?:que|only|just|seulement)\\s(?<n>\\d{1,6})\\s*(?:users?|utilisateurs?|requests?|requetes?)(?!\\w)`,
    ),
    read(match, draft) {
      draft.claims.push(match.text);
      return true;
    },
  },
  {
    pattern: pattern(`(?:en veut|en veulent|wants?|needs?)\\s(?<n>\\d{1,6})(?=\\s*(?:[,.;!?)\\n]|$))`),
    read: (match, draft) =>
      /user|utilisateur|concurren|requete|request/u.test(draft.folded) ? readUsers(match, draft) : false,
  },
  {
    pattern: pattern(`${about}(?<n>{P}|{N})\\s*(?<s>k)?\\s*(?:de\\s|d'|of\\s)?(?:our\\s|nos\\s)?(?:active\\s|actifs\\s)?(?:concurrent|simultaneous|parallel)?\\s*${people}(?!\\w)(?!\\s+(?:\\w+\\s+)?(?:${sampleWord}|${writtenThings}))(?:\\s*(?:simultanes?|simultanees?|en (?:meme temps|parallele|simultane)|at once|at the same time|concurrently|in parallel))?`), // prettier-ignore
    read: readUsers,
  },
  {
    pattern: pattern(`(?<n>{C}|{N})\\s*(?<s>k)?\\s*(?:(?:concurrent|simultaneous|parallel|in[- ]flight)\\s*(?:requests?|queries|reqs?|calls)|(?:requetes?|appels|reqs?|requests?)\\s*(?:simultanees?|simultanes|concurrentes?|en (?:parallele|meme temps)|in flight|at once|at the same time|concurrent))`), // prettier-ignore
    read: readUsers,
  },
  { pattern: pattern(`(?:concurrency|concurrence|max[\\s_-]*num[\\s_-]*seqs|parallel requests|simultaneite)\\s*(?:of|de|is|=|:)?\\s*(?<n>\\d{1,7})(?<s>k)?(?!\\w|\\.\\d)`), read: readUsers }, // prettier-ignore
  {
    pattern: pattern(`(?<n>{C}|{N})\\s*(?<s>k)?\\s*(?:(?:concurrent|simultaneous|concurrente?s?|simultanee?s?|in[- ]flight|en simultane)|(?<weak>en parallele|in parallel|at once|at a time|a la fois|en meme temps))(?=\\s*(?:[,;.)!?/+\\n]|$|\\d|(?:with|avec|on|sur|and|et|at|in|en|out of|among|parmi)(?!\\w)))`), // prettier-ignore
    read: (match, draft) =>
      match.named["weak"] === undefined ||
      serves.test(draft.folded) ||
      draft.context.current?.method === "inference"
        ? readUsers(match, draft)
        : false,
  },
  ...trafficRules,
  {
    pattern: pattern(
      `(?<n>{N})\\s*(?:qps|rps|req(?:uest)?s?\\s*(?:/|per|par)\\s*s(?:ec(?:ond)?e?)?|requetes?\\s*(?:/|par)\\s*s(?:econde)?)(?!\\w)`,
    ),
    read: (match, draft) => positive(match, draft, "serving.requestsPerSecond", many(match, "n")),
  },
  {
    pattern: pattern(`(?<a>{N})\\s*(?<as>k)?${tokens}\\s*(?:in(?:put)?|prompts?|en entree|d'entree|entree|de prompt)\\b[\\s,/+&]*(?:and\\s|et\\s|puis\\s)?(?<b>{N})\\s*(?<bs>k)?${tokens}\\s*(?:out(?:put)?|en sortie|de sortie|sortie|de reponse|response|completion|generated|generes?)(?!\\w)`), // prettier-ignore
    read(match, draft) {
      positive(match, draft, "serving.promptTokens", many(match, "a", "as"));
      return positive(match, draft, "serving.outputTokens", many(match, "b", "bs"));
    },
  },
  {
    pattern: pattern(`(?<![\\w])(?:prompts?|inputs?|entrees?|questions)\\s*(?:of|de|d'|around|about|is|:|=|d'environ|environ)*\\s*(?<n>{NA})\\s*(?<s>k)?${tokens}`), // prettier-ignore
    read: (match, draft) => positive(match, draft, "serving.promptTokens", many(match, "n", "s")),
  },
  {
    pattern: pattern(
      `(?<![\\w])(?:outputs?|answers?|responses?|completions?|reponses?|sorties?|generations?|replies)\\s*(?:of|de|d'|around|about|is|:|=|environ)*\\s*(?<n>{NA})\\s*(?<s>k)?${tokens}(?!\\w)`,
    ),
    read: (match, draft) => positive(match, draft, "serving.outputTokens", many(match, "n", "s")),
  },
  {
    pattern: pattern(`(?<n>{N})\\s*(?<s>k)?${tokens}\\s*(?:of |de |d')?(?:prompt|input|en entree|d'entree|in)(?!\\w)(?!\\s*(?:the|a|\\d|fp|bf|nf))`), // prettier-ignore
    read(match, draft) {
      if (!/tok|jet/u.test(match.text) && (/\bin$/u.test(match.text) || many(match, "n", "s") < 16))
        return false;
      return positive(match, draft, "serving.promptTokens", many(match, "n", "s"));
    },
  },
  {
    pattern: pattern(`(?<n>{N})\\s*(?<s>k)?${tokens}\\s*(?:of |de |d')?(?:output|out|en sortie|de sortie|reponse|(?<!\\d\\s?)generation|response|completion|answer)s?(?!\\w)(?!\\s*of)`), // prettier-ignore
    read: (match, draft) => positive(match, draft, "serving.outputTokens", many(match, "n", "s")),
  },
  ...speedRules,
];
