import type { Terminal } from "./terminal.ts";

export interface Progress {
  add(bytes: number): void;
  end(): void;
}

const width = 30;
const everyMs = 100;
const none: Progress = { add: () => undefined, end: () => undefined };

/** A bar on a terminal, for an input of known size; nothing anywhere else. */
export function makeProgress(stderr: Terminal["stderr"], size: number | null): Progress {
  if (stderr.isTTY !== true || size === null || size === 0) return none;
  let done = 0;
  let drawn = 0;
  return {
    add(bytes) {
      done += bytes;
      const now = performance.now();
      if (now - drawn < everyMs) return;
      drawn = now;
      const share = Math.min(1, done / size);
      const full = Math.round(share * width);
      stderr.write(`\r[${"█".repeat(full)}${"░".repeat(width - full)}] ${Math.round(share * 100)} %`);
    },
    end() {
      stderr.write("\r\u001B[K");
    },
  };
}
