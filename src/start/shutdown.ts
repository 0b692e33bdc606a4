import type { Log } from "../slack/telemetry.ts";

export type Closer = readonly [name: string, close: () => Promise<void> | void];

const patienceMs = 15_000;
/** Ctrl-C reaches the process from the terminal and from npm: two signals, one wish. */
const sameWishMs = 1_000;

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

/** SIGTERM, SIGINT, SIGHUP (a closed terminal): stop receiving, finish, close; a second signal or a long wait ends it at once. */
export function closeOnSignals(closers: readonly Closer[], log: Log): { readonly isClosing: () => boolean } {
  let closing = false;
  let since = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (closing && performance.now() - since < sameWishMs) return;
    if (closing) process.exit(130);
    closing = true;
    since = performance.now();
    log.info({ signal }, "closing");
    setTimeout(() => {
      log.error({}, "did not close in time");
      process.exit(1);
    }, patienceMs).unref();
    void closeAll([...closers], log).then(() => {
      process.exit(0);
    });
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, onSignal);
  // A terminal that is gone cannot be written to; that must not end what is being closed.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return { isClosing: () => closing };
}
