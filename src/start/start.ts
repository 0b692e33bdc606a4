import type { Logger } from "pino";
import { findCatalogueDir } from "../catalog/find-catalogue-dir.ts";
import { makeWorkerEngine } from "../engine/worker-engine.ts";
import type { SlackConfig } from "../slack/bot.ts";
import type { Workbench } from "../workbench/start-workbench.ts";
import { holdDataDir } from "./data-dir.ts";
import type { Settings } from "./read-env.ts";
import { closeAll, type Closer } from "./shutdown.ts";

export interface Running {
  /** One friendly line: where to go. */
  readonly line: string;
  readonly closers: readonly Closer[];
}

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

export interface Starting {
  /** Filled as parts start, so that a signal during a long start closes what there is. */
  readonly closers: Closer[];
  /** Called with what a person may do already, before everything is ready. */
  readonly say: (line: string) => void;
}

/**
 * Wires every part from the settings; whatever was started is in `closers`, and closed again when a later part fails.
 * The engine's thread and the local page come first, since they need neither Bolt nor each other; the bot follows.
 */
export async function start(settings: Settings, log: Logger, { closers, say }: Starting): Promise<Running> {
  try {
    const catalogueDir = findCatalogueDir();
    if (catalogueDir === null) throw new Error("no catalogue: run from the project, or set GPU_PLAN_CATALOG");
    const starting = makeWorkerEngine({ catalogueDir, clock });
    starting.catch(() => undefined);
    // Held until the process ends, so that nobody else begins before the last part is closed.
    if (settings.databaseUrl === null || settings.slack === null) await holdDataDir(settings.dataDir);
    let workspace: Workbench | null = null;
    if (settings.slack === null) {
      const { startLocalWorkspace } = await import("./local-workspace.ts");
      const opened = await startLocalWorkspace(settings);
      closers.unshift(["workspace", () => opened.close()]);
      workspace = opened;
      say(`gpu-plan is starting: ${opened.url} is open, the bot joins in a moment`);
    }
    const { startBot } = await import("./start-bot.ts");
    const config = slackConfig(settings, workspace);
    await startBot({ settings, config, catalogueDir, starting, clock, log, closers });
    return { line: lineFor(settings, workspace), closers };
  } catch (error) {
    await closeAll(closers, log);
    throw error;
  }
}
