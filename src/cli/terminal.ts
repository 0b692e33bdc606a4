import type { Readable, Writable } from "node:stream";
import { languages, type Language } from "../domain/conversation.ts";
import { cliWords } from "./words.ts";

/** Exit statuses of CONTRACT: done, our fault, unusable input, understood but nothing feasible. */
export const exits = { done: 0, ourFault: 1, unusable: 2, infeasible: 3 } as const;
export type Exit = (typeof exits)[keyof typeof exits];

/** What a command talks to. */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Ends a command with words on stderr and a status. */
export class CommandEnd extends Error {
  readonly status: Exit;
  constructor(status: Exit, message: string) {
    super(message);
    this.status = status;
  }
}

/** --lang, else the language of the terminal's locale, else English. */
export function languageOf(stated: string | undefined, env: Terminal["env"]): Language {
  const locale = env["LC_ALL"] ?? env["LC_MESSAGES"] ?? env["LANG"] ?? "";
  if (stated === undefined) return locale.toLowerCase().startsWith("fr") ? "fr" : "en";
  const known = languages.find((language) => language === stated.toLowerCase());
  if (known === undefined) throw new CommandEnd(exits.unusable, cliWords("en").unknownLanguage(stated));
  return known;
}

/** Resolves when the reader has room again. */
export function write(stream: Writable, text: string): Promise<void> {
  if (text === "" || stream.write(text)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off("drain", done);
      stream.off("close", done);
      resolve();
    };
    stream.once("drain", done);
    stream.once("close", done);
  });
}

export const writeLine = (stream: Writable, text: string): Promise<void> => write(stream, `${text}\n`);
export const writeJson = (stream: Writable, value: unknown): Promise<void> =>
  writeLine(stream, JSON.stringify(value));
