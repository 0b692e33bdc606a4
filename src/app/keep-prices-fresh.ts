import type { LivePrices } from "../domain/live-prices.ts";
import type { LeaseStore } from "./ports.ts";
import type { StoredFeed } from "./price-ports.ts";
import { livePrices, refreshCatalogue, type RefreshDeps } from "./refresh-catalogue.ts";

export const refreshLease = "refresh-prices";
/** Longer than any refresh: every request has its own limit far below. */
export const leaseMs = 15 * 60_000;
const hourMs = 3_600_000;
const everyMs = 6 * hourMs;
/** A source that failed is asked again sooner. */
const againMs = hourMs;

export interface FreshDeps extends RefreshDeps {
  /** Takes prices into use. */
  readonly learn: (live: LivePrices) => void;
  readonly leases: LeaseStore;
  /** This process among its replicas. */
  readonly holder: string;
  /** False = use what others refreshed, ask nobody. */
  readonly asks: boolean;
}

export interface FreshPrices {
  /** Takes what the store has into use, when it changed. */
  catchUp(): Promise<void>;
  /** Catches up; then, where something is due and no replica is at it, refreshes that and catches up again. */
  tick(signal: AbortSignal): Promise<void>;
}

/** Keeps one process's prices fresh; of many with one store, one asks and all learn. */
export function keepPricesFresh(deps: FreshDeps): FreshPrices {
  const { store, leases, clock, holder, feeds } = deps;
  let known: string | null = null;

  const catchUp = async (): Promise<void> => {
    const stamp = await store.stamp();
    if (stamp === known) return;
    deps.learn(await livePrices(store));
    known = stamp;
  };

  const due = async (): Promise<RefreshDeps["feeds"]> => {
    const stored = new Map((await store.feeds()).map((feed) => [feed.key, feed]));
    return feeds.filter(({ key }) => isDue(stored.get(key), clock.now()));
  };

  return {
    catchUp,
    tick: async (signal) => {
      await catchUp();
      if (!deps.asks || (await due()).length === 0) return;
      const now = clock.now();
      const until = new Date(now.getTime() + leaseMs).toISOString();
      if (!(await leases.take(refreshLease, holder, now.toISOString(), until))) return;
      try {
        // Asked again under the lease: another replica may have finished in between.
        await refreshCatalogue({ ...deps, feeds: await due() }, { signal });
      } finally {
        await leases.release(refreshLease, holder);
      }
      await catchUp();
    },
  };
}

function isDue(feed: StoredFeed | undefined, now: Date): boolean {
  if (feed === undefined) return true;
  const wait = feed.failure === null ? everyMs : againMs;
  return now.getTime() - Date.parse(feed.attemptedAt) >= wait;
}
