import type { Answer } from "../src/domain/conversation.ts";
import type { Tried } from "../src/domain/planning/tried.ts";
import { changePhrase } from "../src/i18n/field-words.ts";
import { shorten } from "./escape.ts";
import { briefTime, configWords, costWords, requiredWords, timeWords, briefCost } from "./facts.ts";
import { bold, section, type Line, type Piece } from "./kit.ts";
import type { Scene } from "./view.ts";

/** Revisions that one answer lists. */
const most = 5;

const factsOf = ({ plan }: Tried, s: Scene, brief: boolean): string => {
  const { best, infeasible } = plan;
  if (best === null) {
    const { nearest } = infeasible ?? {};
    const need = nearest == null ? "" : ` (${requiredWords(nearest, s)})`;
    return `${s.m.answers.tried.doesNotFit}${need}`;
  }
  const time = brief ? briefTime(best, plan, s) : timeWords(best, plan, s);
  return [configWords(best, s), time, brief ? briefCost(best, s) : costWords(best, s)].join(" · ");
};

/** "Which was cheapest?": the first of the revisions in that order, then each of them. */
export function triedPieces(
  { order, tried, best }: Extract<Answer, { about: "revisions" }>,
  s: Scene,
): Piece[] {
  const words = s.m.answers.tried;
  const first = tried.find(({ number }) => number === best);
  const title =
    order === null
      ? words.title
      : first === undefined
        ? words.unknown
        : words.first[order](s.m.compare.revision(first.number), factsOf(first, s, false));
  const shown = tried.slice(-most);
  const listed = first === undefined || shown.includes(first) ? shown : [first, ...shown.slice(1)];
  const rows = listed.map((one): Line => {
    const said = one.changes.map((change) => changePhrase(change, s, s.names)).join(", ");
    const what = one.changes.length === 0 ? words.asAsked : shorten(said, 80);
    return ["• ", words.row(s.m.compare.revision(one.number), what, factsOf(one, s, true))];
  });
  return [section([bold(title)], ...rows)];
}
