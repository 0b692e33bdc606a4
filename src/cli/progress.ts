import type { Terminal } from "./terminal.ts";

export interface Progress {
  add(bytes: number): void;
  end(): void;
}

const width = 30;
const everyMs = 100;
const none: Progress = { add: () => undefined, end: () => undefined };

const drawn = (share: number): string => {
  const full = Math.round(Math.min(1, share) * width);
  return `[${"█".repeat(full)}${"░".repeat(width - full)}]`;
};

/** A bar on a terminal for steps that are counted, with a word about the last one; nothing anywhere else. */
export function makeBar(stderr: Terminal["stderr"]): {
  readonly show: (share: number, word: string) => void;
  readonly end: () => void;
} {
  if (stderr.isTTY !== true) return { show: () => undefined, end: () => undefined };
  return {
    show: (share, word) => {
      stderr.write(`\r\u001B[K${drawn(share)} ${word}`);
    },
    end: () => {
      stderr.write("\r\u001B[K");
    },
  };
}

/** A bar on a terminal, for an input of known size; nothing anywhere else. */
export function makeProgress(stderr: Terminal["stderr"], size: number | null): Progress {
  if (stderr.isTTY !== true || size === null || size === 0) return none;
  let done = 0;
  let last = 0;
  return {
    add(bytes) {
      done += bytes;
      const now = performance.now();
      if (now - last < everyMs) return;
      last = now;
      const share = Math.min(1, done / size);
      stderr.write(`\r${drawn(share)} ${Math.round(share * 100)} %`);
    },
    end() {
      stderr.write("\r\u001B[K");
    },
  };
}
