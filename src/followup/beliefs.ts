import type { ParamValue, PremiseCode } from "../domain/caveat.ts";
import { parseNumber } from "./numbers.ts";
import { gramsOf, mayMatch } from "./prefilter.ts";

type Params = Readonly<Record<string, ParamValue>>;

/** A belief by the ideas that make it, in any order: it is held where one stretch of text has all of them. */
interface Belief {
  readonly code: PremiseCode;
  readonly ideas: readonly RegExp[];
  /** Who says this knows better. */
  readonly unless?: RegExp;
  /** What the ideas alone do not settle; null = not held. */
  readonly judge?: (text: string) => Params | null;
}

/** What turns a remark into a conclusion. */
const concludes =
  /(?<!\w)(?:so|then|thus|hence|therefore|means?|right|should|must|will do|i'll|we'll|let's|order|buy|enough|plenty|suffices?|fits?|easily|safe|ok|fine|only need|just need|since|basically|donc|alors|du coup|non|n'est-ce pas|devrait|doit|suffi(?:t|sent|ra|rait|rai|re)|assez|tient|rentre|passe|commande|achete|il suffit|comme|puisque|autrement dit|same thing|pareil)(?!\w)|→|=>|\?/u;
const number = (text: string): number => parseNumber(text.replaceAll(/(?<=\d) (?=\d)/gu, ""));

const gpuWords = String.raw`(?:gpus?|cards?|cartes?|[abhl]\d{2,3}s?|mi\d{3}x?|rtx \d{4}|\d090s?)`;
const hours = String.raw`(\d{1,4}(?:[.,]\d)?)\s?(h(?:ours?|eures?)?|days?|jours?|d|j|min(?:utes?)?)(?!\w)`;
const cards = String.raw`(\d{1,3}|one|two|four|eight|une?|deux|quatre|huit|a single)`;
const timed: readonly (readonly [RegExp, number, number])[] = [
  [new RegExp(String.raw`(?<![\w.,])${cards}\s*(?:x\s*)?${gpuWords}[^.;?!\n]{0,24}?${hours}`, "gu"), 1, 2],
  [new RegExp(String.raw`(?<![\w.,])${hours}[^.,;?!\n]{0,16}?\b(?:on|sur|with|avec) (?:only )?${cards}\s*(?:x\s*)?${gpuWords}`, "gu"), 3, 1],
  [new RegExp(String.raw`\b(?:with|on|avec|sur) ${cards}(?: of them)?,? (?:it'?s|it is|that's|c'est|ca fait|that makes) (?:only )?${hours}`, "gu"), 1, 2],
]; // prettier-ignore
const countOf: Readonly<Record<string, number>> = { one: 1, two: 2, four: 4, eight: 8, un: 1, une: 1, deux: 2, quatre: 4, huit: 8, "a single": 1 }; // prettier-ignore

/** "1 GPU takes 40 h, so 4 take 10 h": times that fall exactly as the cards grow. */
function inverseTimes(text: string): Params | null {
  const rows = timed.flatMap(([words, at, when]) =>
    [...text.matchAll(words)].map((found) => ({
      gpus: countOf[found[at] ?? ""] ?? Number(found[at]),
      time: number(found[when] ?? ""),
      unit: (found[when + 1] ?? "").slice(0, 1).replace("j", "d"),
    })),
  );
  const most = rows.toSorted((a, b) => b.gpus - a.gpus)[0];
  const linear = rows.some(
    (one) =>
      most !== undefined &&
      one.unit === most.unit &&
      one.gpus < most.gpus &&
      Math.abs((one.gpus * one.time) / (most.gpus * most.time) - 1) < 0.03,
  );
  return linear && most !== undefined ? { gpus: most.gpus } : null;
}

const fromTo = new RegExp(String.raw`(?<![\w.,])(?:from\s|de\s|d')?${cards}\s*(?:to|a|->|→|=>)\s*${cards}\s*(?:x\s*)?${gpuWords}`, "u"); // prettier-ignore
const spans = new RegExp(String.raw`(?<![\w.,])${hours}`, "gu");

