import { refuseFor, within } from "./bounds.ts";
import { postpone, type Draft, type Match, type Rule } from "./draft.ts";
import { contextLength, parseNumber, pattern, scaleOf } from "./numbers.ts";

const tokens = String.raw`(?:tokens?|toks?|jetons?)`;
const whole = String.raw`(?:(?:global|effective|total|train(?:ing)?)[\s_-]*)?`;
const batch = String.raw`(?:batch(?:s|es)?(?:[\s_-]*size)?|lots?|taille de (?:lot|batch))(?:\s(?:globa(?:l|ux|le)|effecti(?:f|fs|ve)))?`;
const step = String.raw`(?:(?:optimi[sz]er\s)?steps?|updates?|pas(?: d'optimiseur)?|mise a jour)`;
const amount = String.raw`\s*(?<s>{S})?[\s-]*(?:de\s|d'|of\s)?`;

/** What one update of the weights sees, in tokens: no data set and no length of a sequence. */
function readTokenBatch(match: Match, draft: Draft): boolean {
  const value = contextLength(parseNumber(match.named["n"] ?? ""), scaleOf(match.named["s"]));
  if (!within("data.tokens", value)) return refuseFor(draft, match, "data.tokens");
  return postpone(draft, match, "token-batch", value);
}

/** "4M tokens per batch", "batches of 128k tokens", "a 0.5M-token batch", "lot global de 2M de jetons". */
export const tokenBatchRules: readonly Rule[] = [
  {
    pattern: pattern(
      `(?<n>{N})${amount}${tokens}\\s*(?:/|per|par|a|each|in (?:a|each|every)|dans (?:un|chaque))\\s*${whole}(?:${batch}|${step})(?!\\w)`,
    ),
    read: readTokenBatch,
  },
  {
    pattern: pattern(
      `(?<!(?:micro|mini|eval)[\\s_-]{0,2})(?<!\\w)${whole}${batch}\\s*(?:(?:of|de|d'|is|est|=|:|a|at|to|around|about|environ|~)\\s*){0,2}(?<n>{NA})${amount}${tokens}(?!\\w)(?!\\s*(?:/|per|par)\\s*s)`,
    ),
    read: readTokenBatch,
  },
  {
    pattern: pattern(`(?<n>{N})${amount}${tokens}[\\s-]+${whole}(?:batch(?:es)?(?:[\\s_-]*size)?)(?!\\w)`),
    read: readTokenBatch,
  },
];
