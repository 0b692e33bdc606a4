import type { Writable } from "node:stream";
import type { Log } from "../app/ports.ts";

/** Only what failed, as one line of JSON. */
export function stderrLog(stderr: Writable): Log {
  return {
    info: () => undefined,
    warn: () => undefined,
    error: (fields, message) => {
      stderr.write(`${JSON.stringify({ message, ...fields })}\n`);
    },
  };
}
