const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** Signs that mrkdwn would read as style, and their look-alikes that it does not. */
const lookAlikes: Readonly<Record<string, string>> = { "*": "∗", "~": "∼", "`": "ˋ" };
const WORD_JOINER = "\u2060";

/** Words that ping a whole channel lose their power, not their look. */
const disarm = (text: string): string =>
  text.replaceAll(/@(?=channel|here|everyone|group)/giu, `@${WORD_JOINER}`);

/** Underscores style a word only at its edges; inside an identifier they stay. */
const flattenUnderscores = (text: string): string =>
  text.replaceAll(/(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu, (run) => "＿".repeat(run.length));

/** Plain text to Slack's mrkdwn, once: it shows as typed, styles nothing and pings nobody. */
export function escapeMrkdwn(text: string): string {
  return flattenUnderscores(disarm(text)).replaceAll(
    /[&<>*~`]/gu,
    (sign) => entities[sign] ?? lookAlikes[sign] ?? sign,
  );
}

/** Cuts by visible characters with an ellipsis; a surrogate pair is never halved. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  let kept = "";
  for (const char of text) {
    if (kept.length + char.length > max - 1) break;
    kept += char;
  }
  return `${kept.trimEnd()}…`;
}

/** Ends of clauses, the strongest first: a sentence or half of one, then what stands beside or after a comma. */
const clauseEnds = [/[;.](?=\s)|\s(?=;)/gu, /[:,](?=\s)|\s(?=[(·:])/gu] as const;

/** The longest run of whole clauses within `max` characters, ended as a sentence; cut as `shorten` does when none is that short. */
export function shortenToClause(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = clauseEnds
    .map((ends) => [...text.matchAll(ends)].map(({ index }) => index).findLast((at) => at < max))
    .find((at) => at !== undefined && at >= max / 3);
  if (end === undefined) return shorten(text, max);
  const kept = text.slice(0, end).trimEnd();
  return /[(·]/u.test(text.slice(end).trimStart().charAt(0)) ? kept : `${kept}.`;
}

/** Escapes as much of the text as fits into `max` characters of mrkdwn; an entity is never split. */
export function escapeWithin(text: string, max: number): string {
  const whole = escapeMrkdwn(text);
  if (whole.length <= max) return whole;
  let kept = "";
  for (const piece of whole.match(/&(?:amp|lt|gt);|./gsu) ?? []) {
    if (kept.length + piece.length > max - 1) break;
    kept += piece;
  }
  return `${kept.trimEnd()}…`;
}
