import { parentPort } from "node:worker_threads";
import type { PictureRequest } from "../domain/charting/picture.ts";
import { drawPicture } from "../charts/draw-picture.ts";

export interface DrawQuestion {
  readonly id: number;
  readonly request: PictureRequest;
}
export interface DrawAnswer {
  readonly id: number;
  /** Null = it could not be drawn; `fault` says what kind of error, without its words. */
  readonly png: Uint8Array | null;
  readonly fault: string;
}

if (parentPort === null) throw new Error("the thread of charts is started by whoever draws");
const port = parentPort;

port.on("message", ({ id, request }: DrawQuestion) => {
  drawPicture(request).then(
    (png) => {
      port.postMessage({ id, png, fault: "" } satisfies DrawAnswer);
    },
    (cause: unknown) => {
      const fault = cause instanceof Error ? cause.name : "unknown";
      port.postMessage({ id, png: null, fault } satisfies DrawAnswer);
    },
  );
});
