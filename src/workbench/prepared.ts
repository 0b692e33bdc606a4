import type { Bench } from "./bench.ts";
import type { Json } from "./json.ts";
import { isJson, objects, parseJson, string } from "./json.ts";
import { LIMITS } from "./limits.ts";
import type { Issue } from "./validate/check.ts";
import { blocksTooLong, sayIssue, validateBlocks } from "./validate/validate.ts";

/** The content of a message, checked. */
export interface Content {
  text: string;
  blocks?: Json[];
  attachments?: unknown[];
  metadata?: unknown;
}

export interface Refusal {
  error: string;
  messages?: string[];
}

export const isRefusal = (value: Content | Refusal): value is Refusal => "error" in value;

export const refusal = (error: string, issues: Issue[]): Refusal => ({
  error,
  messages: issues.map((item) => `[ERROR] ${sayIssue(item)}`),
});

/** Whether an image block may point at a file: it must exist, be completed and looked at, and be an image. */
export const knowsFile =
  (bench: Bench) =>
  ({ id, url }: { id?: string; url?: string }): boolean =>
    bench.world.files.some(
      (file) =>
        (file.id === id || (url?.includes(`${file.id}/`) ?? false)) &&
        file.completed &&
        file.settled &&
        /^image\/(png|jpeg|gif)$/u.test(file.mimetype),
    );

const fromJson = (value: unknown): unknown => (typeof value === "string" ? parseJson(value) : value);

/** Reads text, blocks, attachments as chat.* and response_url take them, and refuses what Slack would. */
export const readContent = (bench: Bench, args: Json, mayBeEmpty = false): Content | Refusal => {
  const markdown = string(args["markdown_text"]);
  if (markdown !== undefined) {
    if (args["text"] !== undefined || args["blocks"] !== undefined)
      return { error: "markdown_text_conflict" };
    if (markdown.length > LIMITS.markdownCharacters) return { error: "msg_too_long" };
    return { text: markdown, blocks: [{ type: "markdown", text: markdown }] };
  }
  const text = string(args["text"]) ?? "";
  if (text.length > LIMITS.messageText) return { error: "msg_too_long" };
  const content: Content = { text };
  if (args["blocks"] !== undefined && args["blocks"] !== null) {
    const blocks = fromJson(args["blocks"]);
    if (!Array.isArray(blocks)) return { error: "invalid_blocks_format" };
    const issues = validateBlocks(blocks, "message", "/blocks", knowsFile(bench));
    if (issues.length > 0) return refusal("invalid_blocks", issues);
    if (blocksTooLong(blocks)) return { error: "msg_blocks_too_long" };
    content.blocks = objects(blocks);
  }
  if (args["attachments"] !== undefined && args["attachments"] !== null) {
    const attachments = fromJson(args["attachments"]);
    if (!Array.isArray(attachments)) return { error: "invalid_attachments" };
    if (attachments.length > 100) return { error: "too_many_attachments" };
    for (const [index, attachment] of attachments.entries()) {
      const inner = isJson(attachment) ? attachment["blocks"] : undefined;
      const issues =
        inner === undefined
          ? []
          : validateBlocks(inner, "message", `/attachments/${index}/blocks`, knowsFile(bench));
      if (issues.length > 0) return refusal("invalid_attachments", issues);
    }
    content.attachments = attachments as unknown[];
  }
  if (args["metadata"] !== undefined && args["metadata"] !== null) {
    const metadata = fromJson(args["metadata"]);
    if (
      !isJson(metadata) ||
      typeof metadata["event_type"] !== "string" ||
      !isJson(metadata["event_payload"])
    ) {
      return { error: "invalid_metadata_format" };
    }
    content.metadata = metadata;
  }
  const empty =
    text === "" && (content.blocks?.length ?? 0) === 0 && (content.attachments?.length ?? 0) === 0;
  return empty && !mayBeEmpty ? { error: "no_text" } : content;
};
