import { forKeeping } from "../app/redact.ts";

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Only what people typed is touched: ids, addresses and triggers of Slack's own look like secrets and are needed. */
const typed = (value: unknown): unknown => (typeof value === "string" ? forKeeping(value) : value);

/** Of a file what finds it again; Slack sends the beginning of a snippet along, and nothing reads that. */
function file(value: unknown): unknown {
  if (!isJson(value)) return value;
  const { preview: _, preview_highlight: __, plain_text: ___, initial_comment: ____, ...rest } = value;
  return {
    ...rest,
    ...("title" in value ? { title: typed(value["title"]) } : {}),
    ...("name" in value ? { name: typed(value["name"]) } : {}),
  };
}

/** The words of a message; its blocks and attachments say them once more, and nothing reads those. */
function message(value: unknown): unknown {
  if (!isJson(value)) return value;
  const { blocks: _, attachments: __, previous_message: ___, ...rest } = value;
  const files = value["files"];
  return {
    ...rest,
    ...("text" in value ? { text: typed(value["text"]) } : {}),
    ...("message" in value ? { message: message(value["message"]) } : {}),
    ...(Array.isArray(files) ? { files: files.map(file) } : {}),
  };
}

/** What was entered into a form: under one of these names, at whatever depth. */
const typedInto = new Set(["value", "initial_value"]);
function entered(value: unknown, names = typedInto): unknown {
  if (Array.isArray(value)) return value.map((one) => entered(one, names));
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, names.has(key) ? typed(inner) : entered(inner, names)]),
  );
}
const filledIn = new Set(["initial_value"]);

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
    ...("state" in all ? { state: entered(all["state"]) } : {}),
    ...(isJson(view)
      ? {
          view: {
            ...view,
            state: entered(view["state"]),
            ...("blocks" in view ? { blocks: entered(view["blocks"], filledIn) } : {}),
          },
        }
      : {}),
  };
}
