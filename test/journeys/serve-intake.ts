import { makeHealthServer } from "../../src/start/health.ts";
import { listenOn } from "../../src/start/listen-on.ts";
import { pilotIntake } from "../../src/start/pilot-intake.ts";
import type { Bot } from "./support.ts";

export interface Intake {
  /** Of this machine, without a path. */
  readonly address: string;
  close(): void;
}

/** The bot's own HTTP server; `bot` may come later than the first request. */
export async function serveIntake(
  { store }: Pick<Bot, "store">,
  bot: () => Bot | null,
  now = () => new Date(),
): Promise<Intake> {
  const server = makeHealthServer({
    notReady: async () => null,
    metrics: async () => "",
    metricsType: "text/plain",
    pilots: pilotIntake({ tokens: store.pilotTokens, take: () => bot()?.slack.postResult ?? null, now }),
  });
  const port = await listenOn(server, { port: 0, host: "127.0.0.1", chosen: false, name: "HEALTH_PORT" });
  return { address: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
