import type { Configuration } from "./configurations.ts";
import { headline, solid } from "./price.ts";
import { moneyRange, speedup } from "./rank.ts";

/** Rates closer than this share are the same: all are of one formula, so only part of their interval tells two cards apart. */
export const RATE_NOISE = 0.1;

/** How far a list price may have moved, of both: nearer than that two costs are the same. */
export const priceNoise = (a: Configuration, b: Configuration): number => {
  const drift = ({ price }: Configuration): number =>
    price === null || price.perHour.likely === 0 ? 0 : price.perHour.high / price.perHour.likely - 1;
  return Math.max(0.05, drift(a) + drift(b));
};

/**
 * Whether `a` is both cheaper and faster than `b` beyond what prices may have moved and rates may be off, on evidence
 * at least as good: a price whose date and machine stand no worse, a card that somebody measured no less, the same
 * platform or the one that need not be validated first. More cards count only where their hour is no dearer.
 */
export function beats(
  a: Configuration,
  b: Configuration,
  gradeRank: (configuration: Configuration) => number,
): boolean {
  if (!headline(a.price)) return false;
  if (!solid(a.price) && solid(b.price)) return false;
  if (a.card.platform !== b.card.platform && a.card.platform !== "cuda") return false;
  if (gradeRank(a) > gradeRank(b) || a.run.nodes > b.run.nodes) return false;
  const hour = ({ price }: Configuration): number => price?.perHour.likely ?? Number.POSITIVE_INFINITY;
  if (a.run.gpus > b.run.gpus && hour(a) > hour(b)) return false;
  const [money, other] = [moneyRange(a)?.likely, moneyRange(b)?.likely];
  if (money === undefined || other === undefined) return false;
  return money * (1 + priceNoise(a, b)) < other && speedup(a, b) > 1 + RATE_NOISE;
}
