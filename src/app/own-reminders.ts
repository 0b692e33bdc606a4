import type { PendingReminder } from "../domain/conversation.ts";
import type { ConversationDeps } from "./conversation-port.ts";
import { underWayMs } from "./keep-reminders.ts";
import type { Asker, PlanRecord } from "./ports.ts";
import { stillToCome, wantedReminders } from "./wanted-reminders.ts";

/** Newest plans of a person that are looked through. */
const plansListed = 50;

type Deps = Pick<ConversationDeps, "store" | "lookup" | "clock">;

const ownPlans = async (
  { store }: Deps,
  asker: Asker,
  plan: PlanRecord | null,
): Promise<readonly PlanRecord[]> =>
  plan === null ? store.plans.ownedBy(asker.workspace, asker.user, plansListed) : [plan];

/** What the asker will be reminded of, earliest first: of one plan of theirs, or of all (null). */
export async function remindersAhead(
  deps: Deps,
  asker: Asker,
  plan: PlanRecord | null,
): Promise<readonly PendingReminder[]> {
  const now = deps.clock.now();
  const found: PendingReminder[] = [];
  for (const record of await ownPlans(deps, asker, plan)) {
    if (record.owner !== asker.user) continue;
    const wanted = wantedReminders(deps.lookup, record, asker.timeZone, now);
    if (wanted.length === 0) continue;
    const kept = await deps.store.reminders.ofPlan(asker.workspace, record.id);
    found.push(...stillToCome(wanted, kept, asker.user, now));
  }
  return found.sort((a, b) => (a.dueAt < b.dueAt ? -1 : 1));
}

/** Cancels those ahead, or the one of the key; what is about to be sent is counted, and comes. */
export async function cancelReminders(
  deps: Deps,
  asker: Asker,
  plan: PlanRecord | null,
  key: string | null,
): Promise<{ readonly cancelled: number; readonly underWay: number }> {
  const now = deps.clock.now();
  let cancelled = 0;
  let underWay = 0;
  for (const one of await remindersAhead(deps, asker, plan)) {
    if (key !== null && one.key !== key) continue;
    if (Date.parse(one.dueAt) - now.getTime() < underWayMs) {
      underWay += 1;
      continue;
    }
    const { planId, kind, dueAt } = one;
    const intent = { planId, key: one.key, owner: asker.user, kind, dueAt, says: "" };
    await deps.store.reminders.cancel(asker.workspace, intent);
    cancelled += 1;
  }
  return { cancelled, underWay };
}
