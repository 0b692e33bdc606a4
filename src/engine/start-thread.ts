import { Worker } from "node:worker_threads";

/**
 * A thread of a module beside the one that asks, named without its ending. Source runs under tsx, which has to be
 * brought into the thread; built code is plain JavaScript.
 */
export function startThread(module: URL, workerData?: unknown): Worker {
  if (!module.href.endsWith(".ts")) return new Worker(module, { workerData });
  return new Worker(
    `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(module.href)}); });`,
    { eval: true, workerData, execArgv: [] },
  );
}

/** The module of that name beside `from`, as source or as built. */
export const besideSource = (name: string, from: string): URL =>
  new URL(`./${name}.${from.endsWith(".ts") ? "ts" : "js"}`, from);
