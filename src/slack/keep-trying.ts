import { setTimeout as wait } from "node:timers/promises";
import { isFinal } from "./outbox.ts";
import { errorFields } from "./slack-error.ts";
import type { Log } from "./telemetry.ts";

const longestMs = 30_000;

/** Slack out of reach is no reason to end: asks again, ever more slowly, until it answers or says no, or we stop. */
export async function keepTrying<T>(ask: () => Promise<T>, stopping: AbortSignal, log: Log): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await ask();
    } catch (error) {
      if (isFinal(error) || stopping.aborted) throw error;
      log.warn({ ...errorFields(error), failures }, "Slack is out of reach; trying again");
      await wait(Math.min(longestMs, 1_000 * 2 ** failures), undefined, { signal: stopping });
    }
  }
}
