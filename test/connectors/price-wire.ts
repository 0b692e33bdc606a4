import type { FeedRead, PriceFeed, RowIssue, Validators } from "../../src/app/price-ports.ts";
import { priceFeeds, type PriceKeys } from "../../src/connectors/prices/price-feeds.ts";
import type { Wire } from "../../src/connectors/prices/send.ts";
import type { Offer } from "../../src/domain/offer.ts";
import { catalogue, lookup } from "../catalog/real-catalogue.ts";

export const now = new Date("2026-11-30T09:00:00.000Z");
const keys: PriceKeys = { lambda: "lambda-key", runpod: "runpod-key", vast: "vast-key" };

/** Every live source over the global fetch, which nock stands in for; waits are written down and not waited. */
export function liveSources(): {
  readonly feed: (key: string) => PriceFeed;
  readonly read: (key: string, previous?: Validators) => Promise<FeedRead>;
  readonly waits: number[];
} {
  const waits: number[] = [];
  const wire: Wire = {
    fetch: (input, init) => fetch(input, init),
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    chance: () => 0.5,
  };
  const feeds = priceFeeds(wire, catalogue, lookup, keys);
  const feed = (key: string): PriceFeed => {
    const found = feeds.find((f) => f.key === key);
    if (found === undefined) throw new Error(`no feed ${key}`);
    return found;
  };
  const read = (key: string, previous: Validators = {}): Promise<FeedRead> =>
    feed(key).read({ previous, now, signal: new AbortController().signal });
  return { feed, read, waits };
}

export interface ReadWhole {
  readonly offers: readonly Offer[];
  readonly issues: readonly RowIssue[];
  readonly observedAt: string;
  readonly validators: Validators;
}

/** The content of a feed that was read; throws with what it was otherwise. */
export function whole(read: FeedRead): ReadWhole {
  if (read.kind !== "read") throw new Error(JSON.stringify(read));
  return read;
}

/** "instance region tier count×card price", in order of the price. */
export const offerLines = (offers: readonly Offer[]): readonly string[] =>
  [...offers]
    .sort((a, b) => a.perHour - b.perHour)
    .map(
      (o) =>
        `${o.instance} ${o.region ?? "-"} ${o.tier} ${o.gpus}×${o.accelerator} ${Number(o.perHour.toFixed(4))}`,
    );

export const issueLines = (issues: readonly RowIssue[]): readonly string[] =>
  issues.map(({ at, code, read }) => `${at} ${code}: ${read}`);
