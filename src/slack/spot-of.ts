import type { Whisper } from "./poster.ts";

type Json = Readonly<Record<string, unknown>>;
const json = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Who sent a body of any kind, and where words for them alone would be seen. Null = nobody to tell. */
export function spotOf(body: unknown): Whisper | null {
  const all = json(body);
  const event = json(all["event"]);
  const message = json(all["message"]);
  const container = json(all["container"]);
  const user = text(event["user"]) ?? text(all["user_id"]) ?? text(json(all["user"])["id"]);
  if (user === null) return null;
  const channel =
    text(event["channel"]) ??
    text(all["channel_id"]) ??
    text(json(all["channel"])["id"]) ??
    text(container["channel_id"]);
  const isEvent = text(event["type"]) !== null;
  const threadTs = isEvent
    ? // A thread that has no reply yet shows nobody what is whispered into it.
      text(event["thread_ts"])
    : (text(message["thread_ts"]) ?? text(container["thread_ts"]));
  return { user, channel, threadTs, responseUrl: text(all["response_url"]) ?? "" };
}
