import { disagreements, type LivePrices } from "../domain/live-prices.ts";
import type { Offer } from "../domain/offer.ts";
import type { Clock, Log } from "./ports.ts";
import { repairs } from "./price-ports.ts";
import type {
  FeedContent,
  FeedFailure,
  FeedRead,
  PriceFeed,
  PriceSource,
  PriceStore,
  RowIssue,
  StoredFeed,
} from "./price-ports.ts";

/** How one feed came out. `kept`: it failed, and what it gave before stays in use with its age; `failed`: there is nothing before. */
export interface FeedReport {
  readonly feed: string;
  readonly source: PriceSource;
  readonly outcome: "updated" | "unchanged" | "kept" | "failed";
  /** In use from now on. */
  readonly offers: number;
  readonly observedAt: string | null;
  readonly ageDays: number | null;
  readonly failure: FeedFailure | null;
  readonly refused: readonly RowIssue[];
  readonly repaired: readonly RowIssue[];
}

export interface RefreshReport {
  readonly feeds: readonly FeedReport[];
  /** Sources that name prices a quarter apart for one thing; the nearer source's is used. */
  readonly disagreements: readonly RowIssue[];
}

export interface RefreshDeps {
  readonly feeds: readonly PriceFeed[];
  readonly store: PriceStore;
  readonly clock: Clock;
  readonly log: Log;
}

export interface RefreshOptions {
  /** Absent = all. */
  readonly only?: readonly PriceSource[];
  readonly onFeed?: (report: FeedReport, done: number, all: number) => void;
  readonly signal?: AbortSignal;
}

/** Sources asked at once. */
const abreast = 4;
/** A source that suddenly names less than half of what it did is not believed while the old figures are this young. */
const believeShrinkAfterDays = 7;
const repairCodes: ReadonlySet<string> = new Set(repairs);

/** Asks every feed and keeps what came whole. A feed that fails, or gives something odd, changes nothing of what is in use. */
export async function refreshCatalogue(
  deps: RefreshDeps,
  options: RefreshOptions = {},
): Promise<RefreshReport> {
  const wanted = deps.feeds.filter(({ source }) => options.only?.includes(source) ?? true);
  const stored = new Map((await deps.store.feeds()).map((feed) => [feed.key, feed]));
  const reports = new Map<string, FeedReport>();
  const waiting = [...wanted];
  const work = async (): Promise<void> => {
    for (let feed = waiting.shift(); feed !== undefined; feed = waiting.shift()) {
      const report = await refreshFeed(feed, stored.get(feed.key) ?? null, deps, options.signal);
      reports.set(feed.key, report);
      options.onFeed?.(report, reports.size, wanted.length);
    }
  };
  await Promise.all(Array.from({ length: abreast }, work));
  const { offers } = await livePrices(deps.store);
  return {
    feeds: wanted.flatMap(({ key }) => reports.get(key) ?? []),
    disagreements: disagreements(offers).map(disagreementLine),
  };
}

async function refreshFeed(
  feed: PriceFeed,
  before: StoredFeed | null,
  { store, clock, log }: RefreshDeps,
  signal: AbortSignal = new AbortController().signal,
): Promise<FeedReport> {
  const now = clock.now();
  const at = now.toISOString();
  const content = before?.content ?? null;
  const read = believed(await ask(feed, content, now, signal), content, now);
  if (read.kind === "failed") {
    const failure = { code: read.code, detail: read.detail };
    log.info({ feed: feed.key, ...failure }, "a price source was not read");
    await store.save({
      key: feed.key,
      content,
      changedAt: before?.changedAt ?? null,
      checkedAt: before?.checkedAt ?? null,
      attemptedAt: at,
      failure,
    });
    return reportOf(feed, content === null ? "failed" : "kept", content, now, { failure, issues: [] });
  }
  const fresh: FeedContent =
    read.kind === "read"
      ? read
      : { ...whole(content), observedAt: read.observedAt ?? whole(content).observedAt };
  const { offers, rates, issues, observedAt, validators } = fresh;
  const dated = offers.map((offer) => (offer.observedAt === observedAt ? offer : { ...offer, observedAt }));
  const moved = read.kind === "read" || content?.observedAt !== observedAt;
  await store.save({
    key: feed.key,
    content: { offers: dated, rates, issues, observedAt, validators },
    changedAt: moved ? at : (before?.changedAt ?? at),
    checkedAt: at,
    attemptedAt: at,
    failure: null,
  });
  const outcome = read.kind === "read" ? "updated" : "unchanged";
  return reportOf(feed, outcome, fresh, now, { failure: null, issues: read.kind === "read" ? issues : [] });
}

