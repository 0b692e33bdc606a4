import { editDistance } from "../domain/nearest-words.ts";
import { postpone, type Draft, type Match, type Rule } from "./draft.ts";

/** Method words that people mistype; null = a word of training that names no method. */
const methods: readonly (readonly [string, string | null])[] = [
  ["lora", "lora"], ["qlora", "qlora"], ["inference", "inference"], ["serving", "inference"], ["pretrain", "pretrain"], ["pretraining", "pretrain"],
  ["finetune", null], ["finetuning", null], ["finetuner", null],
]; // prettier-ignore

const sameLetters = (a: string, b: string): boolean =>
  a.split("").sort().join("") === b.split("").sort().join("");

/** Short words lie one letter from other words: there only swapped letters are a slip. */
const slipped = (typed: string, word: string): boolean =>
  editDistance(typed, word, 1) === 1 && (word.length > 5 || sameLetters(typed, word));

function readTypo(match: Match, draft: Draft): boolean {
  const found = methods.find(([word]) => slipped(match.text, word));
  if (found === undefined || draft.pending.some(({ kind }) => kind === "method")) return false;
  const [, method] = found;
  return method === null ? true : postpone(draft, match, "method", method);
}

/** "loar", "qlroa", "finetunning": after every word that is spelt right. */
export const typoRules: readonly Rule[] = [
  { pattern: /(?<![\w'’-])[a-z]{4,13}(?![\w'’-])/gu, read: readTypo },
];
