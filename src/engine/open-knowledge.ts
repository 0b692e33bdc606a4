import type { KnowledgeBase, Learned, Log } from "../app/ports.ts";
import type { Retrieved, SearchKnowledge } from "../catalog/search-knowledge.ts";
import type { World } from "../domain/catalogue.ts";
import type { Cited } from "../domain/finding.ts";
import { nameOf, type Article, type Knowledge } from "../domain/knowledge/article.ts";
import { catalogueFigure } from "../domain/knowledge/catalogue-figures.ts";
import { isOfPlan, placeholdersIn, type Figure } from "../domain/knowledge/figure.ts";

interface Opened {
  readonly knowledge: Knowledge;
  readonly search: SearchKnowledge;
}

async function open(catalogueDir: string, world: World): Promise<Opened> {
  const [{ loadKnowledge }, { searchKnowledge }] = await Promise.all([
    import("../catalog/load-knowledge.ts"),
    import("../catalog/search-knowledge.ts"),
  ]);
  const loaded = await loadKnowledge(catalogueDir, world.catalogue);
  if ("faults" in loaded) throw new Error(`the articles have ${loaded.faults.length} fault(s)`);
  return { knowledge: loaded.knowledge, search: searchKnowledge(loaded.knowledge) };
}

/** Every figure that needs no plan; one that the catalogue cannot work out any more is left out with its statement. */
function figuresOf(article: Article, world: World): Readonly<Record<string, Figure>> {
  const figures: Record<string, Figure> = {};
  for (const { text } of article.statements)
    for (const placeholder of placeholdersIn(text.en)) {
      if (isOfPlan(placeholder)) continue;
      const figure = catalogueFigure(placeholder, world);
      if (figure !== null) figures[placeholder.text] = figure;
    }
  return figures;
}

/** Statements of an article that stand on somebody's measurement or a maintainer's word, measured ones first. */
function citedFrom(article: Article, world: World): readonly Cited[] {
  const figures = figuresOf(article, world);
  const known = article.statements.filter(
    ({ evidence, when, sources }) =>
      when === undefined && sources.length > 0 && (evidence === "measured" || evidence === "maintainer"),
  );
  return [...known]
    .sort((a, b) => Number(b.evidence === "measured") - Number(a.evidence === "measured"))
    .map((statement) => ({
      article: article.id,
      statement,
      figures,
      url: article.sources.find(({ id }) => id === statement.sources[0])?.url ?? null,
    }));
}

/**
 * The articles behind their port. Nothing is loaded before the first question, and then once; figures of an article are
 * worked out once. Articles that cannot be used leave everything else as it is: the log says so.
 */
export function openKnowledge(catalogueDir: string, world: World, log: Log): KnowledgeBase {
  let opening: Promise<Opened> | null = null;
  const worked = new Map<string, Readonly<Record<string, Figure>>>();

  const learned = ({ knowledge }: Opened, found: Retrieved): Learned => {
    if (found.kind === "none") return found;
    const { article } = found;
    const figures = worked.get(article.id) ?? figuresOf(article, world);
    worked.set(article.id, figures);
    const next = article.related.flatMap((id) => knowledge.articles.find((other) => other.id === id) ?? []);
    return { kind: "article", article, figures, next: next.map(nameOf) };
  };

  const opened = (): Promise<Opened> => (opening ??= open(catalogueDir, world));
  const unusable = (cause: unknown): void => {
    log.error(
      { failure: cause instanceof Error ? cause.message : typeof cause },
      "the articles cannot be used",
    );
  };

  return {
    cite: async (ids, each) => {
      try {
        const { knowledge } = await opened();
        const articles = ids.flatMap((id) => knowledge.articles.find((article) => article.id === id) ?? []);
        return articles.flatMap((article) => citedFrom(article, world).slice(0, each));
      } catch (cause) {
        unusable(cause);
        return [];
      }
    },
    find: async (question) => {
      try {
        const known = await opened();
        const named = known.knowledge.articles.find(({ id }) => id === question);
        return learned(
          known,
          named === undefined ? known.search(question) : { kind: "article", article: named, certainty: 1 },
        );
      } catch (cause) {
        unusable(cause);
        return { kind: "none", nearest: [] };
      }
    },
  };
}
