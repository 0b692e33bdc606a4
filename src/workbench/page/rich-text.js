import { h } from "./dom.js";
import { emoji } from "./emoji.js";
import { channelLink, dateText, link, mention } from "./mrkdwn.js";

const styled = (node, style = {}) => {
  let shown = node;
  if (style.code) shown = h("code", {}, shown);
  if (style.bold) shown = h("strong", {}, shown);
  if (style.italic) shown = h("em", {}, shown);
  if (style.strike) shown = h("s", {}, shown);
  if (style.underline) shown = h("u", {}, shown);
  return shown;
};

const withBreaks = (text) =>
  text.split("\n").flatMap((line, index) => (index > 0 ? [h("br"), line] : [line]));

const element = (item) => {
  switch (item.type) {
    case "text":
      return item.style === undefined
        ? withBreaks(item.text)
        : styled(h("span", {}, withBreaks(item.text)), item.style);
    case "link":
      return styled(link(item.url, item.text ?? item.url), item.style);
    case "user":
      return mention(item.user_id);
    case "channel":
      return channelLink(item.channel_id, "");
    case "usergroup":
      return h("span", { class: "mention" }, `@${item.usergroup_id}`);
    case "broadcast":
      return h("span", { class: "mention me" }, `@${item.range}`);
    case "emoji":
      return emoji(item.name);
    case "date":
      return dateText(item.timestamp, item.format, item.fallback ?? "");
    case "color":
      return h("code", {}, item.value);
    default:
      return `[${item.type}]`;
  }
};

const part = (item) => {
  const inside = () => item.elements.flatMap(element);
  switch (item.type) {
    case "rich_text_section":
      return h("div", { class: "line" }, inside());
    case "rich_text_quote":
      return h("blockquote", {}, inside());
    case "rich_text_preformatted":
      return h("pre", {}, inside());
    case "rich_text_list": {
      const depth = Math.min(item.indent ?? 0, 8);
      const rows = item.elements.map((row) => h("li", {}, row.elements.flatMap(element)));
      return h(
        item.style === "ordered" ? "ol" : "ul",
        { class: `indent-${depth}`, start: item.offset === undefined ? undefined : item.offset + 1 },
        rows,
      );
    }
    default:
      return h("div", { class: "unknown" }, item.type);
  }
};

export const richText = (block) => h("div", { class: "rich" }, block.elements.map(part));
