import type { Bench } from "./bench.ts";
import type { Json } from "./json.ts";
import { compact } from "./json.ts";

/** Typed text as Slack delivers it: marked-up text and its rich_text block. */
export interface Composed {
  text: string;
  blocks: Json[];
}

export const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const DOMAIN = String.raw`(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:com|org|net|io|ai|dev|fr|co|eu|app|me|sh|gg|so|edu|gov|js|py)`;
const INLINE = new RegExp(
  [
    "(?<code>`[^`\\n]+`)",
    String.raw`<@(?<id>[UW][A-Z0-9]+)>`,
    String.raw`(?<url>https?:\/\/[^\s<>]+)`,
    String.raw`(?<mail>(?<![\w.+-])[\w.+-]{1,64}@${DOMAIN}\b)`,
    String.raw`(?<![\w@.\/-])(?<bare>${DOMAIN}(?![\w.-]*\w)(?:\/[^\s<>]*)?)`,
    String.raw`(?<![\w@])@(?<name>[\w-]+)`,
    String.raw`(?<![\w#&])#(?<channel>[\w-]+)`,
    String.raw`(?<![\w*])\*(?<bold>[^\s*](?:[^*\n]*[^\s*])?)\*(?![\w*])`,
    String.raw`(?<![\w_])_(?<italic>[^\s_](?:[^_\n]*[^\s_])?)_(?![\w_])`,
    String.raw`(?<![\w~])~(?<strike>[^\s~](?:[^~\n]*[^\s~])?)~(?![\w~])`,
  ].join("|"),
  "giu",
);

const BROADCASTS = ["here", "channel", "everyone"];

/** A found name, link or style as a rich text element; undefined leaves the characters as they are. */
const elementFor = (bench: Bench, groups: Partial<Record<string, string>>): Json | undefined => {
  const { code, id, url, mail, bare, name, channel, bold, italic, strike } = groups;
  if (code !== undefined) return { type: "text", text: code.slice(1, -1), style: { code: true } };
  if (bold !== undefined) return { type: "text", text: bold, style: { bold: true } };
  if (italic !== undefined) return { type: "text", text: italic, style: { italic: true } };
  if (strike !== undefined) return { type: "text", text: strike, style: { strike: true } };
  if (url !== undefined) return { type: "link", url };
  if (mail !== undefined) return { type: "link", url: `mailto:${mail}`, text: mail };
  if (bare !== undefined) return { type: "link", url: `http://${bare}`, text: bare };
  if (name !== undefined && BROADCASTS.includes(name)) return { type: "broadcast", range: name };
  const user = bench.users.find((one) =>
    id === undefined ? one.name === name?.toLowerCase() : one.id === id,
  );
  if (user !== undefined) return { type: "user", user_id: user.id };
  const found = bench.world.channels.find((one) => one.kind !== "im" && one.name === channel?.toLowerCase());
  return found === undefined ? undefined : { type: "channel", channel_id: found.id };
};

const inline = (bench: Bench, line: string): Json[] => {
  const elements: Json[] = [];
  let plain = "";
  const flush = (): void => {
    if (plain !== "") elements.push({ type: "text", text: plain });
    plain = "";
  };
  let from = 0;
  for (const match of line.matchAll(INLINE)) {
    plain += line.slice(from, match.index);
    from = match.index + match[0].length;
    let whole = match[0];
    let rest = "";
    const { url } = match.groups ?? {};
    if (url !== undefined) {
      // Punctuation at the end of a sentence is not part of the address.
      rest = /[.,;:!?)\]'"»]+$/u.exec(url)?.[0] ?? "";
      whole = url.slice(0, url.length - rest.length);
    }
    const element = elementFor(bench, { ...match.groups, ...(url === undefined ? {} : { url: whole }) });
    if (element === undefined) {
      plain += match[0];
      continue;
    }
    flush();
    elements.push(element);
    plain += rest;
  }
  plain += line.slice(from);
  flush();
  return elements;
};

const STYLE_MARKS: Record<string, string> = { code: "`", bold: "*", italic: "_", strike: "~" };

