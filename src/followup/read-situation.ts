import { postpone, type Draft, type Match, type Rule } from "./draft.ts";
import { parseNumber, pattern } from "./numbers.ts";
import { isSpeedWish, isTotalWish, wishSpeed, wishTotal } from "./read-speed.ts";

const gibOf = (value: number, unit: string): number =>
  /^t/u.test(unit) ? (value * 1e12) / 2 ** 30 : /i/u.test(unit) ? value : (value * 1e9) / 2 ** 30;

/** Host memory is sold in binary sizes and called GB: "256 GB of RAM" is 256 GiB. */
const ramGib = (value: number, unit: string): number => (/^t/u.test(unit) ? value * 1024 : value);

function readRam(match: Match, draft: Draft): boolean {
  draft.hostRamGib = ramGib(parseNumber(match.named["n"] ?? ""), match.named["u"] ?? "gb");
  return true;
}

const size = String.raw`(?<n>{N})\s*(?<u>g|gb|go|gib|gio|tb|to|tib|tio)`;

/** A number of steps: where something happened, never a length. */
const stepCount: Rule = {
  pattern: pattern(
    `(?<n>{N})\\s*(?<s>k)?\\s*(?:steps?|pas|iterations?|iters?)(?!\\w)(?!\\s*(?:de\\s)?(?:d'|accum))`,
  ),
  read(match, draft) {
    const value = parseNumber(match.named["n"] ?? "");
    if (match.named["s"] === undefined && value < 100) return false;
    return observe(draft, "step", match, match.named["s"] === undefined ? 1 : 1000);
  },
};

/** An engine that cannot hold one request: the length it asked for is what failed, never a wish. */
function readCacheFailure(match: Match, draft: Draft): boolean {
  draft.failure ??= { phase: "load", kind: "cache-too-small" };
  for (const [name, group] of [["concurrencyAtTokens", "asked"], ["cacheTokens", "held"]] as const) {
    const value = parseNumber((match.named[group] ?? "").replaceAll(",", ""));
    if (Number.isFinite(value) && value > 0) draft.observed[name] ??= value;
  }
  return true;
} // prettier-ignore

