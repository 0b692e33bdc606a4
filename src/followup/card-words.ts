import type { CatalogueLookup, NamedMatch, NameSpan } from "../domain/catalogue.ts";
import { refuseFor, within } from "./bounds.ts";
import { state, type Draft, type Match } from "./draft.ts";
import { parseCount } from "./numbers.ts";

const everyCard = (lookup: CatalogueLookup): readonly NamedMatch[] => lookup.searchAccelerators("", 500);

/** The cards that a name may stand for, the likeliest first. */
export const candidatesOf = ({ resolution }: NameSpan): readonly NamedMatch[] => {
  if (resolution.kind === "one") return [resolution.match, ...resolution.alternatives];
  return resolution.kind === "several" ? resolution.matches : [];
};

export const soldGb = (lookup: CatalogueLookup, id: string): number | null => {
  const card = lookup.accelerator(id);
  return card === undefined ? null : card.sold / card.devices;
};

/**
 * Usable GiB of an unnamed card sold with `gb`: the least that a driver reports among the catalogue's cards
 * of that size, else the decimal size in GiB.
 */
export function usualGib(lookup: CatalogueLookup, gb: number): number {
  const reported = everyCard(lookup)
    .map(({ id }) => lookup.accelerator(id))
    .filter((card) => card !== undefined && card.sold / card.devices === gb && card.platform === "cuda")
    .map((card) => card?.reported ?? null)
    .filter((value) => value !== null);
  return reported.length > 0 ? Math.min(...reported) : (gb * 1e9) / 2 ** 30;
}

export const count = (raw: string | undefined): number | null => (raw === undefined ? null : parseCount(raw));

export function stateGpus(draft: Draft, match: Match, gpus: number, nodes: number | null): true {
  if (nodes !== null && !within("nodes", nodes)) return refuseFor(draft, match, "nodes");
  if (!within("gpus", gpus)) return refuseFor(draft, match, "gpus");
  if (nodes !== null) state(draft, match, "nodes", nodes);
  return state(draft, match, "gpus", gpus);
}

export const sizes = "16|20|24|32|40|45|48|80|94|96|128|141|180|183|192|256|288";
const sizeOf = (gigabytes: string): string =>
  String.raw`(?:(?:[\s,(-]{0,4}(?:(?<inner>\d)\s?x\s?)?(?:de\s|avec\s|with\s|of\s)?(?<size>${gigabytes})\s?(?:g|gb|go|gib|gio|gigs?)(?!\w)(?!\s*(?:au\s|in\s)?total)\)?|[\s-]{1,2}(?<bare>${sizes})s?(?!\w)(?!\s*(?:gpus?|cards?|cartes?|x\b|users?|utilisateurs?|requ|tokens?|jetons?|k\b|m\b|h\b|hours?|heures?|days?|jours?|€|eur|\$|%|steps?|[.,]\d))))?`;
export const size = sizeOf(sizes);
/** Of consumer cards of any age, which no data set beside a data center card is taken for. */
const smallSizes = "3|4|6|8|10|11|12";
export const everySize = `${smallSizes}|${sizes}`;
export const anySize = sizeOf(everySize);
export const tail = String.raw`(?:s\b)?(?:\s*(?:gpus?|cards?|cartes?|boxe?s?|node))?(?:\s*(?:pcie|sxm\d?)(?!\w))?`;
export const join = String.raw`\s*(?:x|fois|\*)?\s*(?:gpus?\s|cards?\s|cartes?\s)?(?:of\s|de\s|d')?(?:the\s|la\s)?(?:(?:old|spare|used|second-?hand|idle|vieille?s?|vieux|ancien(?:ne)?s?|petites?|belles?|bonnes?)\s)?(?:nvidia\s|amd\s|geforce\s|tesla\s|rtx\s|instinct\s)*`;
