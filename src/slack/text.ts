const invisible = /[\u200B-\u200D\u2060\uFEFF\u00AD]/gu;

const unescape = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** `<…>` as Slack's server writes it: a person, a channel, a group, a date or a link, with an optional label. */
const markup = /<([^<>|]*)(?:\|([^<>]*))?>/gu;

function plain(target: string, label: string | undefined, botUserId: string): string {
  const sigil = target.charAt(0);
  if (sigil === "@") return target.slice(1) === botUserId ? " " : target;
  if (sigil === "#") return `#${label === undefined || label === "" ? target.slice(1) : label}`;
  if (sigil === "!") return label ?? target.slice(1).replace(/^(here|channel|everyone)$/u, "@$1");
  return label ?? target.replace(/^mailto:/u, "");
}

/**
 * What a person typed, from what Slack made of it: links give their label ("node.js" stays "node.js"), our own
 * mention goes wherever it stands, other people stay ids, entities are undone once, code ticks fall.
 * The only place where Slack's inbound markup is undone; everything outbound is escaped in blocks.
 */
export function readSlackText(raw: string, botUserId: string): string {
  const spoken = raw.replace(markup, (_whole, target: string, label: string | undefined) =>
    plain(target, label, botUserId),
  );
  return unescape(spoken)
    .replaceAll("`", "")
    .replace(invisible, "")
    .replace(/[^\S\n]+/gu, " ")
    .trim();
}

/** A log as it was pasted: markup and entities undone, fences taken off, spaces and lines as they were. */
export function readPastedText(raw: string, botUserId: string): string {
  const spoken = raw.replace(markup, (_whole, target: string, label: string | undefined) =>
    plain(target, label, botUserId),
  );
  return unescape(spoken)
    .replace(/^[^\S\n]*```[^\S\n]*$/gmu, "")
    .replaceAll("```", "")
    .replace(invisible, "")
    .trim();
}

/** True when the raw text addresses the bot, wherever the mention stands. */
export const mentions = (raw: string, botUserId: string): boolean =>
  raw.includes(`<@${botUserId}>`) || raw.includes(`<@${botUserId}|`);
