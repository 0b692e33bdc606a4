import { stateWithin } from "./bounds.ts";
import { soldGb } from "./card-words.ts";
import { has, state, type Draft, type Match, type Rule } from "./draft.ts";
import { parseCount, pattern } from "./numbers.ts";

const serves = ({ context: { current } }: Draft): boolean =>
  current?.method === "inference" || current?.serving?.concurrency !== undefined;

const people = String.raw`(?:\s(?:concurrent |simultaneous )?(?:users?|utilisateurs?|people|personnes|requests?|requetes?|at once|en meme temps|simultanes?))?`;
const was = String.raw`(?:is|are|was|were|est|sont|etait|etaient|c'est|c'etait|ce sont)`;

const shares: Readonly<Record<string, number>> = {
  half: 0.5, "la moitie": 0.5, "moitie": 0.5, "a third": 1 / 3, "one third": 1 / 3, "un tiers": 1 / 3, "le tiers": 1 / 3, "two thirds": 2 / 3, "deux tiers": 2 / 3,
  "les deux tiers": 2 / 3, "a quarter": 0.25, "one quarter": 0.25, "un quart": 0.25, "le quart": 0.25, "three quarters": 0.75, "trois quarts": 0.75, "les trois quarts": 0.75,
}; // prettier-ignore
const share = Object.keys(shares)
  .sort((a, b) => b.length - a.length)
  .join("|");
const online = String.raw`(?:online|connected|active|logged in|on it|there|at once|at the same time|simultaneous\w*|concurrent\w*|in parallel|connectee?s?|activee?s?|actifs?|en ligne|presents?|en meme temps|simultane\w*|a la fois|en parallele)`;

/** "Only half of them will be online at once": of the users that the plan has. */
function readShare(match: Match, draft: Draft): boolean {
  const users = draft.context.current?.serving?.concurrency;
  const { s = "", p } = match.named;
  const part = p === undefined ? (shares[s] ?? NaN) : Number(p) / 100;
  if (users === undefined || !(part > 0 && part < 1)) return false;
  return stateWithin(draft, match, "serving.concurrency", Math.max(1, Math.round(users * part)));
}

/** A card of the plan's own name with other memory: "the 80s, not the 40s". */
function readMemory(match: Match, draft: Draft): boolean {
  const { current, lookup } = draft.context;
  const { n, m, not, without } = match.named;
  const gb = Number(n ?? m);
  const own = lookup.accelerator(current?.accelerator ?? "");
  if (own === undefined || !Number.isInteger(gb)) return false;
  const refused = not ?? without;
  if (refused !== undefined && own.sold / own.devices !== Number(refused)) return false;
  const nameless = (name: string): string => name.replace(/(?<!\d)\d+\s?GB/u, "").replaceAll(/\s+/gu, " ");
  const words = nameless(own.name).split(/[\s-]/u);
  const alike = lookup
    .searchAccelerators(words.slice(0, 2).join(" "), 30)
    .flatMap(({ id }) => lookup.accelerator(id) ?? [])
    .filter(
      ({ id, name }) => soldGb(lookup, id) === gb && nameless(name).startsWith(words.slice(0, 2).join(" ")),
    );
  const best = alike.find(({ name }) => nameless(name) === nameless(own.name)) ?? alike[0];
  return best === undefined ? false : state(draft, match, "accelerator", best.id);
}

const bytes = String.raw`\s?(?:g|gb|go|gigs?|gib|gio|s)?`;
const version = String.raw`(?:\s(?:version|one|ones|model|variant|card|cards|modele|cartes?))?`;
const it = String.raw`(?:they(?:'re| are)|it(?:'s| is)|these are|those are|(?:(?:the|our|my|les|nos|mes)\s)?(?:cards?|gpus?|cartes?) (?:are|is|have|sont|font|ont)|ours (?:is|are)|we have|i meant|i mean|make (?:it|that|them)|ce sont|c'est|c'etait|je voulais dire|je veux dire|on a|prends?|plutot|en fait|the|les?|la)`;

