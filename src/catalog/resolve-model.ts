import type { NamedMatch, Resolution } from "../domain/catalogue.ts";
import type { ModelArchitecture } from "../domain/model-architecture.ts";
import { editDistance } from "../domain/nearest-words.ts";
import { bareName } from "./faults-of-names.ts";
import { holds, noise, unsaid } from "./model-keys.ts";
import type { ModelKey, ModelKeys } from "./model-keys.ts";
import { wordsOf } from "./words-of.ts";
import type { Word } from "./words-of.ts";

const match = (model: ModelArchitecture, score: number): NamedMatch => ({
  id: model.id,
  name: model.name,
  score,
});

interface Candidate {
  readonly key: ModelKey;
  readonly unsaid: number;
}

/** The best key of each model that holds all typed words, the least unsaid first. */
function candidates(keys: ModelKeys, typed: readonly Word[]): readonly Candidate[] {
  const telling = typed.filter((w) => w.kind === "word" && !noise.has(w.text));
  const rarest = telling.map((w) => keys.byWord.get(w.text) ?? []).sort((a, b) => a.length - b.length)[0];
  const best = new Map<string, Candidate>();
  for (const key of rarest ?? []) {
    if (!holds(key, typed)) continue;
    const found = { key, unsaid: unsaid(key, typed) };
    const known = best.get(key.model.id);
    if (known === undefined || found.unsaid < known.unsaid) best.set(key.model.id, found);
  }
  return [...best.values()].sort(
    (a, b) =>
      a.unsaid - b.unsaid || b.key.version - a.key.version || (a.key.model.id < b.key.model.id ? -1 : 1),
  );
}

const sameSize = (a: ModelArchitecture, b: ModelArchitecture) =>
  Math.abs(a.parametersTotal - b.parametersTotal) <= 0.06 * b.parametersTotal;

/** Typed words with misspelt ones put right; null when nothing could be. */
function corrected(keys: ModelKeys, typed: readonly Word[]): readonly Word[] | null {
  const words = typed.map((w) => {
    if (w.kind !== "word" || w.text.length < 4 || keys.byWord.has(w.text) || noise.has(w.text)) return w;
    const near = [...keys.byWord.keys()]
      .filter((word) => word.length >= 4 && !/\d/.test(word))
      .map((word) => {
        const limit = w.text.length >= 7 || (w.text.length >= 5 && word[0] === w.text[0]) ? 2 : 1;
        return { word, limit, distance: editDistance(w.text, word, limit) };
      })
      .filter((n) => n.distance <= n.limit)
      .sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))[0];
    return near === undefined ? w : { ...w, text: near.word };
  });
  return words.some((w, i) => w !== typed[i]) ? words : null;
}

export type Rank = (id: string) => number;

function decide(
  found: readonly Candidate[],
  typed: readonly Word[],
  rank: Rank,
  penalty: number,
): Resolution | null {
  const [first] = found;
  if (first === undefined) return null;
  const said = typed.some((w) => w.kind === "number" || /^[a-z]\d/.test(w.text));
  const familyAlone = typed.length === 1 && typed[0]?.kind === "word";
  // Unless a version was typed, versions of one size are one reading: the newest, said with the older ones.
  const slack = familyAlone ? 40 : said ? 0 : 2;
  const level = found.filter((c) => c.unsaid <= first.unsaid + slack);
  const newest = [...level].sort((a, b) => b.key.version - a.key.version || a.unsaid - b.unsaid)[0] ?? first;
  const score = Math.max(0.3, 1 - penalty - 0.02 * newest.unsaid);
  const oneSize = level.every((c) => sameSize(c.key.model, newest.key.model));
  if (!oneSize && (first.unsaid > 0 || familyAlone)) {
    const known = [...level].sort((a, b) => rank(a.key.model.id) - rank(b.key.model.id));
    return { kind: "several", matches: known.slice(0, 8).map((c) => match(c.key.model, score)) };
  }
  const chosen = oneSize ? newest : first;
  const others = level.filter((c) => c !== chosen && sameSize(c.key.model, chosen.key.model));
  return {
    kind: "one",
    match: match(chosen.key.model, score),
    alternatives: others.slice(0, 4).map((c) => match(c.key.model, score)),
  };
}

/** What a typed model name stands for: exactly written names first, then words in any order, then typing errors. */
export function resolveModelName(
  text: string,
  keys: ModelKeys,
  rank: Rank,
  nearest: (text: string) => readonly NamedMatch[],
): Resolution {
  const bare = keys.bare.get(bareName(text)) ?? [];
  const [exact] = bare;
  const words = wordsOf(text);
  const versioned = text.includes("/") || words.some((w) => w.kind === "number" || /^[a-z]\d/.test(w.text));
  if (exact !== undefined && bare.length === 1) {
    const written = [exact.id, exact.id.slice(exact.id.lastIndexOf("/") + 1), exact.name].map(bareName);
    const isItsName = written.includes(bareName(text)) && !words.some((w) => w.kind === "size");
    if (isItsName || (versioned && words.length > 1)) {
      return { kind: "one", match: match(exact, 1), alternatives: [] };
    }
  }
  const plain = decide(candidates(keys, words), words, rank, 0);
  if (plain !== null) return plain;
  if (exact !== undefined) return { kind: "one", match: match(exact, 1), alternatives: [] };
  const better = corrected(keys, words);
  const fuzzy = better === null ? null : decide(candidates(keys, better), better, rank, 0.15);
  return fuzzy ?? { kind: "none", nearest: nearest(text) };
}
