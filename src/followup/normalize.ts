/** Text in one form, each character knowing where it came from. */
export interface CanonicalText {
  readonly text: string;
  /** `origin[i]` = index in the original of the character `text[i]`; one more entry for the end. */
  readonly origin: readonly number[];
  /** People mentioned, without the markup. */
  readonly mentions: number;
  /** The message opens by addressing somebody. */
  readonly startsWithMention: boolean;
}

const invisible = /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]/u; // prettier-ignore
const spacing = /[\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\u2800]/u;
const pictogram = /[\p{Extended_Pictographic}\p{Co}\p{Cs}\p{Cc}]|[\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}]/u;

/** What recognisers put in place of what was read, and of the euro sign; people do not get to write it. */
const marks = /[\u00A4\u00A6\u00A7\u00AC\u00B6]/u;

/**
 * Stands for "€" in the folded text of a draft and in the patterns that are tried on it: the one frequent sign beyond
 * Latin-1. Without it that text is of one width, and searched faster, by patterns that are compiled once.
 */
export const euroMark = "\u00A4";

/** Character for character, so that positions stay. */
export const withEuroMarks = (folded: string): string =>
  folded.includes("€")
    ? folded
        .split("")
        .map((unit) => (unit === "€" ? euroMark : unit))
        .join("")
    : folded;
export const withEuros = (read: string): string => read.replaceAll(euroMark, "€");

const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&nbsp;": " ", "&quot;": '"', "&#39;": "'" }; // prettier-ignore
const exact: Readonly<Record<string, string>> = {
  "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'", "′": "'", "`": " ", "´": "'",
  "×": "x", "✕": "x", "✖": "x", "–": "-", "−": "-", "‐": "-", "‑": "-", "→": "->", "⇒": "->", "≈": " ", "≤": "<=", "≥": ">=",
  "œ": "oe", "Œ": "OE", "æ": "ae", "•": " ", "·": " ", "…": " ", "~": " ", "¿": " ",
}; // prettier-ignore

/** Slack's own forms: links give their label, people and groups vanish, channels give their name. */
const markup = [
  /<@[UW][A-Z0-9]+(?:\|[^<>]{0,80})?>/uy,
  /<!subteam\^[A-Z0-9]+(?:\|[^<>]{0,80})?>|<!(?:here|channel|everyone)(?:\|[^<>]{0,80})?>/uy,
  /<#[CG][A-Z0-9]+(?:\|(?<label>[^<>]{0,80}))?>/uy,
  /<(?:https?:|mailto:|tel:)[^<>|\s]{0,2000}\|(?<label>[^<>]{0,2000})>/uy,
  /<(?<label>(?:https?:|mailto:|tel:)[^<>|\s]{0,2000})>/uy,
  /:(?!\d)[a-z][a-z0-9_+-]{1,40}:(?![a-z0-9])/uy,
];

interface Piece {
  readonly out: string;
  readonly length: number;
  readonly mention: boolean;
}

function markupAt(source: string, at: number): Piece | null {
  for (const [index, form] of markup.entries()) {
    form.lastIndex = at;
    const match = form.exec(source);
    if (match === null) continue;
    return { out: match.groups?.["label"] ?? " ", length: match[0].length, mention: index === 0 };
  }
  return null;
}

function entityAt(source: string, at: number): Piece | null {
  for (const [entity, out] of Object.entries(entities)) {
    if (source.startsWith(entity, at)) return { out, length: entity.length, mention: false };
  }
  return null;
}

