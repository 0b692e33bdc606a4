import type { Answer } from "../src/domain/conversation.ts";
import { lastThatPays } from "../src/domain/planning/more-cards.ts";
import { briefCost, briefTime, configWords } from "./facts.ts";
import { bold, section, type Line, type Piece } from "./kit.ts";
import type { Scene } from "./view.ts";

/** "When do more cards stop paying?": the run on growing counts of the plan's card. */
export function moreCardsPieces(
  { steps, strong, valuePerHour }: Extract<Answer, { about: "more-cards" }>,
  s: Scene,
): Piece[] {
  const words = s.m.money.moreCards;
  const last = lastThatPays(steps, valuePerHour);
  const title =
    last === null
      ? words.unknown
      : (last === steps.at(-1) ? words.pays : words.stops)(configWords(last.candidate, s));
  const rows = steps.map(({ candidate, efficiency, perHourGained, slower }): Line => {
    const row = words.row(
      configWords(candidate, s),
      briefTime(candidate, null, s),
      briefCost(candidate, s),
      s.f.percent(efficiency),
    );
    const gained =
      perHourGained === null ? "" : words.gained(s.f.moneyAbout(perHourGained, candidate.cost.currency));
    return ["• ", row, slower ? words.slower : gained];
  });
  return [section([bold(title)], ...rows, [strong ? words.strong : words.weak, " ", words.measure])];
}