/** The error of an engine whose cache is too small for the length it was started with. */
export const reportsFullCache = (text: string): boolean =>
  /max\w* (?:seq\w*|model) len\w* \(\d[^\n]{0,80}(?:larger than|KV cache is needed)/iu.test(text);

/** What vLLM prints where its cache holds less than one request of the longest length. */
const cacheFailureRules: readonly Rule[] = [
  {
    pattern: pattern(
      `(?:the\\s)?models?(?:'s){0,2}\\s+max(?:imum)?\\s+(?:seq(?:uence)?|model)\\s+len(?:gth)?\\s*\\((?<asked>\\d[\\d,]*)\\)[^\\n]{0,40}larger than[^\\n]{0,60}kv cache\\s*\\((?<held>\\d[\\d,]*)\\)`,
    ),
    read: readCacheFailure,
  },
  {
    pattern: pattern(
      `(?:to serve at least one request with\\s)?(?:the\\s)?models?(?:'s){0,2}\\s+max(?:imum)?\\s+(?:seq(?:uence)?|model)\\s+len(?:gth)?\\s*\\((?<asked>\\d[\\d,]*)\\)[^\\n]{0,60}kv cache is needed[^\\n]{0,90}available kv cache memory(?:[^\\n]{0,90}maximum model length is\\s*(?<held>\\d[\\d,]*))?`,
    ),
    read: readCacheFailure,
  },
];

/** "Assume 40% MFU": what is to be counted with, not what was measured. */
const supposed =
  /(?<!\w)(?:assum\w+|suppos\w+|count(?:ing)? (?:on|with)|at|with|say|take|plan(?:ning)? (?:for|on|with)|compt\w+(?: sur| avec)?|avec|a|prends?|en prenant|hypothese)\s(?:(?:an?|un|une|about|around|environ|de|of|on|sur|avec)\s|~\s?){0,2}$/u;

/** Facts of the situation around the run: the machine, what failed, versions. */
export const situationRules: readonly Rule[] = [
  { pattern: pattern(`${size}\\s*(?:of\\s|de\\s)?(?:(?:cpu|host|system|machine|ddr\\d)\\s)?(?:ram|cpu memory|host memory|system memory|memoire vive|memoire cpu|memoire hote)(?:\\s*(?:cpu|machine|host|hote|de l'hote))?(?!\\w)`), read: readRam }, // prettier-ignore
  { pattern: pattern(`(?:ram|host memory|memoire vive)(?:\\s*(?:cpu|machine|host|hote))?\\s*(?:of|de|is|:|=)?\\s*(?<n>{NA})\\s*(?<u>g|gb|go|gib|gio|tb|to|tib|tio)(?!\\w)`), read: readRam }, // prettier-ignore
  { pattern: pattern(`--mem(?:-per-node)?[\\s=](?<n>{NA})\\s*(?<u>g|gb|t|tb)?(?!\\w)`), read: readRam },
  {
    pattern: pattern(`(?<n>{N})\\s*(?:v?cpus?(?:\\s*cores?)?|coeurs?|cores|cpu cores)(?!\\w)`),
    read(match, draft) {
      draft.observed["cpuCores"] = parseNumber(match.named["n"] ?? "");
      return true;
    },
  },
  {
    pattern: pattern(
      `(?:has a )?total capac?ity of\\s*(?<n>{N})\\s*(?:gib|gb)|(?<m>{N})\\s*(?:gib|gb)\\s*total capacity`,
    ),
    read: (match, draft) =>
      postpone(draft, match, "printed-capacity", parseNumber(match.named["n"] ?? match.named["m"] ?? "")),
  },
  {
    pattern: pattern(`tried to allocate\\s*(?<n>{N})\\s*(?<u>gib|gb|mib|mb)`),
    read(match, draft) {
      const raw = parseNumber(match.named["n"] ?? "");
      const gib =
        match.named["u"]?.startsWith("m") === true ? raw / 1024 : gibOf(raw, match.named["u"] ?? "");
      draft.failure = { phase: draft.failure?.phase ?? null, kind: "out-of-memory", requestedGib: gib };
      return true;
    },
  },
  {
    pattern: /(?<!\w)(?:cuda\s)?(?:oom(?:s|ed|ing)?(?![- ]?kill)|out of memory|memoire insuffisante|(?<!(?<!\w)(?:le|un peu|bien|beaucoup|encore|faut|prend|prendre|prennent|demande|demandent|consomme|utilise|avec|pour) )plus de memoire|ca explose|boum|crash memoire|hors memoire|outofmemoryerror)(?!\w)/gu, // prettier-ignore
    read(match, draft) {
      draft.failure ??= { phase: phaseNear(draft.folded, match.start, match.end), kind: "out-of-memory" };
      return true;
    },
  },
  {
    pattern:
      /(?<!\w)(?:gets? |got |process |getting )?'?(?:killed|se fait tuer|(?:est |sont |a ete )?tuee?s? (?=au|pendant|lors|avant|par|sans|des|a la)|tue par l'oom|oom[- ]killer|oom[- ]kill(?:er|ed)?|sigkill)'?(?!\w)/gu,
    read(match, draft) {
      // "Killed twice a day": machines that are taken back, no error of the run.
      if (
        /^\s*(?:once|twice|(?:about |around |~)?\d+ (?:times|x)|\d+ fois|deux fois|every|each|toutes? les|tous les)(?!\w)/u.test(
          draft.folded.slice(match.end),
        )
      )
        return true;
      draft.failure = { phase: phaseNear(draft.folded, match.start, match.end), kind: "killed" };
      return true;
    },
  },
  ...cacheFailureRules,
  {
    pattern: /(?<!\w)(?:full of |plein de )?nans?(?!\w)/gu,
    read(match, draft) {
      draft.failure ??= { phase: phaseNear(draft.folded, match.start, match.end), kind: "nan" };
      return true;
    },
  },
  {
    pattern: pattern(`(?<tool>torch|pytorch|transformers|accelerate|vllm|sglang|trl|peft|bitsandbytes|bnb|rocm|cuda|axolotl|deepspeed|torchtune|flash[-_ ]?attn|unsloth|megatron|nemo|driver|dstack|llama[ -]?factory|ms[ -]?swift|torchtitan|torchao|triton)\\s*(?:==|>=|:|v|version\\s)?\\s*v?(?<v>\\d+(?:\\.\\d+){1,3}(?:[a-z]+\\d*)?(?:\\+\\w+)?)(?![\\w%])(?!\\s*(?:gb|go|gib|tok))`), // prettier-ignore
    read(match, draft) {
      const tool = (match.named["tool"] ?? "").replace("pytorch", "torch").replace(/[\s_]+/gu, "-");
      draft.versions[tool] = match.named["v"] ?? "";
      draft.pending.push({
        kind: "versioned-stack",
        value: tool,
        start: match.start,
        where: match.text.slice(0, 40),
      });
      return true;
    },
  },
  {
    pattern: pattern(
      `(?:mfu|hfu)\\s*(?:of|de|is|a|:|=)?\\s*(?<n>{NA})\\s*%|(?<m>{N})\\s*%\\s*(?:mfu|hfu|de mfu)`,
    ),
    read(match, draft) {
      const share = parseNumber(match.named["n"] ?? match.named["m"] ?? "") / 100;
      const before = draft.folded.slice(Math.max(0, match.start - 28), match.start);
      const name = supposed.test(before) ? "supposedUtilisation" : "modelFlopsUtilisation";
      draft.observed[name] = share;
      return true;
    },
  },
  {
    pattern: pattern(`tps\\s*:\\s*(?<n>{NA})`),
    read: (match, draft) => observe(draft, "tokensPerSecondPerGpu", match),
  },
  {
    pattern: pattern(`(?<n>{N})\\s*(?<k>k)?\\s*(?:tok(?:en)?s?|jetons?)\\s*(?:/|per|par)\\s*s(?:ec(?:onde?)?)?(?!\\w)(?!\\s*,?\\s*(?:(?:et\\s|and\\s)?(?:/|per|par|for each|pour chaque|by)\\s*(?:user|utilisat|request|requete|stream|flux|session)|each\\b|chacune?\\b))`), // prettier-ignore
    read(match, draft) {
      const scale = match.named["k"] === undefined ? 1 : 1000;
      const rate = parseNumber(match.named["n"] ?? "") * scale;
      if (isTotalWish(match, draft)) return wishTotal(draft, match, rate);
      return isSpeedWish(match, draft)
        ? wishSpeed(draft, match, rate)
        : observe(draft, "tokensPerSecond", match, scale);
    },
  },
  {
    pattern: pattern(`(?<n>{N})\\s*(?<u>s|sec|ms)\\s*/\\s*(?:step|it|iter|pas)(?!\\w)`),
    read: (match, draft) => observe(draft, "stepSeconds", match, match.named["u"] === "ms" ? 0.001 : 1),
  },
  {
    pattern: pattern(`memory:\\s*(?<n>{NA})\\s*gib\\s*(?:\\((?<p>{NA})%\\))?`),
    read(match, draft) {
      const gib = parseNumber(match.named["n"] ?? "");
      draft.observed["peakReservedGib"] = gib;
      const share = match.named["p"];
      if (share !== undefined) draft.observed["capacityGib"] = gib / (parseNumber(share) / 100);
      return true;
    },
  },
  {
    pattern: pattern(
      `(?:step|loss|grad[_ ]norm|etape|iteration|(?:checkpoint|ckpt|point de controle)[\\s_-]?(?:step\\s?)?)\\s*[:=#]?\\s*(?<n>{NA})\\s*(?:k(?!\\w))?(?!\\s*(?:g|gb|go|gib|gio|tb|to)\\b)`,
    ),
    read(match, draft) {
      const name = /^loss/u.test(match.text) ? "loss" : /^grad/u.test(match.text) ? "gradNorm" : "step";
      return observe(draft, name, match, /k$/u.test(match.text) ? 1000 : 1);
    },
  },
  stepCount,
];

