import type { MeasuredPoint } from "./correction.ts";
import { isPaidPrice, type Lesson, type PaidPrice } from "./paid-price.ts";

/** Which of a plan's results somebody means: by its number in the thread, its key, or what it is. */
export type WhichResult =
  "all" | "last" | "first" | "price" | "hours" | { readonly n: number } | { readonly key: string };

/** One result of a plan that its team's plans count: a pilot's run, the hours of a rental, or its price. */
export interface PlanResult {
  /** Its place among all of the plan, those that were withdrawn included: it stays the same. From 1. */
  readonly n: number;
  readonly key: string;
  readonly kind: "pilot" | "hours" | "price";
  readonly by: string | null;
  readonly at: string | null;
  readonly point: MeasuredPoint | null;
  readonly price: PaidPrice | null;
}

interface Kept {
  readonly id: string;
  readonly correction: Lesson;
}

/** Those that stand, oldest first, each with the ids of what it taught. */
export function resultsOf(
  kept: readonly Kept[],
): readonly (PlanResult & { readonly ids: readonly string[] })[] {
  const byKey = new Map<string, Kept[]>();
  for (const one of kept) {
    const { point, at } = one.correction;
    const key = point ?? at ?? one.id;
    byKey.set(key, [...(byKey.get(key) ?? []), one]);
  }
  return [...byKey].flatMap(([key, of], index) => {
    const standing = of.filter(({ correction }) => correction.withdrawn == null);
    const [first] = standing;
    if (first === undefined) return [];
    const { correction } = first;
    const { author: by, at } = correction;
    const price = isPaidPrice(correction) ? correction : null;
    const point = isPaidPrice(correction)
      ? null
      : (correction.points.find((one) => one.key === correction.point) ?? null);
    const kind = price !== null ? "price" : point?.rateSpread === undefined ? "pilot" : "hours";
    return [{ n: index + 1, key, kind, by, at, point, price, ids: standing.map(({ id }) => id) }];
  });
}

/** Those that are meant, of those that the asker may take back. */
export function chosenFrom<R extends PlanResult>(results: readonly R[], which: WhichResult): readonly R[] {
  if (which === "all") return results;
  if (which === "last") return results.slice(-1);
  if (which === "first") return results.slice(0, 1);
  if (which === "price" || which === "hours") return results.filter(({ kind }) => kind === which).slice(-1);
  return results.filter((one) => ("n" in which ? one.n === which.n : one.key === which.key));
}
