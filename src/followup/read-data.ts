import { refuseFor, stateWithin, within, type BoundField } from "./bounds.ts";
import { has, postpone, state, type Draft, type Match, type Rule } from "./draft.ts";
import { contextLength, parseCount, parseNumber, pattern, scaled, scaleOf } from "./numbers.ts";
import { sampleWord, writtenThings } from "./sample-words.ts";

const amount = (match: Match): number => {
  const raw = match.named["n"] ?? "";
  const value = /^[a-z]/u.test(raw) ? parseCount(raw) : parseNumber(raw);
  return scaled(value, scaleOf(match.named["s"]));
};

const tokenWord = String.raw`(?:tokens?|toks?|jetons?|tk)(?!\w)(?!\s*(?:/|per\s+sec|par\s+sec|a second|/s))`;
/** "52k alpaca examples", "60k preference pairs": what the samples are, in a word that counts nothing itself. */
const kindOfSample = String.raw`(?:(?!(?:tokens?|toks?|jetons?|steps?|pas|context|ctx|contexte|seq\w*|words?|mots?|users?|utilisateurs?|gpus?|epochs?|in|out|on|of|for|with|and|to|at|by|from|per|sur|avec|et|en|pour|par|ou|or|eur\w*|usd|dollars?|max\w*|long)\s)[a-z][a-z-]{2,20}\s+)`;
const perEpoch = String.raw`(?<epoch>\s*(?:/|per|par|each|a|chaque|every|d'une|pour une)\s*(?:epoch|epoque|passe))?`;
const number = String.raw`(?<n>{N}|\b(?:un|une|a|one|half a|un demi|deux|two|trois|three|cinq|five|dix|ten|cent|a hundred)\b)`;

/** Tokens of a word of prose with the vocabularies of today: 1.3 in English, more in French. */
const tokensPerWord = 1.4;

/** A page of prose is about 500 words. */
const tokensPerPage = 500 * tokensPerWord;

interface Writing {
  readonly tokens: number;
  readonly why: "words-as-tokens" | "pages-as-tokens";
}

/** What a sample or a data set is measured in besides tokens. */
const inWords: Writing = { tokens: tokensPerWord, why: "words-as-tokens" };
const writings: Readonly<Record<string, Writing>> = {
  word: inWords,
  mot: inWords,
  page: { tokens: tokensPerPage, why: "pages-as-tokens" },
};

const writingOf = ({ named }: Match): Writing | undefined => writings[named["u"]?.replace(/s$/u, "") ?? ""];

/** Fewer than these is a piece of writing that a sentence speaks of, not a data set. */
const fewestTokens = 28_000;

/** Bytes of a token of prose in UTF-8. */
const bytesPerToken = 4;

const averaging = String.raw`(?:(?:of|de|d'|a|at|x|~|≈|averaging|avg|about|around|roughly|environ|autour de|en moyenne|average|approx\.?)\s*){1,3}`;

/** "2M pairs 256 tokens": more than this is the whole of the data, not the length of each. */
const longestUnmarked = 32_768;

/** "12 000 copies d'élèves de 600 jetons": whatever is counted, of so many tokens each; no part of a run or of a service. */
const anyNoun = String.raw`(?!(?:requests?|requetes?|users?|utilisateurs?|utilisatrices|people|personnes|gens|clients?|customers?|sessions?|chats?|conversations?|queries|calls|appels|batch(?:es)?|lots?|micro\S*|steps?|pas|sequences?|seqs?|contexts?|contextes?|prompts?|tokens?|toks?|jetons?|epochs?|epoques?|gpus?|cards?|cartes?|nodes?|noeuds?|runs?|gb|go|gib|gio|h|hours?|heures?|days?|jours?|min\w*|params?|parametres?|layers?|couches)(?!\w))[a-z][a-z'-]{2,24}`;

/** Fewer of what people write is a conversation about them, not a data set. */
const fewestTexts = 50;

