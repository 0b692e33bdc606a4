import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Bench, Change } from "./bench.ts";
import { userOf } from "./directory.ts";
import { originAllowed, readBody, reply, replyJson } from "./http.ts";
import { object, parseJson, string } from "./json.ts";
import { isSafeImage, mimetypeOf } from "./mimetypes.ts";
import { act } from "./page-acts.ts";
import { changeForPage, snapshot } from "./page-feed.ts";
import { keepFile } from "./person/write.ts";

const ACT_MAX = 1_000_000;
const UPLOAD_MAX = 100_000_000;
const RECONNECT_MS = 1_000;
const BEAT_MS = 20_000;

const TYPES: Record<string, string> = {
  html: "text/html",
  css: "text/css",
  js: "text/javascript",
  svg: "image/svg+xml",
};

/** The page is served as written; `npm run build` copies it beside the compiled workbench. */
const pageFolder = join(import.meta.dirname, "page");

const asset = async (response: ServerResponse, name: string): Promise<void> => {
  const type = TYPES[name.split(".").pop() ?? ""];
  if (!/^[a-z0-9-]+\.[a-z]+$/u.test(name) || type === undefined || !existsSync(join(pageFolder, name))) {
    reply(response, 404, "text/plain; charset=utf-8", "not found");
    return;
  }
  reply(response, 200, `${type}; charset=utf-8`, await readFile(join(pageFolder, name)));
};

/** Server-sent events: the whole picture once, then changes. */
const stream = (bench: Bench, request: IncomingMessage, response: ServerResponse, user: string): void => {
  reply200Stream(response);
  const say = (data: unknown): void => {
    response.write(`data: ${JSON.stringify(data)}\n\n`);
  };
  const onChange = (change: Change): void => {
    const shown = changeForPage(bench, user, change);
    if (shown !== undefined) say(shown);
  };
  response.write(`retry: ${RECONNECT_MS}\n\n`);
  say({ kind: "snapshot", snapshot: snapshot(bench, user) });
  bench.changes.on("change", onChange);
  const beat = setInterval(() => {
    response.write(":\n\n");
  }, BEAT_MS);
  request.on("close", () => {
    clearInterval(beat);
    bench.changes.off("change", onChange);
  });
};

const reply200Stream = (response: ServerResponse): void => {
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
};

const sendFile = (bench: Bench, response: ServerResponse, id: string): void => {
  const file = bench.world.files.find((item) => item.id === id);
  const bytes = file === undefined ? undefined : bench.file.loadBytes(id);
  if (file === undefined || bytes === undefined) {
    reply(response, 404, "text/plain; charset=utf-8", "not found");
    return;
  }
  const shown = isSafeImage(file.mimetype);
  reply(response, 200, shown ? file.mimetype : "application/octet-stream", bytes, {
    "content-disposition": `${shown ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
  });
};

const runAct = async (bench: Bench, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = object(parseJson((await readBody(request, ACT_MAX)).toString("utf8")));
  const user = userOf(bench, string(body["user"]) ?? "");
  if (user === undefined || user.bot) {
    replyJson(response, 400, { ok: false, error: "unknown user" });
    return;
  }
  try {
    const answer = await act(bench, user.id, string(body["act"]) ?? "", object(body["args"]));
    bench.file.settle();
    replyJson(response, 200, answer);
  } catch (error) {
    replyJson(response, 400, { ok: false, error: error instanceof Error ? error.message : String(error) });
  }
};

/** Everything under /_page and the page itself. False when the path is not the page's. */
export const servePage = async (
  bench: Bench,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<boolean> => {
  const { pathname, searchParams } = url;
  const archived = /^\/archives\/(\w+)\/p(\d+)(\d{6})$/u.exec(pathname);
  const user = userOf(bench, searchParams.get("user") ?? "");
  if (request.method === "GET" && archived !== null) {
    const thread = searchParams.get("thread_ts");
    reply(response, 302, "text/plain; charset=utf-8", "", {
      location: `/#${archived[1] ?? ""}/${thread ?? `${archived[2] ?? ""}.${archived[3] ?? ""}`}`,
    });
  } else if (request.method === "GET" && (pathname === "/" || pathname === "/index.html"))
    await asset(response, "index.html");
  else if (request.method === "GET" && pathname.startsWith("/_page/assets/"))
    await asset(response, pathname.slice("/_page/assets/".length));
  else if (request.method === "GET" && pathname === "/_page/stream" && user !== undefined)
    stream(bench, request, response, user.id);
  else if (request.method === "GET" && pathname.startsWith("/_page/file/"))
    sendFile(bench, response, pathname.slice("/_page/file/".length));
  else if (request.method === "POST" && pathname.startsWith("/_page/")) {
    if (!originAllowed(request)) replyJson(response, 403, { ok: false, error: "origin not allowed" });
    else if (pathname === "/_page/act") await runAct(bench, request, response);
    else if (pathname === "/_page/upload" && user !== undefined) {
      const name = searchParams.get("name") ?? "file";
      const bytes = await readBody(request, UPLOAD_MAX);
      replyJson(response, 200, { ok: true, id: keepFile(bench, user.id, name, mimetypeOf(name), bytes) });
    } else return false;
  } else return false;
  return true;
};
