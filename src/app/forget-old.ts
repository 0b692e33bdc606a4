import type { Store } from "./ports.ts";

const keptMs = 24 * 60 * 60_000;
/** A little less than the hour after which everyone comes again: a timer that is early does not lose its turn. */
const leaseMs = 59 * 60_000;

/**
 * Forgets deliveries, answers and their outcomes that were done a day ago, and tokens that ran out then. The lease is let run out, not given back:
 * of all that come within the hour, each with an id of its own, one does it. False when another one did.
 */
export async function forgetOld(store: Store, id: string, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() + leaseMs).toISOString();
  if (!(await store.leases.take("forget-old", id, now.toISOString(), until))) return false;
  const old = new Date(now.getTime() - keptMs).toISOString();
  await store.deliveries.purge(old);
  await store.outbox.purge(old);
  await store.journal.purge(old);
  await store.pilotTokens.purge(old);
  return true;
}
