import type { Language } from "../domain/conversation.ts";
import type { Problem } from "../domain/problem.ts";
import { words } from "../i18n/messages.ts";

export interface ErrorLine {
  readonly id: string | null;
  readonly line?: number;
  readonly error: {
    readonly code: string;
    readonly path: string;
    readonly message: string;
    readonly allowed?: readonly string[];
    readonly nearest?: readonly string[];
  };
}

/** A problem as every command prints it: code and path for programs, a sentence for people. */
export function errorLine(
  problem: Problem,
  { id, line, language }: { readonly id: string | null; readonly line?: number; readonly language: Language },
): ErrorLine {
  const { code, path, read, allowed, nearest } = problem;
  const say = words(language).problems;
  return {
    id,
    ...(line === undefined ? {} : { line }),
    error: {
      code,
      path,
      message: say.byCode[code](path === "" ? say.nothing : path, read === "" ? say.nothing : read),
      ...(allowed === undefined ? {} : { allowed }),
      ...(nearest === undefined ? {} : { nearest }),
    },
  };
}
