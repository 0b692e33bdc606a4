import type { Logger } from "@slack/bolt";
import { LogLevel } from "@slack/bolt";
import type { Log } from "./telemetry.ts";

const line = (words: readonly unknown[]): string =>
  words
    .map((word) => (word instanceof Error ? word.message : typeof word === "string" ? word : typeof word))
    .join(" ")
    .replace(/\bx(?:ox[a-z]|app|oxe)-[\w-]+/gu, "[kept out]")
    .slice(0, 300);

/**
 * Bolt and the SDK log through ours, warnings and up: their debug lines carry message bodies and tokens. Once we
 * close on purpose, a connection that ends is no error.
 */
export function boltLog(log: Log, closing?: AbortSignal): Logger {
  const isClosing = (): boolean => closing?.aborted === true;
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: (...words: unknown[]) => {
      if (!isClosing()) log.warn({ from: "bolt" }, line(words));
    },
    error: (...words: unknown[]) => {
      if (!isClosing()) log.error({ from: "bolt" }, line(words));
    },
    setLevel: () => undefined,
    getLevel: () => LogLevel.WARN,
    setName: () => undefined,
  };
}
