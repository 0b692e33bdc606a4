import type { NameSpan } from "../domain/catalogue.ts";
import { isTradeWord } from "./surface-rules.ts";
import { blockedMark, placeName, type Draft } from "./draft.ts";

/** Short everyday words that also are, or look like, names of models. */
const everyday = new Set(["phi", "opus", "base", "command", "pro", "mini", "max", "flash", "falcon", "mamba", "chat", "instruct", "large", "small", "coder", "r1", "v3", "yi", "nemo", "aya", "solar", "orca", "ultra", "bert", "titan", "ada", "lora"]); // prettier-ignore

const plausible = (span: NameSpan, after: string): boolean => {
  if (span.end <= span.start || span.resolution.kind === "none") return false;
  const text = span.text.toLowerCase().trim();
  if (/^\d+(?:[.,]\d+)?\s?(?:b|m|k|g|gb|go)?$/u.test(text) && span.kind === "model") return false;
  if (isTradeWord(text)) return false;
  if (
    span.kind === "model" &&
    /^(?:\s?[.-]?\s?cpp|[\s_-]?factory|[\s_-]?cookbook|[\s_-]?recipes)(?!\w)/iu.test(after)
  )
    return false;
  if (span.kind === "accelerator" && /^\d{1,3}$/u.test(text)) return false;
  return !(everyday.has(text) && span.resolution.kind === "one" && span.resolution.match.score < 1);
};

const quantityBefore = /(?<![a-z])(?:rank|rang|alpha|ctx|context\w*|contexte|seq\w*|sequences? de|len\w*|longueur|lots?|batch\w*|micro[-\w]*|bs|ga|accum\w*|gradients?|parallel\w*|pipeline|tenseurs|budget|max\w*|within|under|sous|prompts? (?:of|de)|outputs? (?:of|de)|reponses de|r)\s?[=:]?\s?$/iu; // prettier-ignore
const quantityAfter = /^\s*(?:tokens?|jetons?|concurrent|users?|utilisateurs?|samples?|exemples?|examples?|gpus\b|cartes\b|hours?|heures?|epochs?|epoques?|époques?|eur\b|usd\b|gbp\b|€|\$|steps?|pas\b|requ\w*|\s*in\s*[,\/+&]?\s*(?:and\s|et\s)?\d|\s*out\b)/iu; // prettier-ignore

/** "4090" is a card and a number: beside the words of a quantity it is the number. */
const isQuantity = (text: string, span: NameSpan): boolean =>
  /^\d{3,5}s?$/u.test(span.text.trim()) &&
  (quantityBefore.test(text.slice(Math.max(0, span.start - 24), span.start)) ||
    quantityAfter.test(text.slice(span.end, span.end + 24)));

/** "Avant fin T4": the fourth quarter, not the card. */
const isQuarter = (text: string, { start, text: name }: NameSpan): boolean =>
  /^t4$/iu.test(name.trim()) &&
  /(?:fin|début|debut|mi)[\s-](?:du |de )?$/iu.test(text.slice(Math.max(0, start - 12), start));

/** The catalogue's names, longest first; overlapping or implausible ones are dropped. */
export function readNames(draft: Draft): void {
  const visible = draft.canonical.text
    .split("")
    .map((unit, index) => (draft.taken[index] === 1 || draft.rest[index] === blockedMark ? " " : unit))
    .join("");
  for (const span of draft.context.lookup.findNames(visible)) {
    if (
      !plausible(span, visible.slice(span.end, span.end + 10)) ||
      isQuantity(visible, span) ||
      isQuarter(visible, span) ||
      span.end > draft.folded.length
    )
      continue;
    if (draft.taken.subarray(span.start, span.end).some((flag) => flag === 1)) continue;
    placeName(draft, span);
  }
}
