import { createReadStream, statSync } from "node:fs";
import type { Language } from "../domain/conversation.ts";
import { CommandEnd, exits, type Terminal } from "./terminal.ts";
import { cliWords } from "./words.ts";

export interface Input {
  readonly stream: AsyncIterable<Buffer | string>;
  /** In bytes; null when it cannot be known. */
  readonly size: number | null;
}

/** A file, or standard input for "-" and for nothing. */
export function openInput(file: string | undefined, terminal: Terminal, language: Language): Input {
  if (file === undefined || file === "-") return { stream: terminal.stdin, size: null };
  const say = cliWords(language);
  let stat;
  try {
    stat = statSync(file);
  } catch {
    throw new CommandEnd(exits.unusable, say.cannotRead(file, say.noSuchFile));
  }
  if (stat.isDirectory()) throw new CommandEnd(exits.unusable, say.cannotRead(file, say.isDirectory));
  return {
    stream: createReadStream(file, { highWaterMark: 1 << 16 }),
    size: stat.isFile() ? stat.size : null,
  };
}

/** All of it, for one document. */
export async function readAll({ stream }: Input): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of stream) parts.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  return Buffer.concat(parts).toString("utf8");
}
