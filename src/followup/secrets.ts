import { take, type Draft } from "./draft.ts";
import { allMatches } from "./prefilter.ts";
import { randomStrings, type Span } from "./random-strings.ts";
import { shapes } from "./secret-shapes.ts";

/** Mail addresses are nobody's plan: used up, never repeated. */
const mail = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}/gu;

/** Stands in a kept text where a credential stood: seen again as one, by whoever reads the text later. */
const placeholder = "\u27E8secret\u27E9";

/** Where credentials stand, in order and apart. */
function secretsIn(text: string): Span[] {
  const found = randomStrings(text);
  for (const shape of shapes)
    for (const match of allMatches(shape, text))
      found.push({ start: match.index, end: match.index + match[0].length });
  return united(found);
}

function united(spans: readonly Span[]): Span[] {
  const apart: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = apart.at(-1);
    if (last === undefined || span.start >= last.end) apart.push(span);
    else if (span.end > last.end) apart[apart.length - 1] = { start: last.start, end: span.end };
  }
  return apart;
}

function replaced(text: string, spans: readonly Span[], by: string): string {
  let left = "";
  let at = 0;
  for (const { start, end } of spans) {
    left += text.slice(at, start) + by;
    at = end;
  }
  return left + text.slice(at);
}

/** Takes every credential out of sight; true when there was one. */
export function takeSecrets(draft: Draft): boolean {
  const { text } = draft.canonical;
  const spans = secretsIn(text);
  for (let at = text.indexOf(placeholder); at >= 0; at = text.indexOf(placeholder, at + 1))
    spans.push({ start: at, end: at + placeholder.length });
  for (const { start, end } of spans) take(draft, start, end);
  if (text.includes("@"))
    for (const match of text.matchAll(mail)) take(draft, match.index, match.index + match[0].length);
  return spans.length > 0;
}

/** A stretch of somebody's text for repeating: credentials and mail addresses as one ellipsis each. */
export const withoutSecrets = (text: string): string => shown(text).text;

/** The same, and whether the text holds a credential. */
export function shown(text: string): { readonly text: string; readonly held: boolean } {
  const spans = secretsIn(text);
  const left = replaced(text, spans, "…");
  return {
    text: left.includes("@") ? left.replace(mail, "…") : left,
    held: spans.length > 0 || text.includes(placeholder),
  };
}

/** A text for keeping and for reading: what is left says that there was a credential, and not which. */
export const redacted = (text: string): string => replaced(text, secretsIn(text), placeholder);

/** Whether a text too long to be read holds a credential. */
export const holdsSecret = (text: string): boolean =>
  text.includes(placeholder) || secretsIn(text).length > 0;
