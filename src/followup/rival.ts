import type { AskedBeside } from "../domain/conversation.ts";
import type { Change } from "../domain/plan.ts";
import type { Conclusion } from "./conclude.ts";
import type { Draft, Fact } from "./draft.ts";

/** What two cards of one question differ in. */
export const rivalFields: ReadonlySet<string> = new Set(["accelerator", "gpus"]);

const either = /^[^\p{L}\p{N}]*(?:ou(?: bien)?|or|vs\.?|versus|plutot qu'?e?|against|contre)\s+(?:an? |une? |la |le |les |des |the )?(?:\d{1,4}\s*(?:x\s*)?)?(?:used |second-hand |d'occasion )?(?:nvidia |amd |rtx )?$/u; // prettier-ignore

/** "1 H100 or 4 L40S": the run on the first, and what the second would change, instead of two readings of one field. */
export function rivalOf(draft: Draft, { understood }: Conclusion): AskedBeside | null {
  const cards = draft.facts.filter(({ field }) => field === "accelerator").sort((a, b) => a.start - b.start);
  const [first, second] = cards;
  if (first === undefined || second === undefined || first.value === second.value) return null;
  if (first.value !== understood.accelerator || understood.model === undefined) return null;
  const from = first.start + first.where.length;
  const card = draft.names.find(({ kind, start }) => kind === "accelerator" && start >= second.start);
  if (card === undefined || !either.test(draft.folded.slice(from, card.start))) return null;
  const gpus = draft.facts.find(
    (fact: Fact) => fact.field === "gpus" && Math.abs(fact.start - second.start) < 8,
  );
  const changes: Change[] = [{ field: "accelerator", from: first.value, to: second.value }];
  if (gpus !== undefined) changes.push({ field: "gpus", from: understood.gpus ?? null, to: gpus.value });
  const text = draft.canonical.text.slice(second.start, card.end).trim();
  return { text, question: { kind: "question", about: "would-change", changes } };
}
