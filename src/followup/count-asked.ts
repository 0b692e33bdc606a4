import { parseCount, pattern } from "./numbers.ts";

const opens = String.raw`^(?:(?:and|et|ok|so|but|mais|hmm|euh|alors|then|non|no|wait|attends|sinon|btw|surely|maybe|perhaps|i (?:guess|think)|je (?:pense|crois) que?|sans doute|peut-etre|a mon avis)[\s,]+){0,3}`;
const things = String.raw`(?:\s(?:gpus?|cards?|cartes?|of (?:them|those|these)|d'entre (?:eux|elles)|h?ere))?`;
const closes = String.raw`(?:\s(?:then|instead|here|really|actually|only|too|alors|ici|vraiment|seulement|aussi|for (?:this|that|it)|pour (?:ca|cela)|non|no|right|or not|ou pas|tu crois|you think))*[\s,]*(?:non|no|right|n'est-ce pas)?\s*[?!.]*\s*$`;
const few = String.raw`(?<n>{C})(?!\s?(?:k|m|b|g|gb|gi?b|go|gio|€|\$|%|eur|usd|h|hours?|heures?|days?|jours?|epochs?|epoques?|users?|nodes?|noeuds?)(?!\w))`;

/** "Would 4 be enough?", « une seule suffit, non ? », "can we do with two?" */
const enough = [
  String.raw`(?:would|will|could|is|are|isn't|wouldn't|aren't|does|do you think|are you sure)\s(?:just\s|only\s|even\s)?${few}${things}\s(?:be\s|not be\s|not\s|cards? be\s)?(?:enough|sufficient|suffice|do|ok|fine)`,
  String.raw`${few}${things}\s(?:would|will|should|is|are|could)?\s?(?:be\s|not\s)?(?:enough|sufficient|suffices?)`,
  String.raw`(?:can|could|would|should)\s(?:we|i|it|one)\s(?:not\s)?(?:do|get away|make do|manage|live|run|survive)\s(?:it\s)?(?:with|on)\s(?:just\s|only\s)?${few}${things}`,
  String.raw`(?:can|could|would|will|might)\s(?:just\s|only\s|even\s)?${few}${things}\s(?:really\s|even\s|alone\s)?(?:do|handle|hold|run|fit|manage|cope with|take|carry)\s(?:it|this|that|the (?:job|run|load|model))`,
  String.raw`(?:est-ce (?:que |qu'))?${few}${things}\s(?:peu(?:t|vent)|pourrai(?:t|ent)|arrive(?:rait|nt)?)\s(?:a )?(?:le |la |y |les )?(?:faire|suffire|tenir|arriver|porter|encaisser|faire tourner)(?: (?:ca|cela|l'affaire|le job|tout))?`,
  String.raw`(?:est-ce (?:que |qu'))?(?:ca|cela) (?:tourne(?:rait)?|marche(?:rait)?|rentre(?:rait)?) (?:sur|avec) (?:seulement |juste )?${few}${things}`,
  String.raw`(?:est-ce (?:que |qu'))?(?:avec )?${few}${things}\s(?:ca |cela )?(?:ne )?(?:suffi(?:t|sent|rait|raient|ra)|passe(?:rait)?|tiendrai(?:t|ent)|tiennent|tient)(?: pas)?`,
  String.raw`(?:on|je|nous)\s(?:peut|peux|pouvons|pourrait|pourrais)\s(?:s'en sortir|faire|tenir|se contenter)\s(?:avec|de|sur)\s${few}${things}`,
].map((words) => pattern(opens + words + closes));

/** "How long with just one?", « et le temps avec une seule ? », "cost on 2 of them?" */
const figureWith = [
  String.raw`(?:how long|how much|what(?:'s| is) the (?:time|cost|price|memory)|(?:the )?(?:time|cost|price|memory|duration))\s(?:(?:would|does|will) (?:it|that|this) (?:take|cost|be)\s)?(?:with|on|for)\s(?:just\s|only\s)?${few}${things}`,
  String.raw`(?:combien(?: de temps)?|(?:et )?(?:le |la |l')?(?:temps|duree|cout|prix|memoire)|(?:ca|cela) (?:prend|coute|dure|donne) (?:combien|quoi))\s(?:(?:ca |cela )?(?:prend|coute|dure)(?:rait)?\s)?(?:avec|sur|pour)\s(?:seulement\s|juste\s)?${few}${things}`,
].map((words) => pattern(opens + words + closes));

