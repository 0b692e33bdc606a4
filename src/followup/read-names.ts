import type { NameSpan } from "../domain/catalogue.ts";
import { blockedMark, placeName, type Draft } from "./draft.ts";

/** Short everyday words that also are, or look like, names of models. */
const everyday = new Set(["phi", "opus", "base", "command", "pro", "mini", "max", "flash", "falcon", "mamba", "chat", "instruct", "large", "small", "coder", "r1", "v3", "yi", "nemo", "aya", "solar", "orca", "ultra", "bert", "titan", "ada", "lora"]); // prettier-ignore

const plausible = (span: NameSpan): boolean => {
  if (span.end <= span.start || span.resolution.kind === "none") return false;
  const text = span.text.toLowerCase().trim();
  if (/^\d+(?:[.,]\d+)?\s?(?:b|m|k|g|gb|go)?$/u.test(text) && span.kind === "model") return false;
  if (span.kind === "accelerator" && /^\d{1,3}$/u.test(text)) return false;
  return !(everyday.has(text) && span.resolution.kind === "one" && span.resolution.match.score < 1);
};

/** The catalogue's names, longest first; overlapping or implausible ones are dropped. */
export function readNames(draft: Draft): void {
  const visible = draft.canonical.text
    .split("")
    .map((unit, index) => (draft.taken[index] === 1 || draft.rest[index] === blockedMark ? " " : unit))
    .join("");
  for (const span of draft.context.lookup.findNames(visible)) {
    if (!plausible(span) || span.end > draft.folded.length) continue;
    if (draft.taken.subarray(span.start, span.end).some((flag) => flag === 1)) continue;
    placeName(draft, span);
  }
}
