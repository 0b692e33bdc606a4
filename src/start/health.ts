import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { intakePath } from "./pilot-intake.ts";

export interface HealthChecks {
  /** Why the bot cannot answer now; null when it can. */
  readonly notReady: () => Promise<string | null>;
  readonly metrics: () => Promise<string>;
  readonly metricsType: string;
  /** What the pilot kit posts. */
  readonly pilots: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

const send = (response: ServerResponse, status: number, type: string, body: string): void => {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
  response.end(body);
};

/** For supervisors: alive, ready, and counted; and for results of pilots, which come from elsewhere. */
export function makeHealthServer(checks: HealthChecks): Server {
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    const plain = "text/plain; charset=utf-8";
    switch (path) {
      case "/healthz":
        send(response, 200, plain, "ok\n");
        return;
      case "/readyz": {
        const why = await checks.notReady();
        send(response, why === null ? 200 : 503, plain, why === null ? "ready\n" : `not ready: ${why}\n`);
        return;
      }
      case "/metrics":
        send(response, 200, checks.metricsType, await checks.metrics());
        return;
      default:
        send(response, 404, plain, "not found\n");
    }
  };
  return createServer({ requestTimeout: 60_000 }, (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const failed = (): void => {
      if (response.headersSent) response.destroy();
      else send(response, 500, "text/plain; charset=utf-8", "error\n");
    };
    if (path.startsWith(intakePath)) {
      checks.pilots(request, response).catch(failed);
      return;
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      send(response, 405, "text/plain; charset=utf-8", "method not allowed\n");
      return;
    }
    answer(path, response).catch(failed);
  });
}
