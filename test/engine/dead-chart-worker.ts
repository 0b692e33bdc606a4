import { parentPort } from "node:worker_threads";

/** Draws the window, hangs over the cost, dies of the memory. */
parentPort?.on("message", ({ id, request }: { id: number; request: { figures: { chart: string } } }) => {
  const { chart } = request.figures;
  if (chart === "window") parentPort?.postMessage({ id, png: new Uint8Array([1]), fault: "" });
  if (chart === "memory") process.exit(3);
});
