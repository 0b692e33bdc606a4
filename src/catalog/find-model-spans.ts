import { editDistance } from "../domain/nearest-words.ts";
import { countNouns, notMisspelt, weakAnchors } from "./everyday-words.ts";
import { bareName } from "./faults-of-names.ts";
import type { Span } from "./find-accelerator-spans.ts";
import { holds, noise } from "./model-keys.ts";
import type { ModelKey, ModelKeys } from "./model-keys.ts";
import { wordsOf } from "./words-of.ts";
import type { Word } from "./words-of.ts";

const loose: ReadonlySet<string> = new Set([
  ...noise,
  "small",
  "large",
  "mini",
  "medium",
  "tiny",
  "text",
  "image",
]);

/** "mt5-large": glued to a name, these tell one of its sizes. */
const sizeWords: ReadonlySet<string> = new Set(["tiny", "mini", "small", "base", "medium", "large", "xl", "xxl", "huge"]); // prettier-ignore

interface Growth {
  readonly first: number;
  readonly last: number;
  readonly typed: readonly Word[];
  /** A version or size that no model of this name has. */
  readonly strange: boolean;
}

/** Names of models inside sentences, by growing outwards from a word that starts a name. */
export function modelSpanFinder(keys: ModelKeys): {
  find(sentence: string, taken: readonly Span[]): readonly Span[];
} {
  const anchors = new Set<string>();
  for (const key of keys.keys) {
    const [first] = key.words;
    if (first !== undefined && first.length > 1 && !noise.has(first) && !/^\d/.test(first))
      anchors.add(first);
  }
  const long = [...anchors].filter((a) => a.length >= 5 && !weakAnchors.has(a));

  const misspellings = new Map<string, { readonly text: string; readonly misspelt: boolean } | null>();

  /** The anchor that a word is, or that it misspells. */
  function anchorOf(word: Word): { readonly text: string; readonly misspelt: boolean } | null {
    if (anchors.has(word.text)) return { text: word.text, misspelt: false };
    if (word.kind !== "word" || word.text.length < 4 || keys.byWord.has(word.text)) return null;
    if (notMisspelt.has(word.text) && word.text !== "lama") return null;
    const known = misspellings.get(word.text);
    if (known !== undefined) return known;
    const limit = word.text.length >= 5 ? 2 : 1;
    const near = long
      .filter((a) => a.startsWith(word.text.slice(0, 1)) && Math.abs(a.length - word.text.length) <= limit)
      .map((a) => ({ text: a, distance: editDistance(word.text, a, limit) }))
      .filter((a) => a.distance <= limit)
      .sort((a, b) => a.distance - b.distance)[0];
    const found = near === undefined ? null : { text: near.text, misspelt: true };
    if (misspellings.size < 5000) misspellings.set(word.text, found);
    return found;
  }

  const gap = (text: string, a: Word, b: Word) => text.slice(a.end, b.start);
  const joins = (between: string) => /^(?:[\s\-_:/.]|\s?-\s?)?$/.test(between);

  function isCount(text: string, words: readonly Word[], at: number): boolean {
    const word = words[at];
    if (word === undefined) return false;
    if (/^\s?(?:x(?![a-wyz]{3})|[×%€$£]|\*\s?[a-z])/i.test(text.slice(word.end, word.end + 8))) return true;
    const next = words[at + 1];
    if (next === undefined || next.kind !== "word") return false;
    return /^\s?$/.test(text.slice(word.end, next.start)) && countNouns.has(next.text);
  }

  function grow(text: string, words: readonly Word[], at: number, anchor: Word): Growth {
    let typed: readonly Word[] = [anchor];
    let pool: readonly ModelKey[] = keys.byWord.get(anchor.text) ?? [];
    let first = at;
    let last = at;
    let strange = false;
    const sized = () => typed.some((w) => w.kind === "size");
    const versioned = () => typed.some((w) => w.kind === "number");
    const before = words[at - 1];
    if (before?.kind === "size" && /^[\s-]$/.test(gap(text, before, anchor))) {
      if (pool.some((k) => holds(k, [before, ...typed]))) {
        typed = [before, ...typed];
        first = at - 1;
      }
    }
    for (let i = at + 1; i < words.length && i < at + 9; i++) {
      const word = words[i];
      const previous = words[i - 1];
      if (word === undefined || previous === undefined) break;
      const between = gap(text, previous, word);
      if (!joins(between)) break;
      if (word.kind !== "word" && isCount(text, words, i)) break;
      if (word.kind === "word" && loose.has(word.text) && noise.has(word.text) && between === " ") {
        if (word.text !== "instruct") break;
      }
      const more = [...typed, word];
      const left = pool.filter((k) => holds(k, more));
      if (left.length > 0 && (!noise.has(word.text) || between !== " " || word.text === "instruct")) {
        pool = left;
      } else if (between === "-" && sizeWords.has(word.text) && typed.length <= 2 && !sized()) {
        strange = true;
      } else if (word.kind === "number" && !versioned() && !sized() && first === at) {
        strange = true;
      } else if (word.kind === "size" && !sized()) {
        strange = true;
      } else break;
      typed = more;
      last = i;
    }
    return { first, last, typed, strange };
  }

  /** "whisper large" of "whisper large v3": the words of a name in their order, up to its version. */
  const beginsAName = (typed: readonly Word[]): boolean =>
    (keys.byWord.get(typed[0]?.text ?? "") ?? []).some((key) =>
      typed.every((word, i) => key.words[i] === word.text),
    );

  function standsAlone(
    grown: Growth,
    text: string,
    anchor: string,
    misspelt: boolean,
    after: string,
  ): boolean {
    const telling = grown.typed.some((w) => w.kind !== "word");
    if (misspelt) return telling || anchor.length >= 7;
    if (!weakAnchors.has(anchor)) return true;
    if (grown.strange) return grown.typed.some((w) => w.kind === "size");
    // "Stable diffusion of responsibility" is a phrase that goes on.
    if (grown.typed.length > 1 && beginsAName(grown.typed) && !/^\s+of(?!\w)/i.test(after)) return true;
    return (telling && grown.typed.length > 1) || (grown.typed.length > 1 && keys.bare.has(bareName(text)));
  }

  return {
    find(sentence, taken) {
      const words = wordsOf(sentence);
      const spans: Span[] = [];
      const free = (start: number, end: number) =>
        [...taken, ...spans].every((s) => end <= s.start || start >= s.end);
      for (const id of sentence.matchAll(/(?<![\w/.-])[\w.-]{2,60}\/[\w.-]*[a-zA-Z][\w.-]*\w/g)) {
        const end = id.index + id[0].length;
        const known = keys.bare.has(bareName(id[0])) || /\d(?:\.\d+)?[bm](?![a-z])/i.test(id[0]);
        if (known && !/^\d|:\/|^www/.test(id[0]) && free(id.index, end)) spans.push({ start: id.index, end });
      }
      for (let i = 0; i < words.length; i++) {
        const word = words[i];
        if (word === undefined || !free(word.start, word.end)) continue;
        const anchor = anchorOf(word);
        if (anchor === null) continue;
        const grown = grow(sentence, words, i, { ...word, text: anchor.text });
        const start = words[grown.first]?.start ?? word.start;
        const end = words[grown.last]?.end ?? word.end;
        if (
          !standsAlone(
            grown,
            sentence.slice(start, end),
            anchor.text,
            anchor.misspelt,
            sentence.slice(end, end + 8),
          )
        )
          continue;
        if (!free(start, end)) continue;
        spans.push({ start, end });
        i = grown.last;
      }
      return spans;
    },
  };
}
