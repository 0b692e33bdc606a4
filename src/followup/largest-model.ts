import type { Change } from "../domain/plan.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import { valueAt } from "./apply-changes.ts";
import type { Conclusion } from "./conclude.ts";
import { has, type Draft } from "./draft.ts";
import { chooseAmong } from "./read-owned.ts";

const doing = String.raw`(?:train|fine-?tune|finetune|qlora|lora|serve|run|host|fit|handle|entrainer|fine-?tuner|finetuner|affiner|servir|heberger|(?:faire )?tourner|tenir|mettre|lancer)`;
const asking = new RegExp(
  [
    String.raw`(?<!\w)(?:which|what|biggest|largest|max(?:imum)?)\b[^.?!]{0,30}\b(?:models?|llms?|model size)\b[^.?!]{0,60}\b(?:can|could|fits?|would|should|${doing})`,
    String.raw`(?<!\w)(?:what|how (?:big|large))\b[^.?!]{0,30}\b(?:can|could) (?:i|we|you)\b[^.?!]{0,24}\b${doing}`,
    String.raw`(?<!\w)(?:biggest|largest)\b[^.?!]{0,20}\b(?:models?|llms?)`,
    String.raw`(?<!\w)(?:quels?|quelle|plus (?:gros|grand)s?)\b[^.?!]{0,30}\b(?:modeles?|llms?|taille)\b[^.?!]{0,60}\b(?:puis|peux|peut|pourrais|pourrait|pouvons|tient|tiennent|rentre|passe|${doing})`,
    String.raw`(?<!\w)can (?:i|we|you)\b[^.?!]{0,16}\b${doing}\b[^.?!]{0,16}\b(?:something|anything|an? (?:\w+ )?(?:models?|llms?))\b`,
    String.raw`(?<!\w)(?:puis-je|peut-on|je peux|on peut|pouvons-nous)\b[^.?!]{0,16}\b${doing}\b[^.?!]{0,16}\b(?:quelque chose|un (?:\w+ )?(?:modele|llm))\b`,
    String.raw`(?<!\w)(?:je|on|nous) (?:peux|peut|pourrais|pourrait|pouvons)\b[^.?!]{0,24}\bquoi\b`,
    String.raw`(?<!\w)what (?:all )?(?:fits?|runs?|goes|would fit|will fit|would run|will run)\b[^.?!]{0,12}\b(?:on|in|into|inside)\b`,
    String.raw`(?<!\w)(?:qu'est-ce qui|ce qui|quoi qui) (?:tient|tiendrait|rentre|passe|tourne|entre)\b[^.?!]{0,12}\b(?:sur|dans|en)\b`,
    String.raw`(?<!\w)(?:que|qu'est-ce qu[e']) ?(?:puis-je|peut-on|pouvons-nous|je peux|on peut)\b[^.?!]{0,24}\b${doing}`,
  ].join("|"),
  "u",
);

/** "What is the biggest model I can fine-tune on this?" */
export const asksForLargest = (folded: string): boolean => asking.test(folded);

/** A machine is stated and no model: how large a one it holds is a question of sizing, not of knowledge. */
export const namesMachineOnly = ({ understood }: Conclusion): boolean =>
  understood.model === undefined &&
  (understood.accelerator !== undefined ||
    understood.memoryGib !== undefined ||
    understood.limits?.among !== undefined);

const serving = /(?<!\w)(?:run|running|host|chat with|faire tourner|tourner|heberger)(?!\w)/u;

/** "4 A6000 and 2 3090, what can we train?": each machine is a choice of its own; unlike cards make no group. */
export function settleMachinesAtHand(draft: Draft): void {
  if (draft.context.current !== null || has(draft, "model") || has(draft, "limits.among")) return;
  const cards = draft.facts.filter(
    ({ field, value }) => field === "accelerator" && typeof value === "string",
  );
  if (new Set(cards.map(({ value }) => value)).size < 2 || !asksForLargest(draft.folded)) return;
  chooseAmong(draft, cards);
}

/** "Which model can I run on this?": to run one is to serve it, unless the message speaks of a training. */
export function settleLargest(draft: Draft): void {
  if (has(draft, "method") || has(draft, "model") || !asksForLargest(draft.folded)) return;
  if (draft.pending.some(({ kind }) => kind === "method")) return;
  const found = serving.exec(draft.folded);
  if (found === null) return;
  const where = draft.canonical.text.slice(found.index, found.index + found[0].length);
  draft.taken.fill(1, found.index, found.index + found[0].length);
  draft.pending.push({ kind: "method", value: "inference", start: found.index, where });
  draft.assumed.push({ field: "method", value: "inference", why: "serving-words" });
}

const ofTheOldRun = ["model", "precision", "lora", "parallel", "optimizer", "kernels", "data"] as const;

/** The run of a thread without its model, on the machine that is asked about; null where no machine is stated. */
export function withoutModel(current: RunSpec, changes: readonly Change[]): readonly Change[] | null {
  const stated = new Set(changes.map(({ field }) => field));
  const machine = current.accelerator !== undefined || stated.has("accelerator") || stated.has("memoryGib");
  if (!machine) return null;
  const serves = current.method === "inference";
  const dropped = [...ofTheOldRun, ...(stated.has("method") || serves ? [] : ["method"])];
  const gone = dropped.map((field) => ({ field, from: valueAt(current, field), to: null }));
  return [...gone.filter(({ from }) => from !== null), ...changes.filter(({ field }) => field !== "model")];
}
