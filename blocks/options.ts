import type { PlainTextOption } from "@slack/types";
import type { NamedMatch } from "../src/domain/catalogue.ts";
import type { Messages } from "../src/i18n/messages.ts";
import { shorten } from "./escape.ts";
import { plainTextObject } from "./kit.ts";
import { limits } from "./limits.ts";
import { shortCardName } from "./names.ts";

/** Marks a value that is the typed text itself, not an id of the catalogue. */
const typed = "text:";

/** An id that is too long for an option keeps its beginning and a number made from all of it; look-ups resolve it again. */
export function optionValue(id: string): string {
  if (id.length <= limits.optionValue) return id;
  const mark = `~${checksum(id).toString(36)}`;
  return `${id.slice(0, limits.optionValue - mark.length)}${mark}`;
}

function checksum(text: string): number {
  let sum = 2166136261;
  for (let i = 0; i < text.length; i += 1) sum = Math.imul(sum ^ text.charCodeAt(i), 16777619) >>> 0;
  return sum;
}

/** The id that a chosen value stands for among known ids, or the text that was typed. */
export function idOfOption(value: string, known: readonly string[]): string {
  if (value.startsWith(typed)) return value.slice(typed.length);
  return known.find((id) => optionValue(id) === value) ?? value;
}

const option = (text: string, value: string): PlainTextOption => ({
  text: plainTextObject(text, limits.optionText),
  value,
});

function found(matches: readonly NamedMatch[], name: (match: NamedMatch) => string): PlainTextOption[] {
  const seen = new Set<string>();
  return matches.flatMap((match) => {
    const value = optionValue(match.id);
    if (match.id === "" || seen.has(value) || seen.size >= limits.options) return [];
    seen.add(value);
    return [option(name(match), value)];
  });
}

/** What was typed, offered as it is when nothing matches; an empty list would read as an error. */
function hint(query: string, words: Messages): PlainTextOption {
  const text = query.trim();
  if (text === "") return option(words.form.typeMore, `${typed}?`);
  return option(
    words.form.noMatch(shorten(text, 30)),
    `${typed}${shorten(text, limits.optionValue - typed.length)}`,
  );
}

export function modelOptions(matches: readonly NamedMatch[], words: Messages, query = ""): PlainTextOption[] {
  const options = found(matches, (m) => m.name);
  return options.length > 0 ? options : [hint(query, words)];
}

export function acceleratorOptions(
  matches: readonly NamedMatch[],
  words: Messages,
  query = "",
): PlainTextOption[] {
  const options = found(matches, (m) => (/\d+\s?GB/u.test(m.name) ? m.name : shortCardName(m.name)));
  return options.length > 0 ? options : [hint(query, words)];
}
