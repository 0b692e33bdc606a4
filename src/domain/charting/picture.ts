import type { Language } from "../conversation.ts";
import type { ChartFigures } from "./chart-figures.ts";

/** Everything that a picture is drawn of: plain data, so that it can be kept and drawn again in another thread. */
export interface PictureRequest {
  readonly figures: ChartFigures;
  readonly language: Language;
  /** Of the reader; null = UTC. */
  readonly timeZone: string | null;
  /** Names of the cards that the figures speak of, by id. */
  readonly cards: Readonly<Record<string, string>>;
}

/** The ids of every card that figures speak of. */
export function cardsIn(figures: ChartFigures): readonly string[] {
  const all = figures.chart === "cost" ? [...figures.points, ...figures.unplaced] : [figures.on];
  return [...new Set(all.map(({ accelerator }) => accelerator))];
}
