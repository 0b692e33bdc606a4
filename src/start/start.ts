import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Logger } from "pino";
import { makeConversation } from "../app/conversation.ts";
import { findCatalogueDir } from "../catalog/find-catalogue-dir.ts";
import { makeModelHub } from "../connectors/hub.ts";
import { openStore } from "../db/open-store.ts";
import { loadWorld } from "../engine/load-world.ts";
import { makeWorkerEngine } from "../engine/worker-engine.ts";
import type { SlackConfig } from "../slack/bot.ts";
import { createSlackApp, type SlackApp } from "../slack/create-app.ts";
import type { Workbench } from "../workbench/start-workbench.ts";
import { makeHealthServer } from "./health.ts";
import { lazyEngine } from "./lazy-engine.ts";
import { listenOn } from "./listen-on.ts";
import { startLocalWorkspace } from "./local-workspace.ts";
import { makeMetrics } from "./metrics.ts";
import type { Settings } from "./read-env.ts";
import { closeAll, type Closer } from "./shutdown.ts";

export interface Running {
  /** One friendly line: where to go. */
  readonly line: string;
  readonly url: string | null;
  readonly healthPort: number;
  readonly closers: readonly Closer[];
}

const newId = (): string => randomBytes(4).toString("hex");
const clock = { now: () => new Date() };

function slackConfig(settings: Settings, workspace: Workbench | null): SlackConfig {
  const { profile, slack } = settings;
  if (workspace !== null) {
    const { botToken, appToken, slackApiUrl } = workspace;
    return { transport: "socket", botToken, appToken, slackApiUrl, profile };
  }
  if (slack === null) throw new Error("neither Slack nor a local workspace");
  const common = { profile, ...(settings.slackApiUrl === null ? {} : { slackApiUrl: settings.slackApiUrl }) };
  return slack.transport === "socket"
    ? { ...common, ...slack }
    : { ...common, ...slack, port: settings.port, host: settings.host };
}

const lineFor = (settings: Settings, workspace: Workbench | null): string => {
  if (workspace !== null) {
    const asked = settings.port === 0 || workspace.url.endsWith(`:${settings.port}`);
    const moved = asked ? "" : ` (port ${settings.port} is taken)`;
    return `gpu-plan is ready: open ${workspace.url} and write /gpu-plan${moved}`;
  }
  return settings.slack?.transport === "http"
    ? `gpu-plan is ready: Slack may post to http://${settings.host}:${settings.port}/slack/events`
    : "gpu-plan is ready: connected to Slack; write /gpu-plan there";
};

/** Wires every part from the settings; whatever was started is in `closers`, and closed again when a later part fails. */
export async function start(settings: Settings, log: Logger, closers: Closer[] = []): Promise<Running> {
  try {
    let slack: SlackApp | null = null;
    const metrics = makeMetrics(() => slack?.writesWaiting() ?? 0);
    const catalogueDir = findCatalogueDir();
    if (catalogueDir === null) throw new Error("no catalogue: run from the project, or set GPU_PLAN_CATALOG");
    // First, so that the worker finds a saved catalogue and need not parse it a second time.
    const { lookup } = await loadWorld(catalogueDir, clock.now().toISOString().slice(0, 10));
    const lazy = lazyEngine(() => makeWorkerEngine({ catalogueDir, clock }));
    const engine = metrics.timed(lazy);
    closers.unshift(["engine", () => engine.close()]);
    const store = await openStore(
      settings.databaseUrl === null
        ? { file: join(settings.dataDir, "gpu-plan.db") }
        : { url: settings.databaseUrl },
    );
    closers.unshift(["store", () => store.close()]);
    const conversation = makeConversation({
      engine,
      store,
      lookup,
      hub: makeModelHub(settings.hubToken === null ? {} : { token: settings.hubToken }),
      clock,
      newId,
      log,
    });

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
    });
    const healthPort = await listenOn(health, {
      port: settings.healthPort,
      host: settings.host,
      chosen: settings.healthPortChosen,
      name: "HEALTH_PORT",
    });
    closers.unshift(["health", () => void health.close()]);

    const workspace = settings.slack === null ? await startLocalWorkspace(settings) : null;
    if (workspace !== null) closers.unshift(["workspace", () => workspace.close()]);
    slack = createSlackApp({
      config: slackConfig(settings, workspace),
      deps: {
        conversation,
        store,
        lookup,
        log,
        telemetry: metrics,
        newId,
        now: clock.now,
        replicas: settings.databaseUrl !== null,
      },
    });
    const app = slack;
    closers.unshift(["slack", () => app.stop()]);
    await app.start();
    lazy.warm();
    return { line: lineFor(settings, workspace), url: workspace?.url ?? null, healthPort, closers };
  } catch (error) {
    await closeAll(closers, log);
    throw error;
  }
}
