import MiniSearch from "minisearch";
import type { NamedMatch } from "../domain/catalogue.ts";
import { folded } from "./words-of.ts";

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
}

export type Search = (query: string, limit: number) => readonly NamedMatch[];

const terms = (text: string): string[] => folded(text).match(/\d+(?:\.\d+)?[a-z]*|[a-z]+/g) ?? [];

/** Ranked search by word, beginning of a word and typing error; an empty query gives the best-known entries. */
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
  const rank = (id: string) => known.get(id) ?? bestKnown.length + (byId.get(id)?.place ?? 0);
  const named = (id: string, score: number): NamedMatch[] => {
    const found = byId.get(id);
    return found === undefined ? [] : [{ id, name: found.entry.name, score }];
  };
  return (query, limit) => {
    if (terms(query).length === 0) {
      const all = [...byId.keys()].sort((a, b) => rank(a) - rank(b));
      return all.slice(0, limit).flatMap((id) => named(id, 1));
    }
    const found = index.search(query.slice(0, 200));
    const top = found[0]?.score ?? 1;
    return found
      .map((r) => ({ id: String(r.id), score: r.score / top }))
      .sort((a, b) => b.score - a.score || rank(a.id) - rank(b.id))
      .slice(0, limit)
      .flatMap(({ id, score }) => named(id, Math.min(0.99, score)));
  };
}
