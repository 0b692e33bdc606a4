import type { Language } from "../domain/conversation.ts";
import type { Problem } from "../domain/problem.ts";
import { boundWords } from "../i18n/allowed-words.ts";
import { words, wording } from "../i18n/messages.ts";
import { problemReason } from "../i18n/problem-reason.ts";
import { cliWords } from "./words.ts";

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
  const w = wording(language);
  const say = w.m.problems;
  return {
    id,
    ...(line === undefined ? {} : { line }),
    error: {
      code,
      path,
      message: [
        say.byCode[code](path === "" ? cliWords(language).theLine : path, read === "" ? '""' : read),
        problemReason(problem, w),
        path === "model" && (code === "missing-field" || code === "unknown-model") ? say.giveModel : null,
      ]
        .filter((part) => part !== null)
        .join(" "),
      ...(allowed === undefined ? {} : { allowed: allowed.map((phrase) => boundWords(phrase, w) ?? phrase) }),
      ...(nearest === undefined ? {} : { nearest }),
    },
  };
}

const mostNames = 12;

/** The same problem for somebody who reads: which line, what is wrong with it, what would be right. */
export function errorInWords({ id, line, error }: ErrorLine, language: Language): string {
  const say = words(language).problems;
  const list = (names: readonly string[]): string =>
    [
      ...names.slice(0, mostNames),
      ...(names.length > mostNames ? [words(language).units.more(names.length - mostNames)] : []),
    ].join(", ");
  const { allowed = [], nearest = [] } = error;
  const where = [line === undefined ? null : cliWords(language).line(line), id].filter(
    (part) => part !== null,
  );
  return [
    where.length === 0 ? error.message : `${where.join(", ")}${cliWords(language).colon} ${error.message}`,
    ...(nearest.length === 0 ? [] : [say.nearest(list(nearest))]),
    ...(allowed.length === 0 ? [] : [say.allowed(list(allowed))]),
  ].join(" ");
}
