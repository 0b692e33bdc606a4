import type { ReportCode } from "../domain/finding.ts";
import type { Draft } from "./draft.ts";
import { errorReports } from "./error-reports.ts";
import { firstMatch } from "./prefilter.ts";

export interface Report {
  readonly code: ReportCode;
  readonly words: RegExp;
}

/** Words that tell what happened or what is quoted, over folded text. None of them states a field of the run. */
const reports: readonly Report[] = [
  ...errorReports,
  { code: "embedded-instruction", words: /(?:ignore|disregard|forget|override|ignorez|oublie[sz]?|ne tiens? pas compte de) (?:all |any |the |your |toutes? |les |tes |vos )*(?:previous|prior|above|earlier|sizing|precedentes?|anterieures?|consignes?|instructions?|rules|regles)|\bnote (?:to|for) (?:the )?(?:assistant|ai|bot|model)\b|\bnote (?:a|pour) l'(?:assistant|ia)\b|\b(?:reply|answer|respond|output) only\b|\breponds? (?:uniquement|seulement)\b|\bsystem prompt\b|\byou are now\b|\b(?:assistant|bot|ai|ia|l'assistant)[,:]? (?:must|should|shall|will|doit|devra|please)\b[^\n]{0,80}\b(?:ignore|say|approve|reply|answer|confirm|dire|ignorer|approuver|valider|repondre|confirmer)\b|\b(?:hardware|plan|budget|config\w*|materiel) (?:is |est )?(?:certified|approved|unlimited|certifie|approuve|valide|illimite)\b|\b(?:approve|approuve[rz]?) \d{1,4} |\btu es (?:maintenant|desormais)\b|\b(?:dump|post|print|reveal|show|list|affiche|publie|donne)\b[^\n]{0,30}\b(?:other plans|autres plans|all plans|tous les plans|secrets|api keys|system prompt)\b/u },
  { code: "insult", words: /\b(?:stupid|idiot\w*|useless|garbage|trash|worthless|crap|moron|dumb|bullshit|shut up|wtf|sucks?|pathetic|incompetent\w*|liar|scam|stupide|debile|(?:trop|vraiment|completement) nul(?:le)?s?|inutile|poubelle|arnaque|merde|merdique|ferme[- ]la|ta gueule|menteur|honteux)\b/u },
  { code: "conversion", words: /\b(?:conver(?:t|ts|ted|ting|sion|tir|tis)|consolidat\w+|merg(?:e|es|ed|ing)|fusionn\w+)\b[^\n.?!]{0,60}\b(?:hf|huggingface|safetensors|gguf|format|checkpoint|weights?|poids|adapter\w*|adaptateurs?)\b|\b(?:weights?|poids)\b[^\n.?!]{0,40}\b(?:conver(?:t|sion|tir)\w*)\b|\bmerge and unload\b|\b(?:merging|to merge|fusion des poids)\b/u },
  { code: "loads-fine", words: /\b(?:just load|loads? (?:fine|ok|just fine)|loading (?:is fine|works)|(?:i|we) (?:can )?load the model|model loads|se charge|le chargement passe|juste charger|(?:a|au) vide|idle usage)\b/u },
  { code: "memory-after-init", words: /\b(?:after|post|apres) (?:the |le |l')?(?:model )?(?:init(?:iali[sz]ation)?|load(?:ing)?|chargement)\b|\bmemory stats after\b/u },
  { code: "late-failure", words: /\b(?:after|apres|au bout de|around|vers|runs?|until|jusqu'a|for) (?:about |around |environ |le |la |the )*(?:step|pas|epoch|epoque|iteration)?\s?\d+(?:ish)?\s?(?:k\b)?\s?(?:steps?|pas|h|hours?|heures?|iterations?|it|epochs?|epoques?|min(?:utes?)?)?\b[^\n.?!]{0,40}\b(?:oom\w*|out of memory|cuda oom|crash\w*|plante\w*|explose|dies?|died|killed|memoire)|\b(?:oom\w*|crash\w*|plante\w*|dies|died)\b[^\n.?!]{0,20}\b(?:after|apres|au bout de|around|vers|at) (?:about |around |environ |le |la |the )*(?:(?:step|pas|iteration) ?\d+|\d+ ?(?:k |)(?:steps?|pas|hours?|heures?|h|iterations?|epochs?|epoques?))|\b(?:random(?:ly)?|aleatoire(?:ment)?|always at a different step|jamais au meme pas|every few hours|toutes les quelques heures)\b[^\n.?!]{0,40}\b(?:oom\w*|crash\w*|plante\w*)|\b\d+(?:ish)? (?:steps?|pas) (?:then|puis|et)\b[^\n.?!]{0,12}\boom/u },
  { code: "more-nodes", words: /\b(?:more|additional|extra|adding|added|plus (?:de|j'ajoute de|on ajoute de)|ajout\w*|second|deuxieme|2nd|2e|third|troisieme|two|2|multi|several|plusieurs|deux)[- ]?(?:an? |un |des |de |d')?\s?(?:nodes?|noeuds?|machines?|serveurs?)\b/u },
  { code: "slower", words: /\b(?:slow(?:er|s down|ed down)?|lent(?:e|s|es|ement)?|ralenti\w*|moins (?:vite|rapide)|no speed-?up|not (?:any )?faster|pas plus (?:vite|rapide)|takes longer|plus longtemps|worse throughput|crawls?)\b/u },
  { code: "low-utilisation", words: /\bgpu[- ]?util\w*\s*(?:at|is|of|a|de|:|=|only|around|vers)?\s*(?:[0-4]?\d)\s*(?:-\s*[0-4]?\d\s*)?%|\b(?:[0-4]?\d)\s*(?:-\s*[0-4]?\d\s*)?% (?:gpu )?util|\b(?:gpu|carte)s? (?:is|are|sit|reste|restent|est|tourne) (?:mostly |almost |presque )?(?:idle|inactive?s?|a vide)/u },
  { code: "resumed", words: /\b(?:resum(?:e|ed|es|ing)|repris|reprise|reprend|reprenons|repartis?|restarted from|reload(?:ed)?|restored?|continu(?:ed|e) from|relance[er]? (?:depuis|a partir)|reloading|rechargement|apres (?:la )?(?:coupure|reprise|panne|redemarrage)|(?:after|since) (?:the )?(?:crash|restart|reboot|resume))\b/u },
  { code: "loss-differs", words: /\b(?:loss|perte|ppl|perplexity)\b[^\n?!]{0,40}\d+(?:[.,]\d+)?\s*(?:→|->|=>|to|a)\s*\d+(?:[.,]\d+)?|\b(?:loss|perte)\b[^\n.?!]{0,50}\b(?:isn't|is not|not the|differ\w*|different\w*|jump\w*|spik\w*|mismatch\w*|higher|saut\w*|explos\w*|expos\w*|diverg\w*|envol\w*|emball\w*|blow\w* up|blew up|remont\w*|reparti\w*|went up|goes up|restart\w* high|plus haut|n'est (?:pas|plus)|change|plus haute|not match\w*|doesn't match|autre|redemarre\w*|repart\w*|rebondi\w*|back (?:up )?(?:at|to)|restart\w*|lower|plus bas\w*|trop belle?|trop beau|remonte)\b|\b(?:different|autre|not the same|pas la meme|higher|plus haute)\b[^\n.?!]{0,12}\b(?:loss|perte)\b/u },
  { code: "collapsed", words: /\b(?:collaps\w+|effondr\w+|(?:puis|then|and then|apres)[^\n.?!]{0,16}(?:remonte\w*|rises?|rose|goes up|climbs?)|(?:elle|it) remonte\w*|diverg\w+|blew up|exploded|s'envole|part en vrille)\b/u },
  { code: "interrupted", words: /\b(?:(?:killed|tuee?s?|reprises?|coupee?s?) (?:once|twice|\d+ (?:times|fois|x)|deux fois|every|toutes? les|tous les)\b|preempt\w*|interrupt\w*|reclaim\w*|evict\w*|spot[^\n.?!]{0,30}(?:lost|perdue?|gone|killed|reprise|coupee?)|(?:lost|perdue?)[^\n.?!]{0,12}spot|instance (?:spot )?(?:\w+ )?perdue)\b/u },
  { code: "checkpoint-size", words: /\b(?:checkpoints?|ckpts?|points? de controle|sauvegardes?|saves?)\b[^\n?!]{0,50}\b\d+(?:[.,]\d+)?\s?(?:g|gb|go|gib|gio|tb|to)\b|\b\d+(?:[.,]\d+)?\s?(?:g|gb|go|gib|gio|tb|to)\b[^\n?!,]{0,24}\b(?:optim\w* states?|checkpoints?|ckpts?|points? de controle)\b|\bdisk (?:is )?full\b|\bdisque plein\b|\bno space left\b/u },
  { code: "device-map", words: /device[_ ]map/u },
  { code: "batch-indivisible", words: /\b(?:not |isn't |non |n'est pas |must be )(?:evenly )?divisible\b/u },
  { code: "published-figure", words: /\b(?:readme|docs?|documentation|guide|blog(?:s|post)?|tuto(?:rial|riel)?s?|paper|papier|article|model card|fiche|recipe|recette|vendor|fournisseur|table|tableau|website|site)\b[^\n.?!]{0,80}\b(?:says?|claims?|announces?|annonce\w*|dit|disent|indique|promet|pretend|lists?|shows?|affiche|devrait|should|fits?|tient|it is enough|suffit|wrong|faux|lying|two pages|=)|(?:d'apres|selon|according to|vu sur|lu sur|saw on|read on|per) (?:le |la |les |l'|the |an? |un |une )?(?:tableau|table|readme|docs?|documentation|guide|blog|tuto\w*|paper|site|article)/u },
  { code: "purchase", words: /\b(?:buy(?:ing)?|purchas\w+|order(?:ing)?|got offered|go ?\/ ?no[- ]go|should we get|acheter|achete|on (?:nous|m) propose|were offered|commande[rsz]?|on commande|on prend|devis|quote)\b/u },
  { code: "worked-before", words: /\b(?:sft|lora|pretrain\w*|full|7b|8b|13b|it|this|ca|same (?:run|script|config)|meme (?:config|script))\b[^\n.?!]{0,24}\b(?:ran|works?|worked|passe|passait|marchait|tournait|tourne|ok)\b[^\n.?!]{0,24}\b(?:same (?:box|node|machine|config)|meme (?:machine|config|noeud)|before|avant)\b/u },
  { code: "used-per-card", words: /\b\d+(?:[.,]\d+)?\s?(?:g|gb|go|gib|gio)\s(?:used|utilises?|occupes?|pris|taken|in use|sur chacune|on each|per card|par carte|chacune)\b|\b(?:uses?|takes?|occupe|prend|utilise|mange|eats)\b[^\n.?!]{0,16}\b\d+(?:[.,]\d+)?\s?(?:g|gb|go|gib|gio)\b[^\n.?!]{0,20}\b(?:of (?:my|the|a|its|our)|(?:de|sur) (?:ma|la|mes|les)|each|chacune|per (?:card|gpu)|par carte|even (?:with|for|when)|meme (?:sans|avec|pour))\b/u },
  { code: "kv-figures", words: /\bkv[ -]?(?:cache)?\b[^\n]{0,140}\b(?:math|size|per (?:token|user|request|sequence)|calcul|taille|par (?:jeton|token|requete|utilisateur|sequence))|\b(?:mb|mo|kb|ko|kib|mib)\s?\/\s?(?:token|jeton)|\bcache kv\b[^\n]{0,40}\b(?:par|de|fait|calcul)\b/u },
  { code: "support-question", words: /\b(?:supports?|supported|compatible|(?:marche|fonctionne|works?|runs?) (?:comme|like|the same|pareil)|cc\s?>=|compute capability|prise? en charge|supporte|same yaml|drop[- ]in|tel(?:le)?s? quel(?:le)?s?|as[- ]is|out of the box|sans (?:rien )?(?:changer|modif\w*)|unchanged|tournera|(?:va|ca va|vont) tourner|will (?:it )?run|nvidia only (?:so far|for now)|que (?:du |sur )nvidia (?:jusqu|pour l'instant)|works? on|marche sur|fonctionne sur|go ?\/ ?no[- ]go|no kernel image|not implemented for)\b/u },
  { code: "killed-silently", words: /\b(?:gets? |got |process(?:us)? |job |se fait )?'?(?:killed|tuee?|se fait tuer|est tue|sigkill|oom[- ]?kill(?:er|ed)?|exit code 137|code 137|exitcode:? -9|signal 9)\b/u },
  { code: "collective-timeout", words: /\b(?:nccl|rccl|collective|all[- ]?reduce|process ?group|watchdog|rendez-?vous|barrier)\b[^\n]{0,60}\b(?:time[sd]? ?-?out|timeout|hang\w*|stuck|bloque\w*|expir\w*)|\b(?:time[sd]? ?-?out|timeout|hangs?|stuck|bloque)\b[^\n]{0,40}\b(?:nccl|rccl|collective|all[- ]?reduce|watchdog|barrier)/u },
  { code: "shared-memory", words: /\bbus error\b|\bshm\b|\bshared memory\b|\bmemoire partagee\b|dataloader worker[^\n]{0,40}(?:killed|exited|tue|exit)/u },
  { code: "fragmented", words: /\breserved\b[^\n]{0,40}\bunallocated\b|\bfragment(?:ed|ation|ee)\b|reserved (?:memory )?is >> allocated/u },
  { code: "plain-launch", words: /\b(?:torchrun|torch\.distributed|nproc(?:_per_node)?|accelerate launch|multi[-_ ]?gpu|dataparallel|nn\.dataparallel|cuda_visible_devices)\b/u },
  { code: "short-works", words: /\b\d+(?:[.,]\d+)?\s?k?\s?(?:tokens |jetons |ctx |context |contexte )?(?:is )?(?:ok|works?|fine|passe|marche|fits)\b[^\n.?!]{0,40}\b\d+(?:[.,]\d+)?\s?k?\b[^\n.?!]{0,16}\b(?:oom\w*|fails?|crash\w*|plante\w*|can't|ne passe pas|explose)/u },
]; // prettier-ignore

/** What the message tells; the words count as used. */
export function readReports(draft: Draft): void {
  // Names of options are words too: `resume_from_checkpoint`, `merge_and_unload`.
  const spoken = draft.folded.replaceAll("_", " ");
  for (const { code, words } of reports) {
    const match =
      firstMatch(words, draft.folded) ?? (spoken === draft.folded ? null : firstMatch(words, spoken));
    // An engine that preempts requests is no machine that was taken back.
    if (match === null || (code === "interrupted" && draft.reports.includes("cache-preempted"))) continue;
    draft.reports.push(code);
    draft.taken.fill(1, match.index, match.index + match[0].length);
  }
}
