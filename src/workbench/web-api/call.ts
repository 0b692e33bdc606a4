import type { IncomingHttpHeaders } from "node:http";
import type { Bench } from "../bench.ts";
import { now } from "../bench.ts";
import type { Json } from "../json.ts";
import { filled, isJson, parseJson } from "../json.ts";
import { CHAT } from "./chat.ts";
import { CONVERSATIONS } from "./conversations.ts";
import { FILES } from "./files.ts";
import type { Method } from "./method.ts";
import { Failed, method } from "./method.ts";
import { VIEWS } from "./views.ts";
import { WORKSPACE } from "./workspace.ts";

export interface ApiAnswer {
  status: number;
  headers: Record<string, string>;
  body: Json;
}

const CALLS_KEPT = 2_000;

const METHODS: Record<string, Method> = { ...CHAT, ...CONVERSATIONS, ...VIEWS, ...FILES, ...WORKSPACE };

/** Arguments from a JSON body, a form body or the query. In forms lists and objects arrive as JSON in the fields. */
export const readArguments = (headers: IncomingHttpHeaders, body: string, query: URLSearchParams): Json => {
  const args: Json = Object.fromEntries(query);
  if ((headers["content-type"] ?? "").includes("application/json")) {
    const parsed = parseJson(body);
    return isJson(parsed) ? { ...args, ...parsed } : args;
  }
  return { ...args, ...Object.fromEntries(new URLSearchParams(body)) };
};

const tokenOf = (headers: IncomingHttpHeaders, args: Json): string | undefined =>
  /^Bearer\s+(.+)$/iu.exec(headers.authorization ?? "")?.[1] ?? filled(args["token"]);

/** Who may call: undefined when all is well, else the refusal. */
const refuse = (bench: Bench, called: Method, token: string | undefined): Failed | undefined => {
  if (called.token === "none") return undefined;
  if (token === undefined) return new Failed("not_authed");
  const { botToken, appToken } = bench.world.secrets;
  if (token !== botToken && token !== appToken) return new Failed("invalid_auth");
  if (token !== (called.token === "app" ? appToken : botToken)) return new Failed("not_allowed_token_type");
  const { scopes } = bench.settings;
  if (
    called.token === "app" ||
    called.scopes.length === 0 ||
    called.scopes.some((scope) => scopes.includes(scope))
  )
    return undefined;
  return new Failed("missing_scope", { needed: called.scopes.join(","), provided: scopes.join(",") });
};

const takeFault = (bench: Bench, name: string): { rateLimit: number } | { error: string } | undefined => {
  const index = bench.faults.findIndex((fault) => fault.method === name);
  return index < 0 ? undefined : bench.faults.splice(index, 1)[0]?.answer;
};

/** One Web API call. */
export const callMethod = (
  bench: Bench,
  name: string,
  headers: IncomingHttpHeaders,
  args: Json,
  newAddress: () => string,
): ApiAnswer => {
  const record = (body: Json, status = 200, extra: Record<string, string> = {}): ApiAnswer => {
    const { token: _token, ...kept } = args;
    const error = filled(body["error"]);
    bench.calls.push({
      method: name,
      args: kept,
      ok: body["ok"] === true,
      ...(error === undefined ? {} : { error }),
      at: now(bench),
    });
    if (bench.calls.length > CALLS_KEPT) bench.calls.shift();
    return { status, body, headers: { "x-oauth-scopes": bench.settings.scopes.join(","), ...extra } };
  };
  const fault = takeFault(bench, name);
  if (fault !== undefined && "rateLimit" in fault)
    return record({ ok: false, error: "ratelimited" }, 429, { "retry-after": String(fault.rateLimit) });
  if (fault !== undefined) return record({ ok: false, error: fault.error });
  const called =
    name === "apps.connections.open"
      ? method([], () => ({ url: newAddress() }), "app")
      : Object.hasOwn(METHODS, name)
        ? METHODS[name]
        : undefined;
  if (called === undefined) return record({ ok: false, error: "unknown_method", req_method: name });
  const answer = refuse(bench, called, tokenOf(headers, args)) ?? called.run(bench, args);
  bench.file.touch();
  if (answer instanceof Failed) return record({ ok: false, error: answer.error, ...answer.extra });
  return record(
    { ok: true, ...answer },
    200,
    called.scopes.length > 0 ? { "x-accepted-oauth-scopes": called.scopes.join(",") } : {},
  );
};
