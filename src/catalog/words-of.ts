/** A word of a typed text: letters, a number, a size ("8b"), or one letter with a number ("r1"). */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly kind: "word" | "number" | "size";
  /** Parameters, for a size. */
  readonly size: number | null;
}

const scale: Readonly<Record<string, number>> = { m: 1e6, b: 1e9, t: 1e12 };

/** Folds accents and case without moving a single index. */
export const folded = (text: string): string =>
  text.replaceAll(/[^\t\n -~]|[A-Z]+/gu, (c) => {
    if (c < "\u0080") return c.toLowerCase();
    const plain = c.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    return plain.length === c.length ? plain : c;
  });

const pattern =
  /(?<times>\d{1,3}x\d{1,4}(?:\.\d{1,3})?b)(?![a-z0-9])|(?<size>\d{1,5}(?:[.,]\d{1,3})?\s?(?:b|m|t|md))(?![a-z0-9])|(?<mark>[a-z]\d+(?:\.\d+)?[a-z]?)(?![a-z0-9])|(?<number>\d+(?:\.\d+)?)|(?<word>[a-z]+)/g;

function sizeOf(text: string): number {
  const number = Number(/^\d+(?:[.,]\d+)?/.exec(text)?.[0].replace(",", "."));
  const unit = text.replace(/[\d.,\s]/g, "").replace("md", "b");
  return number * (scale[unit] ?? 1);
}

/** The words of a text, with their places. Letters and digits part ways: "llama3.1-8b" is llama, 3.1, 8b. */
export function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  for (const match of folded(text).matchAll(pattern)) {
    const groups = match.groups ?? {};
    const { times, size, mark, number } = groups;
    const start = match.index;
    const end = start + match[0].length;
    const before = words.at(-1);
    // "v0.3" after a letter run ("dinov2") is read as a word and a number, not as a mark.
    if (times !== undefined) words.push({ text: times, start, end, kind: "word", size: null });
    else if (size !== undefined) {
      const plain = size.replace(/\s/g, "").replace(",", ".").replace("md", "b");
      words.push({ text: plain, start, end, kind: "size", size: sizeOf(size) });
    } else if (mark !== undefined && before?.end !== start) {
      words.push({ text: mark, start, end, kind: "word", size: null });
    } else {
      const kind = number === undefined ? "word" : "number";
      words.push({ text: match[0], start, end, kind, size: null });
    }
  }
  return words;
}
