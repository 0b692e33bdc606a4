import { candidatesOf } from "./card-words.ts";
import { factOf, has, type Draft } from "./draft.ts";
import { put } from "./put-fact.ts";

const having = String.raw`(?:we|i|you|they|us|team)(?:'ve| have| already have)?(?: already)? (?:own|have|got)|(?:i|we)'ve(?: already)? got|have got|owning|(?:our|my)(?: own| very own| in-house| two| three| four| eight| few| old| single| existing| home| local| lab| office)*|already (?:have|own)|(?:j'ai|nous avons|(?:on|je) dispose d[e']|nous disposons d[e']|on possede|je possede|nous possedons|j'ai achete|nous avons achete)(?: deja)?|(?:mes|ma|mon|nos|notre)(?: propres?| vieille?s?| vieux| deux| trois| quatre| huit| seule| petite)*`;
const thing = String.raw`(?:\d{1,4}\s?(?:gb|go|g)\s(?:of |de )?(?:vram|memory|memoire)(?: in total| total| en tout| au total)?\s?[(:,=]?\s?)?(?:exactly |about |around |exactement |environ |an? |the |une? |d'une? |de |d'|les |des |la |le |l'|one |two |three |four |eight |deux |trois |quatre |huit |only |just |couple of |pair of |a |bunch of |old |spare |vieille |vieux |seule |seulement |que )*(?:\d{1,4}\s*(?:x|\*)?\s*)?(?:(?:nodes?|servers?|serveurs?|machines?|stations?|workstations?|boxe?s?|rigs?|noeuds?|cartes?|cards?|gpus?|pc|tours?)(?: (?:with|of|de|avec|a))?\s+)?(?:\d{1,4}\s*(?:x|\*)?\s*)?(?:nvidia |amd |geforce |tesla |rtx |instinct )*`;
const before = new RegExp(String.raw`(?<![\w'])(?:${having})(?: |(?<='))${thing}$`, "u");
/** French "we have", English "upon a". */
const frenchBefore = new RegExp(String.raw`(?<![\w'])on a (?:deja )?(?:achete )?${thing}$`, "u");

/** "2x 3090 in the office", "4 A100 on-prem", "une 4090 au bureau". */
const after =
  /^[\w\s]{0,12}?(?:\s(?:gb|go))?\s?\(?(?:in (?:the|our|my) (?:office|lab|basement|server room|rack|closet|garage|house)|at (?:home|the office|work)|(?:that |which )?(?:we|i)(?: already)? (?:own|bought)(?! up\b)|(?:on |in )?(?:our|my) own(?! \w+ (?:dataset|data|model))|own(?:ed)? (?:machines?|hardware|servers?|box(?:es)?|gpus?|cards?|rigs?|workstations?|metal)|qu'on (?:a|avait|possede)(?: deja)?(?! (?:loue|reserve|pris)\w*)|que (?:j'ai|nous (?:avons|possedons)|je possede)(?: deja)?(?! (?:loue|reserve|pris)\w*)|dont (?:on|nous|je) dispos\w+|(?:nos|notre|mes|mon|ma) propres?|on[- ]?prem(?:ises?)?|in[- ]house|sur site|au (?:bureau|labo|sous-sol|garage)|dans (?:nos|notre|le|mon|la) (?:locaux|bureau|labo|baie|salle|garage)|chez (?:moi|nous)|a la maison|en interne|en propre|a nous|(?:already |which (?:is|are) )?ours|deja (?:a nous|achetee?s?))(?!\w)/u;

/** Rented, borrowed, wished for: had for a while, and paid for. */
const rented =
  /(?<!\w)(?:rent\w*|lease\w*|lou(?:er|ee?s?|ons|e)|location|cloud|instances?|spot|on[- ]demand|reserv\w*|quota|credits?|budget|per hour|par heure|\/h|(?:for|pendant|pour|durant) (?:the )?(?:\d+|one|two|three|a|un|une|deux|trois|quelques) ?(?:h|hours?|heures?|d|days?|j|jours?|weeks?|semaines?|months?|mois))(?!\w)/u;

/** How far a word about the machine may stand from its name. [characters] */
const reach = 72;

/** "We have 2x 3090": the machine is theirs, nothing is rented. Not where a seller is named or rent is spoken of. */
export function settleOwnMachine(draft: Draft): void {
  if (has(draft, "limits.providers")) return;
  const planned = new Set([factOf(draft, "accelerator")?.value, ...choices(draft)]);
  for (const span of draft.names) {
    if (span.kind !== "accelerator") continue;
    const ids = candidatesOf(span).map(({ id }) => id);
    const id = ids.find((one) => planned.has(one));
    if (id === undefined) continue;
    const [ahead, behind] = [
      draft.folded.slice(Math.max(0, span.start - reach), span.start),
      draft.folded.slice(span.end, span.end + reach),
    ];
    const clause = ahead.split(/[!?;\n]|\.(?!\d)/u).at(-1) ?? "";
    const rest = /^.*?(?=[.!?;,\n]|\b(?:or|ou|vs|plutot)\b|$)/su.exec(behind)?.[0] ?? "";
    const theirs = before.test(clause) || (draft.language === "fr" && frenchBefore.test(clause));
    if (!theirs && !after.test(behind)) continue;
    if (rented.test(clause) || rented.test(rest)) continue;
    put(draft, { start: span.start, where: span.text }, "owned", id);
    return;
  }
}

const choices = (draft: Draft): readonly string[] => {
  const among = factOf(draft, "limits.among")?.value;
  return Array.isArray(among)
    ? (among as readonly { readonly accelerator: string }[]).map(({ accelerator }) => accelerator)
    : [];
};
