import { h } from "./dom.js";
import { emoji } from "./emoji.js";
import { link } from "./mrkdwn.js";

const INLINE =
  /`(?<code>[^`]+)`|\*\*(?<bold>[^\s*](?:.*?[^\s*])?)\*\*|__(?<bold2>[^_]+)__|(?<![\w*])\*(?<italic>[^\s*](?:[^*]*[^\s*])?)\*(?![\w*])|(?<![\w_])_(?<italic2>[^\s_](?:[^_]*[^\s_])?)_(?![\w_])|~~(?<strike>[^~]+)~~|!?\[(?<label>[^\]]*)\]\((?<address>[^)\s]+)\)|(?<bare>https?:\/\/[^\s<>)]+)|:(?<emoji>[a-z0-9_+-]+):/gu;

const inline = (text) => {
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > from) nodes.push(text.slice(from, match.index));
    from = match.index + match[0].length;
    const { code, bold, bold2, italic, italic2, strike, label, address, bare, emoji: name } = match.groups;
    if (code !== undefined) nodes.push(h("code", {}, code));
    else if (bold ?? bold2) nodes.push(h("strong", {}, inline(bold ?? bold2)));
    else if (italic ?? italic2) nodes.push(h("em", {}, inline(italic ?? italic2)));
    else if (strike !== undefined) nodes.push(h("s", {}, inline(strike)));
    else if (address !== undefined) nodes.push(link(address, inline(label)));
    else if (bare !== undefined) nodes.push(link(bare, bare));
    else nodes.push(emoji(name));
  }
  if (from < text.length) nodes.push(text.slice(from));
  return nodes;
};

const cells = (line) =>
  line
    .replace(/^\s*\||\|\s*$/gu, "")
    .split(/(?<!\\)\|/u)
    .map((cell) => inline(cell.trim().replaceAll("\\|", "|")));

const KINDS = [
  [/^#{1,6}\s+(.*)$/u, "heading"],
  [/^\s*(?:[-*_]\s*){3,}$/u, "rule"],
  [/^>\s?(.*)$/u, "quote"],
  [/^\s*[-*+]\s+(.*)$/u, "bullet"],
  [/^\s*\d+[.)]\s+(.*)$/u, "ordered"],
  [/^\s*(\|.*\|)\s*$/u, "row"],
  [/^\s*$/u, "blank"],
];

const classify = (line) => {
  for (const [pattern, kind] of KINDS) {
    const found = pattern.exec(line);
    if (found !== null) return { kind, text: found[1] ?? "", line };
  }
  return { kind: "text", text: line, line };
};

const table = (rows) => {
  const body = rows.filter((row) => !/^[\s|:-]+$/u.test(row.line)).map((row) => cells(row.line));
  const [head = [], ...rest] = body;
  return h(
    "div",
    { class: "table-scroll", tabindex: "0" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((cell) => h("th", { scope: "col" }, cell)),
        ),
      ),
      h(
        "tbody",
        {},
        rest.map((row) =>
          h(
            "tr",
            {},
            row.map((cell) => h("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
};

const group = (kind, rows) => {
  const listed = () => rows.map((row) => h("li", {}, inline(row.text)));
  switch (kind) {
    case "heading":
      return rows.map((row) => h("p", { class: "md-heading" }, inline(row.text)));
    case "rule":
      return h("hr");
    case "quote":
      return h(
        "blockquote",
        {},
        rows.flatMap((row, index) => [index > 0 && h("br"), ...inline(row.text)]),
      );
    case "bullet":
      return h("ul", {}, listed());
    case "ordered":
      return h("ol", {}, listed());
    case "row":
      return table(rows);
    case "blank":
      return [];
    default:
      return h(
        "p",
        {},
        rows.flatMap((row, index) => [index > 0 && h("br"), ...inline(row.text)]),
      );
  }
};

/** Standard Markdown, as much of it as a markdown block carries. */
export const markdown = (text) =>
  text.split(/^```.*$/mu).flatMap((piece, index) => {
    if (index % 2 === 1) return [h("pre", {}, piece.replace(/^\n|\n$/gu, ""))];
    const nodes = [];
    let rows = [];
    for (const row of piece.split("\n").map(classify)) {
      if (rows.length > 0 && rows[0].kind !== row.kind) {
        nodes.push(group(rows[0].kind, rows));
        rows = [];
      }
      rows.push(row);
    }
    if (rows.length > 0) nodes.push(group(rows[0].kind, rows));
    return nodes;
  });
