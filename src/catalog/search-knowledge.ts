import MiniSearch from "minisearch";
import { languages } from "../domain/conversation.ts";
import { nameOf, type Article, type ArticleName, type Knowledge } from "../domain/knowledge/article.ts";
import { knowledgeTerms, type Terms } from "./knowledge-terms.ts";

/** What a question found: one article, with how sure it is (0 to 1), or those that come closest. */
export type Retrieved =
  | { readonly kind: "article"; readonly article: Article; readonly certainty: number }
  | { readonly kind: "none"; readonly nearest: readonly ArticleName[] };

export type SearchKnowledge = (question: string) => Retrieved;

/** Below it nothing is answered. Set on half of the questions of `test/knowledge`, checked on the other half. */
const leastCertain = 0.5;
const leastNear = 0.3;
/** What is less certain than that still answers where nothing else comes near it. */
const clear = { least: 0.4, ahead: 0.15 } as const;

interface Phrase {
  readonly id: number;
  readonly article: number;
  readonly terms: ReadonlySet<string>;
}

const certain = (first: number, second: number): boolean =>
  first >= leastCertain || (first >= clear.least && first - second >= clear.ahead);

/** A concept says most, so does a word that no article has; a number or a size says little: "64k", "8b". */
const emphasis = (term: string, known: boolean): number =>
  /^\d/u.test(term) ? 0.4 : term.startsWith("#") || !known ? 1.5 : 1;

const weightOf = (terms: Iterable<string>, weight: (term: string) => number): number => {
  let sum = 0;
  for (const term of terms) sum += weight(term);
  return sum;
};

/** How much of two sets of terms is the same, by weight: 2·both ÷ (one + other). */
function likeness(
  asked: ReadonlySet<string>,
  phrase: ReadonlySet<string>,
  weight: (term: string) => number,
): number {
  const both = weightOf(
    [...asked].filter((term) => phrase.has(term)),
    weight,
  );
  return (2 * both) / (weightOf(asked, weight) + weightOf(phrase, weight));
}

/** Words of an article outside its questions, for what a question says beside its subject. */
const bodyOf = ({ statements }: Article): string =>
  statements.map(({ text }) => languages.map((language) => text[language]).join(" ")).join(" ");

/**
 * Questions to articles over all their phrasings in both languages: candidates by MiniSearch, then the certainty
 * 0.6 × likeness to the nearest phrasing + 0.4 × share of the question's weight that the article knows. A term weighs
 * ln(1 + articles ÷ articles that hold it); one that no article holds weighs most.
 */
export function searchKnowledge({ articles, concepts }: Knowledge): SearchKnowledge {
  const terms: Terms = knowledgeTerms(articles, concepts);
  const phrases: Phrase[] = articles.flatMap((article, at) =>
    languages.flatMap((language) =>
      [article.title[language], ...article.questions[language]].map((text) => ({
        id: 0,
        article: at,
        terms: terms.known(text),
      })),
    ),
  );
  const numbered = phrases.map((phrase, id) => ({ ...phrase, id }));
  const asked = articles.map(
    (_, at) =>
      new Set(numbered.filter(({ article }) => article === at).flatMap(({ terms: held }) => [...held])),
  );
  const bodies = articles.map((article) => terms.known(bodyOf(article)));
  const holders = new Map<string, number>();
  for (const set of asked) for (const term of set) holders.set(term, (holders.get(term) ?? 0) + 1);
  const weight = (term: string): number =>
    Math.log(1 + articles.length / (holders.get(term) ?? 0.5)) * emphasis(term, holders.has(term));

  const index = new MiniSearch<{ id: number; words: string }>({
    fields: ["words"],
    tokenize: (text) => text.split(" "),
    processTerm: (term) => term,
  });
  index.addAll(numbered.map((phrase) => ({ id: phrase.id, words: [...phrase.terms].join(" ") })));

  const share = (question: ReadonlySet<string>, at: number): number => {
    const total = weightOf(question, weight);
    const inQuestions = asked[at];
    const inBody = bodies[at];
    const known = weightOf(question, (term) =>
      inQuestions?.has(term) === true ? weight(term) : inBody?.has(term) === true ? weight(term) / 2 : 0,
    );
    return total === 0 ? 0 : known / total;
  };

  /** One word of three or more is too little to know a subject by. */
  const touches = (question: ReadonlySet<string>, at: number): boolean =>
    question.size < 3 || [...question].filter((term) => asked[at]?.has(term) === true).length > 1;

  return (question) => {
    const wanted = terms.asked(question.slice(0, 400));
    if (wanted.size === 0) return { kind: "none", nearest: [] };
    const best = new Map<number, number>();
    for (const { id } of index.search([...wanted].join(" ")).slice(0, 60)) {
      const phrase = numbered[Number(id)];
      if (phrase === undefined) continue;
      const found = likeness(wanted, phrase.terms, weight);
      best.set(phrase.article, Math.max(found, best.get(phrase.article) ?? 0));
    }
    const ranked = [...best]
      .map(([at, found]) => ({ at, certainty: 0.6 * found + 0.4 * share(wanted, at) }))
      .sort((a, b) => b.certainty - a.certainty || a.at - b.at);
    const [first, second] = ranked;
    const article = first === undefined ? undefined : articles[first.at];
    const sure = first !== undefined && certain(first.certainty, second?.certainty ?? 0);
    if (sure && article !== undefined && touches(wanted, first.at))
      return { kind: "article", article, certainty: first.certainty };
    const near = ranked.filter(({ certainty }) => certainty >= leastNear).slice(0, 3);
    return { kind: "none", nearest: near.flatMap(({ at }) => articles[at] ?? []).map(nameOf) };
  };
}
