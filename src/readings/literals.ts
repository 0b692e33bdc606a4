/** A dictionary of a log line. Only its scalars matter to the readers; nested ones stay as they are. */
export type Entry = Readonly<Record<string, unknown>>;

const none: readonly Entry[] = [];

/** Dictionaries written into a line by Python or as JSON; one that is cut short gives what is whole in it. */
export function literalsIn(text: string): readonly Entry[] {
  if (!text.includes("{")) return none;
  const found: Entry[] = [];
  let at = nextOpening(text, 0);
  while (at !== -1) {
    const read = readDict(text, at);
    if (Object.keys(read.value).length > 0) found.push(read.value);
    at = nextOpening(text, Math.max(read.end, at + 1));
  }
  return found;
}

function nextOpening(text: string, from: number): number {
  const at = text.slice(from).search(/\{\s*["']/u);
  return at === -1 ? -1 : from + at;
}

interface Read<T> {
  readonly value: T;
  readonly end: number;
  readonly whole: boolean;
}

const deepest = 40;

function readDict(text: string, start: number, depth = 0): Read<Entry> {
  const value: Record<string, unknown> = {};
  let at = start + 1;
  for (;;) {
    at = skip(text, at, /[\s,]/u);
    if (text[at] === "}") return { value, end: at + 1, whole: true };
    const key = readString(text, at);
    if (key === null) return { value, end: at, whole: false };
    at = skip(text, key.end, /\s/u);
    if (text[at] !== ":") return { value, end: at, whole: false };
    const item = readValue(text, skip(text, at + 1, /\s/u), depth + 1);
    if (item === null) return { value, end: at, whole: false };
    if (item.whole && key.value !== "__proto__") value[key.value] = item.value;
    at = item.end;
    if (!item.whole) return { value, end: at, whole: false };
  }
}

function readList(text: string, start: number, depth: number): Read<readonly unknown[]> {
  const value: unknown[] = [];
  const close = text[start] === "(" ? ")" : "]";
  let at = start + 1;
  for (;;) {
    at = skip(text, at, /[\s,]/u);
    if (text[at] === close) return { value, end: at + 1, whole: true };
    const item = readValue(text, at, depth + 1);
    if (item?.whole !== true) return { value, end: item?.end ?? at, whole: false };
    value.push(item.value);
    at = item.end;
  }
}

function readValue(text: string, at: number, depth: number): Read<unknown> | null {
  const first = text[at];
  if (first === undefined || depth > deepest) return null;
  if (first === "{") return readDict(text, at, depth);
  if (first === "[" || first === "(") return readList(text, at, depth);
  if (first === '"' || first === "'") return readString(text, at);
  const [word = ""] = /^[^\s,}\])]+/u.exec(text.slice(at, at + 200)) ?? [];
  if (word === "") return null;
  const end = at + word.length;
  return { value: scalar(word), end, whole: end < text.length };
}

function scalar(word: string): unknown {
  const value = Number(word);
  if (Number.isFinite(value)) return value;
  const wrapped = /^(?:tensor|np\.float\d*|float\d*)\((.+)$/u.exec(word)?.[1];
  if (wrapped !== undefined && Number.isFinite(Number(wrapped))) return Number(wrapped);
  if (word === "True" || word === "true") return true;
  if (word === "False" || word === "false") return false;
  return null;
}

function readString(text: string, at: number): Read<string> | null {
  const quote = text[at];
  if (quote !== '"' && quote !== "'") return null;
  let value = "";
  for (let i = at + 1; i < text.length; i++) {
    const character = text[i] ?? "";
    if (character === quote) return { value, end: i + 1, whole: true };
    if (character === "\\") {
      i += 1;
      value += text[i] ?? "";
    } else value += character;
  }
  return { value, end: text.length, whole: false };
}

function skip(text: string, from: number, what: RegExp): number {
  let at = from;
  while (at < text.length && what.test(text[at] ?? "")) at += 1;
  return at;
}

/** A number of a dictionary: trainers print numbers or, newer, text. */
export function figureOf(entry: Entry, ...keys: readonly string[]): number | null {
  for (const key of keys) {
    if (!Object.hasOwn(entry, key)) continue;
    const value = entry[key];
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)))
      return Number(value);
  }
  return null;
}

export const isEntry = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value);
