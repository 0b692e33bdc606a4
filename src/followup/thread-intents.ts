import { preferences, type Preference } from "../domain/run-spec.ts";
import { parseCount, pattern } from "./numbers.ts";
import { matches } from "./prefilter.ts";

/** "Back to the one before", "retour au plan d'avant": the last change is taken back. */
const before =
  /^(?:(?:et|ok|non|no|bon|alors|finalement|en fait|actually|please|pls|hmm|euh|wait)[\s,.:;!-]+){0,3}(?:(?:let's |can we |could we |on |je )?(?:go(?:ing)? back|back|return|revert|switch back|reviens|revenir|revenons|revient|retourne|retourner|retournons|retour|remets|remettre|repasse|repassons)\s+(?:one |une? )?(?:to |a |au |sur |en |comme )?(?:(?:the |what |how |le |la |ce que |ce qu'|c'etait |on avait |il y avait |we had |it was |plan |version |revision |one |that |celui |celle ){0,4})(?:before|previous(?: \w+)?|precedente?|d'avant|avant|juste avant|last one|earlier(?: \w+)?|une revision|one revision|un cran en arriere|en arriere)|comme (?:avant|c'etait avant)|as (?:it was )?before|(?:what|comme) (?:we|on) (?:had|avait) (?:before|avant)|the (?:one|plan) before|celui d'avant|le plan d'avant|(?:le |la )?(?:plan|version|revision) precedente?|(?:the )?previous (?:plan|version|revision))(?: (?:please|pls|stp|svp|svp|then|alors|this change|that))*\s*[.!?]*$/u;
export const asksForTheOneBefore = (folded: string): boolean => before.test(folded);

const reminding =
  /(?<!\w)(?:remind (?:me|us|the team|everyone)|(?:ping|nudge|poke) (?:me|us)|rappelle[rz]?[- ](?:le[- ])?(?:moi|nous)|(?:me|nous|m'en|nous en) (?:le )?(?:rappeler|relancer)|relance[rz]?[- ](?:moi|nous)|(?:set|add|make|create|schedule) (?:me )?(?:a|an|another) reminder|(?:mets?|mettre|fais|programme[rz]?|ajoute[rz]?|cree[rz]?)(?:[- ](?:moi|nous))? un rappel)(?!\w)/u;
/** A time, not a thing to be told again: "remind me what the price is" asks for the price. */
const sometime =
  /(?<!\w)(?:tomorrow|tonight|later|next (?:week|month|monday|tuesday|wednesday|thursday|friday)|in \w+ (?:minutes?|hours?|days?|weeks?)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|monday|tuesday|wednesday|thursday|friday|when|once|before|every|each|at \d|demain|ce soir|plus tard|la semaine prochaine|dans \w+ (?:minutes?|heures?|jours?|semaines?)|lundi|mardi|mercredi|jeudi|vendredi|quand|des que|avant|chaque|tous les|a \d)(?!\w)/u;
const toldAgain = /(?<!\w)(?:remind (?:me|us)|rappelle[rz]?[- ](?:moi|nous)) (?:(?:of )?(?:what|which|how|why|where|the|our|this|that)|ce que|ce qu'|le|la|les|quel\w*|combien|pourquoi|notre)(?!\w)/u; // prettier-ignore

/** "Remind me tomorrow": a reminder at a time of one's own choosing. */
export const wantsReminder = (folded: string): boolean =>
  folded.length < 160 && matches(reminding, folded) && (!toldAgain.test(folded) || sometime.test(folded));

/** What was tried in a thread: all of it, or the one that comes first in some order. */
export interface RevisionsAsked {
  readonly order: Preference | null;
}

const orders: Readonly<Record<Preference, string>> = {
  cheapest: "cheapest|least expensive|best price|moins chere?s?|plus economiques?",
  fastest: "fastest|quickest|plus rapides?",
  smallest: "smallest|fewest (?:cards|gpus)|plus petite?s?|plus econome en (?:cartes|memoire)",
};
const ordered = Object.values(orders).join("|");
const past = "was|were|would have been|has been|etait|etaient|etait-ce|fut|a ete|ont ete|aurait ete";
const these =
  "of (?:these|those|them|all|the (?:two|three|four|five|revisions|plans|versions|options we tried)|what we tried|all (?:of )?(?:these|those|them))|so far|until now|we(?:'ve| have)? tried|(?:among|between) (?:these|those|them)|jusqu'ici|jusqu'a present|de tout(?:es)?|des (?:deux|trois|quatre|cinq|revisions|plans|versions)|de ceux[- ]la|de celles[- ]la|d'entre (?:eux|elles)|parmi|qu'on a (?:vus?|vues?|essayee?s?|testee?s?)|depuis le debut";
const which = "which(?: one| plan| revision| version)?|what|lequel|laquelle|lesquel(?:le)?s|quel(?:le)?(?: plan| version| revision)?|c'etait (?:quoi|lequel|laquelle)"; // prettier-ignore
const bestOf = new RegExp(
  String.raw`(?<!\w)(?:${which})\s(?:[\w']+\s){0,3}?(?:${past})\s(?:[\w']+\s){0,2}?(?:${ordered})(?!\w)|(?<!\w)(?:${which})\s[^?]{0,30}(?:${ordered})[^?]{0,20}\s(?:${these})(?!\w)|(?<!\w)(?:${ordered})\s(?:[\w']+\s){0,2}?(?:${these})(?!\w)`,
  "u",
);
const all =
  /(?<!\w)(?:(?:what|which)(?: \w+){0,2} (?:have|did) we (?:tried|try|looked? at)|what(?:'s| is) the history|(?:list|show|recap|sum up|summari[sz]e|recap of)(?: me)?(?: all)?(?: the| our| my)? (?:revisions|versions|history|what we tried|plans (?:so far|we tried))|(?:qu'est-ce qu'on|qu'a-t-on|on a) (?:a )?(?:deja )?(?:essaye|teste|vu)(?: jusqu'ici)?\s*\?|(?:liste|montre|resume|recapitule|recap)(?:r|z|[- ](?:moi|nous))?(?: de)? (?:tous |toutes )?(?:les |nos |des )?(?:revisions|versions|plans essayes|essais)|historique(?: des revisions| du plan)?\s*\?*$)/u;

/** "Which was cheapest?", "lequel était le moins cher ?": of what the thread has seen; null = nothing of the kind. */
export function revisionsAskedAbout(folded: string): RevisionsAsked | null {
  if (folded.length > 160) return null;
  const best = bestOf.exec(folded);
  if (best !== null)
    return { order: preferences.find((one) => new RegExp(`(?:${orders[one]})`, "u").test(best[0])) ?? null };
  return all.test(folded) ? { order: null } : null;
}

const figure =
  /^(?:(?:and|et|so|ok|alors|but|mais|hmm|btw|au fait)[\s,]+){0,2}(?:(?:roughly|about|approximately|environ|en gros)\s)?(?:how (?:(?:much|long|fast)(?: (?:memory|vram|time))?|many (?:hours|days|gpus?|cards?)) (?:would|does|do|will|could)|what (?:would|does|do|will) [^?]{1,50}(?:cost|take|need)|what(?:'s| is| would be) (?:the |our |its )?(?:ttft|time to first token|latency|throughput|speed|rate|memory|vram|cost|price|time|duration) (?:for|with|at|on|if|in)(?!\w)|(?:quel(?:le)?s? (?:est |serait |sera )?|c'est quoi )(?:le |la |l'|les )?(?:ttft|delai|latence|debit|vitesse|memoire|vram|cout|prix|duree|temps)(?: jusqu'au premier jeton)? (?:pour|avec|a|sur|si|en)(?!\w)|combien (?:(?:de (?:memoire|vram|temps|cartes?|gpus?)|d'heures) )?(?:prendr\w+|prend\w*|faudrait|faut|il faut|il faudrait|demande\w*|coutera\w*|pour|dure\w*)|quelle (?:duree|memoire) pour)[^?]{0,90}\??\s*$/u;

/** "How long would 3 epochs take?", "how much memory does Mixtral need?": told of what it supposes, applied never. */
export const asksFigureOf = (folded: string): boolean => folded.length < 160 && figure.test(folded);

/** "En spot, ça donne quoi et c'est risqué ?": its figures beside its risk. */
export const asksOutcome = (folded: string): boolean =>
  /(?<!\w)(?:(?:ca|cela) (?:donne|donnerait|fait|ferait) (?:quoi|combien)|combien|how much|what (?:would|does|do) (?:it|that|this|we) (?:give|look|save|get|cost)|cheaper|moins cher)(?!\w)/u.test(
    folded,
  );

const effect =
  /^(?:(?:and|et|so|ok|alors|but|mais)[\s,]+){0,2}(?:what did (?:that|this|it|we) (?:change|gain|save|bring|do|cost)(?: us)?|what(?:'s| has| is)? changed|what(?:'s| is) the difference(?: (?:now|with before|from before))?|(?:ca|cela) (?:a )?(?:change|gagne|rapporte|apporte|fait gagner) (?:quoi|combien)|qu'est-ce que (?:ca|cela) (?:a )?(?:change|gagne|apporte|rapporte)|qu'est-ce qui (?:a )?change|on (?:a )?gagne (?:quoi|combien)|quelle (?:est la )?difference(?: avec avant)?)\s*[?!.]*$/u;

/** "What did that gain?": the plan against the revision before. */
export const asksForEffect = (folded: string): boolean => effect.test(folded);

const notAsMany = pattern(
  String.raw`(?<!\w)(?:why|how come|pourquoi)\s(?:(?:do|does|we|it|need|use|il|faut|en|prendre|les?)\s){0,3}({C})\s*(?:gpus?|cards?|cartes?)?[\s,]*(?:and not|not|instead of|rather than|et pas|et non|pas|plutot qu[e'])\s*(?:just\s|only\s|juste\s)?({C})(?!\s*(?:nodes?|noeuds?|k\b|epochs?|epoques?))`,
);

/** "Why two GPUs and not one?": the count that is missed; null = nothing of the kind. */
export function countMissed(folded: string): number | null {
  notAsMany.lastIndex = 0;
  const value = parseCount(notAsMany.exec(folded)?.[2] ?? "");
  return Number.isInteger(value) && value > 0 ? value : null;
}

const lessMoney =
  /(?<!\w)(?:cheaper|less expensive|more affordable|moins chere?s?|plus abordables?|(?:too|so) (?:expensive|dear|pricey|much money)|trop chere?s?)(?!\w)/u;
const idle = /^(?:a|an|and|any|anything|are|bit|but|can|card|cards|find|for|get|got|gpu|gpus|have|hmm|i|is|it|it's|les|machine|machines|me|much|need|no|not|ok|one|option|options|or|our|pls|please|possible|something|sorry|still|than|that|that's|the|them|there|this|to|us|way|we|you|else|far|really|do|c'est|ce|ca|cela|de|du|des|et|on|il|y|a-t-il|existe|peut|pourrait|faire|trouver|trouve|avoir|encore|beaucoup|un|une|peu|vraiment|bien|chose|quelque|rien|plus|pour|nous|moi|mais|non|oui|bon|alors|stp|svp|que|qu'est-ce|autre|autres|solution|solutions|carte|cartes|as-tu|tu|as|avez-vous|vous|avez|t'as|donc|euh|la|le|dommage|toujours|moitie|moins|half|price)$/u; // prettier-ignore

/** "Cheaper?", « c'est trop cher » and nothing more: no order of its own, and no limit. */
export function asksCheaper(folded: string): boolean {
  if (folded.length > 100 || !lessMoney.test(folded)) return false;
  const rest =
    folded
      .replace(lessMoney, " ")
      .replace(lessMoney, " ")
      .match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  return rest.every((word) => idle.test(word));
}
