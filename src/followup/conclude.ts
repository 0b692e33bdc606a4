import type { CatalogueLookup } from "../domain/catalogue.ts";
import type { Contradiction } from "../domain/conversation.ts";
import type { Change } from "../domain/plan.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import { applyChanges, leavesOf, sameValue, valueAt } from "./apply-changes.ts";
import type { Draft, Fact } from "./draft.ts";
import { mayMatch } from "./prefilter.ts";
import { excludesOwn } from "./read-refused.ts";

const lists = new Set([
  "limits.regions", "limits.providers", "limits.excludedProviders", "limits.excludedAccelerators", "kernels",
]); // prettier-ignore

export interface Conclusion {
  readonly understood: RunSpec;
  readonly removed: readonly string[];
  readonly contradictions: readonly Contradiction[];
}

const correction = /(?:no,? wait|wait,? no|scratch that|i mean|i meant|make that|sorry,?|actually,?|correction\s*:?|oops,?|enfin non|non pardon|pardon,?|je veux dire|je voulais dire|plutot non|euh non|ah non)[\s,:…-]*(?:[^\s,;.!?]{1,12}\s){0,2}$/u; // prettier-ignore

/** "4 × H100, no wait, 2 × A100": what comes after such a word takes the place of what stood before it. */
const corrects = (draft: Draft, facts: readonly Fact[], later: Fact): boolean => {
  const before = facts.filter(({ start }) => start < later.start).at(-1);
  if (before === undefined || !mayMatch(correction, draft.grams)) return false;
  return correction.test(draft.folded.slice(before.start, later.start));
};

/** One value a field: the first that was stated; the others are named, not dropped in silence. Lists grow. */
export function conclude(draft: Draft): Conclusion {
  const byField = new Map<string, Fact[]>();
  for (const fact of [...draft.facts].sort((a, b) => a.start - b.start)) {
    byField.set(fact.field, [...(byField.get(fact.field) ?? []), fact]);
  }
  const changes: Change[] = [];
  const removed: string[] = [];
  const contradictions: Contradiction[] = [];
  for (const [field, facts] of byField) {
    const first = facts.findLast((fact) => corrects(draft, facts, fact)) ?? facts[0];
    if (first === undefined) continue;
    if (first.value === null) {
      removed.push(field);
      continue;
    }
    if (lists.has(field)) {
      const all = facts.flatMap(({ value }) => (Array.isArray(value) ? (value as readonly string[]) : []));
      changes.push({ field, from: null, to: [...new Set(all)] });
      continue;
    }
    changes.push({ field, from: null, to: first.value });
    const standing = facts.slice(facts.indexOf(first));
    const distinct = standing.filter(
      (fact, index) => standing.findIndex((other) => sameValue(other.value, fact.value)) === index,
    );
    if (distinct.length > 1) {
      contradictions.push({
        field,
        readings: distinct.map(({ value, where }) => ({ value, where })),
        chosen: first.value,
      });
    }
  }
  return { understood: applyChanges({}, changes), removed, contradictions };
}

/** What a new method makes untrue of the plan: quantised bases, adapters, modes. */
function dropped(current: RunSpec, understood: RunSpec, lookup: CatalogueLookup): string[] {
  const { method } = understood;
  const fields: string[] = [];
  if (method !== undefined && method !== current.method) {
    const weights = current.precision?.weights;
    const quantised = weights !== undefined && /^(?:nf4|int4|gptq|awq|int8)/u.test(weights);
    const fits = method === "qlora" || method === "gptq-lora" ? quantised : !quantised;
    if (weights !== undefined && !fits && understood.precision?.weights === undefined)
      fields.push("precision.weights");
    if (current.precision?.mode !== undefined && understood.precision?.mode === undefined)
      fields.push("precision.mode");
    const adapts = method === "lora" || method === "qlora" || method === "gptq-lora";
    if (!adapts && current.lora !== undefined) fields.push("lora");
    if (method === "inference" && understood.data === undefined) fields.push("data");
    if (method !== "inference" && current.serving !== undefined) fields.push("serving");
  }
  // One amount of data: tokens, or samples of so many.
  const { samples, tokens } = understood.data ?? {};
  if (samples !== undefined && tokens === undefined && current.data?.tokens !== undefined)
    fields.push("data.tokens");
  if (tokens !== undefined && samples === undefined && current.data?.samples !== undefined) fields.push("data.samples", "data.tokensPerSample"); // prettier-ignore
  const named = understood.limits?.among !== undefined;
  if (named) fields.push("accelerator", "gpus", "nodes");
  if (!named && understood.accelerator !== undefined) fields.push("limits.among");
  if (excludesOwn(lookup, current.accelerator, understood.limits?.excludedAccelerators)) fields.push("accelerator"); // prettier-ignore
  if (understood.accelerator !== undefined && current.memoryGib !== undefined && understood.memoryGib === undefined) fields.push("memoryGib"); // prettier-ignore
  if (understood.memoryGib !== undefined && current.accelerator !== undefined && understood.accelerator === undefined) fields.push("accelerator"); // prettier-ignore
  return fields;
}

/** Nodes keep the cards of each; a count that fills none of them leaves the spread to the engine. */
function nodesWith({ gpus, nodes }: RunSpec, { understood }: Conclusion): readonly Change[] {
  if (understood.gpus === undefined || understood.nodes !== undefined || understood.gpus === gpus) return [];
  if (gpus === undefined || nodes === undefined) return [];
  const spread = understood.gpus / (gpus / nodes);
  const to = spread < 1 ? 1 : Number.isInteger(spread) ? spread : null;
  return to === nodes ? [] : [{ field: "nodes", from: nodes, to }];
}

export function changesOf(
  current: RunSpec | null,
  conclusion: Conclusion,
  lookup: CatalogueLookup,
): Change[] {
  const stated = [...leavesOf(conclusion.understood)];
  if (current === null) return stated.map(([field, to]) => ({ field, from: null, to }));
  const set = stated
    .map(([field, to]) => ({ field, from: valueAt(current, field), to }))
    .filter(({ from, to }) => !sameValue(from, to));
  const gone = [...conclusion.removed, ...dropped(current, conclusion.understood, lookup)]
    .map((field) => ({ field, from: valueAt(current, field), to: null }))
    .filter(({ from }) => from !== null);
  return [...set, ...nodesWith(current, conclusion), ...gone];
}
