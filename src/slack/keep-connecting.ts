import type { SocketModeReceiver } from "@slack/bolt";
import { isFinal } from "./outbox.ts";
import { errorFields } from "./slack-error.ts";
import type { Log } from "./telemetry.ts";

type Client = SocketModeReceiver["client"];

const longestMs = 30_000;

/**
 * The socket client (3.1) gives up, with a rejection nobody handles, when the network is away at the moment it
 * reconnects: that would end the process. The first start may fail when Slack says no, so that a wrong token is seen;
 * everything else is tried again until the bot stops.
 */
export function keepConnecting(client: Client, log: Log): { readonly stop: () => void } {
  const start = client.start.bind(client);
  const stopping = new AbortController();
  let connectedOnce = false;
  const isStopped = (): boolean => stopping.signal.aborted;

  client.start = async () => {
    for (let failures = 0; ; failures += 1) {
      try {
        const answer = await start();
        connectedOnce = true;
        return answer;
      } catch (error) {
        if (!connectedOnce && isFinal(error)) throw error;
        if (isStopped()) return { ok: false };
        log.warn({ ...errorFields(error), failures }, "no connection to Slack; trying again");
        await new Promise((resolve) => setTimeout(resolve, Math.min(longestMs, 1_000 * 2 ** failures)));
        if (isStopped()) return { ok: false };
      }
    }
  };
  return {
    stop: () => {
      stopping.abort();
    },
  };
}
