import type { WebClient } from "@slack/web-api";
import type { PictureRequest } from "../domain/charting/picture.ts";
import { words } from "../i18n/messages.ts";
import type { Answer, FileToPost } from "./answer.ts";
import { errorFields, slackErrorCode } from "./slack-error.ts";
import type { Log, Telemetry } from "./telemetry.ts";
import { uploadFile, type UploadDeps } from "./upload-file.ts";

export interface PostFilesDeps extends UploadDeps {
  readonly draw: (picture: PictureRequest) => Promise<Uint8Array>;
  readonly log: Log;
  readonly telemetry: Telemetry;
}

export interface Thread {
  readonly channel: string;
  readonly threadTs: string | null;
}

/**
 * The files of an answer, after its words: each at most once, and never a reason for the words to be said again. What
 * could not be posted is told by `tell`, to whoever asked.
 */
export async function postFiles(
  deps: PostFilesDeps,
  answer: Answer,
  to: Thread,
  since: string | undefined,
  tell: (text: string) => Promise<void>,
): Promise<void> {
  const { log, telemetry } = deps;
  for (const file of answer.files ?? []) {
    try {
      if (since !== undefined && (await mayStandThere(deps.client, file, to, since))) continue;
      await uploadFile(deps, { ...file, bytes: await bytesOf(file, deps) }, to);
      telemetry.wrote("files.completeUploadExternal", "ok");
    } catch (error) {
      telemetry.wrote("files.completeUploadExternal", "refused");
      log.warn({ kind: file.kind, ...errorFields(error) }, "a file could not be posted");
      await tell(excuse(file, error, answer)).catch(() => undefined);
    }
  }
}

const bytesOf = (file: FileToPost, { draw }: PostFilesDeps): Promise<Uint8Array> | Uint8Array =>
  file.kind === "picture" ? draw(file.picture) : new TextEncoder().encode(file.text);

function excuse({ kind }: FileToPost, error: unknown, { language }: Answer): string {
  const say = words(language).charts;
  const unscoped = slackErrorCode(error) === "missing_scope";
  if (kind === "picture") return unscoped ? say.filesScope : say.notPosted;
  return unscoped ? say.fileScope : say.fileNotPosted;
}

interface Listed {
  readonly name?: string;
  readonly created?: number;
}

/**
 * After a crash nobody knows whether a file went out: looks for one of its name, made since the answer was decided.
 * Where Slack does not tell, it may stand there, and is not posted a second time.
 */
async function mayStandThere(
  client: WebClient,
  { name }: FileToPost,
  { channel }: Thread,
  since: string,
): Promise<boolean> {
  const from = Math.floor(Date.parse(since) / 1_000) - 1;
  try {
    const { files } = await client.files.list({ channel, ts_from: String(from), count: 100 });
    const listed: readonly Listed[] = files ?? [];
    return listed.some((one) => one.name === name && (one.created ?? 0) >= from);
  } catch {
    return true;
  }
}
