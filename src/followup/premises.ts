import type { ParamValue, PremiseCode } from "../domain/caveat.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import { soldGb } from "./card-words.ts";
import { heldBeliefs } from "./beliefs.ts";
import type { Draft } from "./draft.ts";
import { parseNumber } from "./numbers.ts";
import { firstMatch } from "./prefilter.ts";

type Params = Readonly<Record<string, ParamValue>>;

function add(draft: Draft, code: PremiseCode, params: Params): void {
  if (!draft.premises.some((premise) => premise.code === code)) draft.premises.push({ code, params });
}

const soldSizes = [8, 10, 11, 12, 16, 20, 24, 32, 40, 48, 80, 96, 141, 180, 192, 288];

/** The size on the box of an unnamed card, from what it lets be used. */
const soldSize = (usableGib: number): number | null =>
  soldSizes.find((gb) => usableGib <= gb * 1.005 && usableGib > gb * 0.9) ?? null;

/** Memory of several cards taken as one: "640 GB" is 8 × 80. */
function summedMemory(draft: Draft, understood: RunSpec): void {
  const gpus = understood.gpus ?? 1;
  if (gpus < 2 || understood.method === "inference") return;
  const id = understood.accelerator;
  const bare = understood.memoryGib === undefined ? null : soldSize(understood.memoryGib);
  const each = id === undefined ? bare : soldGb(draft.context.lookup, id);
  const sharded = /^(?:fsdp|zero3)$/u.test(understood.parallel?.strategy ?? "");
  for (const found of draft.folded.matchAll(
    /(?<![\w.,])(\d{2,5}(?:[.,]\d+)?)\s*(gb|go|g|gib|gio|gigs?|gigas?|tb|to)\b|(?<=\b(?:j'en ai|on en a|i have|i've got|we have|i got)\s)(\d{2,5})(?!\w|[.,]\d|\s*(?:x|gpus?|cards?|cartes?|h\b))/gu,
  )) {
    const total = parseNumber(found[1] ?? found[3] ?? "") * (/^t/u.test(found[2] ?? "g") ? 1000 : 1);
    const sum = each === null ? null : each * gpus;
    const said = /(?:=|total|au total|pool|across|vram|somme|sum|tout|together|combined|altogether)/u.test(draft.folded.slice(Math.max(0, found.index - 14), found.index + found[0].length + 14)); // prettier-ignore
    const close = sum !== null && Math.abs(total - sum) / sum < 0.08;
    if (!close && !(said && each === null && total / gpus >= 8)) continue;
    if (
      /(?<!v)ram|cpu|host/u.test(
        draft.folded.slice(Math.max(0, found.index - 6), found.index + found[0].length + 12),
      )
    )
      continue;
    if (sharded && !/trivial|easily|large|devrait|should|fits|passe/u.test(draft.folded)) continue;
    add(draft, "summed-memory-ddp", { totalGb: total, gpus, perGpuGb: each ?? total / gpus, strategy: understood.parallel?.strategy ?? null }); // prettier-ignore
  }
}

interface Pattern {
  readonly code: PremiseCode;
  readonly words: RegExp;
  readonly params?: (match: RegExpExecArray) => Params;
}

const number = (text: string | undefined): number | null => (text === undefined ? null : parseNumber(text));

