import type { Button, KnownBlock, Overflow, PlainTextElement, TableBlock } from "@slack/types";
import { escapeMrkdwn, escapeWithin, shorten } from "./escape.ts";
import { limits } from "./limits.ts";

export interface Message {
  /** The whole message as text: notification first, for screen readers and refused blocks. */
  readonly text: string;
  readonly blocks: KnownBlock[];
}

/** A stretch of one line; text is plain everywhere and escaped only when a block is made. */
export type Span =
  | string
  | { readonly style: "bold"; readonly text: string }
  | { readonly style: "code"; readonly text: string }
  | { readonly style: "mention"; readonly text: string }
  | { readonly style: "link"; readonly text: string; readonly url: string };
export type Line = readonly Span[];
export const bold = (text: string): Span => ({ style: "bold", text });
export const code = (text: string): Span => ({ style: "code", text });
/** A person by Slack id: for the Home tab, where a name pings nobody. */
export const mention = (user: string): Span => ({ style: "mention", text: user });
export const link = (text: string, url: string): Span => ({ style: "link", text, url });

/** What a message says, before it is Slack's or the terminal's. */
export type Piece =
  | { readonly kind: "section"; readonly lines: readonly Line[]; readonly id?: string }
  | { readonly kind: "context"; readonly lines: readonly Line[] }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] }
  | {
      readonly kind: "actions";
      readonly elements: readonly (Button | Overflow)[];
      readonly choices?: boolean;
      readonly id?: string;
    }
  | { readonly kind: "divider" };

export const section = (...lines: readonly Line[]): Piece => ({ kind: "section", lines });
export const context = (...lines: readonly Line[]): Piece => ({ kind: "context", lines });
export const actions = (...elements: readonly (Button | Overflow)[]): Piece => ({
  kind: "actions",
  elements,
});
/** Buttons that answer a question: their words belong to the text as well. */
export const choices = (...elements: readonly Button[]): Piece => ({
  kind: "actions",
  elements,
  choices: true,
});
export const table = (header: readonly string[], rows: readonly (readonly string[])[]): Piece => ({
  kind: "table",
  rows: [header, ...rows],
});
export const divider: Piece = { kind: "divider" };

export const plainTextObject = (text: string, max: number): PlainTextElement => ({
  type: "plain_text",
  text: shorten(text === "" ? "–" : text, max),
  emoji: false,
});

export function button(text: string, actionId: string, value: string, style?: "primary" | "danger"): Button {
  return {
    type: "button",
    text: plainTextObject(text, limits.buttonText),
    action_id: actionId,
    value,
    ...(style === undefined ? {} : { style }),
  };
}

export function overflow(actionId: string, options: readonly { text: string; value: string }[]): Overflow {
  return {
    type: "overflow",
    action_id: actionId,
    options: options.slice(0, limits.overflowOptions).map(({ text, value }) => ({
      text: plainTextObject(text, limits.optionText),
      value,
    })),
  };
}

/** Joins spans that may be absent with the middle dot of a fact line. */
export function dotted(parts: readonly (Line | null)[]): Line {
  return parts
    .filter((p) => p !== null && p.length > 0)
    .flatMap((p, i) => (i === 0 ? (p ?? []) : [" · ", ...(p ?? [])]));
}

/** A line stays one, whatever is filled in. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n\u2028\u2029]+/gu, " ");

/** Marks around the words only: with a blank inside them they would show instead of styling. */
function marked(mark: string, span: Exclude<Span, string>, text: string): string {
  const [before = ""] = /^\s*/u.exec(span.text) ?? [];
  const [after = ""] = /\s*$/u.exec(span.text) ?? [];
  return `${oneLine(before)}${mark}${text}${mark}${oneLine(after)}`;
}

function spanMrkdwn(span: Span): string {
  if (typeof span === "string") return escapeMrkdwn(oneLine(span));
  const text = escapeMrkdwn(oneLine(span.text)).trim();
  if (text === "") return "";
  switch (span.style) {
    case "bold":
      return marked("*", span, text);
    case "code":
      return marked("`", span, text);
    case "mention":
      return /^[UW][A-Z0-9]{2,}$/u.test(span.text) ? `<@${span.text}>` : text;
    case "link":
      return /^https?:\/\/[^\s<>|]+$/u.test(span.url)
        ? `<${span.url.replaceAll("&", "&amp;")}|${text.replaceAll("|", "¦")}>`
        : text;
  }
}

export function spanText(span: Span): string {
  if (typeof span === "string") return span;
  return span.style === "link" && span.url !== span.text ? `${span.text} (${span.url})` : span.text;
}
export const lineText = (line: Line): string => oneLine(line.map(spanText).join(""));

const isMarked = (span: Span): boolean =>
  typeof span === "object" && (span.style === "bold" || span.style === "code");

