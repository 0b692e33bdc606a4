import type { Accelerator } from "../domain/accelerator.ts";
import type { NamedMatch } from "../domain/catalogue.ts";
import { folded } from "./words-of.ts";

/** "rtx 3060" is a series and a number of it; makers and product lines before it say nothing. */
const seriesAndNumber =
  /^(?:(?:nvidia|amd|intel|geforce|radeon|instinct|tesla|quadro)\s*)*(?<series>[a-z]{1,4})[\s-]?(?<number>\d{3,4})(?!\d)/u;

/** Series that were sold before another of the same makers and buyers. */
const successor: Readonly<Record<string, string>> = { gtx: "rtx" };

/** Cards of the series that was typed, the nearest number first; none of another series, however alike it is written. */
export function nearestCards(text: string, cards: readonly Accelerator[]): readonly NamedMatch[] {
  const typed = seriesAndNumber.exec(folded(text).trim())?.groups;
  const number = typed?.["number"];
  if (typed === undefined || number === undefined) return [];
  const series = successor[typed["series"] ?? ""] ?? typed["series"] ?? "";
  const member = new RegExp(`(?<![a-z])${series}[\\s-]?(\\d{${number.length}})(?!\\d)`, "gu");
  return cards
    .flatMap((card) => {
      const names = [card.id, card.name, ...card.aliases].map(folded).join(" | ");
      const numbers = [...names.matchAll(member)].map((found) => Math.abs(Number(found[1]) - Number(number)));
      return numbers.length === 0 ? [] : [{ card, distance: Math.min(...numbers) }];
    })
    .sort((a, b) => a.distance - b.distance || (a.card.id < b.card.id ? -1 : 1))
    .map(({ card, distance }) => ({ id: card.id, name: card.name, score: 0.9 / (1 + distance / 1000) }));
}
