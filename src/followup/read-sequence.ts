import { refuseFor, within } from "./bounds.ts";
import { postpone, refuse, type Draft, type Match, type Rule } from "./draft.ts";
import { versionBefore } from "./family-version.ts";
import { contextLength, parseNumber, pattern, scaleOf } from "./numbers.ts";

const word = String.raw`(?:max[\s_-]*(?:seq(?:uence)?[\s_-]*)?(?:len(?:gth)?|tokens|model[\s_-]*len)|seq(?:uence)?s?[\s_-]*len(?:gths?)?|longueurs? (?:de |des )?(?:sequences?|contexte)|fenetre (?:de )?contexte|longueurs?|contextes?(?:[\s_-]*(?:length|window|size))?|context[\s_-]*(?:length|window|size|len)|context|ctx(?:[\s_-]*(?:length|len|size))?|sequences?|seqs?|cutoff(?:[\s_-]*len)?|block[\s_-]*size|prompts?)`;
const is = String.raw`\s*(?:is\s|of\s|de\s|at\s|a\s|to\s|en\s|est\s|passe a\s|jusqu'a\s|up to\s|=|:|->|>=?|<=?)*\s*`;
const tokens = String.raw`(?:\s*(?:tokens?|jetons?|toks?)(?!\w))?`;

export function readLength(match: Match, draft: Draft): boolean {
  const raw = match.named["n"] ?? "";
  const scale = match.named["s"];
  const value = contextLength(parseNumber(raw), scaleOf(scale));
  if (!within("sequenceLength", value)) return refuseFor(draft, match, "sequenceLength");
  return postpone(draft, match, "length", value);
}

/** "Only 13B are active": a share of a mixture, no model. */
const activeShare =
  /^\s?(?:(?:of|the|de|des|les|params?|parameters|parametres|are|is|being|sont|d')\s?){0,4}(?:active|actifs?|activated|actives)(?!\w)/u;

export const sequenceRules: readonly Rule[] = [
  {
    pattern: pattern(`(?<!\\w)${word}${is}(?<n>{NA})\\s?(?<s>k|m)?(?![\\w]*\\d)(?!\\w)(?!\\s*(?:x\\s|\\s*\\u00A7|gpus?|users?|%|g[bo]?\\b|gi[bo]\\b|t[bo]\\b|m[bo]\\b|mi[bo]\\b|€|\\$))${tokens}`), // prettier-ignore
    read(match, draft) {
      const raw = parseNumber(match.named["n"] ?? "");
      if (match.named["s"] === undefined && raw >= 0 && raw < 16 && !/seq|len|ctx|context/u.test(match.text))
        return false;
      return readLength(match, draft);
    },
  },
  {
    pattern: pattern(`(?<n>{N})\\s?(?<s>k|m)?(?:\\s*-?\\s*(?:tokens?|jetons?))?(?:\\s+(?:de|of|d'))?\\s*-?(?:max(?:imum)?\\s)?(?:ctx|contexte|context|seq(?:uence)?s?(?:[\\s_-]*len(?:gth)?)?|de long|long)(?!\\w)`), // prettier-ignore
    read(match, draft) {
      const raw = parseNumber(match.named["n"] ?? "");
      if (match.named["s"] === undefined && raw > 0 && raw < 16) return false;
      return readLength(match, draft);
    },
  },
  {
    pattern: pattern(
      `(?<n>{N})\\s?(?<s>k)(?!\\w)(?!\\s*(?:steps?|pas\\b|tok|/|it/|€|eur|usd|\\$|iterations|h\\b))`,
    ),
    read(match, draft) {
      if (/(?:step|pas|from|then|puis|depuis|iteration)\s*$/u.test(draft.folded.slice(0, match.start))) return false; // prettier-ignore
      if (/[$\u00A4£]\s*$/u.test(draft.folded.slice(0, match.start))) return false;
      // "vocab 128k": words of the tokenizer.
      if (/vocab\w*\s*(?:of|de|is|size|:|=|a)?\s*$/u.test(draft.folded.slice(Math.max(0, match.start - 24), match.start)) || /^\s*(?:de\s|of\s)?vocab/u.test(draft.folded.slice(match.end))) return false; // prettier-ignore
      const value = parseNumber(match.named["n"] ?? "");
      if (value < 0) return refuseFor(draft, match, "sequenceLength");
      if (!(value > 0) || value > 2048 || !Number.isInteger(value)) return false;
      const usual = contextLength(value, 1e3) !== value * 1000;
      if (
        !usual &&
        !/(?:need|want|besoin d[e']|faut|veux|to|a|at|en|in|jusqu'a)\s*~?$/u.test(
          draft.folded.slice(0, match.start),
        )
      )
        return false;
      if (!usual && /step|epoch|ppl|loss/u.test(draft.folded)) return false;
      return postpone(draft, match, "bare-length", contextLength(value, 1e3));
    },
  },
  {
    pattern: pattern(`(?<![\\w.,])(?<n>(?:512|1024|2048|3072|4096|6144|8192|12288|16384|32768|65536|131072)|(?:1|2|3|4|6|8|12|16|32|65|131)[ ,](?:024|048|072|096|144|192|288|384|768|536))(?![\\w]|[.,]\\d)`), // prettier-ignore
    read: (match, draft) => postpone(draft, match, "bare-length", parseNumber(match.named["n"] ?? "")),
  },
];

/** Bare sizes: "70B" is a model of that many parameters when no model is named. */
export const sizeRules: readonly Rule[] = [
  {
    pattern: pattern(`(?<n>{N})\\s?(?:b|md|milliards?(?:\\s*(?:de\\s)?param[a-z]*)|billions? param[a-z]*)(?:\\s*(?:params?|parameters?|parametres?|models?|modele))?(?!\\w)`), // prettier-ignore
    read(match, draft) {
      const raw = match.named["n"] ?? "";
      const version = versionBefore(draft, match.start, raw);
      const billions = parseNumber(raw.slice(version));
      if (activeShare.test(draft.folded.slice(match.end))) return false;
      if (!(billions > 0) || billions > 100_000) return refuse(draft, match, "model", ["0.01B–100000B"]);
      return postpone(draft, { ...match, start: match.start + version }, "size", billions);
    },
  },
  {
    pattern: pattern(
      `(?<n>{N})\\s?m(?:illions?)?\\s*(?:de\\s|of\\s)?(?:params?|parameters?|parametres?|model|modele)(?!\\w)`,
    ),
    read: (match, draft) => postpone(draft, match, "size", parseNumber(match.named["n"] ?? "") / 1000),
  },
  {
    pattern: pattern(`(?<n>{N})\\s?(?<s>m|millions?|g|milliards?)(?!\\w)`),
    read(match, draft) {
      const value = parseNumber(match.named["n"] ?? "") * scaleOf(match.named["s"]);
      if (!(value > 0) || match.named["s"] === "g") return false;
      return postpone(draft, match, "bare-millions", value);
    },
  },
];
