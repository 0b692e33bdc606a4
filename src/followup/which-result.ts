import type { WhichResult } from "../domain/pilot/plan-results.ts";

const polite = String.raw`(?:please |pls |can (?:you|we|i) |could (?:you|we|i) |i (?:want to|would like to) |peux-tu |pouvez-vous |on peut |je (?:veux|voudrais) |merci de )?`;
/** What takes back words or results, and nothing of a run. */
const surely = String.raw`(?:withdraw|retract|revoke|take back|retire[rz]?|retirons)`;
const verb = String.raw`(?:${surely}|remove|drop|discard|annule[rz]?|enleve[rz]?|supprime[rz]?)`;
const the = String.raw`(?:the|this|that|my|our|le|la|les|l'|mon|ma|mes|notre|nos|ce|cette)`;
const noun = String.raw`(?:(?:pilot )?(?:results?|corrections?|measurements?)|pilots?|resultats?|corrections?|mesures?|pilotes?)`;
const ends = String.raw`(?: (?:of (?:this|the) plan|from (?:this|the) plan|here|de ce plan|du plan|d'ici|please|stp|svp))*\s*[.!?]*$`;
const whole = (pattern: string): RegExp => new RegExp(`^${polite}${pattern}${ends}`, "u");

const mark = String.raw`(?:n[o°]\.? ?|number |numero |nr\.? ?|#)`;
const numbered = whole(
  String.raw`(?:${verb} (?:${the} ?)?${noun} ${mark}?|${surely} (?:${the} )?${mark}|${surely} )(?<n>\d{1,2})`,
);
const ordinals = ["first|1st|premiere?|1ere?", "second|2nd|deuxieme|seconde?|2e(?:me)?", "third|3rd|troisieme|3e(?:me)?", "fourth|4th|quatrieme|4e(?:me)?"]; // prettier-ignore
const ordinal = ordinals.map((word) =>
  whole(String.raw`${verb} ${the} ?(?:(?:${word}) (?:${noun}|one)|${noun} (?:${word}))`),
);
const price = whole(
  String.raw`${surely} (?:${the} ?)?(?:paid )?(?:prices?|invoice|bill|prix|facture)(?: pay[e]s?| paid)?`,
);
const hours = whole(String.raw`${surely} (?:${the} ?)?(?:rental )?(?:hours|heures)(?: de location)?`);
const all = whole(
  String.raw`(?:${verb} (?:all|both|every|tou(?:s|te|tes)|les deux)(?: (?:of )?${the})?(?: ${the})? ?${noun}|${surely} (?:all|everything|both|tout|tous|toutes)(?: of (?:them|it)| of ${the} ${noun})?)`,
);
const list = new RegExp(
  [
    String.raw`^(?:which|what) ${noun} (?:(?:can|could|may) (?:i|we|one) (?:withdraw|take back)|(?:count|stand|still count|are (?:there|left|counted)|can be withdrawn))${ends}`,
    String.raw`^(?:list|show(?: me)?) ${the} (?:results|corrections)${ends}`,
    String.raw`^withdraw (?:which|what)(?: one| ${noun})?${ends}`,
    String.raw`^quel(?:le)?s? ${noun} (?:(?:peut-on|puis-je|pouvons-nous|on peut|je peux) retirer|comptent|comptent encore|restent)${ends}`,
    String.raw`^(?:liste|montre|affiche)[rz]?(?:-(?:moi|nous))? ${the} (?:resultats|corrections)${ends}`,
    String.raw`^retire[rz]? (?:le|la)?quel(?:le)?s?(?: ${noun})?${ends}`,
  ].join("|"),
  "u",
);
const several =
  /(?<!\w)(?:all|both|corrections|calibrations|results|measurements|pilots|resultats|mesures|pilotes|these|those|them|toutes)(?!\w)|-les(?!\w)/u;

export const listsResults = (folded: string): boolean => list.test(folded);

/** Which result words take back by number, kind or order; null = they name none so. */
export function resultNamed(folded: string): WhichResult | null {
  const n = numbered.exec(folded)?.groups?.["n"];
  if (n !== undefined) return { n: Number(n) };
  const place = ordinal.findIndex((pattern) => pattern.test(folded));
  if (place === 0) return "first";
  if (place > 0) return { n: place + 1 };
  if (all.test(folded)) return "all";
  if (price.test(folded)) return "price";
  return hours.test(folded) ? "hours" : null;
}

/** Of words that take results back without naming one: all where they speak of several, else the last. */
export const resultsMeant = (folded: string): WhichResult =>
  several.test(folded) && !/(?<!\w)(?:last|latest|derniere?)(?!\w)/u.test(folded) ? "all" : "last";
