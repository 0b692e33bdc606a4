import type { IncomingMessage, ServerResponse } from "node:http";

/** Nothing from anywhere else, no inline script, no framing. */
const SECURITY_HEADERS: Record<string, string> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

export const reply = (
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { ...SECURITY_HEADERS, "content-type": type, ...headers });
  response.end(body);
};

export const replyJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  reply(response, status, "application/json; charset=utf-8", JSON.stringify(body), headers);
};

export class BodyTooLarge extends Error {}

export const readBody = async (request: IncomingMessage, max: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > max) throw new BodyTooLarge();
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
};

/** The name part of a Host header, without the port. */
const hostName = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";

/** A name that resolves to us only by DNS rebinding is refused. */
export const hostAllowed = (request: IncomingMessage, boundTo: string): boolean =>
  ["127.0.0.1", "localhost", "[::1]", boundTo].includes(hostName(request.headers.host ?? ""));

/** What changes something must come from our own page. */
export const originAllowed = (request: IncomingMessage): boolean => {
  const { origin, host } = request.headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
};

/** The bytes of an upload: the body itself, or the first part of a multipart form. */
export const uploadedBytes = (contentType: string, body: Buffer): Buffer => {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/u.exec(contentType)?.[1];
  if (boundary === undefined) return body;
  const start = body.indexOf("\r\n\r\n") + 4;
  return body.subarray(start, body.indexOf(`\r\n--${boundary}`, start));
};
