import type { Worker } from "node:worker_threads";
import type { PictureRequest } from "../domain/charting/picture.ts";
import type { DrawAnswer, DrawQuestion } from "./chart-worker.ts";
import { besideSource, startThread } from "./start-thread.ts";

export interface ChartThread {
  /** Rejects when the picture cannot be drawn in time: charts are decoration, words stand without them. */
  readonly draw: (request: PictureRequest) => Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface ChartThreadOptions {
  /** Longest time one picture may take, the start of the thread included. */
  readonly timeoutMs?: number;
  /** A thread that nobody asks is ended: what draws takes memory. */
  readonly idleMs?: number;
  /** Another worker, for tests of its death. */
  readonly worker?: URL;
}

interface Waiting {
  readonly resolve: (png: Uint8Array) => void;
  readonly reject: (cause: Error) => void;
}

/** Pictures drawn in a thread of their own, started by the first one that is asked for. */
export function makeChartThread(options: ChartThreadOptions = {}): ChartThread {
  const { timeoutMs = 20_000, idleMs = 120_000 } = options;
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let nextId = 0;
  let closed = false;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const last = worker;
    worker = null;
    for (const { reject } of waiting.values()) reject(new Error("the thread of charts ended"));
    waiting.clear();
    await last?.terminate();
  };

  const start = (): Worker => {
    const started = startThread(options.worker ?? besideSource("chart-worker", import.meta.url));
    started.on("message", ({ id, png, fault }: DrawAnswer) => {
      const asked = waiting.get(id);
      if (png === null) asked?.reject(new Error(`a chart could not be drawn: ${fault}`));
      else asked?.resolve(png);
    });
    started.on("error", () => undefined);
    started.once("exit", () => {
      if (worker === started) void end();
    });
    started.unref();
    worker = started;
    return started;
  };

  return {
    draw: async (request) => {
      if (closed) throw new Error("the thread of charts was closed");
      clearTimeout(idle);
      const id = nextId++;
      let late: NodeJS.Timeout | undefined;
      try {
        return await new Promise<Uint8Array>((resolve, reject) => {
          waiting.set(id, { resolve, reject });
          late = setTimeout(() => {
            // Whatever holds it would hold the next one too.
            void end();
          }, timeoutMs);
          (worker ?? start()).postMessage({ id, request } satisfies DrawQuestion);
        });
      } finally {
        clearTimeout(late);
        waiting.delete(id);
        if (waiting.size === 0) idle = setTimeout(() => void end(), idleMs).unref();
      }
    },
    close: async () => {
      closed = true;
      await end();
    },
  };
}
