import type { CatalogueLookup } from "../src/domain/catalogue.ts";
import type { Format } from "../src/i18n/format.ts";
import { shorten } from "./escape.ts";

const makers = /^(?:NVIDIA|AMD|Intel|Google|AWS)\s+/u;
const lines = /^(?:Instinct|GeForce|Radeon)\s+/u;
const sizes = /\s*\(?\b\d+\s?GB\b(?:\s+HBM\w+)?\)?/gu;
const longestName = 48;

/** "NVIDIA A100 80GB SXM4" is called A100 SXM4. */
export const shortCardName = (name: string): string =>
  name
    .replace(makers, "")
    .replace(lines, "")
    .replaceAll(sizes, "")
    .replaceAll(/\s*\([^)]*\)| Generation$/gu, "")
    .replaceAll(/\s+/gu, " ")
    .trim();

export function cardName(id: string, lookup: CatalogueLookup): string {
  const found = lookup.accelerator(id);
  return shorten(shortCardName(found?.name ?? id), longestName);
}

const everyCard = 500;
const ofTwoSizes = new WeakMap<CatalogueLookup, ReadonlySet<string>>();

/** Short names that cards of different memory share: "A100 SXM4" is one of 40 GB and one of 80 GB. */
function sharedNames(lookup: CatalogueLookup): ReadonlySet<string> {
  const known = ofTwoSizes.get(lookup);
  if (known !== undefined) return known;
  const sizesOf = new Map<string, Set<number>>();
  for (const { id } of lookup.searchAccelerators("", everyCard)) {
    const card = lookup.accelerator(id);
    if (card === undefined) continue;
    const name = shortCardName(card.name);
    sizesOf.set(name, (sizesOf.get(name) ?? new Set()).add(card.sold));
  }
  const shared = new Set([...sizesOf].flatMap(([name, sold]) => (sold.size > 1 ? [name] : [])));
  ofTwoSizes.set(lookup, shared);
  return shared;
}

/** The short name, with its memory where another card of that name has another. */
export const distinctCardName = (id: string, lookup: CatalogueLookup, f: Format): string =>
  sharedNames(lookup).has(cardName(id, lookup)) ? cardWithMemory(id, lookup, f) : cardName(id, lookup);

/** With the memory of one device as sold: "L40S 48 GB". */
export function cardWithMemory(id: string, lookup: CatalogueLookup, f: Format): string {
  const found = lookup.accelerator(id);
  const name = cardName(id, lookup);
  return found === undefined ? name : `${name} ${f.gb(found.sold / Math.max(1, found.devices))}`;
}

export const modelName = (id: string, lookup: CatalogueLookup): string =>
  shorten(lookup.model(id)?.name ?? id, longestName);

/** The host of an address, as the label of its link. */
export const hostOf = (url: string): string => /^https?:\/\/([^/?#]+)/u.exec(url)?.[1] ?? url;
