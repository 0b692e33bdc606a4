import type { PartName } from "../domain/estimate.ts";
import { matches } from "./prefilter.ts";

/** What people call the parts of the memory, the most telling name first. */
const parts: readonly (readonly [PartName, string])[] = [
  ["kv-cache", "kv[ -]?caches?|caches? kv|kv|sliding[ -]windows?|fenetres? glissantes?"],
  ["reference", "ref(?:erence)?(?:[ -](?:model|copy|policy))|(?:modele|copie|politique) de reference|ref model"],
  ["reward-model", "reward model|modele de recompense"],
  ["optimizer", "optimi[sz]er(?:'?s)?(?: states?)?|(?:etats? (?:de l')?)?optimiseur|adam(?:w)? states?|moments"],
  ["master-weights", "master weights|fp32 (?:copy|weights)|poids maitres?|copie fp32"],
  ["adapters", "adapters?|adaptateurs?|lora weights|poids lora"],
  ["activations", "activations?"],
  ["logits", "logits?"],
  ["gradients", "gradients?|grads"],
  ["context", "cuda context|contexte cuda"],
  ["weights", "weights|poids|parametres|parameters"],
]; // prettier-ignore
const named = parts.map(([, words]) => words).join("|");
const which = parts.map(([part, words]) => ({ part, words: new RegExp(`(?<!\\w)(?:${words})(?!\\w)`, "u") }));

const the =
  "(?:the |a |an |any |our |this |that |your |le |la |les |l'|un |une |des |du |de |d'|ce |cette |ton |votre |tout |all )*";
const opens =
  "(?:(?:the |this |that |ce |le |la )?(?:(?:vram|memory|memoire|gib) )?(?:figure|number|total|chiffre|plan|memory|vram|memoire),? )?(?:(?:and|et|so|ok|but|mais|hmm|alors|btw|au fait|sinon|wait|attends)[\\s,]+){0,3}";

const asked = new RegExp(
  [
    // "How big is the KV cache?", "what do the logits weigh?"
    `^${opens}(?:what (?:share|part|fraction|portion|percentage) of (?:it|this|that|(?:the |our )?(?:memory|total|peak)) (?:is |are |goes to |go to )?|how (?:big|large|heavy|many gi?b)|what(?:'s| is| are)? (?:the )?(?:size|weight|share) of|how much (?:(?:memory|vram|room|space|ram) )?(?:is |are |do |does |goes (?:to|into) |for |of (?:it|that) (?:is|goes to) )|size of|what (?:do|does|is|are))\\s?(?:is |are |do |does )?${the}(?<a>${named})(?:\\s(?:here|there|in (?:there|here|this|it)|exactly|take|takes|weigh|weighs|cost|then|now|big|need|needs|per (?:card|gpu)|in (?:this|the) plan))*\\s*\\??\\s*$`,
    `^${opens}(?:(?:quelle|quel) (?:est (?:la|le) )?(?:taille|poids|place|memoire|part) (?:font|fait|pour|prend|prennent|de|du|des|a|ont|occupe|occupent)?|combien (?:(?:font|fait|pese|pesent|prend|prennent|occupe|occupent|consomme|consomment|de (?:place|memoire|vram|gio|go) (?:pour|prend|prennent))|pour)|(?:ca|cela) (?:fait|pese|prend) combien|taille (?:de|du|des))\\s?${the}(?<b>${named})(?:\\s(?:la-dedans|la dedans|dedans|ici|la|exactement|en tout|alors|maintenant|par carte|dans ce plan|dans le plan))*\\s*\\??\\s*$`,
    `^${opens}${the}(?<c>${named}),? (?:(?:ca|cela) (?:fait|pese|prend) combien|c'est combien|(?:c'est |ce sont )?gros(?:se)?s? comment|(?:fait|font) (?:quelle taille|combien)|(?:is|are) how big|how (?:big|much)|combien|takes how much|pese(?:nt)? combien)\\s*\\??\\s*$`,
    // "Why do you count a reference model?", "does that include the sliding window?"
    `^${opens}(?:why|how come|pourquoi)\\s(?:[\\w'-]+ ){0,4}?(?:count|counts|counted|include|includes|included|add|need|keep|have|comptes?|comptez|compter|inclus|inclure|inclut|gardes?|garder|ajoutes?|ajouter|avoir|as|il y a|y a-t-il|y a|there is|is there|are there)\\s${the}(?<d>${named})(?!\\w)`,
    `^${opens}(?:do|does|did|is|are|have|has|est-ce que|as-tu|tu as|tu|vous|avez-vous|t'as|ca|cela|il|le plan|ce plan|ce chiffre|le chiffre)\\s(?:[\\w'-]+ ){0,3}?(?:count|counting|include|including|account for|consider|taking into account|take into account|comptes?|compte|comptez|inclus|inclut|prend(?:s|ent)? en compte|comprend|tient compte|tiens compte)\\s(?:for |de |du )?${the}(?<e>${named})(?!\\w)`,
    `^${opens}${the}(?<f>${named})\\s(?:is |are |est |sont |y est |y sont )?(?:included|counted|compris(?:e|es)?|inclus(?:e|es)?|comptee?s?|in there|dedans)(?: (?:too|in (?:this|that|there)|la-dedans|dedans|aussi|ou pas))*\\s*\\??\\s*$`,
    `^${opens}(?:is|are) ${the}(?<g>${named}) (?:included|counted|in (?:there|that|this))(?!\\w)`,
    // "KV seems big", « les logits me semblent énormes »
    `(?<!\\w)${the}(?<h>${named})\\s(?:(?:me |nous )?(?:seems?|looks?|is|are|sounds?|semblent?|parai(?:t|ssent)|est|sont|a l'air))\\s(?:so |very |really |quite |too |way too |tres |bien |vraiment |trop |super |un peu )*(?:big|large|high|heavy|huge|enormous|a lot|much|small|low|gros(?:se)?s?|grande?s?|enormes?|lourde?s?|eleve(?:e|s|es)?|beaucoup|petite?s?|faibles?)(?!\\w)`,
  ].join("|"),
  "u",
); // prettier-ignore

/** "Quelle taille fait le cache KV ?", "why do you count a reference model?": the part that is meant; null = no such question. */
export function partAskedAbout(folded: string): PartName | null {
  if (folded.length > 160 || !matches(asked, folded)) return null;
  const groups: Readonly<Record<string, string | undefined>> = asked.exec(folded)?.groups ?? {};
  const words = Object.values(groups).find((one) => one !== undefined) ?? "";
  return which.find((one) => one.words.test(words))?.part ?? null;
}
