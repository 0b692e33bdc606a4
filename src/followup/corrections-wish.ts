import type { RunSpec } from "../domain/run-spec.ts";
import type { CorrectionsWish } from "../domain/pilot/corrections-said.ts";
import { fold } from "./normalize.ts";
import { listsResults, resultNamed, resultsMeant } from "./which-result.ts";

const these = String.raw`(?:the|this|that|these|those|my|our|your|its|all|all the|la|les|le|cette|ces|ma|mes|notre|nos|votre|vos|toutes les|sa|ses|l')`;
const corrections = String.raw`(?:(?:pilot|team)(?:'s)? )?(?:corrections?|calibrations?)`;
const measurements = String.raw`(?:${corrections}|(?:paid|own|team(?:'s)?) prices?|prix (?:payes?|de l'equipe|a nous)|what we (?:have )?paid|ce qu'on a paye|(?:team |pilot )?measurements?|mesures?|what (?:we|was|has been) (?:have )?(?:measured|learnt|learned)|ce (?:qu'on a|que nous avons|qui a ete) (?:mesure|appris))`;
const polite = String.raw`(?:please |pls |can (?:you|we) |could (?:you|we) |i (?:want to|would like to) |peux-tu |pouvez-vous |on peut |je (?:veux|voudrais) |merci de )?`;