/** "3 questions: (1) …": what the message asks, no data set. */
const asksSoMany = (match: Match, draft: Draft): boolean =>
  /questions$/u.test(match.text) &&
  amount(match) <= 20 &&
  match.named["s"] === undefined &&
  /^\s*(?:$|[:,.;!(\n]|(?:about|on|for|for you|pour|sur|a propos|first|quick|rapides?|d'abord|stp|please)(?!\w))/u.test(
    draft.folded.slice(match.end),
  );

/** "8k prompts" are so long in a service, and so many in a data set. */
const areLengths = (match: Match): boolean => /prompts$/u.test(match.text) && match.named["s"] === "k";

const toDecimal = (match: Match, field: BoundField, draft: Draft): boolean =>
  stateWithin(draft, match, field, amount(match));

/** "8k tokens" alone is a length, "20M tokens" the whole of the training. */
function readTokens(match: Match, draft: Draft): boolean {
  const value = amount(match);
  const scale = match.named["s"];
  if (!within("data.tokens", value)) return refuseFor(draft, match, "data.tokens");
  // "par jeton", "1 token at a time": no length and no data set.
  if (value < 16 && scale === undefined && match.named["epoch"] === undefined) return true;
  if (value < 400_000 && match.named["epoch"] === undefined) {
    const raw = match.named["n"] ?? "";
    if (/\s(?:train|total|data|dataset|corpus)/u.test(draft.folded.slice(match.end, match.end + 14))) {
      return postpone(draft, match, "tokens", value);
    }
    return postpone(draft, match, "length-tokens", contextLength(parseNumber(raw), scaleOf(scale)));
  }
  return postpone(draft, match, match.named["epoch"] === undefined ? "tokens" : "tokens-per-epoch", value);
}

export const dataRules: readonly Rule[] = [
  {
    pattern: pattern(`${number}\\s*(?<s>{S})?\\s*(?:de\\s|d'|training\\s)?${kindOfSample}{0,2}(?:${sampleWord}|${writtenThings})(?:[\\s,(]*(?<of>${averaging})|\\s)(?<each>{N})\\s*(?<es>k)?\\s*(?:(?:de\\s)?${tokenWord}|(?<u>words?|mots?|pages?)(?!\\w))(?:\\s*(?:each|chacune?s?|apiece|on average|en moyenne|avg|environ))?`), // prettier-ignore
    read(match, draft) {
      const written = writingOf(match);
      const counted = scaled(parseNumber(match.named["each"] ?? ""), scaleOf(match.named["es"]));
      const each = scaled(counted, written?.tokens ?? 1);
      if (match.named["of"] === undefined && each > longestUnmarked) return false;
      if (!within("data.tokensPerSample", each)) return refuseFor(draft, match, "data.tokensPerSample");
      if (written !== undefined)
        draft.assumed.push({ field: "data.tokensPerSample", value: counted, why: written.why });
      state(draft, match, "data.tokensPerSample", each);
      return toDecimal(match, "data.samples", draft);
    },
  },
  {
    pattern: pattern(`${number}\\s*(?<s>{S})?\\s+(?:of\\s|de\\s|d')?(?:${anyNoun}\\s){1,4}?(?:of|de|d'|a|at|x|averaging|avg|about|around|environ|d'environ|en moyenne)\\s*(?:about\\s|around\\s|environ\\s)?(?<each>{N})\\s*(?<es>k)?\\s*(?:de\\s)?${tokenWord}(?:\\s*(?:each|chacune?|on average|en moyenne))?`), // prettier-ignore
    read(match, draft) {
      const each = scaled(parseNumber(match.named["each"] ?? ""), scaleOf(match.named["es"]));
      if (has(draft, "data.samples") || amount(match) < fewestTexts) return false;
      if (!within("data.tokensPerSample", each)) return refuseFor(draft, match, "data.tokensPerSample");
      state(draft, match, "data.tokensPerSample", each);
      return toDecimal(match, "data.samples", draft);
    },
  },
  {
    pattern: pattern(`(?:longest|plus longs?|plus longues?|max)\\s*(?:sample|example|exemple|echantillon|sequence|document|s)?s?\\s*(?:is|of|de|est|:|=|fait|font)?\\s*(?<n>{N})\\s*(?<s>k)?\\s*${tokenWord}`), // prettier-ignore
    read: (match, draft) =>
      stateWithin(draft, match, "data.longestSample", contextLength(parseNumber(match.named["n"] ?? ""), scaleOf(match.named["s"]))), // prettier-ignore
  },
  {
    pattern: pattern(`(?<n>{N})\\s*(?<s>k)?\\s*(?:de\\s)?${tokenWord}\\s*(?:per|/|by|a|par|each)\\s*(?:${sampleWord})`), // prettier-ignore
    read: (match, draft) => toDecimal(match, "data.tokensPerSample", draft),
  },
  {
    pattern: pattern(
      `(?<n>{N})\\s*(?<s>k)?\\s*(?:de\\s)?${tokenWord}\\s*(?:each|apiece|chacune?s?|en moyenne|on average|avg|average|moyens?)`,
    ),
    read: (match, draft) => toDecimal(match, "data.tokensPerSample", draft),
  },
  {
    pattern: pattern(`(?:avg|average|mean|moyenne(?: de)?|en moyenne)\\s*(?:length|len|longueur)?\\s*(?:of|de|:|=)?\\s*(?:is\\s|est\\s)?(?:maybe\\s|about\\s|around\\s|roughly\\s|environ\\s|peut-etre\\s|d'environ\\s)?(?<n>{N})\\s*(?<s>k)?\\s*(?:de\\s)?${tokenWord}`), // prettier-ignore
    read: (match, draft) => toDecimal(match, "data.tokensPerSample", draft),
  },
  {
    pattern: pattern(`(?<n>{C}|{N})\\s*(?:full\\s)?(?:epochs?|epoques?|passes? sur les donnees|passes? over the data)(?!\\w)`), // prettier-ignore
    read(match, draft) {
      const epochs = parseCount(match.named["n"] ?? "");
      if (!within("data.epochs", epochs)) return refuseFor(draft, match, "data.epochs");
      return state(draft, match, "data.epochs", epochs);
    },
  },
  {
    pattern: pattern(`(?:epochs?|epoques?|num_train_epochs)\\s*[:=]?\\s*(?<n>{N})(?!\\s*(?:train|eval|k\\b|m\\b|run|\\w*\\+))(?=\\s*(?:[,;.)\\n]|$|[a-z]))`), // prettier-ignore
    read(match, draft) {
      const epochs = parseNumber(match.named["n"] ?? "");
      if (!within("data.epochs", epochs)) return refuseFor(draft, match, "data.epochs");
      if (/epoch \d+ /u.test(match.text)) return false;
      return state(draft, match, "data.epochs", epochs);
    },
  },
  {
    pattern: pattern(`${number}\\s*(?<s>{S})?\\s*(?:(?:of|de|d')\\s*)?(?:training\\s)?${tokenWord}${perEpoch}(?<total>\\s*(?:in total|total|au total|en tout))?`), // prettier-ignore
    read: readTokens,
  },
  {
    pattern: pattern(`${number}\\s*(?<s>{S})?\\s*(?:de\\s|d')?(?<u>words?|mots?|pages?)(?!\\w)(?!\\s*(?:de passe|cles?|each|chacun))`), // prettier-ignore
    read(match, draft) {
      const { tokens, why } = writingOf(match) ?? inWords;
      const all = amount(match) * tokens;
      if (all < fewestTokens || !within("data.tokens", all)) return false;
      draft.assumed.push({ field: "data.tokens", value: amount(match), why });
      return postpone(draft, match, "tokens", all);
    },
  },
  {
    pattern: pattern(`(?<n>{N})\\s*(?<s>[kmgt])i?[bo]\\s*(?:of\\s|de\\s|d')?(?:[a-z-]{2,14}\\s){0,2}?(?:texte?s?|txt|prose|plain ?text|jsonl?|markdown)(?!\\w)`), // prettier-ignore
    read(match, draft) {
      const bytes = scaled(parseNumber(match.named["n"] ?? ""), scaleOf(match.named["s"]));
      if (bytes < fewestTokens || !within("data.tokens", bytes / bytesPerToken)) return false;
      draft.assumed.push({ field: "data.tokens", value: bytes, why: "bytes-as-tokens" });
      return postpone(draft, match, "tokens", bytes / bytesPerToken);
    },
  },
  {
    pattern: pattern(`(?:per|par|each|chaque)\\s*(?:epoch|epoque)`),
    read: (match, draft) =>
      draft.pending.some(({ kind }) => kind === "tokens")
        ? postpone(draft, match, "per-epoch", 1)
        : draft.context.current?.data?.tokens === undefined
          ? true
          : postpone(draft, match, "per-epoch", 1),
  },
  {
    pattern: pattern(`${number}\\s*(?<s>{S})?\\s*(?:de\\s|d'|of\\s|training\\s|sft\\s|chat\\s|instruction\\s)?${sampleWord}(?!\\w)`), // prettier-ignore
    read(match, draft) {
      if (has(draft, "data.samples") || asksSoMany(match, draft)) return false;
      if (areLengths(match)) return postpone(draft, match, "prompts-or-samples", amount(match));
      return toDecimal(match, "data.samples", draft);
    },
  },
  {
    pattern: pattern(`${number}\\s*(?<s>k|m|millions?|milliers?|mille|thousand)(?!\\w)(?=(?<what>\\s*(?:of |de |d')?(?:our |nos )?${kindOfSample}{1,2}${sampleWord})(?!\\w))`), // prettier-ignore
    read(match, draft) {
      if (has(draft, "data.samples")) return false;
      draft.taken.fill(1, match.end, match.end + (match.named["what"] ?? "").length);
      return toDecimal(match, "data.samples", draft);
    },
  },
  {
    pattern: pattern(`${number}\\s*(?<s>k|m|millions?|milliers?|mille|thousand)?\\s*(?:of |de |d')?(?:our |my |nos |mes )?${kindOfSample}{0,2}${writtenThings}`), // prettier-ignore
    read(match, draft) {
      if (has(draft, "data.samples") || amount(match) < fewestTexts) return false;
      return toDecimal(match, "data.samples", draft);
    },
  },
  {
    pattern: pattern(`(?:pack(?:ed|ing)?|longest)\\s*(?:to|at|a)\\s*(?<n>{N})\\s*(?<s>k)?`),
    read: (match, draft) =>
      state(draft, match, "sequenceLength", contextLength(parseNumber(match.named["n"] ?? ""), scaleOf(match.named["s"]))), // prettier-ignore
  },
  {
    pattern: pattern(
      `(?<n>{C})\\s*(?:runs|trials|attempts|essais|tentatives|experiments|experiences|repetitions|seeds|graines)(?!\\w)(?!\\s+(?:out|into|fine|ok|slow\\w*|until|then|over|for|on|at|with)\\b)`,
    ),
    read(match, draft) {
      const runs = parseCount(match.named["n"] ?? "");
      return stateWithin(draft, match, "runs", runs);
    },
  },
];