/** A mark styles only where no letter, figure or other mark stands right outside it. */
function joined(line: Line): string {
  let text = "";
  let closed = false;
  for (const span of line) {
    const next = spanMrkdwn(span);
    if (next === "") continue;
    const touches = isMarked(span) ? /[\p{L}\p{N}*`]$/u.test(text) : closed && /[*`]$/u.test(text);
    text += touches && /^[\p{L}\p{N}*`]/u.test(next) ? ` ${next}` : next;
    closed = isMarked(span);
  }
  return text;
}

/** One line as mrkdwn within a limit; a line too long loses its styles rather than half a link. */
function lineMrkdwn(line: Line, max: number): string {
  const styled = joined(line);
  return styled.length <= max ? styled : escapeWithin(lineText(line), max);
}

/** Lines packed into texts of at most `max` characters, split between lines only. */
function packLines(lines: readonly Line[], max: number): string[] {
  const texts: string[] = [];
  for (const line of lines) {
    const text = lineMrkdwn(line, max);
    const last = texts.at(-1);
    if (text.trim() === "") continue;
    if (last !== undefined && last.length + 1 + text.length <= max)
      texts[texts.length - 1] = `${last}\n${text}`;
    else texts.push(text);
  }
  return texts;
}

const mrkdwn = (text: string) => ({ type: "mrkdwn", text, verbatim: true }) as const;

function tableBlock(rows: readonly (readonly string[])[]): TableBlock {
  const columns = Math.min(limits.tableColumns, Math.max(1, ...rows.map((r) => r.length)));
  const kept: { type: "raw_text"; text: string }[][] = [];
  let total = 0;
  for (const row of rows.slice(0, limits.tableRows)) {
    const cells = Array.from({ length: columns }, (_, i) => shorten(row[i]?.trim() ?? "", 200) || "–");
    total += cells.join("").length;
    if (total > limits.tableText && kept.length > 0) break;
    kept.push(cells.map((text) => ({ type: "raw_text", text })));
  }
  return {
    type: "table",
    rows: kept,
    column_settings: Array.from({ length: columns }, () => ({ align: "left" as const, is_wrapped: true })),
  };
}

function pieceBlocks(piece: Piece): KnownBlock[] {
  switch (piece.kind) {
    case "section":
      return packLines(piece.lines, limits.sectionText).map((text, i) => ({
        type: "section",
        ...(piece.id === undefined || i > 0 ? {} : { block_id: piece.id }),
        text: mrkdwn(text),
      }));
    case "context":
      return packLines(piece.lines, limits.sectionText).map((text) => ({
        type: "context",
        elements: [mrkdwn(text)],
      }));
    case "actions":
      return piece.elements.length === 0
        ? []
        : [
            {
              type: "actions",
              ...(piece.id === undefined ? {} : { block_id: piece.id }),
              elements: piece.elements.slice(0, limits.actionsElements),
            },
          ];
    case "table":
      return piece.rows.length < 2 ? [] : [tableBlock(piece.rows)];
    case "divider":
      return [{ type: "divider" }];
  }
}

/** Text of one piece for a reader without blocks; the terminal and the twin share it. */
export function pieceText(piece: Piece): string {
  switch (piece.kind) {
    case "section":
    case "context":
      return piece.lines
        .map(lineText)
        .filter((l) => l.trim() !== "")
        .join("\n");
    case "table": {
      const [header = [], ...rows] = piece.rows;
      return rows
        .map((row) =>
          row
            .flatMap((cell, i) => (cell === "" ? [] : [i === 0 ? cell : `${header[i] ?? ""} ${cell}`.trim()]))
            .join(" · "),
        )
        .join("\n");
    }
    case "actions":
      return piece.choices === true
        ? piece.elements.flatMap((e) => (e.type === "button" ? [`[${e.text.text}]`] : [])).join(" ")
        : "";
    case "divider":
      return "";
  }
}

export const piecesText = (pieces: readonly Piece[]): string =>
  pieces
    .map(pieceText)
    .filter((t) => t !== "")
    .join("\n");

/** Visible characters of a block, as the total of a message counts them. */
function visibleSize(block: KnownBlock): number {
  if (block.type === "section") return block.text?.text.length ?? 0;
  if (block.type === "context") return sumOf(block.elements, (e) => ("text" in e ? e.text.length : 0));
  if (block.type === "table")
    return sumOf(block.rows.flat(), (cell) => ("text" in cell ? cell.text.length : 0));
  return block.type === "actions"
    ? sumOf(block.elements, (e) => (e.type === "button" ? e.text.text.length : 100))
    : 0;
}

const sumOf = <T>(items: readonly T[], size: (item: T) => number): number =>
  items.reduce((sum, item) => sum + size(item), 0);

/** A message before it is Slack's or the terminal's. */
export interface Draft {
  readonly pieces: readonly Piece[];
  /** Stands in front of the text and replaces its first piece there. */
  readonly notification?: string;
}

export interface MessageOptions {
  /** Words for what was left out: "… and 3 more". */
  readonly more: (n: number) => string;
}

/** Pieces to a message within every limit; what does not fit is counted, not lost silently. */
export function toMessage({ pieces, notification }: Draft, { more }: MessageOptions): Message {
  const all = pieces.flatMap(pieceBlocks);
  const blocks: KnownBlock[] = [];
  let size = 0;
  let tables = 0;
  for (const block of all) {
    if (block.type === "table" && ++tables > 1) continue;
    const next = visibleSize(block);
    if (blocks.length >= limits.messageBlocks - 1 || size + next > limits.messageText - 200) break;
    size += next;
    blocks.push(block);
  }
  const left = all.length - blocks.length;
  if (left > 0) blocks.push({ type: "context", elements: [mrkdwn(escapeMrkdwn(more(left)))] });
  const rest = piecesText(notification === undefined ? pieces : pieces.slice(1));
  const text = escapeWithin(
    [notification ?? "", rest].filter((t) => t !== "").join("\n"),
    limits.messageText,
  );
  return { text, blocks };
}
