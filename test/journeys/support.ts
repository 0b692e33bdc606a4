import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findCatalogueDir } from "../../src/catalog/find-catalogue-dir.ts";
import { makeConversation } from "../../src/app/conversation.ts";
import type { Engine, Store } from "../../src/app/ports.ts";
import { openStore } from "../../src/db/open-store.ts";
import { makeChartThread } from "../../src/engine/chart-thread.ts";
import { makeInlineEngine } from "../../src/engine/inline-engine.ts";
import { loadWorld } from "../../src/engine/load-world.ts";
import { openKnowledge } from "../../src/engine/open-knowledge.ts";
import type { World } from "../../src/domain/catalogue.ts";
import { pilotKitFrom } from "../../src/start/pilot-kit-from.ts";
import type { SlackDeps } from "../../src/slack/bot.ts";
import { createSlackApp, type SlackApp } from "../../src/slack/create-app.ts";
import type { InstallProfile } from "../../src/slack/triage.ts";
import { shortcutIds } from "../../src/slack/shortcut-ids.ts";
import { startWorkbench, type Workbench } from "../../src/workbench/start-workbench.ts";
import type { Actor, SeenMessage } from "../../src/workbench/driver.ts";
import { botScopes } from "./bot-scopes.ts";

/** The real catalogue, read once for all journeys of a file. */
const world: World = await loadWorld(findCatalogueDir() ?? "catalog", new Date().toISOString().slice(0, 10));

/** One thread draws for all journeys of a file. */
const charts = makeChartThread();

export const tempDir = (): string => mkdtempSync(join(tmpdir(), "gpu-plan-journey-"));

export const openWorkbench = (
  profile: InstallProfile,
  more: {
    retryMs?: number[];
    triggerMs?: number;
    port?: number;
    stateFile?: string;
    clock?: () => number;
    /** Scopes that the install was not granted. */
    without?: readonly string[];
  } = {},
): Promise<Workbench> =>
  startWorkbench({
    commands: [{ command: "/gpu-plan", description: "Plan a run" }],
    shortcuts: [
      { name: "Plan a run", type: "global", callbackId: shortcutIds.form },
      { name: "Size this run", type: "message", callbackId: shortcutIds.message },
      { name: "Read as pilot results", type: "message", callbackId: shortcutIds.pilot },
    ],
    listen: profile === "listen",
    ...(more.port === undefined ? {} : { port: more.port }),
    ...(more.clock === undefined ? {} : { clock: more.clock }),
    ...(more.stateFile === undefined ? {} : { stateFile: more.stateFile }),
    // Exactly what the manifest asks for: a call that needs more fails here as it would at Slack.
    scopes: botScopes(profile).filter((scope) => more.without?.includes(scope) !== true),
    timing: {
      retryMs: more.retryMs ?? [],
      ...(more.triggerMs === undefined ? {} : { triggerMs: more.triggerMs }),
    },
  });

export interface Bot {
  readonly slack: SlackApp;
  readonly store: Store;
  readonly logged: readonly { readonly level: string; readonly fields: object; readonly message: string }[];
  readonly delivered: readonly string[];
  stop(): Promise<void>;
}

export interface BotOptions {
  readonly profile?: InstallProfile;
  readonly store?: Store;
  readonly replicas?: boolean;
  /** Signed requests in place of the socket. */
  readonly http?: { readonly port: number };
  /** Where results may be posted; left out = nowhere. */
  readonly kitPost?: SlackDeps["kitPost"];
  /** In place of the thread that draws. */
  readonly draw?: SlackDeps["draw"];
  /** In place of the clock. */
  readonly now?: () => Date;
  /** In place of the engine, or around it. */
  readonly engine?: (inner: Engine) => Engine;
}

/** The real bot, connected to a workbench; only the process is the test's. */
export async function connectBot(bench: Workbench, options: BotOptions = {}): Promise<Bot> {
  const store = options.store ?? (await openStore({ file: ":memory:" }));
  const { lookup } = world;
  const inline = makeInlineEngine(world);
  const logged: { level: string; fields: object; message: string }[] = [];
  const level = (name: string) => (fields: object, message: string) =>
    void logged.push({ level: name, fields, message });
  const log = { debug: level("debug"), info: level("info"), warn: level("warn"), error: level("error") };
  const delivered: string[] = [];
  let ids = 0;
  const newId = () => `id${(ids += 1)}`;
  const now = options.now ?? (() => new Date());
  const conversation = makeConversation({
    engine: options.engine?.(inline) ?? inline,
    store,
    lookup,
    hub: { find: async () => ({ kind: "unreachable", why: "no network in tests" }) },
    rates: () => world.catalogue.rates,
    catalogue: () => world.catalogue,
    knowledge: openKnowledge(findCatalogueDir() ?? "catalog", world, log),
    clock: { now },
    newId,
    log,
  });
  const slack = createSlackApp({
    config: {
      botToken: bench.botToken,
      slackApiUrl: bench.slackApiUrl,
      profile: options.profile ?? "listen",
      ...(options.http === undefined
        ? { transport: "socket" as const, appToken: bench.appToken }
        : {
            transport: "http" as const,
            signingSecret: bench.signingSecret,
            host: "127.0.0.1",
            port: options.http.port,
          }),
    },
    deps: {
      conversation,
      store,
      lookup,
      rates: () => world.catalogue.rates,
      kit: pilotKitFrom(world),
      draw: options.draw ?? charts.draw,
      kitPost: options.kitPost ?? null,
      log,
      telemetry: {
        acked: (kind) => void delivered.push(`${kind} acked`),
        delivered: (kind, outcome) => void delivered.push(`${kind} ${outcome}`),
        wrote: () => undefined,
      },
      newId,
      now,
      replicas: options.replicas ?? false,
    },
  });
  await slack.start();
  await bench.actor.waitForConnection();
  return { slack, store, logged, delivered, stop: () => slack.stop() };
}

export const line = "llama 3.1 8b lora r16, 4k, micro-batch 2, 200M tokens, under 300 €";

export const fromBot = (message: SeenMessage): boolean => message.fromBot && !message.onlyForMe;
export const heads = (actor: Actor, channel?: string): readonly SeenMessage[] =>
  actor
    .messages(channel === undefined ? {} : { channel })
    .filter((message) => fromBot(message) && message.threadTs === undefined);
/** Waits for the head of a plan and the details below it. */
export async function planPosted(
  actor: Actor,
  since = "",
): Promise<{ head: SeenMessage; details: SeenMessage }> {
  const head = await actor.waitForMessage(
    (message) => fromBot(message) && message.threadTs === undefined && message.ts > since,
    20_000,
  );
  const details = await actor.waitForMessage(
    (message) => fromBot(message) && message.threadTs === head.ts,
    20_000,
  );
  return { head, details };
}

export const until = async (
  true_: () => boolean | Promise<boolean>,
  what: string,
  ms = 20_000,
): Promise<void> => {
  const end = Date.now() + ms;
  while (!(await true_())) {
    if (Date.now() > end) throw new Error(`waited ${ms} ms until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
