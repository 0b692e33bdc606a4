import { allMatches, matches } from "./prefilter.ts";

/** Names of the trade that people ask about in general; the key names the sentence or article that answers. */
const terms: readonly (readonly [string, RegExp])[] = [
  ["rocm", /\brocm\b/u],
  ["zero", /\bzero[ -]?[123]\b|\bzero stages?\b|\bdeepspeed zero\b/u],
  ["fsdp", /\bfsdp[12]?\b|fully sharded/u],
  ["ddp", /\bddp\b|distributed data parallel/u],
  ["kv-cache", /\bkv[ -]?cache\b|\bcache kv\b/u],
  ["gradient-accumulation", /gradient accumulation|grad accum|accumulation de gradients?/u],
  ["gradient-checkpointing", /gradient checkpointing|activation checkpointing|recalcul des activations|recomputation/u],
  ["fused-loss", /fused loss|perte fusionnee|fused cross[ -]entropy|\bliger\b/u],
  ["packing", /\bpacking\b/u],
  ["qlora", /\bqlora\b/u],
  ["lora", /\blora\b/u],
  ["mfu", /\bmfu\b|\bhfu\b/u],
  ["tensor-parallel", /tensor parallel\w*|parallelisme de tenseurs/u],
  ["pipeline-parallel", /pipeline parallel\w*|parallelisme de pipeline/u],
  ["offload", /\boffload\w*|\bdeport en ram/u],
  ["spot", /\bspot\b/u],
  ["moe", /\bmoe\b|mixture of experts|melange d'experts/u],
  ["flash-attention", /flash[ -]?att\w*/u],
  ["mixed-precision", /mixed precision|precision mixte|\bautocast\b/u],
  ["micro-batch", /micro[ -]?(?:batch|lot)/u],
]; // prettier-ignore

const trade =
  /\b(?:cuda|nccl|rccl|nvlink|infiniband|pcie|vram|gpus?|cards?|cartes?|tokens?|jetons?|batch(?:es)?|lots?|checkpoints?|fp8|fp16|bf16|fp32|nf4|int8|int4|awq|gptq|quanti[sz]\w*|quantification|optimi[sz]er|optimiseur|adam\w*|gradients?|activations?|logits|throughput|debit|epochs?|epoques?|inference|fine-?tun\w*|attention|gaudi|tpus?|trainium|amd|nvidia|ecc|driver|llama|qwen|mistral|mixtral|gemma|deepseek|phi|dora|rslora|muon|galore|sgd|adafactor|sdpa|liger|vllm|sglang|axolotl|unsloth|trl|torchtune|deepspeed|megatron|bitsandbytes|[abhl]\d{2,3}s?|mi\d{3}x?|rtx)\b/u; // prettier-ignore

/** What the question is about in general: the term, or null when it is one of ours without a sentence yet. */
export const termAskedAbout = (folded: string): string | null =>
  terms.find(([, words]) => matches(words, folded))?.[0] ?? null;

export const speaksOfTheTrade = (folded: string): boolean =>
  termAskedAbout(folded) !== null || matches(trade, folded);

const opening = String.raw`^(?:(?:hi|hello|hey|bonjour|salut|ok|so|and|but|et|mais|alors|btw|quick question|question|au fait|by the way|dis)[\s,.:!-]+)*`;

/** Asked for its meaning or its worth as such, not for this plan. */
const definitions = new RegExp(
  `${opening}(?:` +
    [
      String.raw`what(?:'s| is| are) (?:an? |the (?:point|purpose|idea|meaning|role) of )?(?!(?:the (?!(?:kv|nvlink|optimi[sz]er state|cuda context|fsdp|zero|ddp)\b)|this|that|it|my|our|your|wrong|left|else|needed|new|next|if|best)\b)[^?,]{2,40}\??\s*$`,
      String.raw`what (?:does|do) [^?]{2,40} (?:do|mean|stand for|bring|change|cost in speed)\b`,
      String.raw`(?:how|when|why) (?:does|do|is|are|should (?:i|we|one|you)|to) (?:use )?(?!(?:it|this|that|they|you)\b)[^?]{2,40}(?: works?| used| useful| matters?| slower| faster)?\s*\?*$`,
      String.raw`(?:explain|define|tell me about) (?!(?:the|this|that|your|why)\b)[^?]{2,40}$`,
      String.raw`(?:c'est quoi|qu'est[- ]ce (?:que c'est )?que?|que veut dire|que signifie|definis|explique(?:-moi)?) (?!(?:le (?:plan|prix|total)|ca|ce plan|domine|prend|pese)\b)[^?]{2,40}\??\s*$`,
      String.raw`a quoi (?:ca )?sert\b[^?]{2,40}`,
      String.raw`comment (?:(?:ca )?marche|fonctionne)\b[^?]{2,40}`,
      String.raw`[^?]{2,30},? c'est quoi\s*\?*$`,
      String.raw`a quoi bon [^?]{2,40}`,
    ].join("|") +
    ")",
  "u",
); // prettier-ignore

const worth = String.raw`(?:ready|mature|stable|reliable|safe|supported|worth|useful|necessary|needed|required|important|better|worse|faster|slower|cheaper|smaller|larger|bigger|good|bad|matter|help|hurt|accurate|lossless|dangerous|risky|enough for production|compatible|work(?:s|ing)? (?:well|fine|with|on))`;
const worthFrench = String.raw`(?:pret|mature|stable|fiable|sur|supporte|pris en charge|utile|necessaire|obligatoire|important|mieux|meilleur|pire|plus rapide|plus lent|plus petit|plus gros|moins cher|vaut (?:le coup|mieux)|bon|mauvais|risque|compatible|sert a|marche|change quelque chose|apporte)`;

const evaluations = new RegExp(
  `${opening}(?:` +
    [
      String.raw`(?:is|are|does|do|will|would|can) (?!(?:it|this|that|they|these|we|i|you)\b)[^?]{2,50}\b${worth}\b`,
      String.raw`(?:which|what) (?:one )?is ${worth}\b`,
      String.raw`should (?:we|i|one) (?:care|worry|prefer|really|ever)\b`,
      String.raw`(?:est-ce que |est-ce qu')?(?!(?:ca|c'est|il|elle|on|tu|vous|le plan|ce plan)\b)[^?]{2,50}\b(?:est|sont|est-il|est-elle|sont-ils|sont-elles|c'est|va|vaut|sert|change|apporte|marche)\b[^?]{0,12}\b${worthFrench}`,
      String.raw`(?:faut-il|vaut-il mieux|doit-on) (?:craindre|preferer|toujours|vraiment)\b`,
    ].join("|") +
    ")",
  "u",
);

/** Two things held against each other, neither of them wished for. */
const comparisons = new RegExp(
  `${opening}(?:` +
    [
      String.raw`(?:what(?:'s| is| are)|explain|tell me|is there|do you know)?\s*(?:(?:the|any|a) )?(?:main |real )?differences? (?:between|of)\b`,
      String.raw`(?:c'est quoi|quelles? (?:est|sont)|explique(?:[- ]moi)?|dis[- ]moi|y a-t-il|il y a|est-ce qu'il y a)?\s*(?:la |une |les )?(?:vraie |grosse |principale )?differences? entre\b`,
      String.raw`what changes? between\b`,
      String.raw`(?:ca change quoi|qu'est-ce (?:que ca|qui) change|que change)\b(?! (?:si|de passer|en passant))`,
      String.raw`(?:is|are|does|do|will|can) (?!(?:it|this|that|they|these|we|i|you)\b)[^?]{2,50}\b(?:more|less|faster|better|cheaper|smaller|larger|bigger|worse|slower)\b[^?]{0,24}\bthan (?!(?:this|that|it|now|ours|before)\b)`,
      String.raw`[^?]{2,40}\b(?:or|vs\.?|versus)\b[^?]{2,40}[,:]? *(?:which|what)(?:'s| is| one)? [^?]{2,40}`,
      String.raw`which (?:one )?(?:is|uses|takes|needs|costs)\b[^?]{2,60}\b(?:or|vs\.?)\b`,
      String.raw`(?:lequel|laquelle|qui|lesquel(?:le)?s) (?:est|consomme|prend|coute|va|demande)\b[^?]{2,60}\b(?:ou|vs\.?)\b`,
      String.raw`[^?]{2,40}\b(?:ou|vs\.?)\b[^?]{2,40}[,:]? *(?:lequel|laquelle|lesquel(?:le)?s|qui est)\b`,
      String.raw`[^?]{2,30} (?:vs\.?|versus) [^?]{2,30}\?`,
      String.raw`(?:est-ce que |est-ce qu')?(?!(?:ca|c'est|il|elle|on|tu|vous|et si|et en|et avec)\b)[^?]{2,50}\b(?:consomme|prend|est|sont|coute|va|demande|occupe)(?:-t-(?:il|elle))?\b[^?]{0,12}\b(?:plus|moins|mieux|meilleure?)\b[^?]{0,30}\bqu(?:e|'(?:un|une))\b`,
    ].join("|") +
    ")",
  "u",
); // prettier-ignore
export const compares = (folded: string): boolean => matches(comparisons, folded);

/** "what is ZeRO-3?", "is ROCm ready for this?", "bf16, c'est mieux que fp16 ?": answered, never applied. */
export const asksInGeneral = (folded: string): boolean =>
  matches(definitions, folded) || matches(evaluations, folded) || compares(folded);

/** "why not spot?", "should we use QLoRA?", "would bf16 be faster?": what it would change is said, nothing is changed. */
const hypotheses = new RegExp(
  `${opening}(?:` +
    [
      String.raw`why (?:not|no|don't|didn't|aren't|isn't|wouldn't|can't)\b`,
      String.raw`pourquoi (?:pas|ne pas|on n|tu n|vous n|n'as-tu|n'avez-vous|non)`,
      String.raw`(?:should|shouldn't) (?:we|i)\b`,
      String.raw`(?:would|wouldn't) [^?]{2,60}\b(?:be (?:\w+ )?(?:faster|cheaper|better|slower|enough)|help|save|change|make a difference)\b`,
      String.raw`(?:what (?:would|does|do)|how much (?:would|does|do)) [^?]{2,40}\b(?:bring|save|change|gain|cost us in|buy us)\b`,
      String.raw`(?:que|qu'est-ce que?|combien) [^?]{0,30}\b(?:apporterait|apporte|changerait|gagnerait|gagne-t-on|economiserait|ferait gagner)\b`,
      String.raw`(?:faut-il|faudrait-il|devrait-on|vaut-il mieux|vaudrait-il mieux|est-ce qu'on devrait)\b`,
      String.raw`[^?]{2,40}\b(?:serait(?:-ce|-elle|-il)?|ce serait) (?:plus |moins )?(?:rapide|cher|mieux|vite|lent|utile)\b`,
    ].join("|") +
    ")",
  "u",
);
export const asksWhatItWouldChange = (folded: string): boolean => matches(hypotheses, folded);

/** "why this card?", "why this one?", "pourquoi celle-ci ?": the reason of what stands. */
export const asksWhyThis =
  /^(?:(?:and|but|so|et|mais|alors)[\s,]+)*(?:why|how come|pourquoi)\s+(?:(?:do|does|did|is|are|have|has|you|we|i|it|it's|only|just|not only|the|this|that|a|an|one|une?|seulement|juste|cette|ce|cet|la|le|les|des|avoir|choisi(?:r)?|pris|prendre|chosen?|choose|pick(?:ed)?|seule?|single|so many|tant de|autant de|use|using|need|needed|faut-il|il faut|\d{1,4})\s+)*(?:\u00A7+|\d{1,4}|cards?|gpus?|cartes?|configuration|config|setup|choice|choix|nodes?|noeuds?|machine|option|one|cel(?:le|ui)-(?:ci|la)|celles-ci|ceux-ci)s?\s*[?.!]*$/u; // prettier-ignore

const refused = /(?<!\w)(?:(?:and |et )?why (?:not|don't (?:we|you|i|they)|didn't (?:we|you)|no)|(?:et )?pourquoi (?:ne )?pas)(?!\w)/gu; // prettier-ignore

/** "why not spot": the "not" belongs to the question, not to spot. */
export const refusalWords = (folded: string): readonly { readonly start: number; readonly end: number }[] =>
  allMatches(refused, folded).map(({ index, 0: text }) => ({ start: index, end: index + text.length }));
