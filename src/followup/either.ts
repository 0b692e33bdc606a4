import type { AskedBeside } from "../domain/conversation.ts";
import type { Change } from "../domain/plan.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import { sameValue, valueAt } from "./apply-changes.ts";
import type { Conclusion } from "./conclude.ts";
import type { Draft, Fact } from "./draft.ts";
import { fold } from "./normalize.ts";
import { parseCount, pattern } from "./numbers.ts";

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
  "gpus",
  "nodes",
  "limits.spot",
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

const both = new RegExp(String.raw`^[\s,]*(?:and|et|a|to|with|avec)(?:\s+${small}){0,2}[\s=:]*$`, "u");
const comparing = /(?<!\w)(?:compar\w+|difference|between|entre|hesit\w+|choisir|choose|trade-?off)(?!\w)[^.!?\n]{0,32}$/u; // prettier-ignore

/** Whether two readings of one field stand as a choice: "4k or 8k", "from bf16 to fp8", "compare LoRA and QLoRA". */
export function standsAsChoice(folded: string, first: Span, second: Span): boolean {
  const between = folded.slice(first.end, second.start);
  if (either.test(between)) return true;
  if (both.test(between) && comparing.test(folded.slice(Math.max(0, first.start - 48), first.start)))
    return true;
  return towards.test(between) && opened.test(folded.slice(Math.max(0, first.start - 24), first.start));
}

