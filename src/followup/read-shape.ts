import { block, take, type Draft } from "./draft.ts";

const longestShape = 9_000;

type Fields = Readonly<Record<string, unknown>>;

/** A model's own configuration names its width and its depth; other pasted JSON does not. */
const describesModel = (fields: Fields): boolean =>
  ["hidden_size", "n_embd", "d_model", "text_config"].some((key) => key in fields) &&
  ["num_hidden_layers", "n_layer", "num_layers", "text_config"].some((key) => key in fields);

/** Where the object that opens at `start` closes; -1 when it does not. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < Math.min(text.length, start + longestShape); at += 1) {
    const sign = text[at];
    if (sign === "\\" && quoted) at += 1;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === "{") depth += 1;
    else if (!quoted && sign === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function fieldsOf(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

const nameOf = (fields: Fields): string => {
  const stated = fields["_name_or_path"] ?? fields["name"];
  return typeof stated === "string" && stated.trim() !== "" ? stated.trim().slice(0, 96) : "config.json";
};

/**
 * A pasted `config.json` is the model: its fields are kept under their own names, for the sizing to read. The
 * original text is parsed, since normalising undoes underscores and quotes.
 */
export function readShape(draft: Draft, original: string): void {
  for (let start = original.indexOf("{"); start >= 0; start = original.indexOf("{", start + 1)) {
    const end = endOfObject(original, start);
    if (end < 0) return;
    const fields = fieldsOf(original.slice(start, end));
    if (fields === null || !describesModel(fields)) continue;
    const { origin } = draft.canonical;
    const opens = origin.findIndex((at) => at >= start);
    const fence = /(?:json5?|config\.json)\s*$/u.exec(draft.folded.slice(0, opens));
    const from = fence?.index ?? opens;
    const after = origin.findIndex((at) => at >= end);
    const to = after < 0 ? draft.folded.length : after;
    block(draft, from, to);
    take(draft, from, to);
    draft.facts.push({
      field: "model",
      value: { ...fields, name: nameOf(fields) },
      start: from,
      where: "config.json",
    });
    return;
  }
}
