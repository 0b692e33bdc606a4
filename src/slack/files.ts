import type { WebClient } from "@slack/web-api";
import type { FileFault } from "../domain/pilot/dropped.ts";
import { slackErrorCode } from "./slack-error.ts";

/** A file as an event, a form or `files.info` names it. Text of strangers: shown escaped, never followed. */
export interface DroppedFile {
  readonly name: string;
  readonly open: () => Promise<OpenedFile>;
  /** It is of a kind that a log or a result could be. */
  readonly maybeText: boolean;
}

export type OpenedFile = { readonly fault: FileFault } | { readonly bytes: AsyncIterable<Uint8Array> };

/** As large a file as is read. [byte] */
export const mostBytes = 20 * 2 ** 20;
/** For the whole of it. */
const openMs = 30_000;

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Kinds that are never a log; everything else is looked into. */
const neverText = /^(image|video|audio|font)\/|pdf|zip$|x-tar|msword|officedocument|opendocument/u;
const isZipped = (json: Json): boolean =>
  /gzip/u.test(text(json["mimetype"])) || /\.gz$/iu.test(text(json["name"]));

export interface FileSource {
  readonly token: string;
  readonly client: Pick<WebClient, "files">;
  /** Left out = Slack itself. */
  readonly slackApiUrl?: string;
}

/** The files of a message or of a form's field. */
export function droppedFiles(listed: unknown, source: FileSource): readonly DroppedFile[] {
  if (!Array.isArray(listed)) return [];
  return listed.filter(isJson).map((json) => ({
    name: text(json["name"]) || text(json["title"]) || text(json["id"]),
    maybeText: isZipped(json) || !neverText.test(text(json["mimetype"])),
    open: () => openFile(json, source),
  }));
}

async function openFile(listed: Json, source: FileSource): Promise<OpenedFile> {
  const json = await whole(listed, source);
  if (typeof json === "string") return { fault: json };
  if (json["mode"] === "tombstone" || json["mode"] === "hidden_by_limit") return { fault: "gone" };
  if (json["is_external"] === true || json["mode"] === "external") return { fault: "elsewhere" };
  const size = json["size"];
  if (typeof size === "number" && size > mostBytes) return { fault: "too-large" };
  if (!isZipped(json) && neverText.test(text(json["mimetype"]))) return { fault: "not-text" };
  const url = trusted(text(json["url_private_download"]) || text(json["url_private"]), source.slackApiUrl);
  return url === null ? { fault: "elsewhere" } : download(url, json, source.token);
}

const ofSlack: Readonly<Record<string, FileFault>> = {
  missing_scope: "no-scope",
  file_not_found: "gone",
  file_deleted: "gone",
  access_denied: "other-organisation",
  team_not_found: "other-organisation",
};

/** A shared channel's event names a file and no more: what it is has to be asked for. */
async function whole(listed: Json, { client }: FileSource): Promise<Json | FileFault> {
  const known = text(listed["url_private"]) !== "" || text(listed["mode"]) !== "";
  if (known && listed["file_access"] !== "check_file_info") return listed;
  try {
    const { file } = await client.files.info({ file: text(listed["id"]) });
    return isJson(file) ? file : "gone";
  } catch (error) {
    return ofSlack[slackErrorCode(error) ?? ""] ?? "unreachable";
  }
}

/** The token goes to Slack's own hosts alone, encrypted, or to the place that was set in its stead. */
export function trusted(address: string, slackApiUrl: string | undefined): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (slackApiUrl !== undefined && new URL(slackApiUrl).origin === url.origin) return url;
  return url.protocol === "https:" && /(^|\.)slack\.com$/u.test(url.hostname) ? url : null;
}

async function download(url: URL, json: Json, token: string): Promise<OpenedFile> {
  const late = AbortSignal.timeout(openMs);
  let answer: Response;
  try {
    answer = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      // A redirect would carry the token along, and leads to a login page.
      redirect: "manual",
      signal: late,
    });
  } catch {
    return { fault: "unreachable" };
  }
  const give = async (fault: FileFault): Promise<OpenedFile> => {
    await answer.body?.cancel().catch(() => undefined);
    return { fault };
  };
  if (answer.status === 404 || answer.status === 410) return give("gone");
  if ([301, 302, 303, 307, 308, 401, 403].includes(answer.status)) return give("no-scope");
  if (!answer.ok) return give("unreachable");
  const isPage = (answer.headers.get("content-type") ?? "").startsWith("text/html");
  if (isPage && !/html/u.test(text(json["mimetype"]))) return give("no-scope");
  if (Number(answer.headers.get("content-length") ?? 0) > mostBytes) return give("too-large");
  return answer.body === null ? { fault: "gone" } : { bytes: answer.body as AsyncIterable<Uint8Array> };
}
