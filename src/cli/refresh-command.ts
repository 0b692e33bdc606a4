import { randomUUID } from "node:crypto";
import { leaseMs, refreshLease } from "../app/keep-prices-fresh.ts";
import { refreshCatalogue, type FeedReport, type RefreshReport } from "../app/refresh-catalogue.ts";
import { priceSources, type PriceSource, type RowIssue } from "../app/price-ports.ts";
import { priceFeeds, realWire, type PriceKeys } from "../connectors/prices/price-feeds.ts";
import { openStore } from "../db/open-store.ts";
import type { Language } from "../domain/conversation.ts";
import { format } from "../i18n/format.ts";
import { words } from "../i18n/messages.ts";
import { openWorld } from "./open-world.ts";
import { makeBar } from "./progress.ts";
import { storePlace } from "./live-world.ts";
import { stderrLog } from "./stderr-log.ts";
import { CommandEnd, exits, languageOf, writeJson, writeLine, type Exit, type Terminal } from "./terminal.ts";

export interface RefreshFlags {
  readonly sources: readonly string[];
  readonly json: boolean;
  readonly lang?: string;
}

const keyNames = { lambda: "LAMBDA_API_KEY", runpod: "RUNPOD_API_KEY", vast: "VAST_API_KEY" } as const;
const shownIssues = 12;

const keysOf = (env: Terminal["env"]): PriceKeys => {
  const key = (name: string): string | null =>
    env[name] === undefined || env[name] === "" ? null : env[name];
  return { lambda: key(keyNames.lambda), runpod: key(keyNames.runpod), vast: key(keyNames.vast) };
};

/** A bar and a report in words on a terminal; JSON Lines, one feed a line and a summary last, anywhere else. */
export async function refreshCommand(flags: RefreshFlags, terminal: Terminal): Promise<Exit> {
  const language = languageOf(flags.lang, terminal.env);
  const say = words(language).refresh;
  const keys = keysOf(terminal.env);
  const only = sourcesOf(flags.sources, keys, language);
  const json = flags.json || terminal.stdout.isTTY !== true;
  const { catalogue, lookup } = await openWorld(terminal, language, { stored: false });
  const store = await openStore(storePlace(terminal.env));
  const holder = randomUUID();
  try {
    const now = new Date();
    const until = new Date(now.getTime() + leaseMs).toISOString();
    if (!(await store.leases.take(refreshLease, holder, now.toISOString(), until)))
      throw new CommandEnd(exits.ourFault, say.busy);
    const bar = makeBar(terminal.stderr);
    const report = await refreshCatalogue(
      {
        feeds: priceFeeds(realWire, catalogue, lookup, keys),
        store: store.prices,
        clock: { now: () => new Date() },
        log: stderrLog(terminal.stderr),
      },
      {
        ...(only === null ? {} : { only }),
        onFeed: (feed, done, all) => {
          bar.show(done / all, feed.feed);
          if (json) terminal.stdout.write(`${JSON.stringify(feed)}\n`);
        },
      },
    );
    bar.end();
    if (json) await writeJson(terminal.stdout, summaryOf(report));
    else for (const line of reportLines(report, language)) await writeLine(terminal.stdout, line);
    return await conclude(report, terminal, language);
  } finally {
    await store.leases.release(refreshLease, holder);
    await store.close();
  }
}

function sourcesOf(
  stated: readonly string[],
  keys: PriceKeys,
  language: Language,
): readonly PriceSource[] | null {
  const say = words(language).refresh;
  if (stated.length === 0) return null;
  return stated.map((text) => {
    const source = priceSources.find((known) => known === text);
    if (source === undefined)
      throw new CommandEnd(exits.unusable, say.unknownSource(text, priceSources.join(", ")));
    const keyed = source === "lambda" || source === "runpod" || source === "vast";
    if (keyed && keys[source] === null)
      throw new CommandEnd(exits.unusable, say.keyMissing(source, keyNames[source]));
    return source;
  });
}

const summaryOf = ({ feeds, disagreements }: RefreshReport): Readonly<Record<string, unknown>> => {
  const count = (outcome: FeedReport["outcome"]): number => feeds.filter((f) => f.outcome === outcome).length;
  return {
    summary: {
      updated: count("updated"),
      unchanged: count("unchanged"),
      kept: count("kept"),
      failed: count("failed"),
      offers: feeds.reduce((sum, { offers }) => sum + offers, 0),
    },
    disagreements,
  };
};

async function conclude(report: RefreshReport, terminal: Terminal, language: Language): Promise<Exit> {
  const say = words(language).refresh;
  const lost = report.feeds.filter(({ failure }) => failure !== null).length;
  if (lost === 0) return exits.done;
  const all = lost === report.feeds.length;
  await writeLine(terminal.stderr, all ? say.offline : say.someKept(lost));
  return all ? exits.ourFault : exits.done;
}

function reportLines({ feeds, disagreements }: RefreshReport, language: Language): readonly string[] {
  const say = words(language).refresh;
  const colon = language === "fr" ? "\u00A0: " : ": ";
  const rows = (title: string, issues: readonly RowIssue[]): readonly string[] =>
    issues.length === 0
      ? []
      : [
          `  ${title}`,
          ...issues
            .slice(0, shownIssues)
            .map(({ at, code, read }) => `    ${at}${colon}${say.rows[code]} (${read})`),
          ...(issues.length > shownIssues ? [`    ${say.more(issues.length - shownIssues)}`] : []),
        ];
  return [
    ...feeds.flatMap((feed) => [
      feedLine(feed, language),
      ...rows(say.refused(feed.refused.length), feed.refused),
      ...rows(say.repaired(feed.repaired.length), feed.repaired),
    ]),
    ...(disagreements.length === 0 ? [] : rows(say.disagree(disagreements.length), disagreements)),
  ];
}

function feedLine(
  { feed, source, outcome, offers, observedAt, ageDays, failure }: FeedReport,
  language: Language,
): string {
  const say = words(language).refresh;
  const parts = [
    feed,
    say.outcomes[outcome],
    ...(observedAt === null || ageDays === null
      ? []
      : [
          source === "fx" ? say.rates : say.prices(offers),
          say.of(format(language).date(observedAt, { year: true }), ageDays),
        ]),
    ...(failure === null ? [] : [`${say.failures[failure.code]} (${failure.detail})`]),
  ];
  return parts.join(" · ");
}
