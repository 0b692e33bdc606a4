import type { HubFault } from "../app/ports.ts";

type Unreachable = { readonly kind: "unreachable"; readonly why: string; readonly fault: HubFault };

export type Fetched =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "refused"; readonly status: number; readonly code: string | null }
  | Unreachable;

export interface HubHttp {
  readonly fetch: typeof fetch;
  /** Origin of the hub. */
  readonly base: URL;
  readonly token: string | null;
  readonly signal: AbortSignal;
}

const longestBody = 5_000_000;
const hops = 4;

/** An answer, and none that the hub gives. */
export const foreign = (why: string): Unreachable => ({ kind: "unreachable", why, fault: "foreign" });

/** GET of one JSON document: bounded in size and time, redirected within the hub only, token sent nowhere else. */
export async function getJson(http: HubHttp, path: string): Promise<Fetched> {
  try {
    return await follow(http, new URL(path, http.base), hops);
  } catch (cause) {
    const why = cause instanceof Error ? cause.name : "failed";
    return {
      kind: "unreachable",
      why,
      fault: /^(?:Timeout|Abort)Error$/u.test(why) ? "too-slow" : "no-network",
    };
  }
}

async function follow(http: HubHttp, url: URL, left: number): Promise<Fetched> {
  const headers = new Headers({ accept: "application/json" });
  if (http.token !== null && url.origin === http.base.origin)
    headers.set("authorization", `Bearer ${http.token}`);
  const response = await http.fetch(url, { headers, redirect: "manual", signal: http.signal });
  const location = response.headers.get("location");
  if (response.status >= 300 && response.status < 400 && location !== null) {
    await response.body?.cancel();
    const next = new URL(location, url);
    if (!withinHub(next, http.base)) return foreign("redirected outside the hub");
    return left === 0 ? foreign("too many redirects") : follow(http, next, left - 1);
  }
  if (!response.ok) {
    await response.body?.cancel();
    return { kind: "refused", status: response.status, code: errorCode(response) };
  }
  const text = await boundedText(response);
  if (text === null) return foreign("the document is too long");
  try {
    return { kind: "json", value: JSON.parse(text) as unknown };
  } catch {
    return foreign("the document is not JSON");
  }
}

/** The hub itself and its own stores; a proxy's page or anything else is not the hub. */
function withinHub(next: URL, base: URL): boolean {
  return next.origin === base.origin || (next.protocol === "https:" && next.hostname.endsWith(".hf.co"));
}

/** The hub names its refusals; a refusal without a name and without JSON comes from something in between. */
function errorCode(response: Response): string | null {
  const named = response.headers.get("x-error-code");
  if (named !== null) return named;
  return (response.headers.get("content-type") ?? "").includes("json") ? "unnamed" : null;
}

async function boundedText(response: Response): Promise<string | null> {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body) {
    const bytes = chunk as Uint8Array;
    size += bytes.byteLength;
    if (size > longestBody) return null;
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}