const patterns: readonly Pattern[] = [
  { code: "moe-active-memory", words: /(\d{1,6}(?:[.,]\d{1,6})?)\s?b?\s*(?:active|actifs?|params? (?:are |being )?active|parameters (?:are |being )?active|params? utilises?|used\b|params? actifs?|active params?|active parameters|parametres actifs|de parametres actifs)(?!\w)(?=[\s\S]{0,80}(?:memory|memoire|vram|gb|go\b|fit|tient|rentre|faster|vite|only|donc|so\b|should|devrai))/u, params: (m) => ({ activeB: number(m[1]) }) }, // prettier-ignore
  { code: "moe-active-memory", words: /only (?:the )?active (?:params|parameters|experts)|seuls? les (?:experts|parametres) actifs|que (\d{1,6})b actifs/u }, // prettier-ignore
  { code: "params-times-two", words: /(?:(\d{1,6}(?:[.,]\d{1,6})?)\s?b(?:illion)?s?\s*(?:params?|parameters?|parametres?)?|params?|parameters?|parametres?|weights?|poids)\s*(?:x|\*|times|fois)\s*2(?![\d.,]\d|\d)\s*(?:bytes?|octets?|b\b|o\b)?(?=[\s\S]{0,60}(?:\dgb|gb|go\b|gib|gio|fit|tient|enough|suffi|train|entrain|fine|=))/u, params: (m) => ({ parametersB: number(m[1]), bytesPerParameter: 2 }) }, // prettier-ignore
  { code: "params-times-two", words: /(?:when i just load|just loading|juste charger|quand je charge)[\s\S]{0,60}?(\d{1,6}(?:[.,]\d{1,6})?)\s?g/u, params: (m) => ({ loadedGb: number(m[1]) }) }, // prettier-ignore
  { code: "params-times-two", words: /isn'?t enough for a (\d{1,6})\s?gb model|(\d{1,6})\s?go (?:pour|suffisent) [\s\S]{0,20}modele de/u, params: (m) => ({ modelGb: number(m[1] ?? m[2]) }) }, // prettier-ignore
  { code: "zero2-shards-weights", words: /zero[- ]?2[\s\S]{0,50}(?:shards?|splits?|divides?|partitions?|partage|partitionne|repartit|divise|coupe)[\s\S]{0,30}(?:weights?|model|poids|modele|parameters|parametres)/u }, // prettier-ignore
  { code: "zero2-shards-weights", words: /zero[- ]?2 (?:didn'?t|did not|doesn'?t|n'a pas|ne) (?:help|aide|change)|(?:weights?|poids) [\s\S]{0,24}(?:zero[- ]?2)(?:[\s\S]{0,12}shard)/u }, // prettier-ignore
  { code: "sparse-peak", words: /\b(1[ ,.]?979|3[ ,.]?958|624|1[ ,.]?307|2[ ,.]?614|5[ ,.]?229|1[ ,.]?671)\s*(?:t(?:era)?flops?|tflop|pflop)/u, params: (m) => ({ claimedTflops: number((m[1] ?? "").replace(/[ ,.]/gu, "")) }) }, // prettier-ignore
  { code: "thirty-percent-rule", words: /(?:\+|plus|add|ajoute[rz]?|overhead|marge|majore)[\s\S]{0,24}?(20|25|30|35|40)\s*(?:-|a|to|%\s*-|–)?\s*(?:25|30|35|40|50)?\s*%/u, params: (m) => ({ percent: number(m[1]) }) }, // prettier-ignore
  { code: "lora-saves-flops", words: /lora[\s\S]{0,50}(?:saves?|cuts?|reduces?|economise|reduit|divise|eliminates?)[\s\S]{0,30}?(\d{2})\s*%?[\s\S]{0,14}(?:flops?|compute|calcul)/u, params: (m) => ({ percent: number(m[1]) }) }, // prettier-ignore
  { code: "lora-saves-flops", words: /lora[\s\S]{0,30}(?:flops?|compute|calcul)[\s\S]{0,30}?(\d{2})\s*%/u, params: (m) => ({ percent: number(m[1]) }) }, // prettier-ignore
  { code: "lora-saves-flops", words: /lora[\s\S]{0,50}(?:divides?|divise|cuts?|reduit)[\s\S]{0,24}(?:compute|calcul|flops?|time|temps)[\s\S]{0,10}(?:by|par)\s*(\d{1,3})|lora[\s\S]{0,24}(?:is|est|goes|va|trains?|entraine)\s*(?:about |environ )?(\d{1,3})\s*(?:x|times|fois)\s*(?:as |plus )?(?:fast|rapide|vite)/u, params: (m) => ({ factor: number(m[1] ?? m[2]) }) }, // prettier-ignore
  { code: "newer-is-twice-as-fast", words: /(?:h100|h200|b200|b300|mi300x|mi355x)s?[\s\S]{0,30}?(?:(?:is|are|est|sont|be|va|runs?|serait)\s)?(?:exactly |about |environ )?(?:twice|two times|2x|deux fois|2 fois|3x|three times|trois fois)\s*(?:as |plus )?(?:fast|faster|rapide|vite|quick)/u }, // prettier-ignore
  { code: "qlora-always-smaller", words: /qlora[\s\S]{0,30}(?:always|toujours|forcement|necessarily|by definition|par definition|obligatoirement)[\s\S]{0,40}(?:less|smaller|moins|plus petit|lower)/u }, // prettier-ignore
  { code: "batch-stabilises", words: /(?:bigger|larger|big|plus gros|grand|gros)[\s\S]{0,12}(?:batch|lot)[\s\S]{0,30}(?:stabili|stable)|(?:need|needs|requires?|must have|il faut|besoin d)[\s\S]{0,12}(?:bigger|larger?|big|gros|grands?)[\s\S]{0,12}(?:batch|lot)[\s\S]{0,30}stable|(?:batch|lot)[\s\S]{0,30}(?:stabilise|stabilize)/u }, // prettier-ignore
  { code: "four-cards-four-times", words: /\b(2|4|8|16|two|four|eight|deux|quatre|huit)\s*(?:x\s)?(?:gpus?|cards?|cartes?|[abhl]\d{2,3}s?|mi\d{3}x|rtx \d{4})[\s\S]{0,30}(?:so|=|means|donc|should be|is|are|sera|seront|c'est|vont|va)\s*(?:etre |be )?(?:exactly )?(?:\1|2|4|8|16|two|four|eight|twice|deux|quatre|huit)\s*(?:x|times|fois)?\s*(?:as |plus )?(?:fast|rapide|vite|the context|le contexte)/u }, // prettier-ignore
  { code: "four-cards-four-times", words: /(?:fully )?sharded\s*=?\s*(?:should be|so)?\s*(\d{1,6})x the context/u, params: (m) => ({ factor: number(m[1]) }) }, // prettier-ignore
  { code: "full-utilisation", words: /(?:mfu|hfu)\s*(?:of|de|is|a|:|=)?\s*(1\d\d(?:[.,]\d+)?|100)\s*%|(?:at|assum\w{1,4}) (100)\s*% (?:mfu|utili[sz]ation|of (?:the )?peak)|a (100)\s*% (?:du pic|d'utilisation)/u, params: (m) => ({ percent: number(m[1] ?? m[2] ?? m[3]) }) }, // prettier-ignore
  { code: "allocator-is-device", words: /max_memory_allocated[\s\S]{0,60}?(\d{1,6}(?:[.,]\d{1,6})?)[\s\S]{0,60}nvidia-smi[\s\S]{0,20}?(\d{1,6}(?:[.,]\d{1,6})?)/u, params: (m) => ({ allocatedGib: number(m[1]), deviceGib: number(m[2]) }) }, // prettier-ignore
  { code: "allocator-is-device", words: /nvidia-smi[\s\S]{0,24}?(\d{1,6}(?:[.,]\d{1,6})?)[\s\S]{0,60}(?:max_memory_allocated|memory_allocated|torch|pytorch)[\s\S]{0,24}?(\d{1,6}(?:[.,]\d{1,6})?)/u, params: (m) => ({ deviceGib: number(m[1]), allocatedGib: number(m[2]) }) }, // prettier-ignore
  { code: "allocator-is-device", words: /(\d{1,6}(?:[.,]\d{1,6})?)\s*(?:go|gb|g|gib|gio) (?:used|utilises?)[\s\S]{0,80}transformers[\s\S]{0,20}?(\d{1,6}(?:[.,]\d{1,6})?)/u, params: (m) => ({ deviceGib: number(m[1]), allocatedGib: number(m[2]) }) }, // prettier-ignore
  { code: "gb-vs-gib", words: /(?:only|juste|que|seulement)?\s*(\d{1,6}(?:[.,]\d{1,6})?)\s*(?:gib|gio)[\s\S]{0,30}(?:instead of|not|au lieu de|et pas|pas)\s*(?:the\s|les\s)?(\d{1,6}(?:[.,]\d{1,6})?)\s*(?:gb|go)/u, params: (m) => ({ gib: number(m[1]), gb: number(m[2]) }) }, // prettier-ignore
  { code: "tokens-vs-samples", words: /(\d{1,6}(?:[.,]\d{1,6})?\s*[km]?)\s*(?:samples?|ex[ae]mples?)\s*(?:=|,?\s?i\.?e\.?|so|donc|c'est-a-dire|soit)\s*(\d{1,6}(?:[.,]\d{1,6})?\s*[km]?)\s*(?:tokens|jetons)/u, params: (m) => ({ samples: m[1] ?? null, tokens: m[2] ?? null }) }, // prettier-ignore
];

/** A belief that another one, once put right, leaves nothing of. */
const explainedBy: Readonly<Partial<Record<PremiseCode, PremiseCode>>> = {
  "params-times-two": "summed-memory-ddp",
  "newer-is-twice-as-fast": "four-cards-four-times",
};

/** Beliefs in the message that need putting right before a number is given. */
export function readPremises(draft: Draft, understood: RunSpec): void {
  summedMemory(draft, understood);
  for (const { code, words, params } of patterns) {
    const match = firstMatch(words, draft.folded);
    if (match === null) continue;
    draft.taken.fill(1, match.index, match.index + match[0].length);
    add(draft, code, params?.(match) ?? {});
  }
  for (const { code, params } of heldBeliefs(draft.folded))
    if (!draft.premises.some((premise) => premise.code === explainedBy[code])) add(draft, code, params);
}
