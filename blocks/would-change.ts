import type { Answer } from "../src/domain/conversation.ts";
import type { Plan } from "../src/domain/plan.ts";
import { fieldPhrase } from "../src/i18n/field-words.ts";
import { differenceLines, titleLine } from "./change.ts";
import { shorten } from "./escape.ts";
import { configWords, costWords, requiredWords, timeWords } from "./facts.ts";
import { bold, section, type Line, type Piece } from "./kit.ts";
import { reachRows, reachTitles } from "./reach.ts";
import { firstTokenLines } from "./service.ts";
import type { Scene } from "./view.ts";

/** Everything of the choice that a reader sees. */
const seen = ({ best, ...plan }: Plan, s: Scene): string | null =>
  best === null
    ? null
    : [configWords(best, s), requiredWords(best, s), costWords(best, s), timeWords(best, { ...plan, best }, s)].join("\n"); // prettier-ignore

/** What a change would do to the plan that stands: the difference first, nothing applied. */
export function wouldChangePieces(
  { changes, changed }: Extract<Answer, { about: "would-change" }>,
  plan: Plan | null,
  s: Scene,
): Piece[] {
  const { wouldChange } = s.m.answers;
  const titles = reachTitles(changed, s);
  if (titles !== null)
    return [section([bold(titles[0])], ...reachRows(changed, s).map(({ forms }) => forms[0] ?? []))];
  const list = changes.filter(({ to }) => to !== null).map(({ field, to }) => fieldPhrase({ field, value: to }, s, s.names)); // prettier-ignore
  const title = list.length === 0 ? wouldChange.fewest : wouldChange.title(shorten(list.join(", "), 120));
  const supposed: Line = [bold(title)];
  const same = plan !== null && seen(plan, s) !== null && seen(plan, s) === seen(changed, s);
  // Who asks for the least or the first of an order asks which it is.
  const which = list.length === 0 || changes.some(({ field }) => field === "limits.prefer");
  if (same) return [section(supposed, ...(which ? [titleLine(changed, s)] : []), [wouldChange.nothing])];
  const lines = [titleLine(changed, s), ...differenceLines(plan ?? changed, changed, s)];
  const first = changed.best === null ? [] : firstTokenLines(changed.best, s);
  return [section(supposed, ...lines.slice(0, 4), ...first)];
}
