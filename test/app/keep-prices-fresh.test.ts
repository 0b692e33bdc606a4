import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepPricesFresh, refreshLease, type FreshPrices } from "../../src/app/keep-prices-fresh.ts";
import type { FeedRead, PriceFeed } from "../../src/app/price-ports.ts";
import type { Store } from "../../src/app/ports.ts";
import { openStore } from "../../src/db/open-store.ts";
import type { LivePrices } from "../../src/domain/live-prices.ts";

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const rates = (date: string): FeedRead => ({
  kind: "read",
  offers: [],
  rates: { perUsd: { EUR: 0.9 }, date, source: "live-ecb-reference-rates" },
  issues: [],
  observedAt: date,
  validators: {},
});

let store: Store;
let now: Date;
let asked: string[];
let answer: FeedRead;
beforeEach(async () => {
  store = await openStore({ file: ":memory:" });
  now = new Date("2026-11-30T09:00:00.000Z");
  asked = [];
  answer = rates("2026-11-27");
});
afterEach(() => store.close());

function replica(holder: string, asks = true): FreshPrices & { readonly learnt: LivePrices[] } {
  const learnt: LivePrices[] = [];
  const feed: PriceFeed = {
    key: "fx",
    source: "fx",
    read: () => {
      asked.push(holder);
      return Promise.resolve(answer);
    },
  };
  const prices = keepPricesFresh({
    feeds: [feed],
    store: store.prices,
    leases: store.leases,
    clock: { now: () => now },
    log: quiet,
    learn: (live) => learnt.push(live),
    holder,
    asks,
  });
  return { ...prices, learnt };
}
const look = (...replicas: readonly FreshPrices[]): Promise<unknown> =>
  Promise.all(replicas.map((r) => r.tick(new AbortController().signal)));
const later = (hours: number): void => {
  now = new Date(now.getTime() + hours * 3_600_000);
};

describe("replicas with one store", () => {
  it("ask once between them, and all answer from what one of them read", async () => {
    const all = ["a", "b", "c"].map((holder) => replica(holder));
    await look(...all);
    await look(...all);
    expect(asked).toHaveLength(1);
    expect(all.map((r) => r.learnt.at(-1)?.rates?.date)).toEqual(["2026-11-27", "2026-11-27", "2026-11-27"]);
  });

  it("ask again after six hours, a source that failed after one, and learn only what changed", async () => {
    const one = replica("a");
    await look(one);
    later(5);
    await look(one);
    expect([asked.length, one.learnt.length]).toEqual([1, 1]);
    later(1);
    answer = { kind: "failed", code: "timeout", detail: "" };
    await look(one);
    expect([asked.length, one.learnt.length]).toEqual([2, 1]);
    later(1);
    answer = rates("2026-11-30");
    await look(one);
    expect([asked.length, one.learnt.at(-1)?.rates?.date]).toEqual([3, "2026-11-30"]);
  });

  it("wait for one that is at it, and take over from one that died in the middle", async () => {
    await store.leases.take(refreshLease, "dead", now.toISOString(), "2026-11-30T09:15:00.000Z");
    const one = replica("a");
    await look(one);
    expect(asked).toEqual([]);
    later(0.25);
    await look(one);
    expect(asked).toEqual(["a"]);
  });

  it("that may not ask use what another refreshed", async () => {
    const silent = replica("silent", false);
    await look(silent);
    expect([asked, silent.learnt]).toEqual([[], []]);
    await look(replica("a"));
    await look(silent);
    expect([asked, silent.learnt.length]).toEqual([["a"], 1]);
  });
});
