import MiniSearch from "minisearch";
import type { NamedMatch } from "../domain/catalogue.ts";
import { fitTyped } from "./rank-typed.ts";
import { folded } from "./words-of.ts";

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
}

export type Search = (query: string, limit: number) => readonly NamedMatch[];

const terms = (text: string): string[] => folded(text).match(/\d+(?:\.\d+)?[a-z]*|[a-z]+/g) ?? [];

/**
 * Ranked search: names that begin as typed, then by word, beginning of a word and typing error; an empty query gives
 * the best-known entries.
 */
export function searchNames(entries: readonly Entry[], bestKnown: readonly string[]): Search {
  const index = new MiniSearch<{ id: string; names: string; aliases: string }>({
    fields: ["names", "aliases"],
    tokenize: terms,
    processTerm: (term) => term,
    searchOptions: {
      boost: { names: 2 },
      prefix: true,
      fuzzy: (term) => (/^\d/.test(term) || term.length < 4 ? false : 0.25),
      combineWith: "OR",
    },
  });
  index.addAll(entries.map((e) => ({ id: e.id, names: `${e.id} ${e.name}`, aliases: e.aliases.join(" ") })));
  const byId = new Map(entries.map((e, place) => [e.id, { entry: e, place }]));
  const known = new Map(bestKnown.map((id, i) => [id, i]));
  const knownRank = (id: string) => known.get(id) ?? bestKnown.length;
  const rank = (id: string) => known.get(id) ?? bestKnown.length + (byId.get(id)?.place ?? 0);
  const named = (id: string, score: number): NamedMatch[] => {
    const found = byId.get(id);
    return found === undefined ? [] : [{ id, name: found.entry.name, score }];
  };
  const written = entries.map(({ id, name, aliases }) => ({
    id,
    texts: [name, id.slice(id.lastIndexOf("/") + 1), id, ...aliases].map(terms),
  }));
  /** Names that begin as typed: the closest first, among equals the best known, then the plainest. */
  const begun = (typed: readonly string[]): readonly string[] =>
    written
      .flatMap(({ id, texts }) => {
        const fits = texts.flatMap((words) => fitTyped(typed, words) ?? []);
        const [best] = fits.sort((a, b) => a.cost - b.cost || a.unsaid - b.unsaid);
        return best === undefined ? [] : [{ id, ...best }];
      })
      .sort(
        (a, b) =>
          a.cost - b.cost ||
          knownRank(a.id) - knownRank(b.id) ||
          a.unsaid - b.unsaid ||
          rank(a.id) - rank(b.id),
      )
      .map(({ id }) => id);
  return (query, limit) => {
    if (terms(query).length === 0) {
      const all = [...byId.keys()].sort((a, b) => rank(a) - rank(b));
      return all.slice(0, limit).flatMap((id) => named(id, 1));
    }
    const asTyped = begun(terms(query.slice(0, 200)));
    const found = index.search(query.slice(0, 200));
    const top = found[0]?.score ?? 1;
    const others = found
      .filter((r) => !asTyped.includes(String(r.id)))
      .map((r) => ({ id: String(r.id), score: r.score / top }))
      .sort((a, b) => b.score - a.score || rank(a.id) - rank(b.id));
    return [...asTyped.map((id) => ({ id, score: 1 })), ...others]
      .slice(0, limit)
      .flatMap(({ id, score }) => named(id, Math.min(0.99, score)));
  };
}
