import type { Logger } from "@slack/bolt";
import { LogLevel } from "@slack/bolt";
import type { Log } from "./telemetry.ts";

const line = (words: readonly unknown[]): string =>
  words
    .map((word) => (word instanceof Error ? word.message : typeof word === "string" ? word : typeof word))
    .join(" ")
    .replace(/\bx(?:ox[a-z]|app|oxe)-[\w-]+/gu, "[kept out]")
    .slice(0, 300);

/** Bolt and the SDK log through ours, warnings and up: their debug lines carry message bodies and tokens. */
export function boltLog(log: Log): Logger {
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: (...words: unknown[]) => {
      log.warn({ from: "bolt" }, line(words));
    },
    error: (...words: unknown[]) => {
      log.error({ from: "bolt" }, line(words));
    },
    setLevel: () => undefined,
    getLevel: () => LogLevel.WARN,
    setName: () => undefined,
  };
}
