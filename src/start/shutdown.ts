import type { Log } from "../slack/telemetry.ts";

export type Closer = readonly [name: string, close: () => Promise<void> | void];

const patienceMs = 15_000;

/** Closes in order, each once, none able to stop the rest. */
export async function closeAll(closers: readonly Closer[], log: Log): Promise<void> {
  for (const [name, close] of closers) {
    try {
      await close();
    } catch (error) {
      log.warn({ part: name, err: error }, "did not close cleanly");
    }
  }
}

/** SIGTERM and SIGINT: stop receiving, finish, close; a second signal or a long wait ends it at once. */
export function closeOnSignals(closers: readonly Closer[], log: Log): { readonly isClosing: () => boolean } {
  let closing = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (closing) process.exit(130);
    closing = true;
    log.info({ signal }, "closing");
    setTimeout(() => {
      log.error({}, "did not close in time");
      process.exit(1);
    }, patienceMs).unref();
    void closeAll([...closers], log).then(() => {
      process.exit(0);
    });
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  return { isClosing: () => closing };
}
