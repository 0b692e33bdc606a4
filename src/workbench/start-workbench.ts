import type { AddressInfo } from "node:net";
import type { Bench, Envelope } from "./bench.ts";
import { createBench } from "./bench.ts";
import type { Driver } from "./driver.ts";
import { createDriver } from "./driver.ts";
import { httpCarrier } from "./http-carrier.ts";
import type { ApiCall, Channel, Message, StoredFile, User, View, Warning } from "./model.ts";
import type { WorkbenchOptions } from "./options.ts";
import { settle } from "./options.ts";
import { createWorkbenchServer } from "./server.ts";
import { socketCarrier } from "./socket-carrier.ts";
import { deliverScheduled } from "./web-api/chat.ts";

/** A look at the workspace as it stands; for reading only. */
export interface WorkbenchState {
  readonly users: readonly User[];
  readonly channels: readonly Channel[];
  readonly messages: readonly Message[];
  readonly ephemerals: readonly Message[];
  readonly views: readonly View[];
  readonly files: readonly StoredFile[];
  /** What Slack takes but people would see wrongly: missing text, raw markup, … */
  readonly warnings: readonly Warning[];
  /** The bot's Web API and response_url calls, in order. */
  readonly calls: readonly ApiCall[];
  /** Envelopes sent to the bot, in order, redeliveries included. */
  readonly sent: readonly Envelope[];
  readonly connected: boolean;
}

export interface Workbench {
  /** The page; no slash at the end. */
  url: string;
  /** For `clientOptions.slackApiUrl`, also of the socket's installer. */
  slackApiUrl: string;
  botToken: string;
  appToken: string;
  signingSecret: string;
  state: WorkbenchState;
  actor: Driver;
  close: () => Promise<void>;
}

const look = (bench: Bench): WorkbenchState => ({
  get users() {
    return bench.users;
  },
  get channels() {
    return bench.world.channels;
  },
  get messages() {
    return bench.world.messages;
  },
  get ephemerals() {
    return bench.ephemerals;
  },
  get views() {
    return [...bench.views.values()];
  },
  get files() {
    return bench.world.files;
  },
  get warnings() {
    return bench.warnings;
  },
  get calls() {
    return bench.calls;
  },
  get sent() {
    return bench.sent;
  },
  get connected() {
    return bench.carrier.connections() > 0;
  },
});

/**
 * Starts a local workspace that speaks Slack's Web API and Socket Mode on loopback, with a page for people and a
 * driver for tests. The bot needs no change:
 *
 * ```ts
 * const bench = await startWorkbench({ commands: [{ command: "/gpu-plan", description: "Plan a run" }] });
 * const clientOptions = { slackApiUrl: bench.slackApiUrl };
 * const receiver = new SocketModeReceiver({ appToken: bench.appToken, installerOptions: { clientOptions } });
 * const app = new App({ token: bench.botToken, receiver, clientOptions });
 * ```
 */
export const startWorkbench = async (options: WorkbenchOptions): Promise<Workbench> => {
  const settings = settle(options);
  const bench = createBench(settings);
  const socket = socketCarrier(bench);
  bench.carrier = settings.deliverTo === undefined ? socket : httpCarrier(bench, settings.deliverTo);
  const server = createWorkbenchServer(bench, socket);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.port, settings.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const named = ["0.0.0.0", "::"].includes(settings.host) ? "127.0.0.1" : settings.host;
  bench.url = `http://${named.includes(":") ? `[${named}]` : named}:${port}`;
  const ticking = setInterval(() => {
    deliverScheduled(bench);
  }, settings.timing.scheduleTickMs);
  const { botToken, appToken, signingSecret } = bench.world.secrets;
  return {
    url: bench.url,
    slackApiUrl: `${bench.url}/api/`,
    botToken,
    appToken,
    signingSecret,
    state: look(bench),
    actor: createDriver(bench),
    close: async () => {
      if (bench.closed) return;
      bench.closed = true;
      clearInterval(ticking);
      for (const timer of bench.timers) clearTimeout(timer);
      socket.close();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      });
      bench.file.flush();
    },
  };
};
