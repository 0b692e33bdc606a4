import type { Revision } from "../domain/conversation.ts";
import type { ReadContext } from "../followup/draft.ts";

/** What a reading has to know of the plan that is talked about. */
export const standingOf = (revision: Revision | null): Pick<ReadContext, "current" | "held" | "recent"> => ({
  current: revision?.spec ?? null,
  held: revision?.plan.best ?? null,
  recent: revision?.changes.map(({ field }) => field) ?? [],
});
