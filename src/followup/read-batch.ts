import { refuseFor, stateWithin, within, type BoundField } from "./bounds.ts";
import { postpone, state, type Draft, type Match, type Rule } from "./draft.ts";
import { parseCount, parseNumber, pattern } from "./numbers.ts";

export const is = String.raw`\s*(?:size\s*)?(?:is (?:at|set to|now)\s|est (?:a|de|mis a|fixe a|passe a)\s|(?:goes|went|moves) to\s|passe a\s|monte a\s|was\s|etait (?:a|de)\s|is\s|of\s|de\s|a\s|at\s|to\s|est\s|=|:|->|->\s)?\s*`;

const wholeNumber = (match: Match, draft: Draft, field: BoundField, raw: string | undefined): true =>
  stateWithin(draft, match, field, parseCount(raw ?? ""));

export const microBatchWords = String.raw`(?:micro[\s_-]*(?:batch(?:[\s_-]*size)?|lots?|bs)|mini[\s_-]*lots?|mbs|(?<!\d\s?)mb|batch[\s_-]?size|per[\s_-]*(?:device|gpu)[\s_-]*(?:train[\s_-]*)?batch(?:[\s_-]*size)?|batch(?:[\s_-]*size)? (?:per|par) (?:gpu|device|card|carte)|lots? par carte|(?:taille de )?lots?|batch[\s_-]*size|taille de batch|batch|bsz|bs)`;
export const accumulationWords = String.raw`(?:grad(?:ient)?s?[\s_-]*acc(?:um(?:ulation)?)?(?:[\s_-]*steps)?|accumulation(?: de gradients?)?|accum(?:ulation)?(?:[\s_-]*steps)?|gas|ga)`;
export const globalBatchWords = String.raw`(?:(?:effective|eff\.?|global|total)[\s_-]*(?:train[\s_-]*)?batch(?:[\s_-]*size)?|gbs|(?:taille de )?(?:batch|lot) (?:effecti(?:f|ve)|global)|taille de lot (?:effective|globale)|batch total)`;

export const parallelWords: readonly (readonly [BoundField, string])[] = [
  ["parallel.tensor", String.raw`tp|tensor[\s_-]*parallel(?:ism)?(?:[\s_-]*size)?|parallelisme (?:de )?tens(?:eurs?|oriel)`],
  ["parallel.pipeline", String.raw`pp|pipeline[\s_-]*parallel(?:ism)?(?:[\s_-]*size)?|parallelisme de pipeline|pipeline[\s_-]*stages?|etages? de pipeline|(?<!data[\s_-])pipeline(?![\s_-]*parallel)`],
  ["parallel.virtualStages", String.raw`vpp|virtual[\s_-]*(?:pipeline(?:[\s_-]*parallel(?:ism)?)?|stages?)(?:[\s_-]*(?:size|per[\s_-]*rank))?|etages? (?:virtuels?|entrelaces?)`],
  ["parallel.context", String.raw`cp|context[\s_-]*parallel(?:ism)?(?:[\s_-]*size)?|parallelisme de contexte`],
  ["parallel.expert", String.raw`ep|expert[\s_-]*parallel(?:ism)?(?:[\s_-]*size)?|parallelisme d'experts`],
  ["parallel.shardGroup", String.raw`shard[\s_-]*group|hsdp|sharding[\s_-]*group`],
]; // prettier-ignore

function readMicro(match: Match, draft: Draft): boolean {
  return wholeNumber(match, draft, "microBatch", match.named["n"]);
}

