import { parentPort, workerData } from "node:worker_threads";
import { loadCatalogue } from "../catalog/load-catalogue.ts";
import { makeLookup } from "../catalog/make-lookup.ts";
import { answerRequest, type EngineRequest } from "./answer-request.ts";

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
const catalogue = loadCatalogue(catalogueDir);
const lookup = makeLookup(catalogue);

port.on("message", ({ id, today, request }: WorkerQuestion) => {
  port.postMessage({ id, answer: answerRequest(request, { catalogue, lookup, today }) });
});
port.postMessage({ ready: true });
