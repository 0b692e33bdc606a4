import { h } from "./dom.js";
import { emoji } from "./emoji.js";
import { channelOf, store, userOf } from "./store.js";

export const unescape = (text) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** Only addresses that cannot run anything become links. */
export const link = (address, ...label) => {
  const safe = /^(https?:|mailto:|tel:)/iu.test(address);
  return safe
    ? h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, label)
    : h("span", {}, label);
};

export const mention = (id) =>
  h("span", { class: id === store.me ? "mention me" : "mention" }, `@${userOf(id)?.realName ?? id}`);
export const channelLink = (id, label) => {
  const channel = channelOf(id);
  return channel === undefined
    ? h("span", { class: "mention" }, `#${label || "…"}`)
    : h("a", { class: "mention", href: `#${id}` }, `#${channel.name}`);
};

const DATE_PARTS = {
  date_num: { year: "numeric", month: "2-digit", day: "2-digit" },
  date: { dateStyle: "long" },
  date_pretty: { dateStyle: "long" },
  date_short: { dateStyle: "medium" },
  date_short_pretty: { dateStyle: "medium" },
  date_long: { dateStyle: "full" },
  date_long_pretty: { dateStyle: "full" },
  time: { timeStyle: "short" },
  time_secs: { timeStyle: "medium" },
};

export const dateText = (seconds, format, fallback) => {
  if (!Number.isFinite(Number(seconds))) return fallback;
  return format.replaceAll(/\{(\w+)\}/gu, (whole, name) => {
    const options = DATE_PARTS[name];
    return options === undefined
      ? whole
      : new Intl.DateTimeFormat(store.locale, { ...options, timeZone: store.tz }).format(
          Number(seconds) * 1000,
        );
  });
};

/** What stands between < and >. Unknown markup vanishes, as it does on Slack. */
const control = (inside) => {
  const [body, ...rest] = inside.split("|");
  const label = rest.join("|");
  if (body.startsWith("@")) return mention(body.slice(1));
  if (body.startsWith("#")) return channelLink(body.slice(1), label);
  if (/^!(here|channel|everyone)$/u.test(body))
    return h("span", { class: "mention me" }, `@${body.slice(1)}`);
  if (body.startsWith("!subteam^")) return h("span", { class: "mention" }, label || "@group");
  if (body.startsWith("!date^")) {
    const [, seconds, format = "", address] = body.split("^");
    const shown = dateText(seconds, unescape(format), unescape(label));
    return address === undefined ? shown : link(unescape(address), shown);
  }
  if (/^(https?:|mailto:|tel:)/iu.test(body)) {
    const address = unescape(body);
    return link(address, label === "" ? address.replace(/^mailto:/u, "") : inline(label, false));
  }
  return undefined;
};

const INLINE =
  /`(?<code>[^`\n]+)`|<(?<control>[^<>\n]*)>|(?<![\p{L}\p{N}*])\*(?<bold>[^\s*](?:[^*\n]*[^\s*])?)\*(?![\p{L}\p{N}*])|(?<![\p{L}\p{N}_])_(?<italic>[^\s_](?:[^_\n]*[^\s_])?)_(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}~])~(?<strike>[^\s~](?:[^~\n]*[^\s~])?)~(?![\p{L}\p{N}~])|:(?<emoji>[a-z0-9_+-]+):|(?<bare>https?:\/\/[^\s<>]+)/gu;

const inline = (text, links = true) => {
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > from) nodes.push(unescape(text.slice(from, match.index)));
    from = match.index + match[0].length;
    const { code, control: inside, bold, italic, strike, emoji: name, bare } = match.groups;
    if (code !== undefined) nodes.push(h("code", {}, unescape(code)));
    else if (inside !== undefined) nodes.push(links ? control(inside) : unescape(inside));
    else if (bold !== undefined) nodes.push(h("strong", {}, inline(bold, links)));
    else if (italic !== undefined) nodes.push(h("em", {}, inline(italic, links)));
    else if (strike !== undefined) nodes.push(h("s", {}, inline(strike, links)));
    else if (name !== undefined) nodes.push(emoji(name));
    else nodes.push(links ? link(unescape(bare), unescape(bare)) : unescape(bare));
  }
  if (from < text.length) nodes.push(unescape(text.slice(from)));
  return nodes.filter((node) => node !== undefined);
};

const lines = (text) => {
  const nodes = [];
  let quoted = [];
  const flush = () => {
    if (quoted.length > 0)
      nodes.push(
        h(
          "blockquote",
          {},
          quoted.flatMap((line, index) => [index > 0 && h("br"), ...inline(line)]),
        ),
      );
    quoted = [];
  };
  let needsBreak = false;
  for (const line of text.split("\n")) {
    const quote = /^(?:&gt;|>) ?(.*)$/u.exec(line);
    if (quote !== null) {
      quoted.push(quote[1]);
      needsBreak = false;
      continue;
    }
    flush();
    if (needsBreak) nodes.push(h("br"));
    nodes.push(...inline(line));
    needsBreak = true;
  }
  flush();
  return nodes;
};

/** Slack's mrkdwn as nodes. */
export const mrkdwn = (text) =>
  text.split("```").flatMap((piece, index, pieces) => {
    if (index % 2 === 1 && index < pieces.length - 1)
      return [h("pre", {}, unescape(piece.replace(/^\n|\n$/gu, "")))];
    if (index % 2 === 1) return lines(`\`\`\`${piece}`);
    const shown = piece
      .replace(index > 0 ? /^\n/u : /^$/u, "")
      .replace(index < pieces.length - 1 ? /\n$/u : /$^/u, "");
    return shown === "" ? [] : lines(shown);
  });

/** A text object, either kind. */
export const textObject = (object) => {
  if (object === undefined || object === null) return [];
  if (object.type === "mrkdwn") return mrkdwn(object.text);
  const shown =
    object.emoji === false
      ? object.text
      : object.text.replaceAll(/:([a-z0-9_+-]+):/gu, (whole, name) => emoji(name));
  return shown.split("\n").flatMap((line, index) => (index > 0 ? [h("br"), line] : [line]));
};

export const plain = (object) => object?.text ?? "";
