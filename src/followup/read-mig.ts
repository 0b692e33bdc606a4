import { migProfileIn } from "../domain/mig-slice.ts";
import { postpone, type Draft, type Rule } from "./draft.ts";
import { pattern } from "./numbers.ts";
import { usualGib } from "./card-words.ts";

/** "MIG 3g.40gb", "a 1g.10gb slice", "tranche 2g.20gb": a part of a card, as NVIDIA names it. */
export const migRules: readonly Rule[] = [
  {
    pattern: pattern(
      String.raw`(?:(?<!\w)mig(?:\s(?:slices?|instances?|tranches?|partitions?|de|of))*[\s:=-]*)?(?<!\w)(?<slice>[1-7]g\.\d{1,3}gb)(?!\w)(?:\s*mig(?!\w))?(?:\s*(?:slices?|instances?|partitions?|tranches?)(?!\w))?`,
    ),
    read: (match, draft) => postpone(draft, match, "mig-slice", match.named["slice"] ?? ""),
  },
];

/** The slice becomes the card that was named, cut; without a card, its size is all that is known. */
export function settleSlice(draft: Draft): void {
  const slice = draft.pending.find(({ kind }) => kind === "mig-slice");
  const profile = slice === undefined ? null : migProfileIn(String(slice.value));
  if (slice === undefined || profile === null) return;
  const { start, where } = slice;
  const at = draft.facts.findIndex(({ field }) => field === "accelerator");
  const named = draft.facts[at];
  if (named !== undefined && typeof named.value === "string") {
    draft.facts[at] = { ...named, value: `${named.value}-mig-${profile.name}` };
    return;
  }
  const value = usualGib(draft.context.lookup, profile.gb);
  draft.assumed.push({ field: "memoryGib", value, why: "usable-of-sold-size" });
  draft.facts.push({ field: "memoryGib", value, start, where });
}
