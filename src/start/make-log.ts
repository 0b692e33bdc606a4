import { forKeeping } from "../app/redact.ts";
import { pino } from "pino";
import type { Logger } from "pino";
import type { LogLevel } from "./read-env.ts";

const secretPaths = [
  "token",
  "botToken",
  "appToken",
  "signingSecret",
  "response_url",
  "responseUrl",
  "authorization",
];

/** Lines of JSON on stderr, tokens struck out wherever they stand. */
export function makeLog(level: LogLevel): Logger {
  const destination = pino.destination({ fd: 2, sync: false });
  destination.on("error", () => undefined);
  return pino(
    {
      level,
      base: null,
      redact: { paths: [...secretPaths, ...secretPaths.map((name) => `*.${name}`)], censor: "[kept out]" },
      serializers: {
        err: (error: unknown) =>
          error instanceof Error
            ? { name: error.name, message: strip(error.message), stack: strip(error.stack ?? "") }
            : "unknown",
      },
    },
    destination,
  );
}

/** Tokens and whatever somebody pasted, inside messages of other libraries. */
export const strip = (text: string): string =>
  forKeeping(
    text
      .replace(/\b[0-9a-f]{64}\b/gu, "[kept out]")
      .replace(/\b(?:xox[a-z]|xapp|xoxe|hf)[-_][\w-]+/gu, "[kept out]")
      .replace(/postgres(?:ql)?:\/\/\S+/gu, "[kept out]"),
  );
