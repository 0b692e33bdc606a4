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

function languageOfLocale(env: Terminal["env"]): Language {
  const locale = env["LC_ALL"] ?? env["LC_MESSAGES"] ?? env["LANG"] ?? "";
  return locale.toLowerCase().startsWith("fr") ? "fr" : "en";
}

const known = (stated: string | undefined): Language | undefined =>
  languages.find((language) => language === stated?.toLowerCase());

/** --lang, else the language of the terminal's locale, else English. */
export function languageOf(stated: string | undefined, env: Terminal["env"]): Language {
  const language = stated === undefined ? languageOfLocale(env) : known(stated);
  if (language !== undefined) return language;
  throw new CommandEnd(exits.unusable, cliWords(languageOfLocale(env)).unknownLanguage(stated ?? ""));
}

/** The same, for help and for what is said about the options themselves: it never fails. */
export const languageOfHelp = (stated: string | undefined, env: Terminal["env"]): Language =>
  known(stated) ?? languageOfLocale(env);

/** The value of --lang wherever it stands: the words of the options depend on it. */
export function languageStated(argv: readonly string[]): string | undefined {
  const end = argv.indexOf("--");
  const options = end === -1 ? argv : argv.slice(0, end);
  const at = options.findLastIndex((word) => word === "--lang" || word.startsWith("--lang="));
  if (at === -1) return undefined;
  return options[at] === "--lang" ? options[at + 1] : options[at]?.slice("--lang=".length);
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
