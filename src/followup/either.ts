import type { AskedBeside } from "../domain/conversation.ts";
import type { Change } from "../domain/plan.ts";
import type { Conclusion } from "./conclude.ts";
import type { Draft, Fact } from "./draft.ts";

/** Fields of which people name two values to choose between; machines have a field of their own for that. */
const compared: ReadonlySet<string> = new Set([
  "method",
  "model",
  "sequenceLength",
  "microBatch",
  "gradientAccumulation",
  "lora.rank",
  "data.epochs",
  "optimizer",
  "attention",
  "parallel.strategy",
  "precision.compute",
  "precision.weights",
  "serving.kvPrecision",
  "serving.concurrency",
]);
const numeric: ReadonlySet<string> = new Set(["sequenceLength", "microBatch", "lora.rank", "data.epochs"]);

const small = String.raw`(?:an?|the|une?|la|le|les|de|du|en|in|at|a|with|avec|to|bien|plutot|full|context|contexte|batch|lot|rank|rang|r)`;
const either = new RegExp(
  String.raw`^[\s,]*(?:or|ou|vs\.?|versus|against|contre|/)(?:\s+${small}){0,3}[\s=:]*$`,
  "u",
);
const towards = new RegExp(String.raw`^\s*(?:to|a|vers|->|→)(?:\s+${small}){0,2}\s*$`, "u");
const opened =
  /(?<!\w)(?:from|de|going|passer|passant|switch\w*)\s+(?:from\s|de\s|du\s|d')?(?:the |la |le )?$/u;

/** Whether two readings of one field stand as a choice: "4k or 8k", "from bf16 to fp8". */
export function standsAsChoice(folded: string, first: Span, second: Span): boolean {
  const between = folded.slice(first.end, second.start);
  if (either.test(between)) return true;
  return towards.test(between) && opened.test(folded.slice(Math.max(0, first.start - 24), first.start));
}

interface Span {
  readonly start: number;
  readonly end: number;
}

export const spanOf = ({ start, where }: Pick<Fact, "start" | "where">): Span => ({
  start,
  end: start + where.length,
});

export interface Choice {
  readonly field: string;
  readonly asked: AskedBeside;
}

const choice = (field: string, from: unknown, to: unknown, text: string): Choice => {
  const changes: readonly Change[] = [{ field, from, to }];
  return {
    field,
    asked: { text: text.trim(), question: { kind: "question", about: "would-change", changes } },
  };
};

/** "Rank 16 or 32": the second number has no word of its own. */
function bareSecond(draft: Draft, fact: Fact): Choice | null {
  if (!numeric.has(fact.field) || typeof fact.value !== "number") return null;
  const { end } = spanOf(fact);
  const found = /^\s*(?:or|ou|vs\.?)\s+(\d{1,6})\s?(k)?(?!\w|[.,]\d|\s*(?:x\s|gpus?|cards?|cartes?|nodes?|h\b|hours?|days?|jours?|€|\$|%))/u.exec(draft.folded.slice(end)); // prettier-ignore
  if (found?.[1] === undefined) return null;
  const at = end + found[0].length;
  if (draft.taken.subarray(end, at).some((flag) => flag === 1)) return null;
  const value = Number(found[1]) * (found[2] === undefined ? 1 : 1024);
  if (value === fact.value || value <= 0) return null;
  draft.taken.fill(1, end, at);
  return choice(fact.field, fact.value, value, draft.canonical.text.slice(fact.start, at));
}

/** Values that stand beside the ones taken as a choice: what each would change is answered beside the plan. */
export function choicesOf(draft: Draft, { understood, contradictions }: Conclusion): readonly Choice[] {
  if (understood.model === undefined) return [];
  const found = contradictions.flatMap(({ field, readings, chosen }): readonly Choice[] => {
    if (!compared.has(field) || readings.length !== 2) return [];
    const [first, second] = draft.facts
      .filter((fact) => fact.field === field)
      .sort((a, b) => a.start - b.start);
    if (first === undefined || second === undefined) return [];
    if (!standsAsChoice(draft.folded, spanOf(first), spanOf(second))) return [];
    const other = readings.find(({ value }) => value !== chosen) ?? readings[1];
    return other === undefined ? [] : [choice(field, chosen, other.value, other.where)];
  });
  return [...found, ...draft.facts.flatMap((fact) => bareSecond(draft, fact) ?? [])];
}
