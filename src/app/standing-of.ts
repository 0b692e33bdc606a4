import type { Revision } from "../domain/conversation.ts";
import type { Cost } from "../domain/plan.ts";
import { currencies, type Money } from "../units/money.ts";
import { valueAt } from "../followup/apply-changes.ts";
import { counted } from "../followup/bare-counts.ts";
import type { ReadContext } from "../followup/draft.ts";

/** Money of the whole run where that is known. */
const costOf = (cost?: Cost): Money | null => {
  const currency = currencies.find((one) => one === cost?.currency);
  return cost?.total == null || currency === undefined ? null : { amount: cost.total.likely, currency };
};

const formerCounts = (revisions: readonly Revision[]): NonNullable<ReadContext["former"]> =>
  [...revisions].reverse().flatMap(({ spec }) =>
    [...counted].flatMap((field) => {
      const value = valueAt(spec, field);
      return typeof value === "number" ? { field, value } : [];
    }),
  );

/** What a reading has to know of the plan that is talked about. */
export const standingOf = (
  revision: Revision | null,
  revisions: readonly Revision[] = [],
): Pick<ReadContext, "current" | "held" | "cost" | "recent" | "former"> => ({
  current: revision?.spec ?? null,
  held: revision?.plan.best ?? null,
  cost: costOf(revision?.plan.best?.cost),
  former: formerCounts(revisions),
  recent: revision?.changes.map(({ field }) => field) ?? [],
});
