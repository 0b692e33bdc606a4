import type { Worker } from "node:worker_threads";
import type { Clock, Engine, EngineAnswer, EngineFailure } from "../app/ports.ts";
import type { Estimate } from "../domain/estimate.ts";
import type { LivePrices } from "../domain/live-prices.ts";
import type { Plan } from "../domain/plan.ts";
import type { PilotVerdict } from "../domain/pilot/pilot.ts";
import type { EngineRequest, EngineResult } from "./answer-request.ts";
import { besideSource, startThread } from "./start-thread.ts";
import type { WorkerQuestion, WorkerStart } from "./worker.ts";

export interface WorkerEngineOptions {
  readonly catalogueDir: string;
  readonly clock: Clock;
  /** Longest time one question may take; the thread is then replaced. */
  readonly timeoutMs?: number;
  /** Questions that may wait; one more is refused at once. */
  readonly queue?: number;
  /** Another worker, for tests of its death. */
  readonly worker?: URL;
}

/** An engine that can be told new prices while it runs. */
export interface LearningEngine extends Engine {
  /** Questions asked from now on are answered from these. */
  learn(live: LivePrices): void;
}

type Answer = EngineAnswer<EngineResult>;

interface Waiting {
  readonly request: EngineRequest;
  readonly resolve: (answer: Answer) => void;
}

const failure = (code: EngineFailure["failure"]["code"], detail: string): EngineFailure => ({
  failure: { code, detail },
});

/**
 * One warm thread, one question at a time: a question that kills or blocks the thread fails alone, the waiting
 * ones go to its successor. Rejects when the first thread cannot start (a broken catalogue).
 */
export async function makeWorkerEngine(options: WorkerEngineOptions): Promise<LearningEngine> {
  const { clock, timeoutMs = 10_000, queue: longest = 200 } = options;
  const queue: Waiting[] = [];
  let nextId = 0;
  let closed = false;
  let busy = false;
  let thread: Promise<Worker> | null = null;
  let live: LivePrices | null = null;

  const start = async (): Promise<Worker> => {
    const starting = startWorker(options);
    thread = starting;
    const worker = await starting;
    if (live !== null) worker.postMessage({ live });
    worker.once("exit", () => {
      if (thread === starting) thread = null;
    });
    return worker;
  };
  await start();

  const replace = (): void => {
    const dying = thread;
    thread = null;
    void dying?.then((worker) => worker.terminate()).catch(() => undefined);
  };

  const work = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      next.resolve(await answerOne(next.request));
    }
    busy = false;
  };

  const answerOne = async (request: EngineRequest): Promise<Answer> => {
    try {
      if (closed) return failure("closed", "the engine was closed");
      const worker = await (thread ?? start());
      const today = clock.now().toISOString().slice(0, 10);
      const answer = await ask(worker, { id: nextId++, today, request }, timeoutMs);
      if (answer.fatal) replace();
      return answer.reply;
    } catch (cause) {
      replace();
      return failure("crashed", cause instanceof Error ? cause.name : "the thread did not start");
    }
  };

  const enqueue = (request: EngineRequest): Promise<Answer> => {
    if (closed) return Promise.resolve(failure("closed", "the engine was closed"));
    if (queue.length >= longest) return Promise.resolve(failure("busy", `${longest} questions wait already`));
    return new Promise((resolve) => {
      queue.push({ request, resolve });
      void work();
    });
  };

  return {
    plan: (spec, held = null, lessons = []) =>
      enqueue({ kind: "plan", spec, held, lessons }) as Promise<EngineAnswer<Plan>>,
    estimate: (spec, { brief = false, corrections = [] } = {}) =>
      enqueue({ kind: "estimate", spec, brief, corrections }) as Promise<EngineAnswer<Estimate>>,
    judge: (plan, returned, context) =>
      enqueue({ kind: "judge", plan, returned, context }) as Promise<PilotVerdict | EngineFailure>,
    learn: (prices) => {
      live = prices;
      void thread
        ?.then((worker) => {
          worker.postMessage({ live: prices });
        })
        .catch(() => undefined);
    },
    close: async () => {
      closed = true;
      const last = thread;
      thread = null;
      await (await last)?.terminate();
    },
  };
}

function startWorker({ catalogueDir, worker: other }: WorkerEngineOptions): Promise<Worker> {
  const workerData: WorkerStart = { catalogueDir };
  const worker = startThread(other ?? besideSource("worker", import.meta.url), workerData);
  worker.unref();
  return new Promise((resolve, reject) => {
    worker.once("message", () => {
      worker.removeAllListeners("error");
      worker.on("error", () => undefined);
      resolve(worker);
    });
    worker.once("error", reject);
    worker.once("exit", (code) => {
      reject(new Error(`the engine's thread ended with ${code} before it was ready`));
    });
  });
}

interface Asked {
  readonly reply: Answer;
  /** The thread is gone or stuck. */
  readonly fatal: boolean;
}

function ask(worker: Worker, question: WorkerQuestion, timeoutMs: number): Promise<Asked> {
  return new Promise((resolve) => {
    const finish = (asked: Asked): void => {
      clearTimeout(timer);
      worker.off("message", onMessage);
      worker.off("error", onError);
      worker.off("exit", onExit);
      worker.unref();
      resolve(asked);
    };
    const onMessage = (message: { readonly id: number; readonly answer: Answer }): void => {
      if (message.id === question.id) finish({ reply: message.answer, fatal: false });
    };
    const onError = (cause: Error): void => {
      finish({ reply: failure("crashed", cause.name), fatal: true });
    };
    const onExit = (code: number): void => {
      finish({ reply: failure("crashed", `the thread ended with ${code}`), fatal: true });
    };
    const timer = setTimeout(() => {
      finish({ reply: failure("timeout", `no answer in ${timeoutMs} ms`), fatal: true });
    }, timeoutMs);
    worker.on("message", onMessage);
    worker.on("error", onError);
    worker.on("exit", onExit);
    worker.ref();
    worker.postMessage(question);
  });
}