/** "From 1 to 4 A100, so 20 h become 5 h": the same of two times told in one sentence. */
function growsFromTo(text: string): Params | null {
  const [, few = "", many = ""] = fromTo.exec(text) ?? [];
  const [low, high] = [few, many].map((raw) => countOf[raw] ?? Number(raw));
  const [first, second] = [...text.matchAll(spans)].map((found) => ({ time: number(found[1] ?? ""), unit: (found[2] ?? "").slice(0, 1) }));
  if (low === undefined || high === undefined || first === undefined || second === undefined) return null;
  const linear = first.unit === second.unit && Math.abs((low * first.time) / (high * second.time) - 1) < 0.03;
  return linear && high > low ? { gpus: high } : null;
} // prettier-ignore

const amount = String.raw`(?<![\w.,])(\d{1,3}(?:[ ,.]\d{3})+|\d+(?:[.,]\d+)?)\s?(k|m)?`;
const samples = new RegExp(String.raw`${amount}\s*(?:training\s|lignes? d'|chat\s)?(?:samples?|ex[ae]mples?|rows?|lignes?|records?|conversations?|documents?|docs|echantillons?)(?!\w)(?!\s*(?:of|de|d'|a|at|x)\s*\d)`, "gu"); // prettier-ignore
const tokens = new RegExp(String.raw`${amount}\s*(?:de\s)?(?:tokens?|jetons?)(?!\w)(?!\s*(?:each|(?:per|par)\s(?!epoch|epoque)|chacun|/))`, "gu"); // prettier-ignore

/** As many tokens as samples: one count was taken for the other. */
function sameCount(text: string): Params | null {
  const valueOf = ([, n = "", scale]: RegExpExecArray | RegExpMatchArray): number =>
    number(n.replace(/,(?=\d{3})/gu, "")) * (scale === "k" ? 1e3 : scale === "m" ? 1e6 : 1);
  const rows = [...text.matchAll(samples)];
  for (const token of text.matchAll(tokens)) {
    const row = rows.find((one) => valueOf(one) === valueOf(token) && valueOf(token) >= 1000);
    if (row !== undefined) return { samples: row[0].trim(), tokens: token[0].trim() };
  }
  return null;
}

/** A size as sold and what software counts of it. */
function soldAndCounted(text: string): Params | null {
  const gib = /(?<![\w.,])(\d{1,3}(?:[.,]\d{1,2})?)\s?(?:gib|gio)(?!\w)/u.exec(text);
  const gb = /(?<![\w.,])(\d{1,3})\s?-?(?:gb|go|g)(?!\w)/u.exec(text);
  if (gib === null || gb === null) return null;
  const [counts, sold] = [number(gib[1] ?? ""), number(gb[1] ?? "")];
  return counts < sold && counts > sold * 0.86 ? { gib: counts, gb: sold } : null;
}

/** How many times as fast, unless the number counts cards ("2x H100"). */
const times =
  /(?<![\w.,])(?:[2-9]|10|20|50|100)(?:[.,]\d)?\s?(?:x|times|fois)(?!\s*(?:\d|[abh]\d{2}|l40|l4\b|mi\d|rtx|gpu|card|carte|\u00A7))|(?<!\w)(?:twice|double[sdr]?|doubler|doubling|triples?|tripler|deux fois|trois fois|thrice)(?!\w)/u;
const newer = /(?<!\w)(?:h100|h200|b200|b300|gh200|gb200|mi300x|mi325x|mi355x|blackwell|hopper)s?(?!\w)/u;
const speed =
  /(?<!\w)(?:fast(?:er)?|speed|speed-?up|quick(?:er)?|throughput|rapide|vite|vitesse|debit|paid for)(?!\w)/u;

