import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError } from "@slack/web-api";

/** Slack's own word for what went wrong; null when the answer did not come from Slack (a proxy page, no network). */
export function slackErrorCode(error: unknown): string | null {
  if (error instanceof WebAPIPlatformError) return error.data.error;
  if (error instanceof WebAPIRateLimitedError) return "ratelimited";
  return null;
}

const unreachable = new Set([
  "not_in_channel", "channel_not_found", "is_archived", "restricted_action", "restricted_action_read_only_channel",
  "restricted_action_thread_locked", "cannot_reply_to_message", "access_denied", "no_permission",
]); // prettier-ignore

/** The bot may not write there, whatever it writes. */
export const cannotPostThere = (error: unknown): boolean => unreachable.has(slackErrorCode(error) ?? "");

const refusals = new Set(["invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long", "msg_too_long"]);

/** The words may go, the blocks may not. */
export const blocksRefused = (error: unknown): boolean => refusals.has(slackErrorCode(error) ?? "");

/** For logs: a code, never the text that was sent. */
export const errorFields = (error: unknown): Readonly<Record<string, unknown>> => ({
  code: slackErrorCode(error) ?? (error instanceof Error ? error.name : "unknown"),
  ...(error instanceof WebAPIHTTPError ? { status: error.statusCode } : {}),
});
