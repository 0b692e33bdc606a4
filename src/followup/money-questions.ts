import type { Asked } from "./intents.ts";

/** Questions about time and money that a plan answers with figures of its own. */
export const moneyQuestions: readonly Asked[] = [
  {
    about: "spot",
    wins: true,
    words:
      /\b(?:is|would|are) (?:the )?(?:spot|preemptibles?)\b(?: \w+){0,2} (?:ok|okay|safe|fine|risky|possible|an option)\b|\b(?:le )?spot\b[\s,]{1,2}(?:c'est|est-ce|ca va|c'est pas) ?(?:ok|bon|possible|jouable|une option)|(?:\bis|\bare|would|does|do|should)\b[^?]{0,30}\b(?:spot|preemptibles?)\b[^?]{0,24}\b(?:worth|pays?|cheaper|saves?|good idea|makes? sense)|\b(?:spot|preemptibles?)\b[^?]{0,24}\b(?:worth it|cheaper after|pays? off|vaut|rentable|interessant)|vaut-il[^?]{0,24}\bspot\b|(?:how much|combien)[^?]{0,24}(?:save|cost|economis\w*|coute\w*|gagn\w*)[^?]{0,16}\bspot\b|how many interruptions|combien d'interruptions/u, // prettier-ignore
  },
  {
    about: "service",
    wins: true,
    words:
      /(?:how many|combien de|number of|nombre de)\s(?:replicas?|copies|instances?|replicats?|exemplaires?)\b|(?:scale|scaling)[- ]?(?:up|out) (?:delay|time)|how (?:fast|long)[^?]{0,24}scale (?:up|out)|delai (?:de montee en charge|pour ajouter)|(?:replicas?|replicats?|copies)\s*\?+$/u, // prettier-ignore
  },
  {
    about: "service",
    words:
      /(?<!\w)(?:what|which|how|is|quel(?:le)?|c'est|combien)[^?]{0,30}(?:ttft|first token|premier (?:jeton|token)|latency|latence)(?!\w)|(?:ttft|first token|premier (?:jeton|token)|latency|latence)(?!\w)[^?]{0,40}\?/u, // prettier-ignore
  },
  {
    about: "more-cards",
    wins: true,
    words:
      /(?:when|where|at what point|until when|how far)[^?]{0,30}(?:more|adding|extra|additional) (?:cards?|gpus?|nodes?)[^?]{0,30}(?:pay|worth|help|useful|stop|sense)|(?:do|does|would|will|are) (?:more|extra|additional) (?:cards?|gpus?)[^?]{0,24}(?:pay|worth|help|useful|faster|sense)|how (?:well )?(?:does|would|will) (?:it|this|that|the run|the job) scale|(?:a partir de|jusqu'a) combien de (?:cartes?|gpus?)[^?]{0,40}(?:vaut|rentable|utile|sert|paie)|(?:plus de|davantage de|ajouter des) (?:cartes?|gpus?)[^?]{0,30}(?:vaut|rentable|utile|sert|paie|accelere)|comment (?:ca|cela|le travail) passe a l'echelle|strong (?:or|vs|versus|and) weak scaling|passage a l'echelle (?:fort|faible)/u, // prettier-ignore
  },
  {
    about: "timeline",
    wins: true,
    words:
      /\b(?:timeline|time line|calendrier|chronologie|echeancier)\b|when (?:must|should|do|does)[^?]{0,30}(?:files|artefacts?|artifacts?|checkpoints?|weights)[^?]{0,30}(?:leave|out|off|saved|moved)|(?:quand|avant quand|pour quand)[^?]{0,30}(?:fichiers|artefacts|points de controle|poids)[^?]{0,30}(?:sort|quitt|sauv)|what happens when|schedule of the (?:run|window|rental)/u, // prettier-ignore
  },
  {
    about: "finished",
    wins: true,
    words:
      /(?:what|how much|how far|how many tokens)[^?]{0,24}(?:(?:is|are|gets?|be|will be|would be|do (?:we|i)|can (?:we|i|you)) )?(?:finish\w*|done|trained|get through|complet\w*)[^?]{0,40}(?:\bby\b|\bin\b|within|before|until|\bon\b|\bwith\b|\d)|what (?:can|could|do|would) (?:i|we) (?:get|do|train|finish|afford)[^?]{0,40}(?:for|with|by|in|within|under)\b|(?<!\w)(?:qu'est-ce qu[ei']|que|qu'|combien|ou en)[^?]{0,30}(?:fini\w*|termine\w*|entraine\w*|serait-on|sera-t-on)[^?]{0,40}(?:d'ici|en|avant|avec|pour|sur|\d|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|(?:how many|how much|combien d[e'])[^?]{0,30}(?:tokens?|jetons?|epochs?|epoques?|samples?|exemples?|pas|steps?|donnees|data)[^?]{0,40}(?:(?:if|si) (?:i|we|you|je|j'|on|nous|tu|vous)[^?]{0,12}(?:stop|cut|cap|limit|spend|pay|arret|coupe|plafonn|limit|depens|pai|pay|m'arret)|(?:for|with|within|under|pour|avec|sous|a) \d)|(?<!\w)(?:qu'est-ce qu(?:e|'on)|que|qu')[^?]{0,14}(?:peux|peut|pouvons|pourrait|pourrais)[^?]{0,12}(?:avoir|faire|obtenir|entrainer|s'offrir)[^?]{0,30}(?:pour|avec|d'ici|en|avant)\b/u, // prettier-ignore
  },
];
