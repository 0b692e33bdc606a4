import { forKeeping } from "../app/redact.ts";

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Only what people typed is touched: ids, addresses and triggers of Slack's own look like secrets and are needed. */
const typed = (value: unknown): unknown => (typeof value === "string" ? forKeeping(value) : value);

/** The words of a message; its blocks and attachments say them once more, and nothing reads those. */
function message(value: unknown): unknown {
  if (!isJson(value)) return value;
  const { blocks: _, attachments: __, previous_message: ___, ...rest } = value;
  return { ...rest, text: typed(value["text"]) };
}

/** What was entered into a view: under "value", at whatever depth. */
function entered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(entered);
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === "value" ? typed(inner) : entered(inner)]),
  );
}

/**
 * A delivery as it is kept for the case of a crash: without Slack's verification token, which is of no use after the
 * door, and without the credentials that somebody pasted.
 */
export function keptBody(body: object): Json {
  const all = body as Json;
  const view = all["view"];
  return {
    ...all,
    token: undefined,
    ...("text" in all ? { text: typed(all["text"]) } : {}),
    ...("event" in all ? { event: message(all["event"]) } : {}),
    ...("message" in all ? { message: message(all["message"]) } : {}),
    ...(isJson(view) ? { view: { ...view, state: entered(view["state"]) } } : {}),
  };
}
