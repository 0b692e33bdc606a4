import type { World } from "../domain/catalogue.ts";
import { catalogueFigure, figureNames } from "../domain/knowledge/catalogue-figures.ts";
import { isOfPlan, placeholdersIn } from "../domain/knowledge/figure.ts";
import { planFigureNames } from "../domain/knowledge/plan-figures.ts";
import { nearestWords } from "../domain/nearest-words.ts";
import type { Source } from "../domain/provenance.ts";
import type { Oddity } from "./check-accelerator.ts";
import type { ArticleEntry } from "./knowledge-schema.ts";

/** What an article is held against. */
export interface ArticleWorld extends World {
  /** By id. */
  readonly sources: ReadonlyMap<string, Source>;
  readonly articleIds: ReadonlySet<string>;
  /** No date lies after it. */
  readonly snapshot: string;
}

const texts = ["en", "fr"] as const;
/** A figure of memory or speed that somebody typed. */
const typedFigure = /\d\s?(?:GiB|Gio|GB|Go|TB|To|TFLOP|PFLOP)(?!\p{L})/u;

function placeholderOddities(entry: ArticleEntry, world: World): readonly Oddity[] {
  const oddities: Oddity[] = [];
  entry.statements.forEach((statement, i) => {
    const said = texts.map((language) => placeholdersIn(statement[language]).map(({ text }) => text).sort().join(" | ")); // prettier-ignore
    if (said[0] !== said[1])
      oddities.push({
        path: ["statements", i, "fr"],
        message: "does not have the figures of the English text",
      });
    for (const language of texts) {
      const path = ["statements", i, language];
      for (const placeholder of placeholdersIn(statement[language])) {
        const known: readonly string[] = isOfPlan(placeholder) ? planFigureNames : figureNames;
        if (!known.includes(placeholder.name)) {
          const nearest = nearestWords(placeholder.name, known);
          oddities.push({
            path,
            message: `names no figure: ${placeholder.name}`,
            allowed: nearest.length > 0 ? nearest : known,
          });
        } else if (isOfPlan(placeholder) && statement.when === undefined) {
          oddities.push({ path, message: `needs a plan, and "when" is missing: ${placeholder.text}` });
        } else if (!isOfPlan(placeholder) && catalogueFigure(placeholder, world) === null) {
          oddities.push({ path, message: `cannot be worked out: ${placeholder.text}` });
        }
      }
    }
  });
  return oddities;
}

function sourceOddities(entry: ArticleEntry, { sources, snapshot }: ArticleWorld): readonly Oddity[] {
  const { sources: read = [], recalled = [] } = entry;
  const unknown = (id: string, path: Oddity["path"]): readonly Oddity[] =>
    sources.has(id) ? [] : [{ path, message: "is no source of sources.yaml" }];
  return [
    ...read.flatMap((id, i) => unknown(id, ["sources", i])),
    ...recalled.flatMap((id, i) => unknown(id, ["recalled", i])),
    ...read.flatMap((id, i): readonly Oddity[] =>
      sources.get(id)?.date === null
        ? [{ path: ["sources", i], message: "has no date: it belongs under recalled" }]
        : [],
    ),
    ...(entry.date > snapshot
      ? [{ path: ["date"], message: "lies after the catalogue's snapshot", allowed: [`up to ${snapshot}`] }]
      : []),
    ...entry.statements.flatMap(({ evidence, sources: named = [] }, i): readonly Oddity[] => [
      ...named.flatMap((id, j): readonly Oddity[] =>
        read.includes(id) || recalled.includes(id)
          ? []
          : [{ path: ["statements", i, "sources", j], message: "is no source of this article" }],
      ),
      ...((evidence === "measured" || evidence === "maintainer") && !named.some((id) => read.includes(id))
        ? [
            {
              path: ["statements", i, "evidence"],
              message: "needs a source that was read",
              allowed: ["sources: [id]"],
            },
          ]
        : []),
    ]),
  ];
}

/** What no schema can see: figures that resolve, evidence that has a source, links between articles, typed numbers. */
export function checkArticle(entry: ArticleEntry, world: ArticleWorld): readonly Oddity[] {
  return [
    ...placeholderOddities(entry, world),
    ...sourceOddities(entry, world),
    ...entry.related.flatMap((id, i): readonly Oddity[] =>
      world.articleIds.has(id) && id !== entry.id
        ? []
        : [
            {
              path: ["related", i],
              message: "is no other article",
              allowed: nearestWords(id, [...world.articleIds]),
            },
          ],
    ),
    ...entry.statements.flatMap((statement, i): readonly Oddity[] =>
      statement.evidence === "measured" || statement.evidence === "maintainer"
        ? []
        : texts
            .filter((language) => typedFigure.test(statement[language]))
            .map((language) => ({
              path: ["statements", i, language],
              message: "types a figure that the engine can compute",
              allowed: ["a placeholder", "evidence: measured or maintainer, with its source"],
            })),
    ),
    ...(entry.statements[0]?.when === undefined
      ? []
      : [
          {
            path: ["statements", 0, "when"],
            message: "the first statement is the answer and stands without a plan",
          },
        ]),
  ];
}
