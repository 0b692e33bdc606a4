import type { Courtesy, Intent } from "../domain/conversation.ts";
import { moneyQuestions } from "./money-questions.ts";
import { matches } from "./prefilter.ts";

type Command = Extract<Intent, { kind: "command" }>["name"];
type About = Extract<Intent, { kind: "question" }>["about"];

const commands: readonly (readonly [Command, string])[] = [
  ["help", "help|aide|usage|how do i use you|how do i use this|comment ca marche|que sais-tu faire|what can you do"],
  ["catalog", "catalog|catalogue|catalog list|cards and prices|liste des cartes"],
  ["mine", "mine|mes-plans|mes plans|my plans|plans"],
  ["reminders", "(?:what|which|quels?) (?:reminders|rappels) (?:are (?:set|pending|planned|ahead|there)|do (?:i|we) have|sont (?:prevus|programmes|a venir|en place)|(?:j'ai|ai-je|a-t-on|avons-nous|on a|y a-t-il))|(?:do (?:i|we) have|are there|ai-je|y a-t-il|est-ce que j'ai|il y a) (?:any |des |d'autres )?(?:reminders|rappels)(?: (?:set|pending|prevus|a venir))?|(?:(?:show|list|what are|which are|see|display|affiche|montre|liste|voir|quels sont)[ -])?(?:me |moi )?(?:my |the |all |mes |les |tous mes |tous les )?(?:pending |next |upcoming |prochains )?(?:reminders?|rappels?)(?: (?:ahead|pending|a venir|prevus))?"],
  ["stop-reminders", "(?:please )?(?:cancel|stop|delete|remove|drop|clear|no more|annule[rz]?|arrete[rz]?|supprime[rz]?|enleve[rz]?|plus de|plus aucun)(?: moi)? (?:my |the |all |all my |all the |these |those |mes |les |ces |tous les |tous mes |d'autres )?(?:reminders?|rappels?)|(?:stop|quit) (?:reminding (?:me|us)|nagging(?: me)?|sending (?:me )?reminders)|(?:do not|don't) remind me(?: (?:again|any ?more))?|(?:arrete[rz]?|cesse[rz]?) de (?:me |nous )?(?:rappeler|relancer|envoyer des rappels)(?: .{0,12})?|ne me (?:rappelle|relance)[rz]? (?:plus|rien)"],
  ["pilot", "pilot|pilote|essai pilote|pilot kit|prepare the pilot|prepare le pilote|preparer le pilote|prepare a pilot"],
  ["compare", "compare|comparer|compare plans|compare the plans|compare les plans"],
  ["silence", "silence|be quiet|shut up|mute|tais-toi|silence stp|silence please|chut|stop replying|arrete de repondre"],
  ["resume", "resume|reprendre|unmute|tu peux reparler|you can talk again|speak again"],
  ["adopt", "adopt|adopter|adopte|adopt it|adopt this|adopt the variant|adopte la variante|adopter la variante|je prends|take it|go with it|on adopte"],
  ["share", "share|partager|partage|post it in the channel|share it|share the plan|partage le plan"],
]; // prettier-ignore

const withRest = new Set<Command>(["help", "catalog", "compare", "pilot", "mine"]);

const spelt = commands.map(([name, words]) => {
  const first = words.split("|").filter((word) => !word.includes(" "));
  return {
    name,
    whole: new RegExp(`^(?:${words})$`, "u"),
    opens: withRest.has(name) ? new RegExp(`^(?:${first.join("|")})\\s+(?<rest>[\\s\\S]{1,80})$`, "u") : null,
  };
});
const hiding = "private|prive|privee|en prive|privately|in private";
const hides = new RegExp(`(?<!\\w)(?:${hiding}|dm)(?!\\w)`, "u");
const politely = new RegExp(`(?<!\\w)(?:${hiding}|please|pls|stp|svp)(?!\\w)`, "gu");

/** No command is longer, whatever follows it. */
const longestCommand = 160;

/** A command is the whole message, or its first word for those that take an argument. */
export function commandIn(
  folded: string,
  raw: string,
  { namesCard, hasPlan }: { readonly namesCard: boolean; readonly hasPlan: boolean },
): Intent | null {
  if (folded.length > longestCommand) return null;
  const hidden = matches(hides, folded);
  const bare = folded
    .replace(politely, " ")
    .replace(/(?<![?.!,\s])[?.!,\s]+$/u, "")
    .trim();
  for (const { name, whole, opens } of spelt) {
    if (whole.test(bare)) return { kind: "command", name, rest: "", private: hidden };
    const rest = opens?.exec(bare)?.groups?.["rest"];
    if (rest === undefined || !fitsCommand(name, rest, namesCard, hasPlan)) continue;
    const at = raw.length - raw.trimStart().length + (folded.indexOf(rest) - (folded.length - folded.trimStart().length)); // prettier-ignore
    return {
      kind: "command",
      name,
      rest: raw.slice(Math.max(0, at), at + rest.length).trim(),
      private: hidden,
    };
  }
  return null;
}

