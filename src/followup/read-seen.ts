import type { SeenPrice, SeenRate } from "../domain/finding.ts";
import type { Draft } from "./draft.ts";
import { euroMark } from "./normalize.ts";
import { parseCount, parseNumber } from "./numbers.ts";
import { readSlowdown } from "./read-slowdown.ts";
import { allMatches, firstMatch } from "./prefilter.ts";

const mostSeen = 12;
const count = String.raw`(\d{1,4}|one|two|four|eight|un|une|deux|quatre|huit)`;
const stepOf = /(?<!\d)(\d+(?:[.,]\d+)?)\s*(ms|s|sec)\s*\/\s*(?:steps?|it|iter|pas)\b/u;
const tokensOf =
  /(?<![\d.,])(\d{1,3}(?:[ ,]\d{3})+(?!\d)|\d+(?:[.,]\d+)?)\s*(k)?\s*(?:tok(?:en)?s?|jetons?)\s*(?:\/|per |par )\s*s/u;
const bareRate = /(?<![\w.,x])(\d+(?:[.,]\d+)?)\s?k\b(?!\s*(?:ctx|context|steps?|de contexte))/u;
/** What was promised is not what was measured. */
const promised =
  /(?<!\w)(?:plan|planned|prevu\w*|predicted|estimat\w+|devis|quote\w*|suppose\w*|assum\w+|expected|attendu\w*|promis\w*|budget\w*)(?!\w)/u;