const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= "0" && character <= "9";
const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** A star multiplies between digits and names; elsewhere it is bold print. A long dash before a letter opens an option. */
function outOf(character: string, source: string, at: number): string {
  const next = source[at + character.length];
  if (character === "*") {
    if (isDigit(source[at - 1]) && isWord(next)) return "x";
    return source[at - 1] === " " && next === " " && isDigit(source[at + 2]) ? "x" : " ";
  }
  if (character === "—") return next !== undefined && /\p{L}/u.test(next) ? "--" : "-";
  if (character === "_") return isWord(source[at - 1]) && isWord(next) ? "_" : " ";
  const known = exact[character];
  if (known !== undefined) return known;
  if (character === "\n") return "\n";
  if (spacing.test(character)) return " ";
  if (invisible.test(character)) return "";
  if (character >= "0" && character <= "9") return character;
  if (marks.test(character)) return " ";
  if (character === "#" || character === "©" || character === "®" || character === "™") return " ";
  if (pictogram.test(character)) return " ";
  return character.normalize("NFKC");
}

/** Characters of ASCII, of which all but two are the same wherever they stand. */
const sameEverywhere = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return character === "*" || character === "_" ? null : outOf(character, character, 0);
});

const characterOut = (character: string, source: string, at: number): string =>
  sameEverywhere[character.charCodeAt(0)] ?? outOf(character, source, at);

/**
 * NFKC, straight quotes and dashes, plain spaces, digits of any width, no invisible characters, emoji as
 * separators, Slack markup undone. Tolerates text that was unwrapped before.
 */
export function normalize(source: string): CanonicalText {
  let text = "";
  const origin: number[] = [];
  let mentions = 0;
  let last = "";
  let run = 0;
  /** Runs of spaces become one, runs of one sign three: no recogniser meets long repetitions. */
  const emit = (out: string, at: number): void => {
    for (const unit of out.length === 1 ? [out] : out.split("")) {
      const space = unit === " " || unit === "\n";
      run = unit === last || (space && (last === " " || last === "\n")) ? run + 1 : 1;
      last = unit;
      if ((space && run > 1) || (run > 3 && !isWord(unit))) continue;
      origin.push(at);
      text += unit;
    }
  };
  let at = 0;
  while (at < source.length) {
    const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
    const piece =
      character === "<" || character === ":"
        ? markupAt(source, at)
        : character === "&"
          ? entityAt(source, at)
          : null;
    if (piece !== null) {
      emit(
        Array.from(piece.out)
          .map((one) => characterOut(one, one, 0))
          .join(""),
        at,
      );
      if (piece.mention) mentions += 1;
      at += piece.length;
      continue;
    }
    emit(characterOut(character, source, at), at);
    at += character.length;
  }
  origin.push(source.length);
  const spread = spreadMultiplications(text, origin);
  return { ...spread, mentions, startsWithMention: /^\s*<@[UW]/u.test(source) };
}

const glued = /\d(x)(?=[a-wyz](?!arge)[a-z]?\d|[a-z]{3}(?<!lar)|\d{4})/giu;

/** "8xH100" and "2x4090" become three words, so that names are found on word borders; "8x7B" stays one name. */
function spreadMultiplications(
  text: string,
  origin: readonly number[],
): { readonly text: string; readonly origin: readonly number[] } {
  const cuts = [...text.matchAll(glued)].map((match) => match.index + match[0].length - 1);
  if (cuts.length === 0) return { text, origin };
  let out = "";
  const map: number[] = [];
  let last = 0;
  for (const cut of cuts) {
    out += `${text.slice(last, cut)} x `;
    for (let index = last; index < cut; index += 1) map.push(origin[index] ?? 0);
    map.push(origin[cut] ?? 0, origin[cut] ?? 0, origin[cut] ?? 0);
    last = cut + 1;
  }
  out += text.slice(last);
  for (let index = last; index <= text.length; index += 1) map.push(origin[index] ?? 0);
  return { text: out, origin: map };
}

/** Lower case without accents, character for character, so that positions stay. */
export function fold(text: string): string {
  if (/^[\t\n -~]*$/u.test(text)) return text.toLowerCase();
  let out = "";
  for (const unit of text.split("")) {
    if (unit < "\u0080") {
      out += unit >= "A" && unit <= "Z" ? unit.toLowerCase() : unit;
      continue;
    }
    const plain = unit.normalize("NFD")[0] ?? unit;
    const lower = plain.toLowerCase();
    out += lower.length === 1 ? lower : plain;
  }
  return out;
}
