import type { Intent } from "../domain/conversation.ts";
import type { Change } from "../domain/plan.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import { countAsked } from "./count-asked.ts";
import { partAskedAbout } from "./part-asked.ts";

const opens = String.raw`^(?:(?:and|et|ok|so|but|mais|hmm|alors|btw|au fait|sinon|wait)[\s,]+){0,2}`;

/** "Can we reserve now?": where the plan stands; a question reserves nothing. */
const reserving = new RegExp(
  String.raw`${opens}(?:(?:can|could|may) (?:we|i)|(?:are we|is it) (?:ready|ok|safe|time|clear(?:ed)?) to|when can (?:we|i)|(?:on|je|nous) (?:peut|peux|pouvons|pourrait|devrait)|peut-on|puis-je|est-ce qu'on (?:peut|pourrait)|quand (?:est-ce qu')?(?:on peut|peut-on|pourra-t-on))\s(?:(?:go ahead and|now|already|finally|just|deja|enfin|maintenant)\s){0,2}(?:reserve[rz]?|book|rent|louer|commander|order|lancer la (?:location|reservation))(?:\s(?:it|them|now|already|yet|this|that|the (?:cards?|machines?|gpus?)|maintenant|deja|tout de suite|les (?:cartes?|machines?|gpus?)|la machine))*\s*\??\s*$`,
  "u",
);

/** "Is there any measured number behind this?": what the figures rest on. */
const evidence = new RegExp(
  String.raw`(?:(?:is|are|was|were)\s(?:\w+\s){1,5}?(?:measure(?:d|ments?)|benchmark(?:ed|s)?|real (?:numbers?|data|runs?))(?!\w)|(?:did|has) (?:anyone|anybody|someone|you) (?:\w+\s){0,2}(?:measured?|benchmark(?:ed)?|test(?:ed)?)|(?:y a-t-il|il y a|est-ce qu'il y a|t'as|tu as|vous avez|avez-vous|as-tu|a-t-on|on a)\s(?:\w+\s){0,4}?(?:mesures?|mesuree?s?|benchmarks?|chiffres? reels?)(?!\w)|(?:c'est|est-ce|ces chiffres sont|ce chiffre est)\s(?:\w+\s){0,2}(?:mesuree?s?|calculee?s?|theoriques?|estimee?s?)\s(?:ou|or)\s|(?:is (?:it|this|that)|are (?:these|they|those)) (?:measured|calculated|theoretical) or )`,
  "u",
);

/** "Are you sure about the time?": how the duration is reckoned. */
const doubtsTime = new RegExp(
  String.raw`(?:(?:are you|you) (?:really )?(?:sure|certain) (?:about|of) (?:the |that |this )?(?:time|duration|hours?|days?)|(?:t'es|tu es|vous etes|es-tu|etes-vous) (?:vraiment )?surs? (?:du |de la |de cette |de ce |des )(?:temps|duree|heures?|jours?|delai)|(?:the |that |this |le |la |ce |cette )?(?:time|duration|temps|duree)(?: estimates?| estimee?| annoncee?| prevue?| figure)?\s(?:me |nous )?(?:seems?|looks?|sounds?|is|semble|parait|est|a l'air)\s(?:\w+\s){0,3}(?:short|long|fast|slow|low|high|wrong|off|optimistic|court|courte|longue?|rapide|faux|fausse|optimiste|peu|bas|basse|eleve|elevee)|how (?:do|did) you (?:get|compute|calculate|arrive at|work out) (?:the |that |this )?(?:time|duration|hours?|days?)|comment (?:tu |vous )?(?:calcules?|calculez|obtiens|obtenez|trouves?|arrives? a) (?:ce |cette |le |la |ces )?(?:temps|duree|heures?|jours?))`,
  "u",
);

