import { StoreUnusable } from "../db/open-store.ts";
import { slackErrorCode } from "../slack/slack-error.ts";
import { DataDirUnusable } from "./data-dir.ts";
import { PortTaken } from "./listen-on.ts";
import { strip } from "./make-log.ts";

const tokens = new Set([
  "invalid_auth",
  "not_authed",
  "account_inactive",
  "token_revoked",
  "token_expired",
  "not_allowed_token_type",
]);

/** Why it did not start, for the person at the terminal: what to change, no stack, no secret. */
export function startProblem(error: unknown): string {
  if (error instanceof DataDirUnusable) return `gpu-plan did not start: ${strip(error.message)}.`;
  if (error instanceof PortTaken) return `gpu-plan did not start: ${error.message}`;
  if (error instanceof StoreUnusable) {
    const advice = error.server
      ? "Check DATABASE_URL, and that the server answers; without it an embedded store is used."
      : "Move it away or put it right, or choose another place with GPU_PLAN_DATA_DIR or DATABASE_URL.";
    return `gpu-plan did not start: ${strip(error.message)}. ${advice}`;
  }
  const code = slackErrorCode(error);
  if (code !== null && tokens.has(code)) {
    return `gpu-plan did not start: Slack refused a token (${code}). Check SLACK_BOT_TOKEN and SLACK_APP_TOKEN at api.slack.com/apps, and install the app again if its scopes changed.`;
  }
  if (code !== null) return `gpu-plan did not start: Slack answered ${code}.`;
  const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  if (taken) return "gpu-plan did not start: its port is taken. Set PORT to another one.";
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return `gpu-plan did not start: ${strip(message + cause)}`;
}