/** "Do we even need all 8?", « faut-il vraiment les huit ? »: as few as will do. */
const all = [
  String.raw`(?:do|would|will|did|does)\s(?:we|i|you|it|one|this|that)\s(?:\w+\s){0,2}?(?:need|require|use|want)\s(?:\w+\s)?(?:all|both|every one|that many|so many|as many|this many)(?:\s(?:of )?(?:the|these|those|them|{C}|gpus?|cards?)){0,3}`,
  String.raw`(?:a-t-on|avons-nous|ai-je|on a|est-ce qu'on a|est-ce que j'ai|j'ai|nous avons)\s(?:\w+\s){0,2}?besoin (?:de (?:toutes?|tous)?\s?(?:les |ces )?|des |d'autant|d'avoir )(?:{C}|toutes|tous|tant|autant)?(?:\s?(?:de )?(?:cartes?|gpus?))?`,
  String.raw`(?:faut-il|faut il|il faut|est-ce qu'il faut)\s(?:\w+\s){0,2}?(?:autant|tant|toutes|tous|les (?={C}))\s?(?:les |ces |de )?(?:{C})?(?:\s?(?:cartes?|gpus?))?`,
].map((words) => pattern(opens + words + closes));

/** "Quelle carte au minimum ?", "what's the smallest card that works?" */
const least = [
  String.raw`(?:what|which)(?:'s| is)?\s(?:the )?(?:\w+ )?(?:minimum|min|minimal|smallest|least)\s?(?:\w+ )?(?:cards?|gpus?|hardware|config(?:uration)?|setup|we need|i need|needed|required|for (?:this|that))(?:\s(?:that|which|to|for|we|i|needed|required|works?|fits?|holds?|need|use|run|this|it|will|would|do|can|could|possible|at all|with)){0,6}`,
  String.raw`(?:what|which) (?:card|gpu|hardware|config) (?:do (?:we|i) need )?(?:at (?:the )?(?:very )?(?:minimum|least))`,
  String.raw`(?:minimum|smallest|min) (?:card|gpu|hardware|config(?:uration)?|setup)(?:\s(?:possible|needed|required|for (?:this|that|it)))?`,
  String.raw`(?:quelle?|c'est quoi)\s(?:est )?(?:la |le )?(?:plus petite?\s|configuration |config |carte |gpu |materiel )+(?:au (?:strict )?minimum|minimum|minimale?|mini|possible|qui (?:tient|tienne|passe|suffit|suffise|marche|convient)|il faut|faut-il|suffit|suffirait)(?: (?:pour (?:ca|cela)|au minimum|au moins))?`,
  String.raw`(?:quel(?:le)?|c'est quoi|what(?:'s| is))\s(?:est )?(?:le |la |the )?(?:strict |bare |absolute )?(?:minimum|mini)(?:\s(?:comme|de|en|pour|as|of|in|for))?(?:\s(?:une |la |de )?(?:cartes?|gpus?|cards?|config(?:uration)?|materiel|hardware|machine))`,
  String.raw`(?:la |le )?(?:carte|config(?:uration)?|gpu|materiel) (?:minimum|minimale?|mini|la plus petite)(?: possible| qu'il faut| pour (?:ca|cela))?`,
  String.raw`(?:au (?:strict )?minimum|a minima),? (?:il (?:me |nous )?faut|on a besoin de|il faudrait) quo?i?(?:elle (?:carte|config(?:uration)?))?`,
].map((words) => pattern(opens + words + closes));

const found = (patterns: readonly RegExp[], folded: string): RegExpExecArray | null => {
  for (const one of patterns) {
    one.lastIndex = 0;
    const match = one.exec(folded);
    if (match !== null) return match;
  }
  return null;
};

/** How many cards a question supposes; `fewest`: as few as hold the run, on the plan's card or on any. */
export type CountAsked = { readonly gpus: number } | { readonly fewest: "cards" | "any" };

/** Nobody asks whether more cards are enough. */
const most = 1024;

/** A question of how many cards will do, in a thread; null = none. */
export function countAsked(folded: string): CountAsked | null {
  if (folded.length > 120) return null;
  const counted = found(enough, folded) ?? found(figureWith, folded);
  const gpus = parseCount(counted?.groups?.["n"] ?? "");
  if (Number.isInteger(gpus) && gpus > 0 && gpus <= most) return { gpus };
  if (found(all, folded) !== null) return { fewest: "cards" };
  return found(least, folded) === null ? null : { fewest: "any" };
}
