import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FeedContent, FeedRead, PriceFeed, PriceSource } from "../../src/app/price-ports.ts";
import type { Store } from "../../src/app/ports.ts";
import { livePrices, refreshCatalogue, type FeedReport } from "../../src/app/refresh-catalogue.ts";
import { openStore } from "../../src/db/open-store.ts";
import type { Offer } from "../../src/domain/offer.ts";

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const offer = (n: number, over: Partial<Offer> = {}): Offer => ({
  id: `aws/m${n}/eu-west-1/on-demand`, provider: "aws", instance: `m${n}`, accelerator: "l4", gpus: 1, vcpus: null,
  hostRamGib: null, localDiskGb: null, region: "eu-west-1", area: "eu", interconnect: null, tier: "on-demand", perHour: 1 + n,
  currency: "USD", observedAt: "2026-11-30", source: "live-skypilot-catalog", note: null, ...over,
}); // prettier-ignore
const content = (count: number, over: Partial<FeedContent> = {}): FeedRead => ({
  kind: "read",
  offers: Array.from({ length: count }, (_, n) => offer(n)),
  rates: null,
  issues: [],
  observedAt: "2026-11-30",
  validators: {},
  ...over,
});

let store: Store;
let now: Date;
beforeEach(async () => {
  store = await openStore({ file: ":memory:" });
  now = new Date("2026-11-30T09:00:00.000Z");
});
afterEach(() => store.close());

const feedOf = (
  read: PriceFeed["read"],
  key = "skypilot/aws",
  source: PriceSource = "skypilot",
): PriceFeed => ({ key, source, read });
const refresh = async (...feeds: readonly PriceFeed[]): Promise<readonly FeedReport[]> =>
  (await refreshCatalogue({ feeds, store: store.prices, clock: { now: () => now }, log: quiet })).feeds;
const gives = (read: FeedRead, key?: string): PriceFeed => feedOf(() => Promise.resolve(read), key);
const inUse = async (): Promise<number> => (await livePrices(store.prices)).offers.length;

describe("a refresh", () => {
  it.each<[string, FeedRead | Error, string]>([
    ["fails", { kind: "failed", code: "timeout", detail: "x" }, "timeout"],
    ["throws", new Error("a bug"), "crashed"],
    ["gives nothing", content(0), "nothing-read"],
    ["gives less than half of what it did", content(4), "shrunk"],
    [
      "is mostly unreadable",
      content(8, {
        issues: Array.from({ length: 9 }, (_, n) => ({
          at: `${n}`,
          code: "wrong-field-count" as const,
          read: "",
        })),
      }),
      "mostly-refused",
    ],
  ])(
    "keeps the last prices and their age of a source that %s, and takes the others",
    async (_how, read, code) => {
      await refresh(gives(content(10)), gives(content(3), "skypilot/gcp"));
      now = new Date("2026-12-03T09:00:00.000Z");
      const broken = feedOf(() => (read instanceof Error ? Promise.reject(read) : Promise.resolve(read)));
      const [kept, fine] = await refresh(
        broken,
        gives(content(4, { observedAt: "2026-12-03" }), "skypilot/gcp"),
      );
      expect(kept).toMatchObject({
        outcome: "kept",
        offers: 10,
        observedAt: "2026-11-30",
        ageDays: 3,
        failure: { code },
      });
      expect(fine).toMatchObject({ outcome: "updated", offers: 4, ageDays: 0, failure: null });
      expect(await inUse()).toBe(14);
    },
  );

  it("believes a source that stays small once its old prices are a week old", async () => {
    await refresh(gives(content(10)));
    now = new Date("2026-12-08T09:00:00.000Z");
    expect(await refresh(gives(content(4)))).toMatchObject([{ outcome: "updated", offers: 4 }]);
  });

  it("dates unchanged prices by the day they were confirmed, or by the source's own day", async () => {
    await refresh(gives(content(2)), gives(content(2), "gpuhunt/aws"));
    const before = await store.prices.stamp();
    now = new Date("2026-12-05T09:00:00.000Z");
    const reports = await refresh(
      gives({ kind: "unchanged", observedAt: "2026-12-05" }),
      gives({ kind: "unchanged", observedAt: "2026-11-30" }, "gpuhunt/aws"),
    );
    expect(reports.map((r) => [r.outcome, r.ageDays])).toEqual([["unchanged", 0], ["unchanged", 5]]); // prettier-ignore
    const { offers } = await livePrices(store.prices);
    expect(offers.map((o) => o.observedAt).sort()).toEqual([
      "2026-11-30",
      "2026-11-30",
      "2026-12-05",
      "2026-12-05",
    ]);
    expect(await store.prices.stamp()).not.toBe(before);
  });

  it("gives each source what it said to ask again with, and nothing after it was never read", async () => {
    const asked: unknown[] = [];
    const feed = feedOf(({ previous }) => {
      asked.push(previous);
      return Promise.resolve(content(1, { validators: { u: { etag: "1" } } }));
    });
    await refresh(feed);
    await refresh(feed);
    expect(asked).toEqual([{}, { u: { etag: "1" } }]);
    expect(await refresh(gives({ kind: "unchanged", observedAt: null }, "azure"))).toMatchObject([
      { outcome: "failed", failure: { code: "not-the-shape" } },
    ]);
  });

  it("tells what was refused from what was repaired, and names sources that contradict each other", async () => {
    const issues = [
      { at: "vms.csv:2", code: "unknown-card", read: "K80" },
      { at: "vms.csv:3", code: "count-repaired", read: "12 → 8" },
    ] as const;
    const report = await refreshCatalogue({
      feeds: [
        gives(content(1, { issues })),
        gives(content(1, { offers: [offer(0, { perHour: 2, source: "live-gpuhunt" })] }), "gpuhunt/aws"),
      ],
      store: store.prices,
      clock: { now: () => now },
      log: quiet,
    });
    expect(report.feeds[0]).toMatchObject({ refused: [issues[0]], repaired: [issues[1]] });
    expect(report.disagreements).toEqual([
      {
        at: "aws/m0/eu-west-1/on-demand",
        code: "sources-disagree",
        read: "live-gpuhunt 2 USD, live-skypilot-catalog 1 USD",
      },
    ]);
  });

  it("asks only the sources that were named", async () => {
    const feeds = [gives(content(1)), feedOf(() => Promise.resolve(content(1)), "azure", "azure")];
    const report = await refreshCatalogue(
      { feeds, store: store.prices, clock: { now: () => now }, log: quiet },
      { only: ["azure"] },
    );
    expect(report.feeds.map((f) => f.feed)).toEqual(["azure"]);
  });
});
