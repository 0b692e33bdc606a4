import type { WebClient } from "@slack/web-api";
import { trusted } from "./files.ts";
import type { LimitsGuard } from "./limits-guard.ts";
import { slackErrorCode } from "./slack-error.ts";

export interface Upload {
  readonly name: string;
  readonly title: string;
  /** Read to who does not see a picture; empty = none. */
  readonly alt: string;
  /** How Slack colours a text; absent = a file that is no snippet. */
  readonly snippet?: string;
  readonly bytes: Uint8Array;
}

export interface UploadDeps {
  readonly client: WebClient;
  readonly guard: LimitsGuard;
  /** Left out = Slack itself. */
  readonly slackApiUrl?: string;
}

/** Bytes travel once; a line that takes longer than this carries nothing more. */
const sendMs = 30_000;
const attempts = 2;

/** Slack did not take the bytes. */
export class UploadRefused extends Error {
  override readonly name = "UploadRefused";
}

/**
 * A file into a thread. Until the last call nobody sees anything, so that what fails before may be tried again; the last
 * one is made once, and when its answer is lost Slack is asked whether the file stands there.
 */
export async function uploadFile(
  deps: UploadDeps,
  file: Upload,
  to: { readonly channel: string; readonly threadTs: string | null },
): Promise<void> {
  const id = await sent(deps, file);
  const { client, guard } = deps;
  try {
    await guard.write(to.channel, () =>
      client.files.completeUploadExternal({
        files: [{ id, title: file.title }],
        channel_id: to.channel,
        ...(to.threadTs === null ? {} : { thread_ts: to.threadTs }),
      }),
    );
  } catch (error) {
    // Slack said no to the first of these calls, or the answer was lost on the way.
    if (!(await standsThere(client, id, to.channel))) throw error;
  }
}

async function sent(deps: UploadDeps, file: Upload): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sentOnce(deps, file);
    } catch (error) {
      if (tries >= attempts || slackErrorCode(error) !== null) throw error;
    }
  }
}

async function sentOnce({ client, slackApiUrl }: UploadDeps, file: Upload): Promise<string> {
  const { name, alt, snippet, bytes } = file;
  // The reference calls it alt_txt; the SDK's types say alt_text, which Slack does not read.
  const asked = {
    filename: name,
    length: bytes.byteLength,
    ...(alt === "" ? {} : { alt_txt: alt }),
    ...(snippet === undefined ? {} : { snippet_type: snippet }),
  };
  const { upload_url: address = "", file_id: id = "" } = await client.files.getUploadURLExternal(asked);
  const url = trusted(address, slackApiUrl);
  if (url === null || id === "") throw new UploadRefused("no address of Slack's to send the file to");
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: new Blob([bytes]),
    redirect: "manual",
    signal: AbortSignal.timeout(sendMs),
  });
  await answer.body?.cancel().catch(() => undefined);
  if (!answer.ok) throw new UploadRefused(`the bytes were refused with ${answer.status}`);
  return id;
}

async function standsThere(client: WebClient, id: string, channel: string): Promise<boolean> {
  try {
    const { file } = await client.files.info({ file: id });
    const shares = (file?.shares ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    return Object.values(shares).some((byChannel) => Object.hasOwn(byChannel, channel));
  } catch {
    return false;
  }
}