/** "Full fine-tune of …, or should I LoRA": the second job is asked about, however much stands between. */
const asksForOther = /(?<!\w)(?:or|ou)\s(?:(?:vaut-il|faut-il|dois-je|should|do|shall|would|is|faut|dois|devrais|vaut|mieux|est-ce|plutot|just|rather|better|i|we|it|je|on|que|qu'il|il|use|go|with|for|faire|passer|en|un|une|a|bien|alors)\s|-(?:je|on|il)\s){0,5}$/u; // prettier-ignore

/** Whether two jobs stand as a choice, near each other or not. */
export const jobsToChoose = (folded: string, first: Span, second: Span): boolean =>
  standsAsChoice(folded, first, second) || asksForOther.test(folded.slice(first.end, second.start));

interface Span {
  readonly start: number;
  readonly end: number;
}

export const spanOf = ({ start, where }: Pick<Fact, "start" | "where">): Span => ({
  start,
  end: start + where.length,
});

/** Fields that are stated only as a choice, and what each option would change. */
export interface Choices {
  readonly fields: ReadonlySet<string>;
  readonly asked: readonly AskedBeside[];
}

/** Two values of one field, the one taken first. */
interface Pair {
  readonly field: string;
  readonly values: readonly [unknown, unknown];
  readonly where: string;
}

const named = /(?<!\w)(?:or|ou|vs|versus)(?!\w)/u;

const change = (current: RunSpec, field: string, to: unknown): Change => ({
  field,
  from: valueAt(current, field),
  to,
});

const asking = (changes: readonly Change[], text = ""): AskedBeside => ({
  text: text.trim(),
  question: { kind: "question", about: "would-change", changes },
});

/** "Rank 16 or 32": the second number has no word of its own. */
function bareSecond(draft: Draft, fact: Fact): Pair | null {
  if (!numeric.has(fact.field) || typeof fact.value !== "number") return null;
  const { end } = spanOf(fact);
  const found = /^\s*(?:or|ou|vs\.?)\s+(\d{1,6})\s?(k)?(?!\w|[.,]\d|\s*(?:x\s|gpus?|cards?|cartes?|nodes?|h\b|hours?|days?|jours?|\u00A4|\$|%))/u.exec(draft.folded.slice(end)); // prettier-ignore
  if (found?.[1] === undefined) return null;
  const at = end + found[0].length;
  if (draft.taken.subarray(end, at).some((flag) => flag === 1)) return null;
  const value = Number(found[1]) * (found[2] === undefined ? 1 : 1024);
  if (value === fact.value || value <= 0) return null;
  draft.taken.fill(1, end, at);
  return {
    field: fact.field,
    values: [fact.value, value],
    where: draft.canonical.text.slice(fact.start, at),
  };
}

const earlier = pattern(String.raw`({C})\s*(?:x\s*)?(?:or|ou|vs\.?|versus)\s*$`);

/** "One or two GPUs", "1 or 4 nodes": the first number has no word of its own. */
function bareFirst(draft: Draft, fact: Fact): Pair | null {
  if ((fact.field !== "gpus" && fact.field !== "nodes") || typeof fact.value !== "number") return null;
  // A count of cards with their name is a machine to choose, and a field of its own.
  const own = (field: string): boolean =>
    draft.facts.some((one) => one.field === field && one.start === fact.start);
  if (own("accelerator") || (fact.field === "gpus" && own("nodes"))) return null;
  const from = Math.max(0, fact.start - 24);
  earlier.lastIndex = 0;
  const found = earlier.exec(draft.folded.slice(from, fact.start));
  const value = parseCount(found?.[1] ?? "");
  if (found === null || !Number.isInteger(value) || value < 1 || value === fact.value) return null;
  const start = from + found.index;
  if (draft.taken.subarray(start, start + (found[1] ?? "").length).some((flag) => flag === 1)) return null;
  draft.taken.fill(1, start, fact.start);
  const where = draft.canonical.text.slice(start, spanOf(fact).end).trim();
  const values =
    draft.context.current === null ? ([fact.value, value] as const) : ([value, fact.value] as const);
  return { field: fact.field, values, where };
}

function pairsOf(draft: Draft, { contradictions }: Conclusion): readonly Pair[] {
  const found = contradictions.flatMap(({ field, readings, chosen }): readonly Pair[] => {
    if (!compared.has(field) || readings.length !== 2) return [];
    const [first, second] = draft.facts
      .filter((fact) => fact.field === field)
      .sort((a, b) => a.start - b.start);
    if (first === undefined || second === undefined) return [];
    const stands = field === "method" ? jobsToChoose : standsAsChoice;
    if (!stands(draft.folded, spanOf(first), spanOf(second))) return [];
    const other = readings.find(({ value }) => value !== chosen) ?? readings[1];
    return other === undefined ? [] : [{ field, values: [chosen, other.value], where: other.where }];
  });
  const counted = draft.facts.flatMap((fact) => bareFirst(draft, fact) ?? []);
  return [...found, ...counted, ...draft.facts.flatMap((fact) => bareSecond(draft, fact) ?? [])];
}

/** What one option sets: a number of nodes keeps the cards of each, and a number of cards fits the nodes. */
function settingOf(current: RunSpec, field: string, to: unknown): readonly Change[] {
  const own = change(current, field, to);
  const { gpus, nodes = 1 } = current;
  if (field === "nodes" && typeof to === "number")
    return [own, change(current, "gpus", ((gpus ?? nodes) / nodes) * to)];
  if (field === "gpus" && nodes > 1 && typeof to === "number" && to % nodes !== 0)
    return [own, change(current, "nodes", null)];
  return [own];
}

/** Fields that the words of a choice state besides their own: they are no wish either. */
const besideChoice = (draft: Draft, pairs: readonly Pair[]): readonly string[] => {
  const starts = new Set(
    draft.facts.flatMap(({ field, start }) => (pairs.some((pair) => pair.field === field) ? [start] : [])),
  );
  return draft.facts.flatMap(({ field, start }) => (starts.has(start) ? [field] : []));
};

/** In a thread: each option that the plan does not have, and the fields that the message states only as a choice. */
export function choicesInThread(draft: Draft, conclusion: Conclusion, current: RunSpec): Choices {
  const { among = [], providers = [] } = conclusion.understood.limits ?? {};
  const chosen = draft.facts.find(({ field }) => field === "limits.among");
  // "One 3090, or two in DDP": how several share the work is part of the option.
  const strategy = draft.facts.find(
    ({ field, start }) => field === "parallel.strategy" && chosen !== undefined && start > chosen.start,
  );
  const shares = (gpus = 1): boolean => strategy !== undefined && gpus > 1;
  const machines = among.map((option) => [
    change(current, "accelerator", option.accelerator),
    ...(option.gpus === undefined ? [] : [change(current, "gpus", option.gpus)]),
    ...(shares(option.gpus) ? [change(current, "parallel.strategy", strategy?.value)] : []),
  ]);
  const listed = draft.facts.find(({ field }) => field === "limits.providers");
  const sellers =
    providers.length > 1 && listed !== undefined && named.test(fold(listed.where))
      ? providers.map((id) => [change(current, "limits.providers", [id])])
      : [];
  const pairs = pairsOf(draft, conclusion);
  const values = pairs.flatMap(({ field, values: options }) =>
    options.map((value) => settingOf(current, field, value)),
  );
  const options = [...machines, ...sellers, ...values].filter((changes) =>
    changes.some(({ from, to }) => !sameValue(from, to)),
  );
  const fields = new Set([
    ...(machines.length === 0 ? [] : ["limits.among", "accelerator", "gpus", "nodes"]),
    ...(sellers.length === 0 ? [] : ["limits.providers"]),
    ...pairs.map(({ field }) => field),
    ...besideChoice(draft, pairs),
    ...(pairs.some(({ field }) => field === "nodes") ? ["gpus"] : []),
    ...(pairs.some(({ field }) => field === "gpus") ? ["nodes"] : []),
    ...(strategy === undefined ? [] : ["parallel.strategy"]),
  ]);
  return { fields, asked: options.map((changes) => asking(changes)) };
}

/** What the second of two values that stand as a choice would change; the first is the plan. */
export function choicesOf(draft: Draft, conclusion: Conclusion): Choices {
  const pairs = conclusion.understood.model === undefined ? [] : pairsOf(draft, conclusion);
  return {
    fields: new Set(pairs.map(({ field }) => field)),
    asked: pairs.map(({ field, values: [from, to], where }) => asking([{ field, from, to }], where)),
  };
}