const withdraw = new RegExp(
  String.raw`^${polite}(?:withdraw|revoke|take back|remove|drop|retract|retire[rz]?|retirons|annule[rz]?|enleve[rz]?|supprime[rz]?) (?:${these} ?)?${corrections}(?: (?:of (?:this|the) plan|from (?:this|the) plan|again|here|de ce plan|du plan|d'ici|please|stp|svp))?\s*[.!?]*$`,
  "u",
);
/** A result by its name, or by "it" beside a verb that says nothing else. */
const withdrawResult =
  /^(?:please |pls |can (?:you|we|i) |could (?:you|we|i) |i (?:want to|would like to) |peux-tu |pouvez-vous |on peut |je (?:veux|voudrais) |merci de )?(?:(?:withdraw|retract|revoke|retire[rz]?|retirons) (?:it|this|that|these|those|them|ca|cela)|(?:withdraw|retract|revoke|take back|remove|discard|retire[rz]?|retirons|annule[rz]?|enleve[rz]?|supprime[rz]?) (?:my|our|the|this|that|these|mon|ma|mes|notre|nos|le|la|les|ce|cette|ces)(?: (?:last|latest|pilot|first|dernier|derniere|premier))? ?(?:results?|measurements?|pilots?|pilot results?|resultats?|mesures?|pilotes?)(?: (?:of (?:this|the) plan|from (?:this|the) plan|here|de ce plan|du plan|du pilote|d'ici))?|(?:le |la |les )?(?:retire|enleve|supprime)[rz]?-(?:le|la|les))(?: (?:again|please|stp|svp))?\s*[.!?]*$/u;
const without = new RegExp(
  String.raw`^${polite}(?:(?:and|et|but|mais|what about|(?:see|show|give|view|voir|vois|montre[rz]?|affiche[rz]?|donne[rz]?|regarde[rz]?)(?:-(?:le|moi|nous))?|what (?:would|does) (?:it|the plan) (?:be|look like)|(?:que|a quoi) (?:donne|ressemble|serait))(?: (?:it|this|me|the plan|this plan|plan|le plan|ce plan|ca|cela|le))*,? )?(?:without|sans)(?: |\b)(?:${these} ?)?${measurements}\s*[.!?]*$`,
  "u",
);
/** Without naming what: only after "see", "show", so that "without it" in a sentence about the run is none. */
const withoutIt =
  /^(?:please |pls |can (?:you|we|i) |could (?:you|we|i) |i (?:want to|would like to) |let me |peux-tu |pouvez-vous |on peut |je (?:veux|voudrais) |merci de )?(?:see|show|give|view|voir|vois|montre[rz]?|affiche[rz]?|donne[rz]?|regarde[rz]?)(?:-(?:le|moi|nous))?(?: (?:it|this|me|the plan|this plan|us|le plan|ce plan|ca|cela|le|nous))*,? (?:without(?: (?:it|them|that|this|those))?|sans(?: (?:ca|cela|eux|elles?))?)\s*[.!?]*$/u;
const ask = new RegExp(
  [
    String.raw`^(?:what|which (?:runs|pilots|cards|models)) (?:have|did|has|had) (?:we|the team|our team|my team|anyone|anybody)(?: here)?(?: already| ever)? (?:measured?|learnt|learned|learn|piloted)(?!\w)`,
    String.raw`^(?:have|did|has) (?:we|the team|our team|anyone|anybody)(?: here)?(?: already| ever)? (?:measured?|piloted)(?!\w)`,
    String.raw`^(?:have|did|has) (?:we|the team|our team|anyone|anybody)(?: here)?(?: already| ever| yet)? (?:run|ran|tried|try|tested|test|benchmarked|trained|fine-?tuned)(?!\w)`,
    String.raw`^(?=[^?]*\?\s*$)(?:on a|nous avons|quelqu'un a|l'equipe a|est-ce qu'on a|a-t-on|avons-nous)(?: deja)? (?:mesure|teste|essaye|lance|entraine|fait (?:tourner|un pilote))(?:s|e|es)?(?= (?:du|de|des|un|une|le|la|les|sur|en|pour|avec|\d|quelque))(?!\w)`,
    String.raw`^(?:do we have|show(?: me)?|list|any) (?:any )?(?:our (?:own )?|team )?(?:measurements|measures|pilot results)(?: (?:of|from) (?:our own|ours|the team))?(?!\w)`,
    String.raw`^(?:qu'(?:a-t-on|avons-nous|est-ce qu'on a|est-ce que nous avons)|quoi (?:a-t-on|avons-nous)|(?:a-t-on|avons-nous|est-ce qu'on a))(?: deja)? (?:mesure|appris)(?:s|e|es)?(?!\w)`,
    String.raw`^(?:on a|nous avons)(?: deja)? mesure quoi(?!\w)`,
    String.raw`^(?:quelles (?:mesures|sont (?:nos|les) mesures)|(?:montre[rz]?|affiche[rz]?|liste[rz]?)(?:-(?:moi|nous))? (?:nos|les) mesures|(?:nos|des) mesures)(?!\w)`,
  ].join("|"),
  "u",
);

const paid = new RegExp(
  [
    String.raw`^(?:what|how much|which prices?)(?: price)? (?:have|did|has|had) (?:we|the team|our team|my team|anyone|anybody)(?: here)?(?: already| ever| really| actually)? (?:paid|pay|been (?:charged|billed|invoiced))(?!\w)`,
    String.raw`^(?:have|did) (?:we|the team|our team)(?: already| ever)? (?:paid|pay) for(?!\w)`,
    String.raw`^what (?:were|was) (?:we|the team|our team) (?:charged|billed|invoiced)(?!\w)`,
    String.raw`^(?:show(?: me)?|list) (?:our|the team's|team|the) (?:paid )?prices(?! of)(?!\w)`,
    String.raw`^(?:combien|qu'|quels? prix|a combien)(?: ?est-ce qu(?:'|e ))? ?(?:a-t-on|avons-nous|on a|nous avons|l'equipe a(?:-t-elle)?)(?: deja| vraiment)? pay(?:e|ee|es)(?!\w)`,
    String.raw`^(?:on a|nous avons|l'equipe a)(?: deja| vraiment)? paye (?:combien|quoi)(?!\w)`,
    String.raw`^(?:montre[rz]?|affiche[rz]?|liste[rz]?)(?:-(?:moi|nous))? (?:nos|les) prix(?: payes)?(?!\w)`,
  ].join("|"),
  "u",
);

/** Whether a plan counts them is answered by the plan without them. */
const counted = new RegExp(
  [
    String.raw`^(?:does|do|is|are) (?:this|the|your|these) (?:plan|estimates?|figures?|numbers?) (?:already )?(?:uses?|using|count|include|reflect|rest on|based on|take into account) (?:on )?(?:our|my|the team's|what (?:we|the team)) ?(?:own )?(?:have )?(?:measure\w*|pilots?|runs|results)\s*[?.!]*$`,
    String.raw`^(?:est-ce que )?(?:ce|le|ton|votre) plan (?:utilise|tient|s'appuie|repose|prend)(?:-t)?(?:-il)?(?: (?:compte de|sur|en compte|deja))* (?:nos|mes|les) (?:propres )?(?:mesures|pilotes|resultats|essais)\s*[?.!]*$`,
  ].join("|"),
  "u",
);

/** What a message asks of what the team has measured; null = something else. `about` = what its words name of a run. */
export function correctionsWish(raw: string, about: RunSpec): CorrectionsWish | null {
  const folded = fold(raw.trim()).replaceAll(/[’`]/gu, "'").replaceAll(/\s+/gu, " ");
  const named = resultNamed(folded);
  if (named !== null) return { act: "withdraw", which: named };
  if (withdraw.test(folded) || withdrawResult.test(folded))
    return { act: "withdraw", which: resultsMeant(folded) };
  if (listsResults(folded)) return { act: "list" };
  if (without.test(folded) || withoutIt.test(folded) || counted.test(folded)) return { act: "without" };
  if (paid.test(folded)) return { act: "ask", about, of: "price" };
  return ask.test(folded) ? { act: "ask", about } : null;
}
