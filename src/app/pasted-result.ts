import { readEvidence, type ReadEvidence } from "./read-evidence.ts";

/** "pilot:" and what follows it; a short word after it ("pilot: kit") is a wish, no result. */
const announced =
  /^\s*(?:essai\s+)?pilote?(?:\s+results?)?\s*[:\uFF1A]\s*(?<rest>[\s\S]+)$|^\s*r[\u00e9e]sultats?(?:\s+du\s+pilote)?\s*[:\uFF1A]\s*\n(?<below>[\s\S]+)$/iu;

/** However short, a size or a pace is something that was measured. */
const figure = /\d\s?(?:[MG]i?[Bo]\b|m?s\s?\/|it\/s|tok|jetons)/iu;

/** The log that somebody pasted after "pilot:"; null when the message is none. */
export function pastedResult(text: string): string | null {
  const found = announced.exec(text.normalize("NFC"))?.groups;
  const rest = (found?.["rest"] ?? found?.["below"] ?? "").trim();
  const long = rest.length >= 12 || /^[[{]/u.test(rest) || figure.test(rest);
  return long && /\d/u.test(rest) ? rest : null;
}

async function* once(text: string): AsyncGenerator<string> {
  await Promise.resolve();
  yield text;
}

/** A text that somebody pasted, read as a file. */
export const readPaste = (name: string, text: string): Promise<ReadEvidence> =>
  readEvidence(name, once(text));
