import { valueAt } from "./apply-changes.ts";
import { isBounded, refuseFor, stateWithin, within } from "./bounds.ts";
import { state, wordsAt, type Draft, type Match } from "./draft.ts";

const targets: readonly (readonly [string, string])[] = [
  ["gradientAccumulation", "gradient accumulation|accumulation(?: de gradients?)?|grad accum"],
  ["microBatch", "micro[- ]?batch|micro[- ]?lot|batch(?: size)?|(?:taille de )?lot|batchs?"],
  ["sequenceLength", "context(?:e)?(?: length| window)?|sequence(?:s)?(?: length)?|seq(?: len)?|longueur(?: de sequence| de contexte)?|length|ctx"],
  ["lora.rank", "rank|rang(?: lora)?"],
  ["gpus", "gpus?|cards?|cartes?|number of (?:gpus|cards)|nombre de (?:cartes|gpus)"],
  ["nodes", "nodes?|noeuds?|number of nodes|nombre de noeuds"],
  ["data.tokens", "tokens|jetons|data(?:set)?|donnees|corpus"],
  ["data.epochs", "epochs|epoques"],
  ["limits.budget", "budget|plafond|cap"],
  ["limits.deadlineHours", "time|deadline|temps|delai|echeance"],
  ["serving.concurrency", "users|utilisateurs|concurrency|requests|requetes|load"],
]; // prettier-ignore
export const targetWords = targets.map(([, words]) => words).join("|");

/** The field whose words these are. */
export const fieldFinder = (
  table: readonly (readonly [string, string])[],
): ((text: string) => string | undefined) => {
  const fields = table.map(([field, words]) => ({ field, whole: new RegExp(`^(?:${words})$`, "u") }));
  return (text) => fields.find(({ whole }) => whole.test(text.trim()))?.field;
};
const fieldOf = fieldFinder(targets);

const fallback: Readonly<Record<string, number>> = { microBatch: 1, gradientAccumulation: 1, sequenceLength: 2048, gpus: 1, nodes: 1, "data.epochs": 1, "lora.rank": 16 }; // prettier-ignore

/** What the plan says of a field now; null where it says nothing that can be scaled. */
function now(draft: Draft, field: string): number | null {
  const { current, held } = draft.context;
  if (current === null) return null;
  const chosen = field === "gpus" || field === "nodes" ? held?.[field] : undefined;
  const value = valueAt(current, field) ?? chosen ?? fallback[field] ?? null;
  if (typeof value === "object" && value !== null && "amount" in value) return Number(value.amount);
  return typeof value === "number" ? value : null;
}

const fractional = new Set(["limits.deadlineHours", "data.epochs", "limits.budget"]);

/** "2 GPUs less" of one: what would be left is said, not the whole range. */
function belowOne(match: Match, draft: Draft, field: string): true {
  draft.problems.push({ code: "below-one", path: field, read: wordsAt(draft, match.start, match.end) });
  return true;
}

/** The field that the words name, as `next` makes it of its value in the plan. */
export function restate(match: Match, draft: Draft, next: (value: number) => number): boolean {
  const field = fieldOf(match.named["what"] ?? match.named["that"] ?? "");
  const value = field === undefined ? null : now(draft, field);
  if (field === undefined || value === null) return false;
  const exact = next(value);
  const rounded = fractional.has(field) ? exact : Math.round(exact);
  if (!fractional.has(field) && rounded < 1) return belowOne(match, draft, field);
  if (field === "limits.budget") {
    const stated = draft.context.current?.limits?.budget;
    return within(field, rounded) ? state(draft, match, field, { ...stated, amount: rounded }) : refuseFor(draft, match, field); // prettier-ignore
  }
  return isBounded(field) ? stateWithin(draft, match, field, rounded) : state(draft, match, field, rounded);
}

export const scale = (match: Match, draft: Draft, factor: number): boolean =>
  restate(match, draft, (value) => (factor < 1 && value * factor < 1 ? Math.min(1, value) : value * factor));

/** What may stand between a change and the name of what it changes. */
export const the = String.raw`(?:the\s|le\s|la\s|les\s|l'|my\s|mon\s|ma\s|our\s|notre\s|du\s|des\s|de la\s|about\s(?:the\s)?|any\s|aucune?\s|de\s|d')?`;