/** A maker alone: "and if AMD?", « et chez NVIDIA ? ». */
function readMaker(match: Match, draft: Draft): boolean {
  const { current, lookup } = draft.context;
  if (current === null) return false;
  const platform = /amd|rocm|instinct|radeon/u.test(match.text) ? "rocm" : "cuda";
  const own = lookup.accelerator(current.accelerator ?? "");
  if (own !== undefined && own.platform !== platform) state(draft, match, "accelerator", null);
  return state(draft, match, "limits.platforms", [platform]);
}

const opens = String.raw`^(?:(?:and|et|ok|so|but|mais|hmm|alors|sinon|non|no)[\s,]+){0,2}`;
const closes = String.raw`(?:\s(?:cards?|gpus?|cartes?|hardware|instead|plutot|then|alors|a la place|please|stp))*\s*[?!.]*\s*$`;

/** What the owner of a plan says of it in its thread, and what would be nothing in a first message. */
export const threadRules: readonly Rule[] = [
  {
    pattern: pattern(
      `(?<n>{C})${people}\\s${was}\\s(?:just\\s|only\\s|en fait\\s|juste\\s)?(?:the\\s|an?\\s|la\\s|une\\s|en\\s|our\\s|notre\\s)?(?:average|avg|mean|moyenne)(?!\\w)|(?<!\\w)(?:on average|in average|en moyenne|average|the average|la moyenne)\\s(?:is |are |it's |we (?:have|are at|see) |there are |c'est |est |on (?:a|est|sera)(?: a)? |il y en a |a |de |of |about |around |plutot )*{C}${people}(?=\\s*(?:$|[.,;!?)]))`,
    ),
    read(match, draft) {
      if (!serves(draft)) return false;
      draft.claims.push(match.text);
      return true;
    },
  },
  {
    pattern: pattern(
      `(?<!\\w)(?:(?:at |in |en |au )?(?:the |our |le |la |notre )?(?:peaks?|pics?|pointe|rush|busy hours?|heures? de pointe|worst case|pire des cas|max(?:imum)?))\\s(?:is |are |it's |of |at |would be |c'est |est |sera |serait |de |a |on (?:a|sera|est)(?: a)? |there are |il y en a |ce sera |monte a |goes (?:up )?to )*(?:about |around |environ |plutot |rather )?(?<n>{C})${people}(?=\\s*(?:$|[.,;!?)]))`,
    ),
    read: (match, draft) =>
      serves(draft) && stateWithin(draft, match, "serving.concurrency", parseCount(match.named["n"] ?? "")),
  },
  {
    pattern: pattern(
      `(?<n>{C})${people}\\s${was}\\s(?:just\\s|only\\s|en fait\\s)?(?:the\\s|an?\\s|at\\s|la\\s|le\\s|une?\\s|au\\s|en\\s|our\\s|notre\\s)*(?:peak|max(?:imum)?|worst case|pics?|pointe|pire des cas)(?!\\w)`,
    ),
    read: (match, draft) =>
      serves(draft) && stateWithin(draft, match, "serving.concurrency", parseCount(match.named["n"] ?? "")),
  },
  {
    pattern: pattern(
      `(?<!\\w)(?:only |just |about |seulement |juste |a peine |environ )*(?:(?<s>${share})|(?<p>\\d{1,2})\\s?%)(?:\\s(?:of|des|de|d')\\s?(?:them|those|the users|the team|people|eux|elles|entre eux|entre elles|les utilisateurs|utilisateurs|users|gens|personnes|clients|collegues))?(?:\\s(?:only|seulement|au plus|at most))?\\s(?:will|would|are|is|be|ever|really|actually|seront|sera|serait|seraient|sont|est|etre|vraiment|users|utilisateurs|\\s)*\\s?${online}(?:\\s${online})*(?!\\w)`,
    ),
    read: readShare,
  },
  {
    pattern: pattern(
      `(?<!\\w)${it}\\s(?:the |les? |la |des |en |a |an |of )?(?<n>\\d{2,3})${bytes}${version}[\\s,]*(?:not|and not|pas|et pas|non pas|instead of|rather than|au lieu d[eu]|plutot que)\\s(?:the |les? |la |des |en |a |an |de )?(?<not>\\d{2,3})${bytes}${version}(?!\\w)|(?<!\\w)(?:not|pas)\\s(?:the |les? |la |des |en |a )?(?<without>\\d{2,3})${bytes}${version}[\\s,]*(?:but|mais|plutot|rather|,)\\s?(?:the |les? |la |des |en )?(?<m>\\d{2,3})${bytes}${version}(?!\\w)`,
    ),
    read: readMemory,
  },
  {
    // "These are the 80 GB ones": the plan's own card, in its other memory.
    pattern: pattern(
      `(?<!\\w)(?:they(?:'re| are)|it(?:'s| is)|these are|those are|ours (?:is|are)|mine (?:is|are)|i have|we have|i meant|ce sont|c'est|c'etait|on a|j'ai|les notres sont)\\s(?:the |les? |la |des |en |a |an |en fait |actually )*(?:version |modele |cards? |cartes? )?(?:(?:of|de|a|en|avec|with)\\s)?(?<n>\\d{2,3})\\s?(?:g|gb|go|gigs?)(?:\\s(?:version|one|ones|model|variant|cards?|cartes?|modele|each|chacune))?\\s*[.!]*\\s*$`,
    ),
    read: (match, draft) =>
      !has(draft, "accelerator") && draft.names.length === 0 && readMemory(match, draft),
  },
  {
    pattern: pattern(
      `${opens}(?:what )?(?:if|si|with|avec|on|sur|en|chez|go|try|use|what about|how about|essaie|prends|passe (?:sur|a|en|chez))\\s(?:it (?:was|were|is)\\s|we (?:use|used|go|went|took|take)\\s(?:for\\s|with\\s)?|c'etait (?:du |de l'|chez )?|on (?:prend|prenait|va|allait|passe|passait|loue|louait|essaie)(?: plutot)? (?:sur |chez |du |de l'|des (?:cartes )?)?|an?\\s|some\\s|du\\s|de l'|des (?:cartes )?|l')?(?:cards? from |cartes? )?(?:amd|rocm|instinct|radeon|nvidia|cuda)${closes}`,
    ),
    read: readMaker,
  },
  {
    // "Sorry, 16 GiB. Typo": the peak that was told before.
    pattern: pattern(
      `^(?:(?:sorry|oops|pardon|desole|erratum|correction|typo|faute de frappe|coquille|my bad|non|no)[\\s,:.!]+){1,3}(?:it's |it is |it was |c'est |c'etait |i meant |je voulais dire |make that |plutot )?(?<n>{N})\\s?(?:gib|gio)(?:[\\s,.!]+(?:typo|my bad|sorry|pardon|desole|faute de frappe|coquille|allocated|reserved|alloues?|reserves?|peak|au pic))*\\s*[.!]*\\s*$`,
    ),
    read(match, draft) {
      draft.observed["measuredPeakGib"] = Number((match.named["n"] ?? "").replace(",", "."));
      return true;
    },
  },
  {
    // "The 25M were per epoch, there are 4 of them".
    pattern: pattern(
      `(?<!\\w)(?:was|were|is|are|c'etait|c'est|etait|etaient|ce sont|sont)\\s(?:in fact |actually |en fait |just |bien )?(?:per|by|par|a|for (?:each|one|every)|pour (?:une|chaque)|d'une)\\s(?:epochs?|epoques?|passe|pass)[\\s,;.]*(?:(?:and|et|but|mais)\\s)?(?:(?:there(?:'s| are| will be)|we (?:do|want|run|need|plan)|il y en a|y'? ?en a|on en (?:fait|veut|prevoit|compte)|and|times|fois|x|il y a|on fait|avec|with|over|sur|pour|for|do)\\s)?(?<n>{C})(?:\\s(?:of (?:them|those)|epochs?|epoques?|en tout|in all|in total|passes|fois|times))?(?=\\s*(?:$|[.,;!?)]))`,
    ),
    read: (match, draft) =>
      draft.context.current?.data !== undefined &&
      stateWithin(draft, match, "data.epochs", parseCount(match.named["n"] ?? "")),
  },
];
