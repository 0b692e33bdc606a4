import type { Engine } from "../app/ports.ts";

export interface LazyEngine extends Engine {
  /** Starts the worker without waiting for it. */
  warm(): void;
}

/** The worker starts when it is told to or first needed, the page and the socket before it; a failed start is tried again. */
export function lazyEngine(start: () => Promise<Engine>): LazyEngine {
  let begun: Promise<Engine> | undefined;
  const engine = (): Promise<Engine> => {
    if (begun === undefined) {
      const attempt = start();
      begun = attempt;
      attempt.catch(() => {
        if (begun === attempt) begun = undefined;
      });
    }
    return begun;
  };
  const failed = (cause: unknown) => ({
    failure: { code: "crashed" as const, detail: cause instanceof Error ? cause.name : "unknown" },
  });
  return {
    plan: (spec) => engine().then((started) => started.plan(spec), failed),
    estimate: (spec, options) => engine().then((started) => started.estimate(spec, options), failed),
    warm: () => {
      engine().catch(() => undefined);
    },
    close: async () => {
      await begun?.then(
        (started) => started.close(),
        () => undefined,
      );
    },
  };
}