/** How many GPUs a stretch of text speaks of, in the ways people write it; `§` stands for the name of a card. */
const wholes: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\w.,])${count}\s*(?:x\s*)?(?:gpus?|cards?|cartes?)\b`, "u"),
  /§+\s*(?:x|:)\s*(\d{1,3})(?!\w|\.\d)/u,
  new RegExp(String.raw`(?<![\w.,])${count}\s*(?:x\s*|\*\s*)?§`, "u"),
  /(?<!\w)(?:on|sur|avec|with|les|a)\s(\d{1,3})(?=\s*(?:[:;,=\n]|$))/u,
];
const single =
  /(?<!\w)(?:single|mono|one|on an?|on my|sur ma|sur mon|une seule|un seul|une)[- ]?(?:gpu|card|carte|§)/u;
const nodesOf = new RegExp(String.raw`(?<![\w.,])${count}\s*(?:nodes?|noeuds?)\b`, "u");

interface Group {
  readonly gpus: number;
  readonly nodes: number | null;
}

/** The group named last before a rate, else the first after it. */
function groupIn(clause: string, rateAt: number, perNode: number): Group | null {
  const found = [
    ...everyMatch(nodesOf, clause).map(({ at, n }) => ({ at, gpus: n * perNode, nodes: n })),
    ...wholes.flatMap((words) =>
      everyMatch(words, clause).map(({ at, n }) => ({ at, gpus: n, nodes: null })),
    ),
    ...everyMatch(single, clause).map(({ at }) => ({ at, gpus: 1, nodes: null })),
  ].sort((a, b) => a.at - b.at);
  // "3.1k tok/s on one node": what stands right behind a rate goes with it, whatever was named before.
  const behind = found.find(
    ({ at }) => at > rateAt && /\s(?:on|sur|with|avec|over)\s$/u.test(clause.slice(rateAt, at)),
  );
  return behind ?? found.filter(({ at }) => at < rateAt).at(-1) ?? found[0] ?? null;
}

const everyMatch = (words: RegExp, text: string): readonly { readonly at: number; readonly n: number }[] =>
  [...text.matchAll(new RegExp(words.source, "gu"))].map((match) => ({
    at: match.index,
    n: parseCount(match[1] ?? "1"),
  }));

/** The text with every card as one sign, positions unchanged. */
function withCards(draft: Draft): string {
  let text = draft.folded.replaceAll("§", " ");
  for (const { kind, start, end } of draft.names)
    if (kind === "accelerator") text = text.slice(0, start) + "§".repeat(end - start) + text.slice(end);
  return text;
}

const clauseEnds =
  /[;\n]|,(?!\d)|\.(?!\d)|(?<!\w)(?:vs|versus|against|contre|and|et|then|puis|but|mais|while|whereas|alors que)(?!\w)/u;

const perCard =
  /^\S{0,8}\s*(?:\/|per |par |by |each )\s*(?:gpus?|cards?|cartes?)(?!\w)|^\S{0,8}\s*(?:each|chacune)(?!\w)/u;

const countsCards = (clause: string): boolean =>
  [...wholes, nodesOf, single].some((words) => words.test(clause));

/** "… on one node, 1.1k on two": the noun is left out the second time. */
function elidedGroup(clause: string, nodes: boolean, perNode: number): Group | null {
  const n = parseCount(/(?:on|sur|with|avec)\s(one|two|three|four|eight|un|une|deux|trois|quatre|huit|\d{1,2})\s*[.?!)]*\s*$/u.exec(clause)?.[1] ?? ""); // prettier-ignore
  if (!Number.isInteger(n) || n < 1) return null;
  return nodes ? { gpus: n * perNode, nodes: n } : { gpus: n, nodes: null };
}

/** "1 gpu bs3 ga4 1.8k tok/s; 2 gpu ddp ga4 2.7k": one row a clause; a unit holds until another is written. */
function rates(draft: Draft): readonly SeenRate[] {
  const found: SeenRate[] = [];
  const stated = (field: string): number | null => {
    const value = draft.facts.find((fact) => fact.field === field)?.value;
    return typeof value === "number" ? value : null;
  };
  const perNode = Math.max(1, Math.round((stated("gpus") ?? 8) / (stated("nodes") ?? 1)));
  let tokens = false;
  let each = false;
  let nodesLast = false;
  for (const clause of withCards(draft).split(clauseEnds)) {
    if (promised.test(clause)) continue;
    const step = stepOf.exec(clause);
    const rate = tokensOf.exec(clause);
    const bare = tokens && step === null && rate === null ? bareRate.exec(clause) : null;
    if (step === null && rate === null && bare === null) continue;
    const perGpu = rate !== null && perCard.test(clause.slice(rate.index + rate[0].length));
    const group: Group | null =
      (perGpu && !countsCards(clause) ? { gpus: 1, nodes: null } : null) ??
      groupIn(clause, (step ?? rate ?? bare)?.index ?? 0, perNode) ??
      elidedGroup(clause, nodesLast, perNode);
    if (group === null) continue;
    nodesLast = group.nodes !== null;
    if (rate !== null) {
      tokens = true;
      each = perCard.test(clause.slice(rate.index + rate[0].length));
    }
    const accumulation = /(?<!\w)(?:ga|grad(?:ient)?[ _]acc\w*)\s*[:=]?\s*(\d{1,4})/u.exec(clause)?.[1];
    const strategy = /(?<!\w)(ddp|fsdp|zero-?[123])(?!\w)/u.exec(clause)?.[1];
    const perSecond =
      rate !== null
        ? parseNumber(rate[1] ?? "") * (rate[2] === undefined ? 1 : 1000)
        : bare === null
          ? null
          : parseNumber(bare[1] ?? "") * 1000;
    found.push({
      gpus: group.gpus,
      ...(perSecond === null ? {} : { tokensPerSecond: perSecond * (each ? group.gpus : 1) }),
      ...(step === null ? {} : { stepSeconds: parseNumber(step[1] ?? "") * (step[2] === "ms" ? 0.001 : 1) }),
      ...(accumulation === undefined ? {} : { accumulation: Number(accumulation) }),
      ...(strategy === undefined ? {} : { strategy: strategy.replace("-", "") }),
      ...(group.nodes === null ? {} : { nodes: group.nodes }),
    });
  }
  return found.slice(0, mostSeen);
}

/** Cloud machines by the family their names begin with, and the GPUs of the largest one. */
const machineGpus: readonly (readonly [RegExp, number])[] = [
  [/\b(?:p4de?|p5(?:en|e)?|p6)(?:\.\w+)?\b|\bp3dn\b|\bp3\.16x|\bg[456]\w*\.48x|\bnd\w*(?:h100|a100|h200)\w*|\b(?:a2-(?:mega|ultra)gpu-16g)\b/u, 8],
  [/\bg[456]\w*\.(?:12|24)x|\bp3\.8x/u, 4],
  [/\bg[456]\w*\.(?:[248]|16)?x/u, 1],
]; // prettier-ignore

function gpusBehind(words: string): number | null {
  const stated =
    /(?<![\w.])(\d{1,3})\s*x\s*(?=[a-z]\w*\d)|(\d{1,3})\s*(?:gpus?|cartes?|cards?)\b|-(\d{1,2})g\b/u.exec(
      words,
    );
  const own = stated?.[1] ?? stated?.[2] ?? stated?.[3];
  if (own !== undefined) return Number(own);
  if (/per (?:gpu|card)|par (?:gpu|carte)|\/ ?(?:gpu|carte)|gpu[- ]?h|heure[- ](?:gpu|carte)/u.test(words))
    return 1;
  return machineGpus.find(([name]) => name.test(words))?.[1] ?? null;
}

const hourly = /(?:(\$|\u00A4|£)\s?(\d+(?:[.,]\d+)?)|(?<!\d)(\d+(?:[.,]\d+)?)\s?(\$|\u00A4|£|usd|eur|gbp|dollars?|euros?))\s*(?:\/|per|par|de l'|l'|a l'|an )\s*(?:gpu[ -/]*)?(?:h(?:r|our|eure)?s?|heures?)\b/gu; // prettier-ignore
const currencies: Readonly<Record<string, string>> = {
  $: "USD", usd: "USD", dollar: "USD", dollars: "USD", [euroMark]: "EUR", eur: "EUR", euro: "EUR", euros: "EUR", "£": "GBP", gbp: "GBP",
}; // prettier-ignore

function prices(draft: Draft): readonly SeenPrice[] {
  let from = 0;
  return allMatches(hourly, draft.folded)
    .slice(0, mostSeen)
    .map((match) => {
      const before = draft.folded.slice(Math.max(from, match.index - 48), match.index);
      const clause =
        before.split(/[,;?!]|(?<!\w)(?:vs|versus|against|contre|et|and)(?!\w)/u).at(-1) ?? before;
      from = match.index + match[0].length;
      const rest = (/^[^.?!,;]{0,40}/u.exec(draft.folded.slice(from, from + 40)) ?? [""])[0];
      const [after = ""] = rest.split(/(?<!\w)(?:vs|versus|against|contre|et|and)(?!\w)/u);
      return {
        amount: parseNumber(match[2] ?? match[3] ?? ""),
        currency: currencies[match[1] ?? match[4] ?? ""] ?? "USD",
        gpus: gpusBehind(`${clause}${match[0]}${after}`),
        where: draft.canonical.text
          .slice(match.index - clause.length, match.index)
          .trim()
          .slice(0, 40),
      };
    });
}

const sizeWords = /(?<![\w.,])(\d+(?:[.,]\d+)?)(?:\s*-\s*(\d+(?:[.,]\d+)?))?\s*(gb|go|g|gib|gio|tb|to|tib|tio)(?![\w/])/gu; // prettier-ignore

function bytesOf(value: number, unit: string): number {
  const tera = unit.startsWith("t");
  return unit.includes("i") ? value * (tera ? 2 ** 40 : 2 ** 30) : value * (tera ? 1e12 : 1e9);
}

/** Sizes of something else than a card or host memory: sums, claims, measurements. */
function sizes(draft: Draft): readonly number[] {
  const named = (at: number): boolean => draft.names.some(({ start, end }) => at >= start && at < end);
  return allMatches(sizeWords, draft.folded)
    .filter(({ index, 0: text }) => {
      const around = draft.folded.slice(Math.max(0, index - 5), index + text.length + 10);
      return !named(index) && !/(?<!v)ram\b|cpu|host/u.test(around);
    })
    .slice(0, mostSeen)
    .flatMap(([, low = "", high, unit = ""]) =>
      [low, ...(high === undefined ? [] : [high])].map((n) => bytesOf(parseNumber(n), unit)),
    );
}

const before = new RegExp(String.raw`(?<![\w.,])${count}\s*(?:x\s*|\*\s*)?(?:nvidia\s|rtx\s)?$`, "u");

function machines(draft: Draft): readonly { accelerator: string; gpus: number }[] {
  return draft.names
    .filter(({ kind }) => kind === "accelerator")
    .flatMap(({ start, resolution, end }) => {
      const id =
        resolution.kind === "one"
          ? resolution.match.id
          : resolution.kind === "several"
            ? (draft.facts.find((f) => f.field === "accelerator" && f.start >= start && f.start <= end)
                ?.value ?? resolution.matches[0]?.id)
            : undefined;
      const gpus = before.exec(draft.folded.slice(Math.max(0, start - 14), start))?.[1];
      return typeof id === "string"
        ? [{ accelerator: id, gpus: gpus === undefined ? 1 : parseCount(gpus) }]
        : [];
    })
    .slice(0, mostSeen);
}

/** A single named figure of somebody's log or configuration. */
const named: readonly (readonly [string, RegExp])[] = [
  ["maximumConcurrency", /maximum concurrency[^\n]{0,60}?:\s*(\d+(?:[.,]\d+)?)\s*x/u],
  ["concurrencyAtTokens", /maximum concurrency for (\d[\d.,]*) tokens/u],
  ["cacheTokens", /(?:tokens|jetons) that can be stored in (?:the )?kv cache \((\d[\d,]*)\)|kv cache size\s*:\s*(\d[\d,]*) tokens/u],
  ["generations", /num_generations\s*[:=]?\s*(\d{1,4})|generations? per prompt\s*[:=(]*\s*(\d{1,4})|(?<![\w.,])(\d{1,4}) generations?\b/u],
  ["trainingProcesses", /\((\d{1,4})\s*(?:x\s*\d{1,4}\)|train)/u],
  ["batchOfError", /\(\d{1,4}\s*x\s*(\d{1,4})\)/u],
  ["discountPercent", /-\s?(\d{1,2})\s?%|(\d{1,2})\s?% (?:off|cheaper|moins cher|discount|de (?:remise|reduction))/u],
  ["gpuHours", /(?<![\d.,])(\d{1,3}(?: \d{3})+|\d[\d.,]*)\s*(?:h(?:ours?|eures?)?[ -](?:gpu|carte)|gpu[ -]?h(?:ours?)?\b|heures?[ -](?:gpu|carte))/u],
  ["memoryShare", /(?:gpu[-_ ]memory[-_ ]utili[sz]ation|mem[-_]fraction[-_]static)\s*[=: ]?\s*(0?[.,]\d{1,3}|1(?:[.,]0)?)(?!\d)/u],
  ["retryHours", /retry\D{0,30}(\d{1,3})\s?h/u],
  ["expectedGb", /(?:should be|supposed to be|devrai(?:t|ent) (?:faire|etre)|expected|attendu)\D{0,8}(\d+(?:[.,]\d+)?)\s?(?:g|gb|go|gib|gio)\b/u],
  ["plannedTokensPerSecond", /(?:plan|planned|prevu|predicted|estimat\w+|devis|quote\w*|suppose\w*|assum\w+|expected|attendu\w*|promis\w*)\b[^\n]{0,40}?(?<![\w.,x])(\d+(?:[.,]\d+)?)\s?k\b/u],
  ["plannedGpus", /(?:plan|planned|prevu|predicted|devis|quote\w*|estimat\w+)\b[^\n.]{0,24}?(?<![\w.,])(\d{1,4})\s*(?:x\s*)?(?:gpus?|cards?|cartes?|\d{4}s?|[ahl]\d{2,3}s?)\b/u],
  ["shorterContext", /(?:does|ok|works?|passe|tient|fait|monte (?:a|jusqu'a)|goes (?:up )?to|handles|reaches|atteint|gere|tops out at|max(?:es out)? at|plafonne a)\D{0,4}(?:~|about |around )?(\d+(?:[.,]\d+)?)\s?k\b|(?<!\d)(\d+(?:[.,]\d+)?)\s?k (?:ok|works?|fine|passe|marche|fits)/u],
  ["tokensEach", /(?:x\s?)(\d{3,7}) (?:tokens|jetons)|(?:chats?|conversations?|requests?|requetes?|sessions?|users?|utilisateurs?|echanges?|messages?) (?:of|de|d'|a|at) (?:about |around |~|environ )?(\d[\d.,]*) ?(?:tokens|jetons)|(?<![\d.,]|for )(\d[\d.,]*) (?:tokens|jetons) (?:each|chacune?|per (?:request|user)|par (?:requete|utilisateur))/u],
  ["contextAsked", /(?<!\d)(\d+(?:[.,]\d+)?)\s?k (?:de )?(?:context|ctx|contexte|tokens|jetons)/u],
  ["thousandTokensEach", /(?:chats?|conversations?|requests?|requetes?|sessions?|users?|utilisateurs?|echanges?|messages?|send|envoient|consomment) (?:of|de|d'|a|at)? ?(?:about |around |~|environ )?(\d+(?:[.,]\d+)?)\s?k\b/u],
  ["claimedPeakTflops", /(?:flops[_ ]promised|peak[_ ]flops|device[_ ]flops|gpu[_ ]peak[_ ]flops)\s*[:=]\s*(\d+(?:[.,]\d+)?)e12/u],
  ["interruptedHours", /(?:reclaim\w*|preempt\w*|interrupt\w*|evict\w*|coupee?s?|reprise|killed|perdue?s?|lost)[^\n.;]{0,24}?(?:every|each|toutes? les|tous les|par|after|au bout de)\s*(?:about |around |~|environ )?(\d+(?:[.,]\d+)?)\s?(?:h\b|hours?|heures?)/u],
  ["checkpointHours", /(?:checkpoint\w*|ckpt\w*|sauvegard\w*|save\w*|points? de controle)[^\n.;]{0,40}?(?<![\w.,])(\d+(?:[.,]\d+)?)\s?(?:h\b|hours?|heures?)/u],
  ["allocatedGib", /(?<!\d)(\d+(?:[.,]\d+)?)\s?(?:gb|gib|go|gio|g)\s+(?:already |max |peak |deja )?(?:allocated|alloue\w*)\b|(?:max[_ ])?(?:memory[_ ])?allocated\b[^\d\n]{0,24}(\d+(?:[.,]\d+)?)|alloue[^\d\n]{0,16}(\d+(?:[.,]\d+)?)/u],
  ["reservedGib", /(?<!\d)(\d+(?:[.,]\d+)?)\s?(?:gb|gib|go|gio|g)\s+(?:already |max |peak |deja )?(?:reserved|reservee?s?)\b(?! but)|(?:max[_ ])?(?:memory[_ ])?reserved\b(?! (?:an?|the|for|on|at|instances?|nodes?|gpus?|cards?|price|[abhlm]\d))[^\d\n]{0,24}(\d+(?:[.,]\d+)?)/u],
  ["deviceGib", /(?:nvidia-smi|rocm-smi|nvtop|mem[_ ]get[_ ]info)\b[^\d\n]{0,24}(\d{1,3}(?:[.,]\d{1,2})?)(?![\d]|\.\d|\s?%)/u],
  ["processes", /(?<![\w.])(\d{1,4}) (?:processes|processus|procs?|ranks|rangs)\b/u],
  ["measuredGbPerRequest", /(?:measur\w*|observ\w*|mesur\w*|constat\w*|i see|je vois)\D{0,16}(\d+(?:[.,]\d+)?)\s?(?:gb|go)\b/u],
  ["measuredPeakGib", /\b(?:measured|mesure\w*|observed|observe\w*|constate\w*)\b[^\n\d]{0,24}(?<!\d)(\d+(?:[.,]\d+)?) ?(?:gib|gb|gio|go)\b[^\n.?!]{0,24}\b(?:peak|pic|per (?:card|gpu)|par carte|on each|each|chacune)\b|\b(?:measured|mesure\w*|observed|observe\w*|constate\w*)\b[^\n\d]{0,12}\b(?:peak|pic)\b[^\n\d]{0,16}(?<!\d)(\d+(?:[.,]\d+)?) ?(?:gib|gb|gio|go)\b/u],
  ["resumedStep", /(?:resum\w+|repris\w*|reprend)\D{0,16}(\d+(?:[.,]\d+)?)\s?k\b/u],
]; // prettier-ignore

/** Sizes of an allocator's message, each with the unit it is printed in. */
const printed: readonly (readonly [string, RegExp])[] = [
  ["reservedUnallocatedGib", /(?<!\d)(\d+(?:[.,]\d+)?) ?([kmgt])i?[bo] (?:is |are )?reserved[^\n]{0,24}unallocated|reserved but unallocated[^\n]{0,12}?(\d+(?:[.,]\d+)?) ?([kmgt])i?[bo]\b/u],
  ["freeGib", /(?<!\d)(\d+(?:[.,]\d+)?) ?([kmgt])i?[bo] (?:is )?free\b/u],
]; // prettier-ignore
const perGib: Readonly<Record<string, number>> = { k: 2 ** -20, m: 2 ** -10, g: 1, t: 2 ** 10 };

const thousands = /^(?:plannedTokensPerSecond|shorterContext|resumedStep|contextAsked|thousandTokensEach)$/u;

/** "Electricity a month": hours of the time that is asked about, all of them. */
const billed = /(?<!\w)(?:electri\w*|energy|energie|kwh|courant|power)(?!\w)[^.?!\n]{0,60}?(?<!\w)(?:(?:an?|per|par|each|le|chaque|every)\s|\/\s?)(?:(month|mois)|(year|annee|an)|(week|semaine))(?!\w)/u; // prettier-ignore

function readBilledPeriod(draft: Draft): void {
  const found = firstMatch(billed, draft.folded);
  if (found === null) return;
  const [, month, year] = found;
  draft.observed["perPeriodHours"] = month !== undefined ? 730 : year !== undefined ? 8760 : 168;
}

/** Everything that was measured, quoted or named more than once, whatever else used the words. */
export function readSeen(draft: Draft): void {
  draft.rates.push(...rates(draft));
  draft.prices.push(...prices(draft));
  draft.sizes.push(...sizes(draft));
  draft.machines.push(...machines(draft));
  readSlowdown(draft);
  readBilledPeriod(draft);
  for (const [name, words] of named) {
    const match = firstMatch(words, draft.folded);
    const raw = match?.[1] ?? match?.[2] ?? match?.[3];
    if (raw === undefined || draft.observed[name] !== undefined) continue;
    const value = parseNumber(
      raw.replaceAll(/(?<=\d) (?=\d{3})/gu, "").replace(/(?<=\d),(?=\d{3}(?!\d))/gu, ""),
    );
    if (!Number.isFinite(value)) continue;
    const key = name === "thousandTokensEach" ? "tokensEach" : name;
    draft.observed[key] = value * (thousands.test(name) ? 1000 : 1);
  }
  for (const [name, words] of printed) {
    const match = firstMatch(words, draft.folded);
    const value = parseNumber(match?.[1] ?? match?.[3] ?? "");
    const unit = perGib[match?.[2] ?? match?.[4] ?? ""];
    if (unit !== undefined && Number.isFinite(value)) draft.observed[name] = value * unit;
  }
}
