import type { Engine } from "../app/ports.ts";

/** Starts the worker at once and without waiting: the page and the socket are up while it warms. */
export function lazyEngine(start: () => Promise<Engine>): Engine {
  const starting = start();
  starting.catch(() => undefined);
  const failed = (cause: unknown) => ({
    failure: { code: "crashed" as const, detail: cause instanceof Error ? cause.name : "unknown" },
  });
  return {
    plan: (spec) => starting.then((engine) => engine.plan(spec), failed),
    estimate: (spec, options) => starting.then((engine) => engine.estimate(spec, options), failed),
    close: () =>
      starting.then(
        (engine) => engine.close(),
        () => undefined,
      ),
  };
}