/** A run, a limit or a question: what a comparison of machines alone does not say. */
const ofARun =
  /(?<!\w)(?:for|pour|q?lora|train\w*|entrain\w*|fine|tun\w*|tokens?|jetons?|ctx|context\w*|batch|serv\w*|epochs?|should|what|which|quel\w*|why|pourquoi|budget|deadline|under|sous|less|moins)(?!\w)|\?/u;

function fitsCommand(name: Command, rest: string, namesCard: boolean, hasPlan: boolean): boolean {
  const words = rest.split(/\s+/u);
  if (name === "catalog") return words.length <= 4;
  if (name === "help") return words.length <= 3 && !/\d/u.test(rest);
  if (name === "pilot") return words.length <= 2 && /^(?:kit|form|formulaire|read|judge|slurm|skypilot|dstack|kubernetes|k8s|shell)/u.test(rest); // prettier-ignore
  if (name === "compare") {
    // Machines may take more words than plans, as long as they are all that is said.
    // Without a plan what is said of a run is the run that they are to be compared on.
    if (namesCard) return (hasPlan && words.length <= 8) || (words.length <= 24 && !ofARun.test(rest));
    return words.length <= 8 && /(?:plan|rev|last|dernier|variant|#\d|before|previous|avant|precedent|first|original|premiere?\b|initiale?|depart)/u.test(rest); // prettier-ignore
  }
  return words.length <= 2 && !/\d/u.test(rest);
}

export interface Asked {
  /** The words can only be this question, whatever facts they seem to state. */
  readonly wins?: true;
  readonly about: About;
  readonly words: RegExp;
  readonly topic?: string;
}

const q = (about: About, words: RegExp, topic?: string): Asked =>
  topic === undefined ? { about, words } : { about, words, topic };

const sure = (about: About, words: RegExp, topic?: string): Asked => ({
  ...q(about, words, topic),
  wins: true,
});

/** Questions about the plan, most specific first. */
const planQuestions: readonly Asked[] = [
  ...moneyQuestions,
  sure("assumptions", /(?:which|what|list|show|tell me|any|other)\b[^?]{0,30}\b(?:assum\w*|defaults?|took for granted)|(?:do|did|have|are) you (?:assum\w*|guess\w*|taken? for granted)|by default\s*\?|which (?:stack|optimi[sz]er|precision|rank|framework) did you|what is assumed|(?:quelles?|les|tes|vos|liste)\b[^?]{0,30}hypotheses|(?:as-tu|avez-vous|t'as|tu as|a-t-on|vous avez) (?:suppose|retenu)|quelles? (?:valeurs?|reglages?|choix) (?:par defaut|as-tu|avez-vous)|par defaut\s*\?|(?:quelle pile|quel framework|quel optimiseur|quelle precision) (?:as-tu|avez-vous)/u), // prettier-ignore
  sure("assumptions", /(?:what(?:'s| is| are)|which|what) (?:the |my |our |your )?(?:current )?(?:micro[ -]?batch|batch(?: size)?|effective batch(?: size)?|sequence(?: length)?|context(?: length)?|seq len|lora rank|rank|optimi[sz]er|precision|dtype|framework|stack|method|model|epochs?|accumulation|parallelism|layout|settings)(?: (?:again|now|here|used|are you using|do we have|is it|in the plan))?\s*\?*$|(?:quel(?:le)?s?) (?:est |sont |etait )?(?:le |la |les |l'|notre |mon )?(?:micro-lot|taille de lot(?: effective)?|lot|longueur de sequence|contexte|rang(?: lora)?|optimiseur|precision|pile|framework|methode|modele|accumulation|reglages?)(?: (?:deja|retenue?|utilisee?|ici|du plan))?\s*\?*$/u, "values"), // prettier-ignore
  sure("host", /(?:how much|what|enough|which)\b[^?]{0,24}\b(?:host (?:ram|memory)|cpu (?:ram|memory)|system (?:ram|memory)|ram\b|disk|storage|ssd|nvme)|(?:host|cpu) ram\s*\?|disk(?: space)?\s*\?|(?:combien|quelle|quel|assez|faut-il)\b[^?]{0,24}\b(?:ram\b|disque|stockage|espace disque)|(?:ram|disque|stockage) (?:de l'hote|necessaire|requise?)/u), // prettier-ignore
  sure("speed", /how fast\b|how many (?:tokens|toks?|samples|steps|examples) ?(?:per|an?(?= )|each|\/)|(?:tokens?|toks?|samples?|steps?) ?(?:per|\/|a) ?(?:s|sec|second|hour|h|day)s?\s*\?|what(?:'s| is| are)? (?:the |your |my |our )?(?:expected |estimated )?(?:mfu|throughput|speed|tokens? per|tok\/s|step time|rate\b)|(?:mfu|throughput)\s*\?|how long (?:is|does) (?:one|a|each) step|quel(?:le)? (?:est |sera |serait )?(?:le |la |l')?(?:debit|vitesse|mfu|utilisation)|combien de (?:jetons|tokens|toks?|pas|exemples) ?(?:par|a la|\/)|a quelle vitesse|(?:debit|vitesse)\s*\?|combien de temps (?:dure |prend )?(?:un|par) pas|duree d'un pas/u), // prettier-ignore
  sure("cost", /(?:cost|price|how much|what|rate|dollars|euros|it)\b[^?]{0,24}(?:\bper|\/|\ban?|\beach|for (?:one|an?|each)) ?(?:(?:gpu|card)[- ]?(?:hour|h)\b)|(?:cout|prix|combien|tarif|cher)\b[^?]{0,24}(?:heure[- ]?(?:carte|gpu)|h gpu)/u, "gpu-hour"), // prettier-ignore
  sure("cost", /(?:cost|price|how much|what|rate)\b[^?]{0,24}(?:\bper|\/|\ban|\beach|for (?:one|an|each)) ?(?:hour|h\b|hr)|hourly (?:cost|rate|price)|(?:cout|prix|combien|tarif|coute)\b[^?]{0,20}(?:par heure|de l'heure|a l'heure|l'heure|horaire|\/ ?h\b)/u, "hour"), // prettier-ignore
  sure("cost", /(?:cost|price|how much|what)\b[^?]{0,24}(?:\bper|\/|\ban|\beach|for (?:one|an|each)) ?epoch|(?:cout|prix|combien|coute)\b[^?]{0,20}(?:par|d'une|une|pour une|chaque|l') ?epoque/u, "epoch"), // prettier-ignore
  sure("cost", /(?:cost|price|how much|what)\b[^?]{0,24}(?:\bper|\/|\ba|\beach|for (?:one|a|each)) ?(?:1m|m|million|mtok\w*|mio)\b(?: of)?(?: tokens?)?|(?:cout|prix|combien|coute)\b[^?]{0,20}(?:par|le|du|pour un) ?(?:1m|million|m)\b/u, "million-tokens"), // prettier-ignore
  sure("cost", /(?:cost|price|how much|what)\b[^?]{0,24}(?:\bper|\/|\ba|\beach|for (?:one|a|each)) ?(?:successful )?(?:run|training|attempt|job)\b|(?:cout|prix|combien|coute)\b[^?]{0,20}(?:par|une|pour une|pour un) ?(?:execution|essai|entrainement|run)\b/u, "run"), // prettier-ignore
  sure("cost", /(?:cost|costs|price|how much|rate|rent|bill|what (?:is|are|will|would|does|do) (?:it|this|that|the rent|we pay|i pay))\b[^?\d]{0,24}(?:\bper|\/|\ban?|\beach|\bevery|for (?:one|an?|each)) ?months?\b|monthly (?:cost|rent|price|bill|rate)|(?:cout|prix|combien|tarif|coute|loyer|facture)\b[^?\d]{0,24}(?:par|le|du|au|chaque|pour un|pour une|de la|la|\/) ?mois\b|(?:cout|prix|loyer|tarif|facture) (?:mensuel\w*)/u, "month"), // prettier-ignore
  sure("cost", /(?:cost|costs|price|how much|rate|rent|bill|what (?:is|are|will|would|does|do) (?:it|this|that|the rent|we pay|i pay))\b[^?\d]{0,24}(?:\bper|\/|\ban?|\beach|\bevery|for (?:one|an?|each)) ?weeks?\b|weekly (?:cost|rent|price|bill|rate)|(?:cout|prix|combien|tarif|coute|loyer|facture)\b[^?\d]{0,24}(?:par|le|du|au|chaque|pour un|pour une|de la|la|\/) ?semaine\b|(?:cout|prix|loyer|tarif|facture) (?:hebdomadaire\w*)/u, "week"), // prettier-ignore
  sure("cost", /(?:cost|costs|price|how much|rate|rent|bill|what (?:is|are|will|would|does|do) (?:it|this|that|the rent|we pay|i pay))\b[^?\d]{0,24}(?:\bper|\/|\ban?|\beach|\bevery|for (?:one|an?|each)) ?days?\b|daily (?:cost|rent|price|bill|rate)|(?:cout|prix|combien|tarif|coute|loyer|facture)\b[^?\d]{0,24}(?:par|le|du|au|chaque|pour un|pour une|de la|la|\/) ?jour\b|(?:cout|prix|loyer|tarif|facture) (?:journalier\w*|quotidien\w*)/u, "day"), // prettier-ignore
  q("source", /where (?:does|do|did|is)\b[^?]{0,30}\b(?:price|cost|rate)s?\b|(?:source|age|date|origin) of (?:the |that |this )?(?:price|cost)|how (?:old|fresh|recent) (?:is|are)\b[^?]{0,16}\bprices?|when was (?:the|that|this) price|(?:d'ou|ou)\b[^?]{0,24}\b(?:prix|cout|tarif)|(?:source|age|date) du (?:prix|tarif)|de quand (?:date(?:nt)?|est|sont)\b[^?]{0,16}\b(?:prix|tarifs?)/u, "price"), // prettier-ignore
  q("memory", /(?:is|are) (?:that|this|it|these|those)\b[^?]{0,20}\bper (?:gpu|card)|per (?:gpu|card) or (?:in )?total|total or per (?:gpu|card)|(?:c'est|est-ce) par (?:carte|gpu)|par (?:carte|gpu) ou (?:au|en) total|au total ou par (?:carte|gpu)/u), // prettier-ignore
  q("if-it-does-not-fit", /^what (?:should|could|can|must|would) (?:i|we|you) (?:change|tweak|adjust|lower)(?: (?:here|then|first))?\s*\?*$|^(?:et )?(?:que|qu'est-ce que|qu'est-ce qu'on) ?(?:je |on |nous )?(?:devrais|devrait|devrions|dois|doit|devons|peux|peut|pouvons|faut-il|faudrait-il)(?:-(?:je|on|nous))? changer\s*\?*$|(?:mak(?:e|es|ing)|get|getting) (?:it|this|that)(?: to)? fit\b|pour qu(?:e |')(?:ca|cela|elle|il|on) (?:tienne|tient|passe|rentre)\b|(?:le |la |les |)faire (?:tenir|rentrer|entrer) (?:ca|cela|la dessus|la-dessus|dedans)|comment (?:le |la |les )faire (?:tenir|rentrer|entrer)|(?:what|and) (?:if|happens if) (?:it|this|that) (?:does ?n[o']t|ooms|fails to)|if it (?:ooms|does ?n[o']t fit)|(?:what if|et si) (?:ca|c'est|elle|il) (?:ne |n'est )?(?:tient|passe|rentre|marche|pas)|si ca ne (?:tient|passe|rentre) pas|plan b\b|what then if|(?:what|then what) (?:do|should|can) we do (?:if|when) (?:it|this|that)|(?:on|je|nous) (?:fait|fais|faisons|ferait) quoi si|que (?:faire|fait-on) si|si (?:ca|elle|il) (?:oom|explose|plante|deborde)/u), // prettier-ignore
  q("dominant", /(?:is|are) (?:it|that|this|they) (?:mostly |mainly |really |because of |due to )*(?:the |all )?(?:activations?|logits|weights|gradients?|optimi[sz]er(?: states?)?|kv cache)\s*\?|c'est (?:surtout |plutot |a cause )*(?:les |des |du |de l'|le |l'|la )?(?:activations?|logits|poids|gradients?|(?:etats? de l')?optimiseur|cache kv)\s*\?|what(?:'s| is)? (?:dominates?|the biggest (?:part|chunk|share)|eating|taking (?:up )?(?:the|all|most))|where does (?:all )?the memory go|qu'est-ce qui (?:domine|prend|pese|coute le plus de memoire|consomme)|ou (?:va|passe|part) (?:toute )?la memoire|(?:what|which part) (?:takes|uses|eats|needs|costs) (?:the most|most of the|so much|all the) (?:memory|vram)|bouffe|(?:mange|occupe|remplit) (?:la|toute la|le plus de) (?:memoire|vram)|biggest contributor|quel poste domine|plus gros poste|(?:memory|memoire) breakdown|detail de la memoire/u), // prettier-ignore
  q("certainty", /how (?:sure?|certain|confident|reliable|accurate|exact|precise)|(?:is|are) (?:that|this|the|these|those|it)(?: \w+){0,2} (?:reliable|accurate|exact|trustworthy|certain|a guess|solid)|how much can (?:i|we) trust|how far off|are you sure|sure about that|confidence|error rate|margin of error|(?:t'es|tu es|vous etes|etes-vous|es-tu) sure?s?|c'est fiable|quelle fiabilite|taux d'erreur|marge d'erreur|a quel point|sure?s? de (?:toi|vous|ton|votre|ce)|fiables?|precision de l'estimation|je peux m'y fier|on peut s'y fier|can (?:i|we) trust/u), // prettier-ignore
  q("source", /where (?:does|do|did) (?:this|that|these|the|it|you)[^?]{0,40}(?:come from|number|figure|get)|which source|what are (?:these|those|the) (?:numbers|figures|prices) based on|what(?:'s| is) (?:your|the) source|sources?\s*\?|(?:ou|d'ou) (?:vient|viennent|sort|sortent|tiens|tenez)|(?:ca|cela) (?:vient|sort) d'ou|quelle source|based on what|sur quoi (?:te|vous) (?:bases?|basez)|how do you know|comment (?:tu|vous) sa/u), // prettier-ignore
  q("memory", /why (?:(?:so|that|this) much (?:memory|vram)|(?:is it |do i need |does it (?:take|need) )?\d+(?:[.,]\d+)?\s*(?:gi?b|gi?o|g\b))|pourquoi (?:autant de memoire|(?:tant|il faut |faut-il )?\d+(?:[.,]\d+)?\s*(?:gi?o|gi?b|g\b))|how much (?:memory|vram)|combien de (?:memoire|vram)|explain the memory|explique la memoire|memory per (?:gpu|card)|memoire par carte|so much (?:memory|vram)|(?:autant|tant) de (?:memoire|vram)/u), // prettier-ignore
  q("time", /how (?:long|many (?:hours|days))|combien de temps|(?:en )?combien d'heures|quelle duree|why so (?:long|slow)|pourquoi (?:si|aussi) (?:long|lent)|when (?:would|will|does|could) (?:it|this|that) (?:be (?:done|finished|ready|over)|finish|end)|(?:fini|termine|pret) quand|quand (?:est-ce que )?(?:ce sera|ca sera|ce serait|ca serait|sera-ce|serait-ce)?\s?(?:fini|termine|pret)|(?:ca|cela) (?:va )?dure(?:r|ra|rait)? (?:combien|longtemps)|ca prend(?:rait)? combien|eta\b/u), // prettier-ignore
  q("cost", /(?:is|are|would|will) (?:\$ ?)?\d[\d ,.]*k?\s?(?:\u00A4|\$|euros?|dollars?|eur|usd)? ?(?:be )?enough|(?<!\d[ ,.]{0,3})\d[\d ,.]*k?\s?(?:\u00A4|\$|euros?|dollars?)? ?(?:suffi\w+|ca suffit|c'est assez)|why (?:is (?:it|this|that) )?(?:so|that|this) (?:expensive|pricey|costly|dear)|(?:so|too|that) (?:expensive|pricey)[^?]{0,12}why|pourquoi (?:c'est |est-ce |ca coute )?(?:si|aussi|tellement) cher|(?:c'est |trop |si )cher[^?]{0,12}pourquoi|pourquoi[^?]{0,12}(?:un tel prix|ce prix|coute si cher)|how much (?:would|will|does|is|do) (?:it|this|that|they)?|what(?:'s| is| would be) the (?:\w+ )?(?:cost|price|total|bill)|what (?:will|would|does|do) (?:it|this|that) cost|how expensive|combien (?:ca|cela) (?:coute|couterait|va couter)|quels? (?:est |serait |sera )?(?:le |la )?(?:prix|cout|tarif|facture|montant)|(?:ca|cela) (?:nous |me |vous |te )?(?:coute|couterait|coutera|reviendrait|revient|va couter|reviendra) (?:a )?combien|combien (?:ca|cela) (?:nous |me )?(?:coute|couterait|coutera|reviendrait)|ca coute combien|c'est combien|(?:ca )?fait combien|price\s*\?|prix\s*\?|cost\s*\?|recalculez le cout/u), // prettier-ignore
  q("others", /(?:what|which) (?:else|other (?:cards?|gpus?|hardware|machines?|options?))(?:\s*\?| (?:could|can|would|might|will|fits?|runs?|works?|is there|are there|do (?:i|we|you) have))|on what else|what else (?:could|can|does)|what are the (?:other options|alternatives)|other options\s*\?|any alternatives?|sur quoi d'autre|quel(?:le)?s? (?:autres? (?:cartes?|gpus?|options?|materiels?)|alternatives?)|(?:d'autres|les autres) (?:cartes|options|choix) ?\?/u), // prettier-ignore
];

/** Questions of how a training learns: no facts beside them make them a run. The topic is the id of the article. */
const learning: readonly Asked[] = [
  sure("help", /(?:\b(?:loss|perte)\b[^.?!\n]{0,60}\b(?:jump\w*|goes up|went up|rises?|rising|increas\w*|spik\w*|climb\w*|saut\w*|remont\w*|mont\w*|augment\w*|explos\w*|repart\w*)\b[^.?!\n]{0,60}\b(?:epochs?|epoques?)\b|\b(?:epochs?|epoques?)\b[^.?!\n]{0,40}\b(?:loss|perte)\b[^.?!\n]{0,40}\b(?:jump\w*|goes up|went up|rises?|rising|increas\w*|spik\w*|climb\w*|saut\w*|remont\w*|mont\w*|augment\w*|explos\w*|repart\w*)\b|\b(?:eval\w*|val\w*|test) (?:loss|perte)\b[^.?!\n]{0,40}\b(?:goes up|went up|rises?|rising|increas\w*|up)\b|\b(?:loss|perte) (?:d'eval\w*|de val\w*|de test)\b[^.?!\n]{0,40}\b(?:remont\w*|mont\w*|augment\w*)\b)/u, "loss-by-epoch"), // prettier-ignore
  sure("help", /\b(?:lr|learning[ -]?rate|taux d'apprentissage|pas d'apprentissage)\b[^.!\n]{0,80}\b(?:batch\w*|lots?|\d+ ?(?:x ?)?(?:gpus?|cards?|cartes?|[a-z]{0,2}\d{2,4})|(?:more|several|plus de|plusieurs) (?:gpus?|cards?|cartes?)|scal\w*|multipl\w*|double\w*|times|fois|sqrt|racine|linear\w*|lineaire)\b[^.!\n]{0,60}\?|\b(?:batch\w*|lots?|\d+ ?(?:x ?)?(?:gpus?|cards?|cartes?|[a-z]{0,2}\d{2,4})|(?:more|several|plus de|plusieurs) (?:gpus?|cards?|cartes?)|scal\w*|multipl\w*|double\w*|times|fois|sqrt|racine|linear\w*|lineaire)\b[^.!\n]{0,80}\b(?:lr|learning[ -]?rate|taux d'apprentissage)\b[^.!\n]{0,60}\?/u, "learning-rate-and-batch"), // prettier-ignore
  sure("help", /\b(?:accumul\w*|gradcache|grad[ -]?cache|bigger batch|larger batch|gros lot|batch)\b[^.!\n]{0,80}\b(?:negatives?|negatifs?|contrasti\w*|infonce|mnrl)\b|\b(?:negatives?|negatifs?|contrasti\w*|infonce|mnrl)\b[^.!\n]{0,80}\b(?:accumul\w*|gradcache|grad[ -]?cache|batch|lots?|oom|memory|memoire)\b/u, "contrastive-batch"), // prettier-ignore
];

export const learningTopics: ReadonlySet<string> = new Set(learning.flatMap(({ topic }) => topic ?? []));

/** Questions that knowledge answers, without a plan; the topic names the article. */
const knowledge: readonly Asked[] = [
  ...learning,
  q("help", /(?:rent|renting|louer|location)[^?]{0,30}\b(?:or|ou|vs|versus)\b[^?]{0,30}(?:buy|buying|own|purchase|acheter|achat)|(?:\bbuy(?:ing)?|\bachet\w*)[^?]{0,30}\b(?:or|ou|vs)\b[^?]{0,20}(?:\brent|\blou(?:er|e|ons)\b)|break.?even|seuil de rentabilite/u, "rent-or-buy"), // prettier-ignore
  q("help", /small models?[^?]{0,40}(?:data[ -]?cent(?:er|re)|h100|a100)|petits? modeles?[^?]{0,40}(?:data[ -]?center|centre de donnees|h100|a100)/u, "small-models"), // prettier-ignore
  q("help", /(?:ddp|fsdp|zero)[^?]{0,24}(?:\b(?:or|ou|vs|versus|and|et)\b|,|difference)[^?]{0,24}(?:ddp|fsdp|zero|tensor|pipeline|tenseurs)|(?:difference|choose|choisir) [^?]{0,20}(?:ddp|fsdp|zero)|tensor or pipeline/u, "parallelism"), // prettier-ignore
  q("help", /(?:need|besoin|faut|matter|important|worth|sert|why|pourquoi|what is|c'est quoi)[^?]{0,30}(?:nvlink|infiniband|interconnect)|nvlink\s*\?/u, "interconnect"), // prettier-ignore
  q("help", /(?:what|c'est quoi|how)[^?]{0,30}(?:role|does|do|fait|sert)[^?]{0,20}cpu|(?:cpu|processeur)[^?]{0,20}(?:matter|important|sert|role)/u, "cpu-role"), // prettier-ignore
  q("help", /(?:why|how come)\b[^?]{0,24}\b(?:training|run|job|fine-?tun\w*|steps?|it|this)\b[^?]{0,16}\b(?:slow|takes? (?:so |that )?long)|pourquoi[^?]{0,24}(?:entrainement|run|job|fine-?tuning|les pas)[^?]{0,16}(?:lente?s?\b|long)|(?:entrainement|run|job)[^?]{0,12}(?:lent|long)[^?]{0,8}pourquoi/u, "memory-bound"), // prettier-ignore
  q("help", /(?:memory|compute)[ -]?bound|limite par la memoire|(?:how|comment)[^?]{0,30}(?:know|savoir)[^?]{0,30}(?:bound|limit)/u, "memory-bound"), // prettier-ignore
  q("help", /(?:training|entrainement)[^?]{0,20}(?:vs|versus|or|against|contre|ou)[^?]{0,12}(?:inference)[^?]{0,24}(?:hardware|gpu|card|carte|materiel)?/u, "training-against-inference"), // prettier-ignore
  q("help", /(?:what|quoi)[^?]{0,24}(?:record|measure|log|mesurer|noter|relever)[^?]{0,30}(?:pilot|pilote|essai)/u, "pilot-record"), // prettier-ignore
  q("help", /(?:\bgb\b|\bgo\b)[^?]{0,16}(?:vs|versus|or|ou|and|et|difference|contre)[^?]{0,10}(?:gib|gio)|difference[^?]{0,20}(?:gib|gio)/u, "gb-gib"), // prettier-ignore
  q("help", /(?:allocated|reserved|alloue|reserve)[^?]{0,16}(?:vs|versus|or|ou|and|et|,)[^?]{0,16}(?:reserved|device|allocated|reserve)|max_memory_allocated|which number do i report/u, "allocated-reserved-device"), // prettier-ignore
  q("help", /why[^?]{0,30}qlora[^?]{0,30}more|pourquoi[^?]{0,30}qlora[^?]{0,30}plus/u, "qlora-larger"), // prettier-ignore
  q("help", /what (?:is|does)[^?]{0,16}(?:gradient checkpointing|fused loss|packing)|c'est quoi[^?]{0,16}(?:le recalcul|gradient checkpointing|la perte fusionnee|le packing)|a quoi sert[^?]{0,20}(?:recalcul|packing|checkpointing)/u, "memory-levers"), // prettier-ignore
  q("help", /(?:resume|restore|reprise)[^?]{0,20}(?:spot|checkpoint)|spot[^?]{0,30}(?:safe|risk|risque)|is the checkpoint corrupted|perdue/u, "checkpoints-resume-spot"), // prettier-ignore
  q("help", /(?:which|what|quelles?) (?:cards?|gpus?|cartes?)[^?]{0,30}(?:support|have|ont|gerent|prennent)[^?]{0,20}(?:fp8|bf16)|(?:fp8|bf16)[^?]{0,20}(?:on|sur)[^?]{0,16}(?:v100|a100|t4|ampere|turing)[^?]{0,12}\?/u, "precision-support"), // prettier-ignore
  q("help", /(?:best|meilleure?) (?:gpu|card|carte)|(?:which|what|quelle?) (?:gpu|card|carte) (?:is |est )?(?:the )?(?:best|meilleur)/u, "best-gpu"), // prettier-ignore
  q("help", /(?:batch(?: size)?|lot)[^?]{0,24}(?:memory|memoire|vram)|(?:memory|memoire)[^?]{0,24}(?:batch|lot)/u, "memory-and-batch"), // prettier-ignore
  q("help", /what (?:should|do) (?:i|we) do this week|(?:par ou|comment) commencer|where (?:do|should) (?:i|we) start|quoi faire cette semaine/u, "start-this-week"), // prettier-ignore
  q("help", /(?:a100|h100|h200|mi300x|b200)s?\s*(?:vs\.?|versus|or|ou|against|contre|compared (?:to|with))\s*(?:the |la |an? )?(?:a100|h100|h200|mi300x|b200)/u, "data-center-cards"), // prettier-ignore
];

export const planQuestion = (folded: string): Asked | undefined =>
  planQuestions.find(({ words }) => matches(words, folded));
export const knowledgeQuestion = (folded: string): Asked | undefined =>
  knowledge.find(({ words }) => matches(words, folded));

export const whyNot = /(?:(?:why|pourquoi) (?:not|don'?t (?:we|you|i) use|isn'?t|wouldn'?t|won'?t|can'?t|couldn'?t|doesn'?t|pas|ne pas|(?:une?|la|le|l'|les|deux|2|des)(?=[^?.!]{0,30}\u00A7[^?.!]{0,12} ne? ?))|what(?:'s| is) wrong with|qu'est-ce qui cloche avec|c'est quoi le probleme avec|quel (?:est le )?probleme avec|how about|what about|et (?:pourquoi pas )?(?:la|le|l'|une?)\s?)[^?.!]{0,24}\u00A7/u; // prettier-ignore
/** The card first: "la MI300X, pourquoi pas ?". */
export const whyNotAfter = /\u00A7+[\s,]*(?:why not|pourquoi pas)/u;
export const undo = /^(?:(?:et|ok|okay|non|no|nah|nope|please|euh|nvm|nevermind|never mind|hmm|oops|bon|pardon|desole|sorry|wait|actually|finalement|en fait|laisse tomber|stop)[\s,.:;!-]+)*(?:undo|scratch (?:that|it)|take it back|roll(?: ?back)? (?:that|it|back)|rollback|defaire|annule[rz]?|revert|cancel (?:that|this|the last)|defais|go back one|take that back|reviens en arriere|(?:take back|reverse|cancel|drop|remove|enleve[rz]?|retire[rz]?|oublie[rz]?|forget) (?:the |that |this |my |la |cette |le |ce |ma |mon )?(?:very )?(?:last|latest|previous|derniere?) (?:change|step|edit|one|move|thing|modif(?:ication)?|changement|etape|demande)|oublie ca|forget that|never ?mind that change|ctrl-?z)(?: (?:undo|annule|that|it|this|ca|cela|(?:the |that |this |my )?(?:last|latest|previous)(?: (?:change|one|step|edit|thing|move|bit|part))?|(?:la |cette |ma )?derniere(?: (?:modif(?:ication)?|chose|etape|demande))?|(?:le |ce |mon )?dernier(?: (?:changement|truc|point))?|change|one|stp|svp|please|pls))*\s*[.!?]*$/u; // prettier-ignore
export const backToFirst = /(?:back to|return to|restore|reset to|revert to|go back to)\s+(?:the |la |le )?(?:very )?(?:first|original|initial|start|beginning|premiere|depart|debut|rev\.? ?1)|start (?:over|again) (?:from|with) (?:the |rev\.? ?)?(?:first|original|initial|beginning|1)|(?:reviens|revenir|retour|revenons|remets|repars|repart|repartons|reprends|reprenons)\s+(?:a|au|sur|de|depuis)?\s*(?:la |le |l')?(?:premiere?|original|initiale?|depart|debut|rev\.? ?1)/u; // prettier-ignore
const thanks = /^(?:(?:ok|okay|super|top|parfait|perfect|great|nice|cool|genial|excellent|awesome|thanks?|thank you|thx|ty|merci|cheers|got it|compris|bien recu|noted|c'est note|good|bien|impec|nickel|well done|bravo|lol|haha|yes|yep|oui|non|no|d'accord|entendu|ca marche|sounds good|makes sense|a lot|so much|very much|a bunch|a ton|a million|thks|tks|tx|thank u|u|you|guys|folks|mate|les gars|l'equipe|chef|beaucoup|bcp|bcoup|bcq|mille fois|infiniment|encore|again|un grand|bien|tres|much|all|for this|for that|pour ca|a tous|everyone|team|\+1|hello|hi|hey|bonjour|salut|bonsoir|good morning|will do|on it)[\s,.!:)(-]*)+$/u; // prettier-ignore
const gratitude = /(?<!\w)(?:thanks?|thank you|thank u|thx|thks|tks|tx|ty|merci|cheers)(?!\w)/u;
const greeting = /(?<!\w)(?:hello|hi|hey|bonjour|salut|bonsoir|good morning)(?!\w)/u;

export function courtesyOf(folded: string): Courtesy | null {
  if (!thanks.test(folded)) return null;
  if (gratitude.test(folded)) return "thanks";
  return greeting.test(folded) ? "greeting" : "nod";
}

export const asksSomething = /\?|^(?:please |can you )?(?:write|give me|draw|translate|summari[sz]e|sing|print|reveal|ignore (?:all |any |the |your |previous |les |tes |toutes )+|act as|pretend|ecris|affiche|imprime|revele|montre-moi tes|oublie (?:tes|les|toutes)|fais comme si|traduis|raconte|redige|dessine)\b|^(?:what|which|how|why|when|where|who|can|could|should|is|are|do|does|will|would|tell|explain|quel|quelle|quels|quelles|comment|pourquoi|combien|ou|quand|qui|est-ce|peut-on|faut-il|dis|explique)\b/u; // prettier-ignore
