import { parentPort, workerData } from "node:worker_threads";
import { withLivePrices, type LivePrices } from "../domain/live-prices.ts";
import { answerRequest, type EngineRequest } from "./answer-request.ts";
import { loadWorld } from "./load-world.ts";

/** What the worker is started with and asked. */
export interface WorkerStart {
  readonly catalogueDir: string;
}
export interface WorkerQuestion {
  readonly id: number;
  readonly today: string;
  readonly request: EngineRequest;
}

/** What it is told without an answer. */
export interface WorkerNews {
  readonly live: LivePrices;
}

if (parentPort === null) throw new Error("the engine's worker is started by the engine");
const port = parentPort;
const { catalogueDir } = workerData as WorkerStart;
const { catalogue: snapshot, lookup } = await loadWorld(catalogueDir, "");
let catalogue = snapshot;

port.on("message", (message: WorkerQuestion | WorkerNews) => {
  if ("live" in message) {
    catalogue = withLivePrices(snapshot, message.live);
    return;
  }
  const { id, today, request } = message;
  port.postMessage({ id, answer: answerRequest(request, { catalogue, lookup, today }) });
});
port.postMessage({ ready: true });
