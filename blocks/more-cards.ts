import type { Answer } from "../src/domain/conversation.ts";
import { aboveLinear, lastThatPays } from "../src/domain/planning/more-cards.ts";
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
  // Where no worth of an hour was stated, the next count is dearer, not useless: unless it is slower.
  const outcome = (row: (typeof steps)[number]): "pays" | "stops" | "dearer" => {
    const next = steps[steps.indexOf(row) + 1];
    if (next === undefined) return "pays";
    return next.slower || valuePerHour !== null ? "stops" : "dearer";
  };
  const title = last === null ? words.unknown : words[outcome(last)](configWords(last.candidate, s));
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
  const above = aboveLinear(steps);
  const why = above === null ? [] : [[words.above[above]] as Line];
  return [section([bold(title)], ...rows, ...why, [strong ? words.strong : words.weak, " ", words.measure])];
}
