import type { Language } from "../domain/conversation.ts";
import { english } from "./lexicon.en.ts";
import { french } from "./lexicon.fr.ts";
import { matches } from "./prefilter.ts";

/** "on 2x H100", "on loue": a word of both, English only where nothing French stands beside it. */
const shared = "on";
const englishWords = new Set(english.telling.filter((word) => word !== shared));
const frenchWords = new Set(french.telling.filter((word) => word !== shared));

const asked: readonly (readonly [Language, RegExp])[] = [
  ["en", /(?<!\w)(?:(?:in|to) english(?!\s(?!please|pls|plz|stp|svp|for|now|then|instead|from|and|so|this)\w)|en anglais|english,? (?:please|pls|plz)|anglais,? (?:svp|stp)|speak english|parle[rz]? anglais)(?!\w)/u],
  ["fr", /(?<!\w)(?:(?:in|to) french(?!\s(?!please|pls|plz|stp|svp|for|now|then|instead|from|and|so|this)\w)|en francais|french,? (?:please|pls|plz)|francais,? (?:svp|stp)|speak french|parle[rz]? francais)(?!\w)/u],
]; // prettier-ignore

/** "in English please", "en français stp". */
export const languageAskedFor = (folded: string): Language | null =>
  asked.find(([, words]) => matches(words, folded))?.[0] ?? null;

const manners = new Set(
  `ok okay and et please pls plz stp svp merci thanks thank you tu vous me moi nous us we on let's can could peux peut pouvez -tu -vous answer reply
  respond write talk continue go switch change passe passez passons reponds repondez ecris ecrivez parle parlez parlons continue continuons to in en
  english french anglais francais speak now maintenant from desormais dorenavant always toujours only uniquement sorry desole i prefer je prefere`.split(/\s+/u),
); // prettier-ignore

/** "En français stp" and nothing more: how the person wants to be spoken to, not one answer in another language. */
export const onlySwitches = (folded: string): boolean =>
  (folded.match(/[a-z']+/gu) ?? []).every((word) => manners.has(word));

export interface LanguageEvidence {
  readonly en: number;
  readonly fr: number;
  readonly words: number;
}

/** Lines that a program wrote: traces, logs, settings, commands. They speak no language of the person's. */
const programLine =
  /^(?:\s*(?:file "|traceback|at \w+\.|\+[-=]|\||\[\w|\d{4}-\d\d-\d\d|#{2,}|\$ |>>> |- \w+$)|\s*["'{]|\s*[\w.-]{2,40}\s*[:=]\s*\S+\s*$|[\w.]*(?:error|exception|warning)\s*:|\s{2,}\S+\()/u;

/** "CUDA out of memory. Tried to allocate 2.00 GiB …", in the middle of a sentence of theirs. */
const allocatorWords =
  /(?:torch\.(?:cuda\.)?)?(?:outofmemoryerror:?\s*)?(?:cuda|hip) out of memory(?:\. tried to allocate [\d.]+ [kmgt]ib)?/gu;

/** "RuntimeError: CUDA error: …" behind words of theirs, to the end of its sentence. */
const quotedError =
  /(?<=\S\s)(?:[\w.]{0,60}(?:error|exception)|cuda error)\s{0,2}:[^\n?!]{0,300}?(?:\.(?=\s|$)|(?=[\n?!]|$))/gu;

/** "torch.OutOfMemoryError: …" with nothing asked beside it. */
const bareFailure = /^(?:[\w.]*(?:error|exception|warning)\s*:|(?:cuda|hip) out of memory)[^?]*$/u;

/** The sentences that PyTorch's allocator goes on with. */
const allocatorLine =
  /^\s*(?:tried to allocate|gpu \d+ has a total|process \d+ has|including non-pytorch|of the allocated memory|if reserved)/u;

const plain = (text: string): string => text.replace(allocatorWords, " ").replace(quotedError, " ");

/** What the person wrote themselves, where anything is left of it; a bare failure leaves nothing. */
function ownWords(written: string): string {
  if (!written.includes("\n")) return bareFailure.test(written.trim()) ? "" : plain(written);
  const own = written.split("\n").filter((line) => !programLine.test(line) && !allocatorLine.test(line));
  if (own.length === 0 && bareFailure.test(written.trim())) return "";
  return plain(own.some((line) => /[a-z]{2}.*\s[a-z]{2}/u.test(line)) ? own.join("\n") : written);
}

export function languageEvidence(folded: string, original: string): LanguageEvidence {
  const own = ownWords(folded).slice(0, 4000);
  const words = own.match(/(?<!\d)[a-z]+(?:'[a-z]+)?(?:-[a-z]+)*/gu) ?? [];
  // "8k" tells of no language, and is a word of the sentence.
  const figures = own.match(/\d[a-z]/gu)?.length ?? 0;
  let en = 0;
  let fr = 0;
  for (const word of words) {
    const elided = /^(?:l|d|j|n|s|c|qu|m|t)'/u.test(word);
    if (englishWords.has(word) && !frenchWords.has(word)) en += 1;
    else if (elided || (frenchWords.has(word) && !englishWords.has(word))) fr += 1;
  }
  if (/[àâçéèêëîïôùûü]/iu.test(original.slice(0, 4000))) fr += 1;
  if (/\d\s?Go\b|\bGio\b/u.test(original.slice(0, 4000))) fr += 1;
  if (fr === 0) en += words.filter((word) => word === shared).length;
  return { en, fr, words: words.length + figures };
}

/** The message's own language, else the thread's, else the person's, else English; a word or a number does not switch a thread. */
export function detectLanguage(
  folded: string,
  original: string,
  thread: Language | null,
  locale: Language | null,
): Language {
  const wanted = languageAskedFor(folded);
  if (wanted !== null) return wanted;
  const { en, fr, words } = languageEvidence(folded, original);
  const own: Language | null = en === fr ? null : en > fr ? "en" : "fr";
  if (own === null) return thread ?? locale ?? "en";
  const strength = Math.abs(en - fr);
  const likely = own === locale || thread === null || own === thread;
  if (!likely && (strength < 2 || words < 2)) return thread;
  return own;
}