const written = (bench: Bench, element: Json): string => {
  const {
    type,
    text,
    url,
    user_id: user,
    channel_id: channel,
    range,
    style,
  } = element as Record<string, string | undefined> & { style?: Json };
  if (type === "link")
    return text === undefined
      ? `<${escapeText(url ?? "")}>`
      : `<${escapeText(url ?? "")}|${escapeText(text)}>`;
  if (type === "user") return `<@${user ?? ""}>`;
  if (type === "broadcast") return `<!${range ?? ""}>`;
  if (type === "channel") {
    const found = bench.world.channels.find((one) => one.id === channel);
    return `<#${channel ?? ""}|${found?.kind === "public" ? found.name : ""}>`;
  }
  const mark = Object.keys(style ?? {})
    .map((key) => STYLE_MARKS[key] ?? "")
    .join("");
  return `${mark}${escapeText(text ?? "")}${mark}`;
};

const writeLine = (bench: Bench, elements: Json[]): string =>
  elements.map((element) => written(bench, element)).join("");

interface Line {
  kind: "plain" | "quote" | "bullet" | "ordered" | "code";
  content: string;
}

const linesOf = (typed: string): Line[] => {
  const lines: Line[] = [];
  typed.split(/```\n?/u).forEach((piece, index, pieces) => {
    if (index % 2 === 1 && index < pieces.length - 1) {
      lines.push({ kind: "code", content: piece.replace(/\n$/u, "") });
      return;
    }
    const source = index % 2 === 1 ? `\`\`\`${piece}` : index > 0 ? piece.replace(/^\n/u, "") : piece;
    if (source === "" && pieces.length > 1) return;
    const shown = index < pieces.length - 1 ? source.replace(/\n$/u, "") : source;
    for (const line of shown.split("\n")) {
      const found = /^(?<quote>> ?)|^(?<bullet>[-•] )|^(?<ordered>\d+\. )/u.exec(line);
      const kind = (Object.entries<string | undefined>(found?.groups ?? {}).find(
        ([, value]) => value !== undefined,
      )?.[0] ?? "plain") as Line["kind"];
      lines.push({ kind, content: line.slice(found?.[0].length ?? 0) });
    }
  });
  return lines;
};

const joined = (rows: Json[][]): Json[] => {
  const elements: Json[] = [];
  rows.forEach((row, index) => {
    if (index > 0) elements.push({ type: "text", text: "\n" });
    elements.push(...row);
  });
  return elements;
};

/** Reads what somebody typed in the composer the way Slack's client and server do. */
export const compose = (bench: Bench, typed: string): Composed => {
  const parts: Json[] = [];
  const text: string[] = [];
  const lines = linesOf(typed);
  for (let index = 0; index < lines.length;) {
    const kind = lines[index]?.kind ?? "plain";
    let end = index + 1;
    while (kind !== "code" && lines[end]?.kind === kind) end += 1;
    const group = lines.slice(index, end);
    index = end;
    if (kind === "code") {
      const content = group[0]?.content ?? "";
      text.push(`\`\`\`${escapeText(content)}\`\`\``);
      if (content !== "")
        parts.push({
          type: "rich_text_preformatted",
          elements: [{ type: "text", text: content }],
          border: 0,
        });
      continue;
    }
    const rows = group.map((line) => inline(bench, line.content));
    const shown = rows.map((row) => writeLine(bench, row));
    if (kind === "bullet" || kind === "ordered") {
      text.push(...shown.map((row, at) => (kind === "bullet" ? `• ${row}` : `${at + 1}. ${row}`)));
      parts.push({
        type: "rich_text_list",
        style: kind,
        indent: 0,
        border: 0,
        elements: rows.map((elements) => ({ type: "rich_text_section", elements })),
      });
    } else {
      text.push(...shown.map((row) => (kind === "quote" ? `&gt; ${row}` : row)));
      parts.push({
        type: kind === "quote" ? "rich_text_quote" : "rich_text_section",
        elements: joined(rows),
      });
    }
  }
  return {
    text: text.join("\n"),
    blocks: [compact({ type: "rich_text", block_id: blockIdFor(typed), elements: parts })],
  };
};

/** Slack names every block; the same text gets the same name, which keeps tests readable. */
const blockIdFor = (typed: string): string => {
  let hash = 7;
  for (const letter of typed) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 60_466_176;
  return hash.toString(36).padStart(5, "0");
};
