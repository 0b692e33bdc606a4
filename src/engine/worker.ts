import { parentPort, workerData } from "node:worker_threads";
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

if (parentPort === null) throw new Error("the engine's worker is started by the engine");
const port = parentPort;
const { catalogueDir } = workerData as WorkerStart;
const { catalogue, lookup } = await loadWorld(catalogueDir, "");

port.on("message", ({ id, today, request }: WorkerQuestion) => {
  port.postMessage({ id, answer: answerRequest(request, { catalogue, lookup, today }) });
});
port.postMessage({ ready: true });
