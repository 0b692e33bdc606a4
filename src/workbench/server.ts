import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { Bench } from "./bench.ts";
import { BodyTooLarge, hostAllowed, readBody, reply, replyJson, uploadedBytes } from "./http.ts";
import { object, parseJson } from "./json.ts";
import { servePage } from "./page-routes.ts";
import { answerResponseUrl } from "./respond.ts";
import type { SocketCarrier } from "./socket-carrier.ts";
import { callMethod, readArguments } from "./web-api/call.ts";
import { receiveUpload } from "./web-api/files.ts";

const API_MAX = 5_000_000;
const UPLOAD_MAX = 1_000_000_000;

const LOGIN_PAGE = `<!DOCTYPE html><html lang="en"><head><title>Sign in | Workbench</title></head><body><h1>Sign in to Workbench</h1></body></html>`;

/** A private file for the bot; without token or scope a login page with status 200, as Slack answers. */
const privateFile = (bench: Bench, request: IncomingMessage, response: ServerResponse, id: string): void => {
  const allowed =
    request.headers.authorization === `Bearer ${bench.world.secrets.botToken}` &&
    bench.settings.scopes.includes("files:read");
  if (!allowed) {
    reply(response, 200, "text/html; charset=utf-8", LOGIN_PAGE);
    return;
  }
  const file = bench.world.files.find((item) => item.id === id);
  const bytes = bench.file.loadBytes(id);
  if (file === undefined || bytes === undefined)
    reply(response, 404, "text/html; charset=utf-8", "File not found");
  else
    reply(response, 200, file.mimetype, bytes, {
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    });
};

const serveSlack = async (
  bench: Bench,
  socket: SocketCarrier,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<boolean> => {
  const { pathname, searchParams } = url;
  const api = /^\/api\/([\w.]+)$/u.exec(pathname)?.[1];
  const responseToken = /^\/commands\/\w+\/([\w-]+)$/u.exec(pathname)?.[1];
  const uploadToken = /^\/upload\/v1\/([\w-]+)$/u.exec(pathname)?.[1];
  const fileId = /^\/files-pri\/\w+-(\w+)\//u.exec(pathname)?.[1];
  if (api !== undefined) {
    const body = (await readBody(request, API_MAX)).toString("utf8");
    const answer = callMethod(
      bench,
      api,
      request.headers,
      readArguments(request.headers, body, searchParams),
      socket.newAddress,
    );
    bench.file.settle();
    replyJson(response, answer.status, answer.body, answer.headers);
  } else if (responseToken !== undefined && request.method === "POST") {
    const body = object(parseJson((await readBody(request, API_MAX)).toString("utf8")));
    const answer = answerResponseUrl(bench, responseToken, body);
    replyJson(response, answer.status, answer.body);
  } else if (uploadToken !== undefined && request.method === "POST") {
    const bytes = uploadedBytes(request.headers["content-type"] ?? "", await readBody(request, UPLOAD_MAX));
    if (receiveUpload(bench, uploadToken, bytes))
      reply(response, 200, "text/plain; charset=utf-8", `OK - ${bytes.length}`);
    else reply(response, 400, "text/plain; charset=utf-8", "upload refused: unknown address or wrong length");
  } else if (fileId !== undefined && request.method === "GET") privateFile(bench, request, response, fileId);
  else return false;
  return true;
};

/** One loopback server for Slack's protocols and for the page. */
export const createWorkbenchServer = (bench: Bench, socket: SocketCarrier): Server => {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!hostAllowed(request, bench.settings.host)) {
      reply(response, 421, "text/plain; charset=utf-8", "this host name is not served here");
      return;
    }
    const url = new URL(request.url ?? "/", "http://workbench");
    if (await serveSlack(bench, socket, request, response, url)) return;
    if (await servePage(bench, request, response, url)) return;
    reply(response, 404, "text/plain; charset=utf-8", "not found");
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else if (error instanceof BodyTooLarge) reply(response, 413, "text/plain; charset=utf-8", "too large");
      else
        reply(
          response,
          500,
          "text/plain; charset=utf-8",
          error instanceof Error ? (error.stack ?? error.message) : String(error),
        );
    });
  });
  server.on("upgrade", (request: IncomingMessage, stream, head: Buffer) => {
    if (hostAllowed(request, bench.settings.host) && request.url?.startsWith("/link/") === true)
      socket.upgrade(request, stream, head);
    else stream.destroy();
  });
  return server;
};
