import { literalsIn, type Entry } from "./literals.ts";

/** One line of a log, cleaned, with what any reader may want of it. */
export interface LogLine {
  readonly text: string;
  /** Process that printed it, when the line says so. */
  readonly rank: number | null;
  /** Dictionaries in it, Python's or JSON's. */
  readonly entries: readonly Entry[];
}

const escapes = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[@-Z\\-_])/gu;
/** Colour codes that lost their escape character on the way: "[36mmemory". */
const bareColours = /\[(?:\d{1,3}(?:;\d{1,3}){0,5})?m/gu;
const controls = /[\u0000-\u0008\u000B-\u001A\u001C-\u001F\u007F\u200B\uFEFF\uFFFD]/gu;
const entities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
  nbsp: " ",
  "#39": "'",
  "#34": '"',
  "#x27": "'",
  times: "×",
  "#215": "×",
};

const odd = /[^\t\u0020-\u007E]|&\w|&#|\[\d{0,3}(?:;\d{1,3})*m|^\s*>/u;

/** Text as the tool printed it: without colours, entities, typographic quotes and odd spaces. */
export function cleaned(raw: string): string {
  if (!odd.test(raw)) return raw;
  return raw
    .replaceAll(escapes, "")
    .replaceAll(bareColours, "")
    .replaceAll(controls, "")
    .replaceAll(
      /&(lt|gt|amp|quot|apos|nbsp|times|#215|#39|#34|#x27);/giu,
      (all, name: string) => entities[name.toLowerCase()] ?? all,
    )
    .replace(/^\s*(?:>\s?)+/u, "")
    .replaceAll(/[\u2018\u2019\u201A\u2032\u00B4]/gu, "'")
    .replaceAll(/[\u201C\u201D\u201E\u2033\u00AB\u00BB]/gu, '"')
    .replaceAll(/[\u00A0\u2000-\u200A\u202F\u3000]/gu, " ")
    .replaceAll(/[\u2010-\u2013\u2212]/gu, "-");
}

const ranks = [
  /\[rank\s*:?\s*(\d+)\]/iu,
  /^\s*\[?(?:default|worker|gpu)[-_ ]?(\d+)\]?\s*[:|]/iu,
  /\(Worker(?:_TP|_PP\d+_TP|Process[-_]?|_DP\d+_TP)?[-_]?(\d+)\b/iu,
  /^\s*(\d{1,4})\s*:\s(?=\S)/u,
  /\brank[\s_]*[=:]?\s?(\d+)\s*[\]|:)]/iu,
] as const;

function rankOf(text: string): number | null {
  if (!/[Rr]ank|RANK|orker|efault|^\s*\d/u.test(text)) return null;
  for (const pattern of ranks) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return Number(found);
  }
  return null;
}

const longest = 100_000;

/** The pieces of a raw line: a progress bar rewrites its line with carriage returns. */
export function logLines(raw: string): readonly LogLine[] {
  const pieces = raw.includes("\r") ? raw.split("\r") : [raw];
  return pieces
    .map((piece) => cleaned(piece.length > longest ? piece.slice(0, longest) : piece))
    .filter((text) => text.trim() !== "")
    .map((text) => ({ text, rank: rankOf(text), entries: literalsIn(text) }));
}
