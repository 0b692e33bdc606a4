import { stateWithin, type BoundField } from "./bounds.ts";
import type { Draft, Match, Rule } from "./draft.ts";
import { parseCount, pattern } from "./numbers.ts";

const image = String.raw`(?:images?|pictures?|photos?)`;
const sample = String.raw`(?:per|par|a|an|/|each|in each|dans chaque)\s*(?:sample|example|exemple|echantillon|conversation|prompt)`;
const pixels = String.raw`(?:px|pixels?)`;
/** "896x896", "896 px", "896x896 px". */
const size = `(?<m>{N})\\s*(?:(?:x|\\*|by|par)\\s*\\k<m>(?!\\d)(?:\\s*${pixels})?|${pixels})`;
const of = String.raw`\s*(?:of|de|in|en|at|a)?\s*`;

const stated = (draft: Draft, match: Match, field: BoundField, read: string | undefined): boolean =>
  read !== undefined && stateWithin(draft, match, field, parseCount(read));

function readImages(match: Match, draft: Draft): boolean {
  const { n, m } = match.named;
  const sides = stated(draft, match, "vision.imageSize", m);
  return stated(draft, match, "vision.images", n) || sides;
}

/** "Images 1600x1200": a square of as many pixels, which holds as many patches. */
function readSides(match: Match, draft: Draft): boolean {
  const [width, height] = [parseCount(match.named["w"] ?? ""), parseCount(match.named["h"] ?? "")];
  const side = Math.round(Math.sqrt(width * height));
  if (width !== height) draft.assumed.push({ field: "vision.imageSize", value: side, why: "as-many-pixels" });
  return stateWithin(draft, match, "vision.imageSize", side);
}
const sides = String.raw`(?<w>\d{2,5})\s?(?:x|\*|by|par)\s?(?<h>\d{2,5})(?!\d)(?:\s*${pixels})?`;

/** Images of a multimodal run: how many a sample, and their side. */
export const visionRules: readonly Rule[] = [
  { pattern: pattern(`(?<n>{N})\\s*${image}\\s*${sample}(?:${of}${size})?(?!\\w)`), read: readImages },
  { pattern: pattern(`(?:(?<n>{N})\\s*)?${image}${of}${size}(?!\\w)`), read: readImages },
  { pattern: pattern(`${size}\\s*${image}(?!\\w)`), read: readImages },
  { pattern: pattern(`(?:${image}|resolution)${of}(?:\\(|:)?\\s?${sides}(?!\\w)`), read: readSides },
  { pattern: pattern(`${sides}\\s*${image}(?!\\w)`), read: readSides },
];
