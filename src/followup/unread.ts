import type { Draft } from "./draft.ts";
import { english } from "./lexicon.en.ts";
import { french } from "./lexicon.fr.ts";
import { fold } from "./normalize.ts";
import { isCalendarWord } from "./read-periods.ts";
import { isPlace } from "./read-places.ts";

const noise = new Set([...english.noise, ...french.noise, ...english.telling, ...french.telling].map(fold));

export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const word = /[\p{L}\p{N}€$£](?:[\p{L}\p{N}'._%+/@-]{0,80}[\p{L}\p{N}€$£%])?/gu;

/** Words of the canonical text; punctuation is none. */
export function tokensOf(draft: Draft): Token[] {
  return [...draft.canonical.text.matchAll(word)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** A word that carries no fact. */
export const isNoise = (text: string): boolean => {
  const folded = fold(text);
  if (noise.has(folded)) return true;
  const parts = folded.split(/['’/.-]/u).filter((part) => part !== "");
  return parts.length > 0 && parts.every((part) => noise.has(part));
};

/** Every word is used by a recogniser, known to carry no fact, or here. */
export function unreadTokens(draft: Draft, original: string): string[] {
  return tokensOf(draft)
    .filter(({ start, end, text }) => {
      if (draft.taken.subarray(start, end).some((flag) => flag === 1)) return false;
      return !isNoise(text);
    })
    .map(({ text, start, end }) => asWritten(draft, original, start, end) ?? text);
}

/** The person's own spelling of a stretch of the canonical text; null when markup stood inside it. */
function asWritten(draft: Draft, original: string, start: number, end: number): string | null {
  const { origin } = draft.canonical;
  const written = original.slice(origin[start], origin[end] ?? original.length).trim();
  return written === "" || /[<>&\s]/u.test(written) ? null : written;
}

const limitWords = /^(?:budget|deadline|echeance|plafond|cap|gpu|gpus|nvlink|infiniband|sxm|pcie|hbm|ecc|mig|tpu|gaudi|inferentia|trainium|rtx|radeon|hds|hipaa|secnumcloud|soc2|rgpd|gdpr|fedramp|iso-?27001|souverain\w*)$/u; // prettier-ignore

/** Jobs that are not sized: to answer with another one in silence would be wrong. */
const otherJobs = /^(?:ppo|rlhf|rlaif|kto|rloo|reinforce|simpo|ipo|cpo|distil\w*|reinforcement|renforcement|merging|mergekit|abliterat\w*)$/u; // prettier-ignore

/** What people would want to know was ignored: numbers, limits, cards, models, jobs. */
export function worthSaying(unread: readonly string[]): string[] {
  return unread.filter((text) => {
    const folded = fold(text);
    if (text.length > 40) return false;
    if (/^\d$/u.test(text)) return false;
    return (
      /\d/u.test(text) ||
      /[€$£]/u.test(text) ||
      limitWords.test(folded) ||
      otherJobs.test(folded) ||
      isPlace(folded) ||
      isCalendarWord(folded)
    );
  });
}
