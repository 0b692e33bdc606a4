import type { Outcome } from "./conversation-port.ts";
import type { Asker, Journaled, Store } from "./ports.ts";

type Saved = Omit<Outcome, "record"> & { readonly planId: string | null };

/** The outcome of a change, to be kept in the transaction of the change; nothing where no delivery asked for it. */
export function journaled({ delivery }: Asker, outcome: Outcome, at: string): Journaled | undefined {
  if (delivery === undefined) return undefined;
  const { record, ...rest } = outcome;
  const saved: Saved = { ...rest, planId: record?.id ?? null };
  return { key: delivery, at, body: JSON.stringify(saved) };
}

/** What a delivery led to already, over the plan as it stands now; null = it has changed nothing yet. */
export async function outcomeBefore(store: Store, { workspace, delivery }: Asker): Promise<Outcome | null> {
  if (delivery === undefined) return null;
  const body = await store.journal.find(workspace, delivery);
  if (body === null) return null;
  const { planId, ...rest } = JSON.parse(body) as Saved;
  return { ...rest, record: planId === null ? null : await store.plans.get(workspace, planId) };
}
