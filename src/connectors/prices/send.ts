import type { FeedFailure, Validators } from "../../app/price-ports.ts";

/** What a request needs from the outside, so that tests decide it. */
export interface Wire {
  readonly fetch: typeof fetch;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** In [0, 1). */
  readonly chance: () => number;
}

export interface Ask {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly maxBytes: number;
  readonly timeoutMs?: number;
  readonly previous?: Validators;
  readonly signal: AbortSignal;
  /** A key travels with it: it must not follow a redirect. */
  readonly keyed?: boolean;
}

export type Sent =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly validators: Validators }
  | { readonly kind: "unchanged"; readonly validators: Validators }
  | ({ readonly kind: "failed"; readonly status: number | null } & FeedFailure);

const attempts = 3;
const longestWaitMs = 60_000;
const passing = new Set([408, 425, 429, 500, 502, 503, 504]);

/** No network, or nobody there: asking again at once changes nothing. */
const noSuchPlace = new Set(["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ENETUNREACH"]);

const failed = (code: FeedFailure["code"], detail: string, status: number | null = null): Sent => ({
  kind: "failed",
  code,
  detail,
  status,
});

/** What one try came to; `retryAfterMs` null = as the number of tries says. */
type Tried = Sent | { readonly kind: "again"; readonly last: Sent; readonly retryAfterMs: number | null };

/**
 * One document, bounded in size and time, asked for conditionally where the server gave something to ask with.
 * Three tries, 2 and 4 s apart with jitter or as Retry-After says; a server that asks for more than a minute is left
 * alone until the next refresh.
 */
export async function send(wire: Wire, ask: Ask): Promise<Sent> {
  for (let count = 1; ; count += 1) {
    const tried = await tryOnce(wire, ask);
    if (tried.kind !== "again") return tried;
    const pause = tried.retryAfterMs ?? 1000 * 2 ** count * (0.75 + wire.chance() / 2);
    if (count >= attempts || ask.signal.aborted) return tried.last;
    if (pause > longestWaitMs)
      return failed(
        "busy",
        `asks to wait ${Math.round(pause / 1000)} s`,
        tried.last.kind === "failed" ? tried.last.status : null,
      );
    try {
      await wire.wait(pause, ask.signal);
    } catch {
      return tried.last;
    }
  }
}

async function tryOnce(wire: Wire, ask: Ask): Promise<Tried> {
  const timeout = AbortSignal.timeout(ask.timeoutMs ?? 30_000);
  try {
    const response = await wire.fetch(ask.url, {
      method: ask.method ?? "GET",
      headers: { "user-agent": "gpu-plan", ...conditions(ask), ...ask.headers },
      redirect: ask.keyed === true ? "error" : "follow",
      signal: AbortSignal.any([ask.signal, timeout]),
      ...(ask.body === undefined ? {} : { body: ask.body }),
    });
    return await judge(response, ask);
  } catch (cause) {
    const timedOut = timeout.aborted || ask.signal.aborted;
    const name = nameOf(cause);
    const last = failed(timedOut ? "timeout" : "unreachable", name);
    return noSuchPlace.has(name) ? last : { kind: "again", last, retryAfterMs: null };
  }
}

function conditions({ previous, url }: Ask): Record<string, string> {
  const known = previous?.[url];
  return {
    ...(known?.etag === undefined ? {} : { "if-none-match": known.etag }),
    ...(known?.lastModified === undefined ? {} : { "if-modified-since": known.lastModified }),
  };
}

async function judge(response: Response, ask: Ask): Promise<Tried> {
  const { status } = response;
  if (status === 304) {
    await response.body?.cancel();
    return { kind: "unchanged", validators: validatorsOf(response, ask) };
  }
  if (!response.ok) {
    await response.body?.cancel();
    if (status === 401 || status === 403)
      return failed(ask.keyed === true ? "key-refused" : "status", `status ${status}`, status);
    const last = failed("status", `status ${status}`, status);
    return passing.has(status) ? { kind: "again", last, retryAfterMs: retryAfter(response) } : last;
  }
  if (new URL(response.url === "" ? ask.url : response.url).protocol !== "https:") {
    await response.body?.cancel();
    return failed("unreachable", "redirected to an address without https", status);
  }
  if (/^\s*(text\/html|application\/xhtml)/iu.test(response.headers.get("content-type") ?? "")) {
    await response.body?.cancel();
    return failed("html", "a web page in place of data", status);
  }
  const bytes = await bounded(response, ask.maxBytes);
  if (bytes === null) return failed("too-large", `more than ${ask.maxBytes} bytes`, status);
  const announced = response.headers.get("content-length");
  const plain = response.headers.get("content-encoding") === null;
  if (bytes.byteLength === 0 || (plain && announced !== null && Number(announced) > bytes.byteLength)) {
    const last = failed("truncated", `${bytes.byteLength} of ${announced ?? "?"} bytes`, status);
    return { kind: "again", last, retryAfterMs: null };
  }
  if (/^\s*<(!doctype html|html)/iu.test(new TextDecoder().decode(bytes.subarray(0, 200))))
    return failed("html", "a web page in place of data", status);
  return { kind: "bytes", bytes, validators: validatorsOf(response, ask) };
}

function validatorsOf(response: Response, { url, previous }: Ask): Validators {
  const etag = response.headers.get("etag") ?? undefined;
  const lastModified = response.headers.get("last-modified") ?? undefined;
  if (etag === undefined && lastModified === undefined) {
    const known = response.status === 304 ? previous?.[url] : undefined;
    return known === undefined ? {} : { [url]: known };
  }
  return { [url]: { etag, lastModified } };
}

/** Seconds or a date (RFC 9110, 10.2.3), in milliseconds from the server's own clock where it states one. */
function retryAfter(response: Response): number | null {
  const text = response.headers.get("retry-after");
  if (text === null) return null;
  if (/^\d+$/u.test(text.trim())) return Number(text) * 1000;
  const at = Date.parse(text);
  const from = Date.parse(response.headers.get("date") ?? "");
  return Number.isNaN(at) || Number.isNaN(from) ? null : Math.max(0, at - from);
}

async function bounded(response: Response, maxBytes: number): Promise<Uint8Array | null> {
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) {
    await response.body?.cancel();
    return null;
  }
  if (response.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    const bytes = chunk as Uint8Array;
    size += bytes.byteLength;
    if (size > maxBytes) return null;
    chunks.push(bytes);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

function nameOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "failed";
  const code = [cause.cause, cause].flatMap((at) =>
    at instanceof Error && "code" in at && typeof at.code === "string" ? [at.code] : [],
  );
  return code[0] ?? cause.name;
}

/** The failure of a request as a feed tells it. */
export const failureOf = ({ code, detail }: FeedFailure): { readonly kind: "failed" } & FeedFailure => ({
  kind: "failed",
  code,
  detail,
});

export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** JSON, or why it is none; an object with `error` or `errors` in the place of data is an error with status 200. */
export function jsonOf(bytes: Uint8Array): { readonly value: unknown } | FeedFailure {
  const text = textOf(bytes);
  try {
    const value: unknown = JSON.parse(text);
    const at = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
    const names = (["error", "errors", "Error"] as const).filter((key) => key in at);
    if (names.length > 0) return { code: "error-body", detail: `${names.join(", ")} with status 200` };
    return { value };
  } catch {
    const start = text.trimStart()[0];
    const cut = start === "{" || start === "[";
    return cut
      ? { code: "truncated", detail: "JSON that does not end" }
      : { code: "not-the-shape", detail: "no JSON" };
  }
}
