import { createHmac } from "node:crypto";
import type { Acknowledgement, Bench, Carrier, Envelope } from "./bench.ts";
import { now, warn } from "./bench.ts";
import type { Json } from "./json.ts";
import { parseJson } from "./json.ts";

const form = (payload: Json): string =>
  new URLSearchParams(
    Object.entries(payload).map(([key, value]): [string, string] => [
      key,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  ).toString();

const bodyOf = (envelope: Envelope): { type: string; body: string } => {
  if (envelope.kind === "events_api")
    return { type: "application/json", body: JSON.stringify(envelope.payload) };
  const fields =
    envelope.kind === "slash_commands" ? envelope.payload : { payload: JSON.stringify(envelope.payload) };
  return { type: "application/x-www-form-urlencoded", body: form(fields) };
};

/** Slack's v0 signature over the timestamp and the raw body. */
export const signature = (secret: string, timestamp: number, body: string): string =>
  `v0=${createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex")}`;

/** HTTP mode: signed requests to the bot's own address; the answer's body is the acknowledgement. */
export const httpCarrier = (bench: Bench, address: string): Carrier => ({
  connections: () => 1,
  awaited: () => false,
  drop: () => undefined,
  close: () => undefined,
  send: async (envelope): Promise<Acknowledgement> => {
    const { type, body } = bodyOf(envelope);
    const timestamp = Math.floor(now(bench) / 1000);
    const retry: Record<string, string> =
      envelope.retryAttempt > 0
        ? { "x-slack-retry-num": String(envelope.retryAttempt), "x-slack-retry-reason": envelope.retryReason }
        : {};
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: {
          "content-type": type,
          "user-agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
          "x-slack-request-timestamp": String(timestamp),
          "x-slack-signature": signature(bench.world.secrets.signingSecret, timestamp, body),
          ...retry,
        },
        body,
        signal: AbortSignal.timeout(bench.settings.timing.ackMs),
      });
      const answer = await response.text();
      if (!response.ok) {
        // A failed answer with this header asks not to be called again.
        const noRetry = response.headers.get("x-slack-no-retry") === "1" && envelope.kind === "events_api";
        return noRetry ? { ok: true, payload: undefined } : { ok: false, error: "dispatch_failed" };
      }
      return { ok: true, payload: parseJson(answer) ?? (answer === "" ? {} : { text: answer }) };
    } catch (error) {
      const late = error instanceof Error && error.name === "TimeoutError";
      if (late) warn(bench, "no_ack", envelope.kind, "no answer in time");
      return { ok: false, error: late ? "operation_timeout" : "dispatch_failed" };
    }
  },
});