const beliefs: readonly Belief[] = [
  {
    code: "moe-active-memory",
    ideas: [/(?<!\w)(?:activ(?:e|es|ates?|ated|ee?s?|s)|actifs?|actives)(?!\w)|uses? \d+b at a time|(?:\d|two|deux) (?:experts? )?(?:out of|of|sur) (?:\d+|the|les|eight|huit)/u, /(?<!\w)(?:b|moe|experts?|mixtral|a\d+b|deepseek|milliards?|billions?|params?|parametres?)(?!\w)|(?<!\d)\d+b(?!\w)/u, /(?<!\w)(?:memory|memoire|vram|gb|go|cards?|cartes?|gpus?)(?!\w)|\d\s?(?:gb|go|g)(?!\w)/u, concludes],
    unless: /all (?:the )?(?:experts|\d+b|parameters|of it)|tous les (?:experts|poids|parametres)|charge(?:nt)? (?:les|tou)|(?:be|stay|are|is) (?:loaded|resident)|flops|(?:concurrent|simultane|utilisat|users?|quelle? |combien)\w*/u,
    judge: (text) => {
      const match = /(?<!\d)(\d+(?:[.,]\d+)?)\s?(?:b|milliards?)(?!\w)[^.;?!]{0,24}activ|actif|\ba(\d+)b\b/u.exec(text);
      const billions = match?.[1] ?? match?.[2];
      return billions === undefined ? {} : { activeB: number(billions) };
    },
  },
  {
    code: "params-times-two",
    ideas: [/(?<!\w)(?:full|fine-?tun\w*|train(?:ing|er)?|entrain\w*|sft)(?!\w)/u, /(?:is|are|it's|weighs?|makes?|takes?|pese|fait|c'est|prend|=)\s(?:about |only |just |que |environ |seulement )?\d+(?:[.,]\d+)?\s?(?:gb|go|g|gib|gio)(?!\w)|(?:two|2|deux) (?:bytes?|octets?) (?:per|par|each|a|chacun)/u, /\d\s?(?:gb|go|g|gib|gio)(?!\w)/u, /(?<!\w)(?:enough|plenty|suffi\w*|should (?:work|fit|do)|fits?|ok|fine|so|then|donc|alors|tient|rentre|passe)(?!\w)/u],
    unless: /optimi[sz]e(?:r|ur)|adam|(?:q|qd|d)?lora|states?\b|etats?\b|gradients?|moments|16 (?:bytes|octets)|checkpoint|oom|infer|serv|(?:gpus?|cards?|cartes?) = /u,
  },
  {
    code: "zero2-shards-weights",
    ideas: [/(?:zero|deepspeed|ds)[\s-]?(?:stage\s?)?2(?!\w)|stage[\s-]?2(?!\w)/u, /(?<!\w)(?:shards?|sharding|splits?|cuts?|divid\w+|partitions?|holds? (?:only )?(?:an?|one)|(?:a|one|un|une) (?:half|third|quarter|eighth|tiers|quart|huitieme|moitie)|decoup\w*|partag\w*|partitionn\w*|reparti\w*|divis\w*|coupe\w*|porte qu)|(?<![\d.])1\/\d/u, /(?<!\w)(?:weights?|model|modele|poids|parameters|parametres|params)(?!\w)/u],
    unless: /gradients?|optimi[sz]e(?:r|ur)|zero[\s-]?3|stage[\s-]?3|fsdp|(?:doesn't|does not|not) shard (?:the |any )?(?:weights|model|parameters)|ne (?:partitionne|partage|decoupe) pas|etats?\b|states?\b/u,
  },
  {
    code: "allocator-is-device",
    ideas: [/(?<!\w)(?:allocated|allou(?:e|ee|es|ees)|max_memory_allocated|memory_allocated|memory allocated)(?!\w)/u, /(?<!\w)(?:torch|pytorch|allocator|allocateur|memory_allocated|max_memory_allocated|cuda\.\w+)(?!\w)/u, /\d\s?-?(?:gb|go|g|gib|gio)?(?!\w)[^.;?!]{0,60}(?:cards?|cartes?|gpus?|a100|l40s?|a\d{4}|rtx|\d+\s?(?:gb|go))/u, /(?<!\w)(?:so|then|safe|enough|will do|i'll|order|buy|fits?|should|donc|suffit|passe|commande|on prend|achete|tient)(?!\w)|→|=>/u],
    unless: /nvidia-smi|tried to allocate|context|contexte|leaves? out|not count|ne compte pas|marge|margin|plus the|en plus/u,
    judge: (text) => {
      const found = /(?<!\d)(\d+(?:[.,]\d+)?)\s?(?:gb|gib|go|gio|g)?\s+(?:max |peak )?(?:allocated|allou)|(?:allocated|allou\w*)\D{0,24}?(\d+(?:[.,]\d+)?)/u.exec(text);
      const gib = found?.[1] ?? found?.[2];
      return gib === undefined ? {} : { allocatedGib: number(gib) };
    },
  },
  {
    code: "full-utilisation",
    ideas: [/(?<![\d.,])(?:100|9[89])\s?%/u, /(?<!\w)(?:gpu[\s-]?util\w*|utili[sz]ation|gpu usage|usage|taux d'(?:utilisation|occupation)|occupation)(?!\w)/u, /(?<!\w)(?:so|then|peak|max(?:imum|imale?|ed)?|full(?:y)?|efficien\w+|efficac\w+|nothing left|pegged|optimi[sz]\w*|donc|au max|pas faire mieux|plein|a fond|saturat\w*|sature\w*|best|mieux|faster|plus vite|optimal)(?!\w)/u],
    unless: /says? nothing|ne (?:dit|prouve) rien|doesn't mean|does not mean|ne veut pas dire|not (?:the )?(?:same|efficiency)|memory[- ]util|(?:m|h)fu|cpu/u,
    judge: () => ({ counter: true }),
  },
  { code: "tokens-vs-samples", ideas: [/(?<!\w)(?:tokens?|jetons?)(?!\w)/u, /(?<!\w)(?:samples?|ex[ae]mples?|rows?|lignes?|records?|conversations?|documents?|docs|echantillons?)(?!\w)/u], unless: /per (?:sample|row|example)|par (?:exemple|ligne|conversation)|each|chacun|en moyenne|average/u, judge: sameCount },
  {
    code: "sparse-peak",
    ideas: [/(?<![\d.,])(?:1[ ,.]?979|3[ ,.]?958|1[ ,.]?307|2[ ,.]?614|5[ ,.]?229)\s*(?:t(?:era)?\s?flop\w*|tf(?:s|lops?)?(?!\w)|e12|t(?!\w))|(?<![\d.,])624\s*(?:t(?:era)?\s?flop\w*|tf(?!\w)|e12)/u],
    unless: /spars\w+|parcimoni\w+|dense/u,
    judge: (text) => {
      const found = /(1[ ,.]?979|3[ ,.]?958|1[ ,.]?307|2[ ,.]?614|5[ ,.]?229|624)\s*(?:t|e12)/u.exec(text);
      return found === null ? null : { claimedTflops: Number((found[1] ?? "").replace(/[ ,.]/gu, "")) };
    },
  },
  {
    code: "thirty-percent-rule",
    ideas: [/(?:x|\*|times|fois|by|par)\s?1[.,](?:[234]5?|5)(?!\d)|(?:a|un|one)[ -](?:third|tiers|quarter|quart)(?: (?:more|de plus|on top|extra|of overhead))?|(?:\+|plus)\s?(?:a|un) (?:third|tiers|quarter|quart)/u, /(?<!\w)(?:weights?|poids|(?:model|modele)(?:'s)?|params?|parameters?|parametres?)(?!\w)/u, /(?<!\w)(?:size|taille|rule|regle|train\w*|entrain\w*|memory|memoire|full|fine-?tun\w*|vram|gb|go)(?!\w)/u],
    unless: /(?<!\w)(?:budget|prices?|prix|costs?|cout|time|temps|fast|slow|rapide|lent|vite|lr|learning|faster|lora|samples?)(?!\w)|of the (?:weights|model)|des poids\b(?! pour)/u,
  },
  {
    code: "lora-saves-flops",
    ideas: [/(?<!\w)lora(?!\w)/u, /(?<![\w.,])\d+(?:[.,]\d+)?\s?%|(?<![\w.,])\d{2,4}\s?(?:x|times|fois)(?!\s*(?:\d|[abh]\d{2}|l40|mi\d|rtx|gpu))|(?:divis\w* par|divided by|cut by) \d/u, /(?<!\w)(?:params?|parameters?|parametres?|weights?|poids|trainable|entraine\w*|trains?)(?!\w)/u, /(?<!\w)(?:fast(?:er)?|rapide|vite|compute|computation|calcul|flops?|speed|quick(?:er)?)(?!\w)/u, /(?<!\w)(?:so|should|drops?|must|why|donc|devrait|baisser|alors|du coup|expect\w*|isn't|pourquoi|normal)(?!\w)/u],
    unless: /a third|un tiers|we measured|on a mesure|forward and backward|memory|memoire|vram/u,
    judge: (text) => {
      const factor = /(?<![\w.,])(\d{2,4})\s?(?:x|times|fois)(?!\w)/u.exec(text)?.[1];
      return factor === undefined ? {} : { factor: number(factor) };
    },
  },
  {
    code: "lora-saves-flops",
    ideas: [/(?<!\w)(?:full|complet|lora)(?!\w)[^.;?!\n]{0,24}(?<!\w)(?:to|a|vers|en|plus que|than)(?!\w)[^.;?!\n]{0,24}(?<!\w)(?:lora|full|complet)(?!\w)/u, /(?<![\w.,])\d+(?:[.,]\d+)?\s?%[^.;?!]{0,24}(?:params?|parametres?|weights?|poids)/u, /(?<!\w)(?:fast(?:er)?|rapide|vite|compute|calcul|flops?|speed)(?!\w)/u],
    unless: /a third|un tiers|memory|memoire|vram/u,
  },
  {
    code: "newer-is-twice-as-fast",
    ideas: [newer, times, speed, /(?<!\w)(?:should|supposed|will|expect\w*|paid for|promis\w*|told|heard|claims?|sales|vendor|costs? (?:double|twice)|so|ought|must|only|irai(?:t|ent)|pensai\w*|annonce\w*|devai(?:t|ent)|devrai(?:t|ent)|doit|va|vont|on doit|censee?s?|attend\w*|donc|que)(?!\w)/u],
    unless: /we (?:measured|see|saw|got)|on (?:mesure|a mesure|obtient|voit)|measured|mesure\b|is an? \w+ faster|lora|per (?:user|request)|moe/u,
  },
  { code: "newer-is-twice-as-fast", ideas: [newer, /(?<!\w)(?:double[sd]?|doubler|triples?|tripler|halve[sd]?)(?!\w)/u, /(?<!\w)(?:speed|throughput|vitesse|debit|time|temps|pace|cadence)(?!\w)/u], unless: /we (?:measured|see|saw|got)|on (?:mesure|a mesure|obtient|voit)|measured|gpus?(?!\w)|cards?|cartes?/u },
  {
    code: "qlora-always-smaller",
    ideas: [/(?<!\w)qlora(?!\w)|(?<!\w)4[\s-]?bits?(?!\w)/u, /(?<![\w])(?:lora|16[\s-]?bits?)(?!\w)/u, /(?<!\w)(?:can't|cannot|can not|no way|never|no matter|always|impossible|necessarily|by definition|ne peut pas|jamais|quoi qu'il arrive|forcement|toujours|par definition|obligatoirement|dans tous les cas)(?!\w)/u, /(?<!\w)(?:more|less|smaller|plus|moins|memory|memoire|vram)(?!\w)/u],
    unless: /(?:isn't|is not|not) always|pas (?:toujours|forcement)/u,
  },
  {
    code: "qlora-always-smaller",
    ideas: [/(?<!\w)qlora(?!\w)/u, /(?<!\w)(?:2|3|4|8|two|three|four|eight|deux|trois|quatre|huit)\s?(?:times|x|fois)\s(?:less|smaller|lighter|moins|plus (?:petit|leger))|(?:a )?(?:half|third|quarter|fourth) (?:of )?(?:the )?(?:memory|vram)|(?:la moitie|le tiers|le quart) de (?:la )?(?:memoire|vram)/u, /(?<!\w)lora(?!\w)/u],
    unless: /weights|poids|measured|mesure\w*|pourquoi|why/u,
  },
  {
    code: "lora-takes-more",
    ideas: [/(?<!\w)lora(?!\w)/u, /(?<!\w)(?:full|complete?|fine-?tuning)(?!\w)/u, /(?<!\w)(?:more|higher|heavier|bigger|larger|greater|hungrier|plus|davantage)(?!\w)/u, /(?<!\w)(?:memory|memoire|vram|ram|gb|go|gib|gio)(?!\w)|\d\s?(?:gb|go|g|gib|gio)(?!\w)/u, /(?<!\w)(?:(?:than|que|compared|vs|versus)(?!\w)|qu')/u, /(?<!\w)(?:needs?|takes?|uses?|requires?|consumes?|costs?|eats?|hogs?|is|demande|prend|consomme|utilise|coute|mange|bouffe|faut|besoin|est|gourmande?)(?!\w)/u],
    unless: /qlora|(?:full|complete?)(?:(?!lora)[^.;?!]){0,80}(?:more|plus|davantage)(?!\w)(?:(?!lora)[^.;?!]){0,40}(?:than|que|qu')|(?:less|fewer|moins)\b/u,
  },
  {
    code: "accumulation-multiplies",
    ideas: [/(?<!\w)(?:accum\w*|grad(?:ient)?_accum\w*|ga)(?!\w)/u, /(?<!\w)(?:activations?|memory|memoire|vram|gb|go|oom)(?!\w)/u, /(?<![\w.,])\d{1,3}\s?(?:x|times|fois)(?!\w)|(?<!\w)(?:multipl\w*|more memory|plus de memoire|needs? more|takes? more|prend plus|demande plus|grows?|grandit|augmente\w*)(?!\w)/u, /(?<!\w)(?:must|so|because|right|since|need\w*|should|donc|forcement|parce|puisque|comme|doit|normal|non)(?!\w)|\?/u],
    unless: /without (?:more|any)|sans (?:plus|autant)|same memory|meme memoire|negati\w*|contrast\w*|infonce|(?:less|moins de) (?:memory|memoire)|instead of|au lieu/u,
  },
  {
    code: "qlora-is-faster",
    ideas: [/(?<!\w)qlora(?!\w)|(?<!\w)(?:4|four)[\s-]?bits?(?!\w)/u, /(?<!\w)(?:lora|16[\s-]?bits?|bf16|full|half)(?!\w)/u, /(?<!\w)(?:faster|quicker|speeds?|plus (?:rapide|vite)|accelere\w*)(?!\w)|(?<!\w)(?:half|less|shorter|a quarter of|moitie (?:du|de)|(?:deux|quatre) fois moins de|moins de)(?!\w)[^.;?!]{0,24}(?:time|hours|temps|heures)(?!\w)/u, /(?<!\w)(?:should|so|since|because|right|must|expect\w*|devrait|doit|donc|puisque|parce|comme|non|forcement)(?!\w)|\?/u, /(?<!\w)(?:smaller|less|fewer|lighter|4x|half|bytes|octets|weights?|quantized|bits?|plus petits?|moins|poids|quantifi\w*)(?!\w)/u],
    unless: /infer|serv|vllm|decod|generat|tok\/s|awq|gptq|slower|plus lent|not (?:be )?faster|pas plus (?:rapide|vite)|(?<!\w)(?:is|est) qlora (?:really )?(?:faster|slower|plus)/u,
  },
  {
    code: "fp8-is-one-byte",
    ideas: [/(?<!\w)(?:fp8|float8)(?!\w)/u, /(?<!\w)(?:train\w*|entrain\w*|fine-?tun\w*|full|grads?|gradients?|adam\w*|optimi[sz]e(?:r|ur))(?!\w)/u, /(?<!\w)(?:(?:1|one|un|a single) (?:byte|octet)|(?:half|halves|halved|moitie|divis\w*|deux fois moins)|everything|tout(?:e|es)?)(?!\w)/u, /(?<!\w)(?:memory|memoire|vram|bytes?|octets?|gb|go)(?!\w)|\d\s?(?:gb|go|g)(?!\w)/u],
    unless: /infer|serv|kv|cache|(?:time|temps|speed|vitesse|faster|vite)\b[^.;?!]{0,20}(?:half|halv|moitie|divis)/u,
  },
  {
    code: "batch-stabilises",
    ideas: [/(?<!\w)(?:batch(?:es)?|bs|lots?)(?!\w)/u, /(?<!\w)(?:big(?:ger)?|larger?|gros(?:se)?s?|grands?|small|petits?|batch (?:is|of|de|size|\d+)|bs \d+|enough)(?!\w)/u, /(?<!\w)(?:un)?stab\w+|(?<!\w)instab\w+/u, /(?<!\w)(?:need\w*|must|so|because|otherwise|without|more (?:vram|cards?|gpus?)|faut|besoin|sinon|donc|sans|plus de (?:vram|cartes?|memoire))(?!\w)/u],
    unless: /accum|was stable|is stable with|c'est stable|stable avec/u,
  },
  { code: "four-cards-four-times", ideas: [new RegExp(String.raw`(?<!\w)${gpuWords}(?!\w)`, "u"), /(?<!\w)(?:it's|so|then|would|will|should|donc|alors|devrai(?:t|ent)|vont?|mettront)(?!\w)|→|=>/u], unless: /measured|mesure\w*|got|observed|we see|pilot/u, judge: inverseTimes },
  { code: "four-cards-four-times", ideas: [fromTo, /(?<!\w)(?:so|then|would|will|should|becomes?|goes?|takes?|donc|alors|devrai(?:t|ent)|prendra|fera|deviendra|devient|passe\w*|va|vont)(?!\w)|→|=>/u], unless: /measured|mesure\w*|got|observed|we see|pilot/u, judge: growsFromTo },
  {
    code: "four-cards-four-times",
    ideas: [new RegExp(String.raw`(?<!\w)${gpuWords}(?!\w)`, "u"), /(?:an? (?:half|third|quarter|eighth|sixteenth)|(?:[2-9]|16|deux|quatre|huit|two|four|eight)\s?(?:times|x|fois) (?:shorter|less time|plus court|moins (?:de temps|long))|halves?|divise\w* (?:le temps |par )|la moitie d|le quart d)/u, /(?<!\w)(?:time|temps|hours?|heures?|duration|duree|court|shorter|long)(?!\w)/u],
    unless: /measured|mesure\w*|cost|cout|prix|price|memory|memoire|batch|context/u,
  },
  { code: "gb-vs-gib", ideas: [/(?:gib|gio)(?!\w)/u, /(?<!\w)(?:only|shows?|see|why|where|instead|not|missing|scam\w*|sold|lost|que|qu'|pourquoi|n'affiche|affiche|vois|au lieu|vendue?|manque\w*|seulement|have)(?!\w)/u], unless: /usable|utilisables?|tried to allocate|allocated|alloue|peak|pic/u, judge: soldAndCounted },
]; // prettier-ignore

const longest = 320;

const mostSentences = 24;

const sentencesOf = (folded: string): readonly string[] =>
  folded
    .split(/(?<=[?!\n])\s+|(?<=[^\d]\.)\s+(?=\S)/u)
    .filter((one) => one.trim() !== "")
    .slice(0, mostSentences + 1);

/** Each sentence alone and with the one after it: a belief is often concluded in the next. */
function stretches(sentences: readonly string[]): readonly string[] {
  return sentences.slice(0, mostSentences).flatMap((one, at) => {
    const pair = `${one} ${sentences[at + 1] ?? ""}`.trim();
    return (pair.length <= longest ? [one, pair] : [one]).map((text) => text.slice(0, longest));
  });
}

export interface Held {
  readonly code: PremiseCode;
  readonly params: Params;
}

/** Beliefs that are made of ideas rather than of one wording. */
export function heldBeliefs(folded: string): readonly Held[] {
  const sentences = sentencesOf(folded);
  const grams = gramsOf(sentences.join(" "));
  const possible = beliefs.filter(({ ideas }) => ideas.every((idea) => mayMatch(idea, grams)));
  const texts = possible.length === 0 ? [] : stretches(sentences);
  const held: Held[] = [];
  for (const { code, ideas, unless, judge } of possible) {
    if (held.some((one) => one.code === code)) continue;
    for (const text of texts) {
      if (!ideas.every((idea) => idea.test(text)) || unless?.test(text) === true) continue;
      const params = judge === undefined ? {} : judge(text);
      if (params === null) continue;
      held.push({ code, params });
      break;
    }
  }
  return held;
}