export const batchRules: readonly Rule[] = [
  {
    pattern: pattern(
      `(?:${globalBatchWords})${is}(?<n>{NA})(?:\\s*(?:sequences|samples|exemples|echantillons))?(?![\\w]*\\d)`,
    ),
    read(match, draft) {
      const value = parseNumber(match.named["n"] ?? "");
      if (!within("gradientAccumulation", value)) return refuseFor(draft, match, "gradientAccumulation");
      return postpone(draft, match, "global-batch", value);
    },
  },
  {
    pattern: pattern(`(?<n>{I})\\s*(?:${globalBatchWords})(?!\\w)`),
    read: (match, draft) => postpone(draft, match, "global-batch", parseNumber(match.named["n"] ?? "")),
  },
  {
    pattern: pattern(`(?<!\\w)(?:${microBatchWords})${is}(?<n>\\d{1,5})\\s*(?:x|\\*|with|avec)\\s*(?:ga\\s*)?(?<a>\\d{1,4})(?!\\w|\\.\\d)(?!\\s*\\u00A7)`), // prettier-ignore
    read(match, draft) {
      wholeNumber(match, draft, "gradientAccumulation", match.named["a"]);
      return readMicro(match, draft);
    },
  },
  { pattern: pattern(`(?<!eval[\\s_-]{0,2})(?<!\\w)(?:${microBatchWords})${is}(?<n>-?\\d{1,7})(?![\\w%]*\\d)(?![\\d.,]*\\d)(?!\\s*(?:tokens|jetons|k\\b|m\\b|go\\b|gb\\b))`), read: readMicro }, // prettier-ignore
  { pattern: pattern(`(?:eval|evaluation|validation)[\\s_-]*(?:batch(?:[\\s_-]*size)?|bs|lot)${is}(?<n>\\d{1,5})`), read: (match, draft) => wholeNumber(match, draft, "validation.batch", match.named["n"]) }, // prettier-ignore
  {
    pattern: pattern(
      `(?<!\\w)(?:${microBatchWords})${is}(?<n>one|two|four|eight|sixteen|un|une|deux|quatre|huit|seize)(?!\\w)`,
    ),
    read: readMicro,
  },
  { pattern: pattern(`(?<n>{I})\\s*(?:samples?|exemples?|sequences?|echantillons?)\\s*(?:per|par|/)\\s*(?:gpu|device|card|carte|step|pas)`), read: readMicro }, // prettier-ignore
  {
    pattern: pattern(`(?<!\\w)(?:${accumulationWords})${is}(?:x\\s*)?(?<n>-?\\d{1,7})(?![\\w.]*\\d)`),
    read: (match, draft) => wholeNumber(match, draft, "gradientAccumulation", match.named["n"]),
  },
  {
    pattern: pattern(
      `(?<n>{I})\\s*(?:x\\s*)?(?:steps? (?:of )?)?(?:${accumulationWords})(?:\\s*steps)?(?!\\w)`,
    ),
    read: (match, draft) => wholeNumber(match, draft, "gradientAccumulation", match.named["n"]),
  },
  {
    pattern: pattern(`(?<![a-z])(?:lora_)?(?:rank|rang(?: lora)?|lora_r)${is}(?<n>-?\\d{1,6})(?![\\w.]*\\d)`),
    read: readRank,
  },
  {
    pattern: pattern(`(?<![\\w.-])r(?:\\s?[=:]\\s?|\\s?(?!1(?!\\d)))(?<n>\\d{1,5})(?![\\w.]*\\d)(?![\\w])`),
    read: readRank,
  },
  {
    pattern: pattern(`(?<!\\w)(?:lora[\\s_-]?)?alpha${is}(?<n>\\d{1,6})(?![\\w.]*\\d)`),
    read: (match, draft) => stateWithin(draft, match, "lora.alpha", Number(match.named["n"])),
  },
  {
    pattern: /(?:target[\s_-]?modules?|targets?|cibles?|sur|on)?\s*[:=]?\s*[[(]?\s*["']?(?<!\w)(?:[qkvo]|gate|up|down)(?:_proj)(?!\w)(?:["']?\s*[,/+&]?\s*(?:and |et )?["']?(?:[qkvo]|gate|up|down)(?:_proj)?(?!\w))*["']?\s*[\])]?/gu, // prettier-ignore
    read: readTargets,
  },
  {
    pattern: /(?:target[\s_-]?modules?|targets?|cibles?)\s*[:=]?\s*[[(]?\s*(?:[qkvo]|gate|up|down)(?!\w)(?:\s*[,/+&]\s*(?:[qkvo]|gate|up|down)(?!\w)|\s+(?:et|and)\s+(?:[qkvo]|gate|up|down)(?!\w))*\s*[\])]?/gu, // prettier-ignore
    read: readTargets,
  },
  {
    pattern: /(?<!\w)(?:on|sur)\s+(?:[qkvo]|gate|up|down)(?:\s*[,/+&]\s*(?:(?:and|et)\s)?(?:[qkvo]|gate|up|down)(?!\w)){1,6}(?:\s*(?:only|seulement|uniquement))?/gu, // prettier-ignore
    read: readTargets,
  },
  {
    pattern: /(?:target[\s_-]?modules?|targets?|cibles?)\s*[:=]?\s*(?<t>qkvo|qkv|qv|qk)(?!\w)/gu,
    read: (match, draft) => state(draft, match, "lora.targets", (match.named["t"] ?? "").split("")),
  },
  ...parallelRules(),
  {
    pattern:
      /(?<!\w)(?:hsdp|hybrid[\s_-]*(?:fsdp|shard(?:ing|ed)?)|(?:fsdp|sharding|partitionnement) hybride)(?!\w)/gu,
    read: (match, draft) => postpone(draft, match, "hybrid-sharding", match.text),
  },
];

function readRank(match: Match, draft: Draft): boolean {
  const value = Number(match.named["n"]);
  if (
    /(?:processus|process|gpu|node|\[)\s*$/u.test(
      draft.folded.slice(Math.max(0, match.start - 12), match.start),
    )
  )
    return true;
  // "[rank3]:", "rank 0 died": a process of the job.
  if (/^\s*\]/u.test(draft.folded.slice(match.end))) return true;
  if (value === 0 && /(?:on|from|by|sur|le|du|only|just|seul)\s$/u.test(draft.folded.slice(0, match.start)))
    return true;
  return stateWithin(draft, match, "lora.rank", value);
}

function readTargets(match: Match, draft: Draft): boolean {
  const body = match.text.replace(/target[\s_-]?modules?|targets?|cibles?|\bsur\b|\bon\b/gu, "");
  const found = [...body.matchAll(/(?<![a-z])(gate|up|down|[qkvo])(?:_proj)?(?![a-z])/gu)].map((one) => one[1]);
  return state(draft, match, "lora.targets", [...new Set(found)]);
} // prettier-ignore

function parallelRules(): Rule[] {
  return parallelWords.flatMap(([field, words]) => [
    {
      pattern: pattern(`(?<!\\w)(?:${words})${is}(?<n>-?\\d{1,5})(?![\\w.]*\\d)`),
      read: (match: Match, draft: Draft) => wholeNumber(match, draft, field, match.named["n"]),
    },
    {
      pattern: pattern(`(?<n>{I})(?:\\s*-?way|x)?\\s*(?:${words})(?!\\w)`),
      read: (match: Match, draft: Draft) => wholeNumber(match, draft, field, match.named["n"]),
    },
  ]);
}