function observe(draft: Draft, name: string, match: Match, factor = 1): true {
  const value = parseNumber(match.named["n"] ?? "") * factor;
  if (Number.isFinite(value) && draft.observed[name] === undefined) draft.observed[name] = value;
  return true;
}

const phases: readonly (readonly [string, RegExp])[] = [
  ["checkpoint-save", /(?:about to )?sav(?:e|ing)|sauvegard|checkpoint/u],
  ["backward", /backward|passe arriere|retropropagation/u],
  ["forward", /forward|passe avant/u],
  ["evaluation", /\beval|evaluation|validation/u],
  ["load", /(?<![-_])\bload(?!_)|\bcharg|from_pretrained/u],
  ["restore", /\bresum(?:e|ed|ing)\b|restor|repris/u],
  ["optimizer-step", /optimizer[. ]step|pas d'optimiseur/u],
  ["export", /export|merge|conversion|fusion/u],
];

/** The phase named nearest after the failure word, else before it. */
function phaseNear(text: string, start: number, end: number): string | null {
  const after = text.slice(end, end + 70);
  const ahead = phases
    .map(([phase, words]) => ({ phase, at: after.search(words) }))
    .filter(
      ({ at }) =>
        at >= 0 &&
        at <= 44 &&
        /\b(?:at|when|while|during|on|in|au|a|pendant|lors|avant|before|exactly|des)\b/u.test(
          after.slice(0, at),
        ),
    )
    .sort((a, b) => a.at - b.at)[0];
  if (ahead !== undefined) return ahead.phase;
  const around = text.slice(Math.max(0, start - 40), start);
  return phases.find(([, words]) => words.test(around))?.[0] ?? null;
}

/** Sizes that nothing else used: sums, claims, measurements. Kept as claims, never as limits. */
export const claimRules: readonly Rule[] = [
  {
    pattern: pattern(`(?:=\\s*)?(?<n>{N})\\s*(?:-\\s*\\d+(?:\\.\\d+)?\\s*)?(?<u>gb|go|gib|gio|tb|to|tib|tio|g|mb|mib|mio)(?:/s|ps)?(?!\\w)`), // prettier-ignore
    read(match, draft) {
      draft.claims.push(match.text.trim());
      return true;
    },
  },
];
