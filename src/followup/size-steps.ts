import { state, wordsAt, type Draft, type Match, type Rule } from "./draft.ts";
import { pattern } from "./numbers.ts";
import { soldGb, usualGib } from "./card-words.ts";
import type { InlineModel } from "../domain/run-spec.ts";
import { siblingOf } from "./siblings.ts";

/** Billions of parameters that families come in. */
const familySizes = [
  0.27, 0.35, 0.5, 0.6, 1, 1.1, 1.2, 1.5, 1.7, 2, 2.6, 2.7, 3, 3.8, 4, 6, 6.7, 7, 8, 9, 11, 12, 13, 14, 20, 22, 24, 26, 27, 30, 32,
  33, 34, 40, 65, 70, 72, 90, 104, 110, 120, 123, 180, 235, 405,
]; // prettier-ignore

/** The nearest of `sizes` on one side of `from`. */
const nextTo = (sizes: readonly number[], from: number, up: boolean): number | undefined =>
  up
    ? sizes.filter((size) => size > from * 1.02).sort((a, b) => a - b)[0]
    : sizes.filter((size) => size < from * 0.98).sort((a, b) => b - a)[0];

/** Sizes that people mean where no family is named. */
const usualSizes = [0.5, 1, 3, 8, 14, 32, 70, 120, 235, 405];

function stepBySize(match: Match, draft: Draft, model: InlineModel, up: boolean): boolean {
  const total = Number(model["params_total"] ?? 0);
  const billions = nextTo(usualSizes, total / 1e9, up);
  if (billions === undefined || !(total > 0)) return false;
  const name = `${billions}B`;
  draft.assumed.push({ field: "model", value: name, why: "size-only" });
  return state(draft, match, "model", { name, params_total: billions * 1e9 });
}

/** The next member of the plan's family; where it has none, the sizes that it comes in are said. */
function stepModel(match: Match, draft: Draft, up: boolean): boolean {
  const { current, lookup } = draft.context;
  if (typeof current?.model === "object") return stepBySize(match, draft, current.model, up);
  if (current?.model === undefined) return false;
  const own = lookup.model(current.model);
  if (own === undefined) return false;
  const members = familySizes.flatMap((billions) => siblingOf(draft, billions) ?? []);
  const bySize = new Map(members.map((id) => [lookup.model(id)?.parametersTotal ?? 0, id]));
  const size = nextTo([...bySize.keys()], own.parametersTotal, up);
  const id = size === undefined ? undefined : bySize.get(size);
  if (id !== undefined) return state(draft, match, "model", id);
  const read = wordsAt(draft, match.start, match.end);
  const allowed = members.map((member) => lookup.model(member)?.name ?? member);
  draft.problems.push({ code: "unknown-value", path: "model", read, allowed });
  return true;
}

/** Any card of the same maker's software at the next memory size that is sold. */
function stepCard(match: Match, draft: Draft, up: boolean): boolean {
  const { current, lookup } = draft.context;
  if (current === null) return false;
  const named = current.accelerator === undefined ? null : soldGb(lookup, current.accelerator);
  const now = named ?? (current.memoryGib === undefined ? null : (current.memoryGib * 2 ** 30) / 1e9);
  if (now === null) return false;
  const platform = lookup.accelerator(current.accelerator ?? "")?.platform ?? "cuda";
  const sizes = lookup
    .searchAccelerators("", 500)
    .flatMap(({ id }) => (lookup.accelerator(id)?.platform === platform ? (soldGb(lookup, id) ?? []) : []));
  const gb = nextTo([...new Set(sizes)], now, up);
  if (gb === undefined) return false;
  const value = usualGib(lookup, gb);
  draft.assumed.push({ field: "memoryGib", value, why: "usable-of-sold-size" });
  return state(draft, match, "memoryGib", value);
}

const ofWhat = String.raw`(?<of>\s*(?:on|for|of|in|pour|de|sur)\s(?:the\s|la\s|le\s)?(?:card|gpu|carte|model|modele))?`;
const words = String.raw`(?:(?:one|a|the next|next|une?|la|le)\s)?(?:size|taille|notch|step|tier|rung|cran)\s(?:(?<down>down|smaller|lower|below|plus bas(?:se)?|en[ -]dessous|au-dessous|inferieure|de moins|plus petite?)|up|bigger|larger|higher|above|plus haute?|au[ -]dessus|superieure|de plus|plus gran?de)`;
const adjectives = String.raw`(?:the next|next|one|a|an|try a|use a)\s(?:(?<down>smaller|lower)|bigger|larger|higher)\s(?<of>card|gpu|model)`;
const french = String.raw`(?:une?|la|le)\s(?<of>carte|gpu|modele)\s(?:juste\s|d')?(?:(?<down>en[ -]dessous|au-dessous|inferieure?|plus petite?)|au[ -]dessus|superieure?|plus (?:gros(?:se)?|grande?))`;

const step = (match: Match, draft: Draft): boolean => {
  const up = match.named["down"] === undefined;
  return /card|gpu|carte/u.test(match.named["of"] ?? "")
    ? stepCard(match, draft, up)
    : stepModel(match, draft, up);
};

/** "One size down", "la carte au-dessus": the next model of the family, or the next memory size of a card. */
export const sizeStepRules: readonly Rule[] = [words + ofWhat, adjectives, french].map((source) => ({
  pattern: pattern(`(?<!\\w)${source}(?!\\w)`),
  read: step,
}));
