import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { makeConversation } from "../app/conversation.ts";
import { keepPricesFresh } from "../app/keep-prices-fresh.ts";
import { makeModelHub } from "../connectors/hub.ts";
import { priceFeeds, realWire } from "../connectors/prices/price-feeds.ts";
import { openStore } from "../db/open-store.ts";
import { loadWorld } from "../engine/load-world.ts";
import { makeChartThread } from "../engine/chart-thread.ts";
import { openKnowledge } from "../engine/open-knowledge.ts";
import type { LearningEngine } from "../engine/worker-engine.ts";
import type { SlackConfig } from "../slack/bot.ts";
import { createSlackApp, type SlackApp } from "../slack/create-app.ts";
import { makeHealthServer } from "./health.ts";
import { listenOn } from "./listen-on.ts";
import { makeMetrics } from "./metrics.ts";
import { pilotIntake } from "./pilot-intake.ts";
import { pilotKitFrom } from "./pilot-kit-from.ts";
import { pilotTokensFor } from "./pilot-tokens.ts";
import { schedulePrices } from "./price-schedule.ts";
import type { Settings } from "./read-env.ts";
import type { Closer } from "./shutdown.ts";
import { storeFile } from "../db/store-file.ts";
import { warmReading } from "./warm-reading.ts";

const newId = (): string => randomBytes(4).toString("hex");

interface BotParts {
  readonly settings: Settings;
  readonly config: SlackConfig;
  readonly catalogueDir: string;
  /** On its way: its thread checks and saves the catalogue while this one loads Bolt and opens the store. */
  readonly starting: Promise<LearningEngine>;
  readonly clock: { readonly now: () => Date };
  readonly log: Logger;
  /** What is open so far, to be closed in this order; grows as parts open. */
  readonly closers: Closer[];
}

/** The local workspace and whoever uses it are on this machine: they reach what listens on its loopback. */
const addressHere = ({ slack, host }: Settings, port: number): string | null =>
  slack === null && host === "127.0.0.1" ? `http://${host}:${port}` : null;

/** Store, health, engine, Slack: everything that is slow to load, connected when it resolves. */
export async function startBot(parts: BotParts): Promise<void> {
  const { settings, config, catalogueDir, clock, log, closers } = parts;
  let slack: SlackApp | null = null;
  let takes: SlackApp["postResult"] | null = null;
  const metrics = makeMetrics(() => slack?.writesWaiting() ?? 0);
  const store = await openStore(
    settings.databaseUrl === null ? { file: storeFile(settings.dataDir) } : { url: settings.databaseUrl },
  );
  closers.push(["store", () => store.close()]);

  const health = makeHealthServer({
    notReady: async () => {
      const storeAnswers = await store.ping().then(
        () => true,
        () => false,
      );
      if (!storeAnswers) return "the store does not answer";
      return slack === null ? "starting" : slack.notConnected();
    },
    metrics: metrics.text,
    metricsType: metrics.contentType,
    pilots: pilotIntake({
      tokens: store.pilotTokens,
      now: clock.now,
      take: () => takes,
    }),
  });
  const port = await listenOn(health, {
    port: settings.healthPort,
    host: settings.host,
    chosen: settings.healthPortChosen,
    name: "HEALTH_PORT",
  });
  const address = settings.publicUrl ?? addressHere(settings, port);
  closers.unshift(["health", () => void health.close()]);

  const started = await parts.starting;
  closers.push(["engine", () => started.close()]);
  // After the engine, which has saved the catalogue: nothing is parsed a second time.
  const world = await loadWorld(catalogueDir, clock.now().toISOString().slice(0, 10));
  const { lookup } = world;
  const knowledge = openKnowledge(catalogueDir, world, log);
  const prices = keepPricesFresh({
    feeds: priceFeeds(realWire, world.catalogue, lookup, settings.priceKeys),
    store: store.prices,
    leases: store.leases,
    clock,
    log,
    learn: (live) => {
      started.learn(live);
    },
    holder: newId(),
    asks: settings.refresh,
  });
  await prices.catchUp().catch((err: unknown) => {
    log.warn({ err }, "stored prices were not read");
  });
  const charts = makeChartThread();
  closers.push(["charts", () => charts.close()]);
  const rates = () => world.catalogue.rates;
  const conversation = makeConversation({
    engine: metrics.timed(started),
    store,
    lookup,
    hub: makeModelHub(settings.hubToken === null ? {} : { token: settings.hubToken }),
    knowledge,
    rates,
    catalogue: () => world.catalogue,
    clock,
    newId,
    log,
  });
  const app = createSlackApp({
    config,
    deps: {
      conversation,
      store,
      lookup,
      rates,
      kit: pilotKitFrom(world),
      draw: charts.draw,
      kitPost: address === null ? null : pilotTokensFor(store.pilotTokens, { address, now: clock.now }),
      log,
      telemetry: metrics,
      newId,
      now: clock.now,
      replicas: settings.databaseUrl !== null,
    },
  });
  // Before the first delivery can come in, while nobody waits.
  warmReading(lookup, clock.now());
  await knowledge.find("?");
  slack = app;
  closers.unshift(["slack", () => app.stop()]);
  await app.start();
  takes = app.postResult;
  closers.unshift(["prices", schedulePrices(prices, log)]);
}
