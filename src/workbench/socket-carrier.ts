import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { WebSocketServer } from "ws";
import type { Acknowledgement, Bench, Carrier, Envelope } from "./bench.ts";
import { announce, now, warn } from "./bench.ts";
import { isJson, parseJson, string } from "./json.ts";
import { LIMITS } from "./limits.ts";
import { APP_ID } from "./seed.ts";

const PING_MS = 10_000;

export interface SocketCarrier extends Carrier {
  /** A one-time address for apps.connections.open. */
  newAddress: () => string;
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** Socket Mode: hello, envelopes, acknowledgements, pings, and payloads that go to any one of the sockets. */
export const socketCarrier = (bench: Bench): SocketCarrier => {
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  const sockets: WebSocket[] = [];
  const waiting = new Map<string, (payload: unknown) => void>();
  const timedOut = new Set<string>();
  let turn = 0;
  let met = false;

  const say = (socket: WebSocket, message: object): void => {
    socket.send(JSON.stringify(message));
  };
  const tellPage = (): void => {
    announce(bench, { kind: "connection", data: { connected: sockets.length > 0 } });
  };

  const onMessage = (raw: string): void => {
    const frame = parseJson(raw);
    const id = isJson(frame) ? string(frame["envelope_id"]) : undefined;
    if (!isJson(frame) || id === undefined) return;
    const done = waiting.get(id);
    if (done !== undefined) done(frame["payload"]);
    else if (timedOut.delete(id)) warn(bench, "late_ack", id, "acknowledged after Slack had given up");
  };

  const welcome = (socket: WebSocket): void => {
    if (sockets.length >= LIMITS.sockets) {
      say(socket, { type: "disconnect", reason: "too_many_websockets" });
      socket.close();
      return;
    }
    sockets.push(socket);
    met = true;
    socket.on("message", (data) => {
      onMessage((data as Buffer).toString("utf8"));
    });
    const ping = setInterval(() => {
      socket.ping();
    }, PING_MS);
    socket.on("close", () => {
      clearInterval(ping);
      const index = sockets.indexOf(socket);
      if (index >= 0) sockets.splice(index, 1);
      if (!bench.closed) tellPage();
    });
    socket.on("error", () => {
      socket.terminate();
    });
    say(socket, {
      type: "hello",
      num_connections: sockets.length,
      debug_info: {
        host: "workbench",
        started: new Date(now(bench)).toISOString(),
        build_number: 1,
        approximate_connection_time: 18_060,
      },
      connection_info: { app_id: APP_ID },
    });
    tellPage();
  };

  const send = (envelope: Envelope): Promise<Acknowledgement> => {
    const socket = sockets[turn % Math.max(sockets.length, 1)];
    turn += 1;
    if (socket === undefined) return Promise.resolve({ ok: false, error: "dispatch_failed" });
    return new Promise((resolve) => {
      const finish = (answer: Acknowledgement): void => {
        clearTimeout(timer);
        bench.timers.delete(timer);
        waiting.delete(envelope.id);
        resolve(answer);
      };
      const timer = setTimeout(() => {
        timedOut.add(envelope.id);
        warn(bench, "no_ack", envelope.kind, `not acknowledged within ${bench.settings.timing.ackMs} ms`);
        finish({ ok: false, error: "operation_timeout" });
      }, bench.settings.timing.ackMs);
      bench.timers.add(timer);
      waiting.set(envelope.id, (payload) => {
        finish({ ok: true, payload });
      });
      const isEvent = envelope.kind === "events_api";
      say(socket, {
        envelope_id: envelope.id,
        type: envelope.kind,
        payload: envelope.payload,
        accepts_response_payload: !isEvent,
        ...(isEvent ? { retry_attempt: envelope.retryAttempt, retry_reason: envelope.retryReason } : {}),
      });
    });
  };

  return {
    send,
    connections: () => sockets.length,
    awaited: () => !met,
    newAddress: () => {
      const ticket = randomBytes(16).toString("hex");
      tickets.add(ticket);
      return `${bench.url.replace(/^http/u, "ws")}/link/?ticket=${ticket}&app_id=${APP_ID}`;
    },
    upgrade: (request, socket, head) => {
      const ticket = new URL(request.url ?? "/", "http://workbench").searchParams.get("ticket") ?? "";
      // Browsers always send an Origin; the bot's socket never does.
      if (request.headers.origin !== undefined || !tickets.delete(ticket)) {
        socket.end("HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n");
        return;
      }
      server.handleUpgrade(request, socket, head, welcome);
    },
    drop: (how) => {
      for (const socket of [...sockets]) {
        if (how === "abrupt") socket.terminate();
        else say(socket, { type: "disconnect", reason: how, debug_info: { host: "workbench" } });
      }
    },
    close: () => {
      for (const socket of [...sockets]) socket.terminate();
      server.close();
    },
  };
};
