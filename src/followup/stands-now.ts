const opening =
  "(?:(?:ok|okay|so|then|well|now|right|and|but|et|bon|alors|donc|mais|du coup|please|pls)[\\s,:;.!-]+){0,3}";
const closing =
  "(?: (?:then|now|instead|finally|please|pls|alors|maintenant|du coup|finalement|donc|stp|svp|ici|here))*";
const measured =
  "(?: (?:with|from|using|on|given|after|avec|d'apres|a partir de|selon|sur|compte tenu de|apres) (?:[\\w']+\\s){0,4}(?:measure\\w*|results?|pilots?|mesure\\w*|resultats?|pilotes?|(?:a|ont) ete mesuree?s?|on a mesure))?";
const machine = "(?:card|gpu|machine|hardware|config(?:uration)?|box|carte|materiel|offre|offer)s?";

const again = new RegExp(
  `^${opening}(?:can you |could you |tu peux |peux-tu |pouvez-vous )?(?:re-?plan(?:ifie[rzs]?|ifions)?|plan (?:it |this )?again|(?:redo|redraw|remake|recompute|recalculate|re-?size|update|correct|refais|refaites|refaire|refaisons|recalcule[rz]?|recalculons|corrige[rz]?|mets a jour|mettez a jour|mettre a jour)(?: (?:the|this|it|le|la|ce|tout))?(?: (?:plan|sizing|calculation|calcul|dimensionnement))?)${measured}${closing}\\s*[?.!]*$`,
  "u",
);
const rent = new RegExp(
  `^${opening}(?:(?:what|which(?: ${machine})?)(?: ${machine})? (?:should|do|would|can|must|could) (?:we|i) (?:rent|take|book|order)|what(?:'s| is)? (?:to|left to) rent|which ${machine}|what (?:now|next)|what do (?:we|i) do(?: (?:now|next))?|where (?:do|are) we(?: stand)?|(?:(?:on|je|nous) (?:loue|louons|prend|prends|reserve|louerait) quoi)|(?:qu'est-ce qu'on|que|quoi) (?:loue|louer|prend|prendre)|(?:quelles?|quel) ${machine}(?: (?:louer|on loue|prendre|faut-il louer))?|(?:on fait|on en est|on fait donc) quoi|on en est ou|ou en est-on|et maintenant)${measured}${closing}(?: (?:on fait quoi|what do we do))?\\s*[?.!]*$`,
  "u",
);
const still = new RegExp(
  `^${opening}(?:(?:does|do|will|would) (?:it|this|that|the run) (?:now fit|still fit|fit (?:now|after all|after the pilot|still))|(?:est-ce que )?(?:ca|cela|elle|il) (?:tient|passe|rentre)(?:-t-(?:il|elle))? (?:encore|toujours|maintenant|apres le pilote|finalement))${measured}${closing}\\s*[?.!]*$`,
  "u",
);

/** "Plan again with what was measured", "on loue quoi alors ?": the plan as it stands, of which it counts everything that came back. */
export const asksHowItStands = (folded: string): boolean =>
  folded.length < 160 && [again, rent, still].some((pattern) => pattern.test(folded));
