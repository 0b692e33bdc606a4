import type { FreshPrices } from "../app/keep-prices-fresh.ts";
import type { Log } from "../app/ports.ts";

const everyMs = 5 * 60_000;

/** Looks at once, then every five minutes or so; nothing that happens here stops the bot. Returns what ends it. */
export function schedulePrices(prices: FreshPrices, log: Log): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const look = (): void => {
    running = prices
      .tick(stopping.signal)
      .catch((err: unknown) => {
        log.warn({ err }, "prices were not refreshed");
      })
      .then(() => {
        if (stopping.signal.aborted) return;
        timer = setTimeout(look, everyMs * (0.9 + Math.random() / 5));
        timer.unref();
      });
  };
  look();
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}
