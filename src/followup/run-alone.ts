import { modelMark, type Draft, type Pending } from "./draft.ts";
import { matches, mayMatch } from "./prefilter.ts";

const trained = /^(?:microBatch|gradientAccumulation|data\.|lora\.|optimizer|checkpointing|packing|fusedLoss|activationOffload|limits\.deadline|validation\.|parallel\.(?:strategy|offload|fsdp)|objective|rollout\.)/u; // prettier-ignore
const training = /fine-?\s?tun|train|entrain|affin|reglage fin|(?<!\w)(?:tune|tuning|learn|epochs?|epoques?|ppo|rlhf|rlaif|kto|rloo|distill\w*)(?!\w)/u; // prettier-ignore

const article = String.raw`(?:(?:an?|the|my|our|un|une|le|la|mon|notre|du|a full|all of)\s+){0,2}`;
const before = new RegExp(
  String.raw`(?<!\w)(?:run|running|(?:faire|fait|ferait|fera|font)\s+tourner|lancer|tourner|executer)\s+${article}$`,
  "u",
);
const after = new RegExp(
  String.raw`${modelMark}\s+(?:(?:q\d|int\d|fp8|en|in|4 ?bits?|8 ?bits?|¬+)\s+){0,3}(run|tourner?|tournera|tournerait)\s+(?:on|with|sur|avec|dans|in)(?!\w)`,
  "u",
);

/** "Can my card run mistral 7b?": a model that is run, of which nothing is trained, is served. */
export function runAlone(draft: Draft): Pending | null {
  if (draft.facts.some(({ field }) => trained.test(field)) || matches(training, draft.folded)) return null;
  const starts = [
    ...draft.names.filter(({ kind }) => kind === "model"),
    ...draft.pending.filter(({ kind }) => kind === "size"),
  ].map(({ start }) => start);
  for (const start of starts) {
    const from = Math.max(0, start - 40);
    const found = before.exec(draft.folded.slice(from, start));
    if (found !== null) return asked(draft, from + found.index, found[0].trimEnd());
  }
  const found = mayMatch(after, draft.grams) ? after.exec(draft.rest) : null;
  const verb = found?.[1];
  if (found === null || verb === undefined) return null;
  return asked(draft, found.index + found[0].lastIndexOf(verb), verb);
}

function asked(draft: Draft, start: number, where: string): Pending {
  draft.taken.fill(1, start, start + where.length);
  return { kind: "method", value: "inference", start, where };
}
