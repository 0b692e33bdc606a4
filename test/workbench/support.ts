import { App, LogLevel, SocketModeReceiver } from "@slack/bolt";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import { startWorkbench } from "../../src/workbench/start-workbench.ts";
import type { WorkbenchOptions } from "../../src/workbench/options.ts";

export interface Running {
  bench: Workbench;
  app: App;
  stop: () => Promise<void>;
}

export const COMMANDS = [
  {
    command: "/gpu-plan",
    description: "Plan a run",
    usageHint: "[model, method, cards]",
    subcommands: [
      { name: "help", description: "What I can do" },
      { name: "catalog", description: "Cards and prices" },
    ],
  },
];

/** A real Bolt app over Socket Mode; retries are off so that a refusal is seen at once. */
export const connect = async (bench: Workbench, listeners: (app: App) => void): Promise<App> => {
  const clientOptions = { slackApiUrl: bench.slackApiUrl, retryConfig: { retries: 0 } };
  const receiver = new SocketModeReceiver({
    appToken: bench.appToken,
    installerOptions: { clientOptions },
    logLevel: LogLevel.ERROR,
    clientPingTimeout: 300,
  });
  const app = new App({ token: bench.botToken, receiver, clientOptions, logLevel: LogLevel.ERROR });
  listeners(app);
  await app.start();
  await bench.actor.waitForConnection();
  return app;
};

export const startBoth = async (
  listeners: (app: App) => void,
  options: Partial<WorkbenchOptions> = {},
): Promise<Running> => {
  const bench = await startWorkbench({ commands: COMMANDS, ...options });
  const app = await connect(bench, listeners);
  return {
    bench,
    app,
    stop: async () => {
      await app.stop();
      await bench.close();
    },
  };
};

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