function whole(content: FeedContent | null): FeedContent {
  if (content === null) throw new Error("unchanged from nothing");
  return content;
}

async function ask(
  feed: PriceFeed,
  content: FeedContent | null,
  now: Date,
  signal: AbortSignal,
): Promise<FeedRead> {
  try {
    const read = await feed.read({ previous: content?.validators ?? {}, now, signal });
    if (read.kind === "unchanged" && content === null)
      return {
        kind: "failed",
        code: "not-the-shape",
        detail: "says unchanged although nothing was read before",
      };
    return read;
  } catch (cause) {
    return { kind: "failed", code: "crashed", detail: cause instanceof Error ? cause.name : typeof cause };
  }
}

/** Nothing, mostly refusals, or a sudden half of what there was: the source is broken, not the market. */
function believed(read: FeedRead, before: FeedContent | null, now: Date): FeedRead {
  if (read.kind !== "read" || read.rates !== null) return read;
  const count = read.offers.length;
  if (count === 0)
    return { kind: "failed", code: "nothing-read", detail: `${read.issues.length} rows refused` };
  const broken = read.issues.filter(
    ({ code }) => code === "wrong-field-count" || code === "unreadable-row",
  ).length;
  if (broken > count / 2)
    return { kind: "failed", code: "mostly-refused", detail: `${broken} unreadable rows` };
  const had = before?.offers.length ?? 0;
  const age = before === null ? 0 : daysBetween(before.observedAt, now);
  if (count < had / 2 && age <= believeShrinkAfterDays)
    return { kind: "failed", code: "shrunk", detail: `${count} prices where there were ${had}` };
  return read;
}

const daysBetween = (date: string, now: Date): number =>
  Math.max(0, Math.round((Date.parse(now.toISOString().slice(0, 10)) - Date.parse(date)) / 86_400_000));

function reportOf(
  feed: PriceFeed,
  outcome: FeedReport["outcome"],
  content: FeedContent | null,
  now: Date,
  { failure, issues }: { readonly failure: FeedFailure | null; readonly issues: readonly RowIssue[] },
): FeedReport {
  return {
    feed: feed.key,
    source: feed.source,
    outcome,
    offers: content?.offers.length ?? 0,
    observedAt: content?.observedAt ?? null,
    ageDays: content === null ? null : daysBetween(content.observedAt, now),
    failure,
    refused: issues.filter(({ code }) => !repairCodes.has(code)),
    repaired: issues.filter(({ code }) => repairCodes.has(code)),
  };
}

const priceText = ({ source, perHour, currency }: Offer): string => `${source} ${perHour} ${currency}`;

const disagreementLine = ({ here, there }: { readonly here: Offer; readonly there: Offer }): RowIssue => ({
  at: here.id,
  code: "sources-disagree",
  read: `${priceText(here)}, ${priceText(there)}`,
});

/** Everything that refreshes brought in so far, for `withLivePrices`. */
export async function livePrices(store: PriceStore): Promise<LivePrices> {
  const contents = (await store.feeds()).flatMap(({ content }) => content ?? []);
  const rates = contents
    .flatMap((content) => content.rates ?? [])
    .reduce<LivePrices["rates"]>(
      (last, next) => (last === null || next.date > last.date ? next : last),
      null,
    );
  return { offers: contents.flatMap(({ offers }) => offers), rates };
}
