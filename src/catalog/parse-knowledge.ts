import { languages } from "../domain/conversation.ts";
import type { Article, Concept, Knowledge } from "../domain/knowledge/article.ts";
import type { Catalogue, World } from "../domain/catalogue.ts";
import { makeLookup } from "./make-lookup.ts";
import type { CatalogueFile } from "./catalogue-files.ts";
import { checkArticle, type ArticleWorld } from "./check-article.ts";
import { byPlace, type Fault } from "./fault.ts";
import { bareName, faultsOfNames } from "./faults-of-names.ts";
import { articleSchema, conceptSchema, type ArticleEntry, type ConceptEntry } from "./knowledge-schema.ts";
import { addOddities, entriesOf, type Reading } from "./reading.ts";
import { readYaml } from "./yaml-file.ts";

export const isKnowledge = (name: string): boolean => /^knowledge\/[^/]+\.ya?ml$/u.test(name);
const holdsConcepts = (name: string): boolean => /^knowledge\/concepts\.ya?ml$/u.test(name);

function toArticle(entry: ArticleEntry, { sources }: ArticleWorld): Article {
  const { sources: read = [], recalled = [], caveats = [], statements, ...rest } = entry;
  return {
    ...rest,
    caveats,
    sources: [...read, ...recalled].flatMap((id) => {
      const found = sources.get(id);
      const day = read.includes(id) ? (found?.date ?? null) : null;
      return found === undefined ? [] : [{ id, title: found.title, url: found.url, read: day }];
    }),
    statements: statements.map(({ evidence, sources: named = [], when, en, fr }) => ({
      evidence,
      sources: named,
      text: { en, fr },
      ...(when === undefined ? {} : { when }),
    })),
  };
}

/** The day of the last gathering; without one nothing lies too late. */
const snapshotOf = (files: readonly CatalogueFile[]): string =>
  /^snapshot:\s*"?(\d{4}-\d\d-\d\d)/mu.exec(
    files.find(({ name }) => name === "sources.yaml")?.text ?? "",
  )?.[1] ?? "9999-12-31";

/** Articles and concepts against each other and the rest of the catalogue, or every fault with its place. */
export function parseKnowledge(
  files: readonly CatalogueFile[],
  catalogue: Catalogue,
): { readonly knowledge: Knowledge } | { readonly faults: readonly Fault[] } {
  const snapshot = snapshotOf(files);
  const reading: Reading = {
    faults: [],
    files: files.filter(({ name }) => isKnowledge(name)).map(({ name, text }) => readYaml(name, text)),
  };
  for (const file of reading.files) reading.faults.push(...file.faults);
  const articles = reading.files
    .filter(({ file }) => !holdsConcepts(file))
    .flatMap((file) => entriesOf<ArticleEntry>(reading, file, "articles", articleSchema));
  const concepts = reading.files
    .filter(({ file }) => holdsConcepts(file))
    .flatMap((file) => entriesOf<ConceptEntry>(reading, file, "concepts", conceptSchema));
  const world: World = { catalogue, lookup: makeLookup(catalogue), today: snapshot };
  const around: ArticleWorld = {
    ...world,
    sources: new Map(catalogue.sources.map((source) => [source.id, source])),
    articleIds: new Set(articles.map(({ entry }) => entry.id)),
    snapshot,
  };
  for (const placed of articles) addOddities(reading, placed, checkArticle(placed.entry, around));
  reading.faults.push(
    ...faultsOfNames(
      articles.map((placed) => ({ ...placed, names: [{ path: ["id"], name: placed.entry.id }] })),
    ),
    ...languages.flatMap((language) =>
      faultsOfNames(
        articles.map((placed) => ({
          ...placed,
          names: placed.entry.questions[language].map((name, i) => ({
            path: ["questions", language, i],
            name,
          })),
        })),
      ),
    ),
    ...faultsOfNames(
      concepts.map((placed) => ({
        ...placed,
        // "finetune" beside "fine tune" is one form for people and two for a search.
        names: [
          ...new Map(
            placed.entry.forms.map((name, i) => [bareName(name), { path: ["forms", i], name }]),
          ).values(),
        ],
      })),
    ),
  );
  if (reading.faults.length > 0) return { faults: reading.faults.sort(byPlace) };
  return {
    knowledge: {
      articles: articles.map(({ entry }) => toArticle(entry, around)),
      concepts: concepts.map(({ entry }): Concept => entry),
    },
  };
}