/** "How long at that speed?": at the rate that came back last. */
const atThatSpeed =
  /(?<!\w)(?:(?:at|with|from|given|on) (?:that|this|the (?:measured|same|pilot's|real)|our|those) (?:speed|rate|pace|throughput|tok(?:ens?)?\/s)|(?:a|avec|sur|vu) (?:ce|cette|ces|le|la) (?:meme )?(?:vitesse|rythme|debit|allure|cadence)(?: (?:mesuree?|la))?)(?!\w)/u;
const howLong =
  /(?<!\w)(?:how long|how many (?:hours|days)|time|when|finish\w*|combien|duree|temps|quand|fini\w*|ca (?:prend|dure))(?!\w)/u;

/** "Will it really fit?": how sure the memory is. */
const doubtsFit =
  /(?<!\w)(?:(?:does|will|would|can|is) (?:it|this|that)(?: all)? (?:really|actually|truly|surely|definitely|going to) (?:fit|hold|work)|(?:are you|you) (?:really )?sure (?:that )?(?:it|this|that)(?:'ll| will)? (?:fits?|holds?|works?)|(?:ca|cela) (?:rentre|tient|passe|va (?:rentrer|tenir|passer)) (?:vraiment|bien|pour de vrai|a coup sur)|(?:t'es|tu es|vous etes|es-tu|etes-vous) (?:vraiment )?surs? que (?:ca|cela) (?:rentre|tient|passe|tienne|va)|(?:risk of|risque d'|will (?:it|this) )(?:an? )?oom)(?!\w)/u;

/** "What would that be on a 4090?", « ça donnerait quoi sur une 4090 ? »: told, not taken. */
const supposesIt =
  /^(?:(?:and|et|ok|so|alors|hmm)[\s,]+){0,2}(?:what (?:would|will) (?:that|it|this) (?:be|look like|give|become)|how would (?:that|it|this) (?:look|do|fare|go)|(?:ca|cela) (?:donnerait|ferait|serait|rendrait) (?:quoi|combien)|ce serait (?:quoi|combien)|qu'est-ce que (?:ca|cela) (?:donnerait|ferait))(?!\w)|(?<!\w)(?:what (?:would|will) (?:it|that|this) (?:be|cost|take|give|look like)|how long would (?:it|that|this) (?:take|be)|(?:ca|cela) (?:donnerait|ferait|serait|couterait|prendrait) (?:quoi|combien)|ce serait (?:quoi|combien))(?: then| alors)?\s*\?*\s*$/u;

/** "And if a node dies on Saturday?": what is lost, and what is taken up again. */
const breaks = new RegExp(
  String.raw`${opens}(?:what (?:if|happens if|happens when)|if|what about when|et si|si|que se passe-t-il si|qu'est-ce qui se passe si|il se passe quoi si)\s(?:an?|one|the|une?|le|la|l'|les)?\s?(?:nodes?|noeuds?|machines?|gpus?|cards?|cartes?|run|job|server|serveur|instance|training|entrainement)\s(?:\w+\s){0,2}?(?:dies|die|crash(?:es)?|fails?|falls? over|goes down|drops?|breaks?|is (?:lost|killed|preempted)|stops|tombe(?:nt)?|plante(?:nt)?|lache(?:nt)?|creve(?:nt)?|meurt|casse(?:nt)?|s'arrete|est (?:perdue?|coupee?|preemptee?)|saute)(?!\w)|${opens}(?:an?|one|the|une?|le|la|les)\s(?:nodes?|noeuds?|machines?|gpus?|cards?|cartes?|run|job|server|serveur|instance)\s(?:\w+\s){0,2}?(?:dies|crash(?:es)?|fails?|goes down|breaks?|tombe|plante|lache|creve|meurt|casse|s'arrete|saute)(?!\w)[^?]{0,40}(?:what (?:happens|do we|then|now)|then what|(?:il se passe|on (?:perd|fait|reprend)|ca fait) (?:quoi|combien|d'ou)|qu'est-ce qu)`,
  "u",
);

const question = (about: Extract<Intent, { kind: "question" }>["about"], topic?: string): Intent =>
  topic === undefined ? { kind: "question", about } : { kind: "question", about, topic };

/** "Is a single L4 enough?": of a machine, told and not taken. */
const enough =
  /^(?!.{0,24}(?:why|pourquoi)(?!\w)).*(?<!\w)(?:suffi(?:t|sent|rait|raient|ra)|enough|sufficient|feraient? l'affaire|do the job)(?!\w)[^?]{0,16}\?\s*$/u;
const ofMachines = /^(?:accelerator|gpus|nodes|memoryGib)$/u;

/** Without the count, and of any card the smallest that holds the run. */
function fewest(current: RunSpec, of: "cards" | "any"): readonly Change[] {
  const without = (field: string, from: unknown): Change[] =>
    from === undefined ? [] : [{ field, from, to: null }];
  const count = [...without("gpus", current.gpus), ...without("nodes", current.nodes)];
  if (of === "cards") return count;
  return [
    ...count,
    ...without("accelerator", current.accelerator),
    ...without("memoryGib", current.memoryGib),
    { field: "limits.prefer", from: current.limits?.prefer ?? null, to: "smallest" },
  ];
}

/** What the plan of a thread is asked whatever else the words seem to state; null = nothing of the kind. */
export function askedInThread(folded: string, current: RunSpec, changes: readonly Change[]): Intent | null {
  if (folded.length > 200) return null;
  const part = partAskedAbout(folded);
  if (part !== null) return question("memory", part);
  if (reserving.test(folded)) return question("standing");
  if (doubtsTime.test(folded)) return question("time", "reckoned");
  if (atThatSpeed.test(folded) && howLong.test(folded)) return question("time", "measured");
  if (doubtsFit.test(folded)) return question("certainty");
  if (supposesIt.test(folded) && changes.length > 0)
    return { kind: "question", about: "would-change", changes };
  if (enough.test(folded) && changes.length > 0 && changes.every(({ field }) => ofMachines.test(field)))
    return { kind: "question", about: "would-change", changes };
  if (breaks.test(folded)) return question("help", "restart-after-a-failure");
  if (evidence.test(folded)) return question("source");
  const count = countAsked(folded);
  if (count === null) return null;
  const supposed: readonly Change[] =
    "gpus" in count
      ? [{ field: "gpus", from: current.gpus ?? null, to: count.gpus }]
      : fewest(current, count.fewest);
  return supposed.length === 0
    ? question("why-this")
    : { kind: "question", about: "would-change", changes: supposed };
}

const comparing =
  /(?<!\w)(?:compar(?:e|er|es|ez|ons|ing)|comparaison (?:de|des|entre)|comparison (?:of|between))\s+(?<sides>[^?!\n]{3,120}?)(?:[\s,]+(?:for|pour|on|sur|in|dans) (?:this|that|it|us|[cç]a|cela|me|moi|nous|this run|this plan|ce plan|ce run))*\s*[?!.]*\s*$/iu;

/** "Can you compare the T4 and the L4 for this?": the words that name the sides; null = nothing of the kind. */
export const machinesToCompare = (raw: string): string | null =>
  raw.length > 200 ? null : (comparing.exec(raw)?.groups?.["sides"] ?? null);
