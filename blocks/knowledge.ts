import type { Answer } from "../src/domain/conversation.ts";
import type { ArticleSource, Statement } from "../src/domain/knowledge/article.ts";
import { piecesOf, type Figure } from "../src/domain/knowledge/figure.ts";
import { termWords } from "../src/i18n/field-words.ts";
import { typeset } from "../src/i18n/fr/typography.ts";
import { shorten } from "./escape.ts";
import { bold, code, context, dotted, link, section, type Line, type Piece, type Span } from "./kit.ts";
import { shortCardName } from "./names.ts";
import type { Scene } from "./view.ts";

export type KnowledgeAnswer = Extract<Answer, { about: "knowledge" }>;

const mostCards = 24;

function cardWords(ids: readonly string[], s: Scene): string {
  const names = [...new Set(ids.map((id) => shortCardName(s.view.lookup.accelerator(id)?.name ?? id)))];
  const left = names.length - mostCards;
  return s.f.list([...names.slice(0, mostCards), ...(left > 0 ? [s.m.knowledge.cards.others(left)] : [])]);
}

function figureWords(figure: Figure, s: Scene): string {
  const { f } = s;
  switch (figure.kind) {
    case "gib":
      return f.gib(figure.value);
    case "gb":
      return f.gb(figure.value);
    case "kib":
      return s.m.knowledge.cards.kib(f.rough(figure.value));
    case "parameters":
      return f.parameters(figure.value);
    case "count":
      return f.number(figure.value);
    case "factor":
      return f.rough(figure.value);
    case "percent":
      return f.percent(figure.value);
    case "gib-range":
      return f.gibRange(figure.value);
    case "hours-range":
      return f.hoursRange(figure.value);
    case "money-range":
      return f.moneyRange(figure.value, figure.currency);
    case "tflops":
      return s.m.knowledge.cards.tflops(f.rough(figure.value));
    case "gb-per-second":
      return s.m.knowledge.cards.perSecond(f.number(figure.value));
    case "tokens-per-second":
      return s.m.units.tokensPerSecond(f.rough(figure.value));
    case "cards":
      return cardWords(figure.ids, s);
    case "model":
      return s.names.model(figure.id);
    case "term":
      return termWords(figure.value, s);
  }
}

/** A statement with its figures in; null when one is not known: an unknown figure is not guessed around. */
export function statementWords(
  { text }: Statement,
  figures: Readonly<Record<string, Figure>>,
  s: Scene,
): string | null {
  const written = s.language === "fr" ? typeset : (literal: string) => literal;
  const parts = piecesOf(text[s.language]).map((piece) => {
    if (typeof piece === "string") return written(piece);
    const figure = Object.hasOwn(figures, piece.text) ? figures[piece.text] : undefined;
    return figure === undefined ? null : figureWords(figure, s);
  });
  return parts.some((part) => part === null) ? null : parts.join("");
}

/** Words with what is written as code in them; `style` is that of the rest. */
export const withCode = (words: string, style: (text: string) => Span = (text) => text): Line =>
  words
    .split(/(`[^`]+`)/u)
    .filter((part) => part !== "")
    .map((part) => (/^`[^`]+`$/u.test(part) ? code(part.slice(1, -1)) : style(part)));

interface Said {
  readonly statement: Statement;
  readonly words: string;
}

/** Evidence is said once for statements in a row that share it. */
function lineOf({ statement, words }: Said, next: Said | undefined, first: boolean, s: Scene): Line {
  const { knowledge } = s.m;
  const { evidence } = statement;
  if (evidence === "check")
    return first ? withCode(words, bold) : ["• ", bold(knowledge.check), ...withCode(words)];
  const shared = next !== undefined && next.statement.evidence === evidence && !first;
  const mark = shared ? "" : knowledge.known(knowledge.evidence[evidence]);
  if (first) return [...withCode(words, bold), mark];
  return ["• ", ...(statement.when === undefined ? [] : [bold(knowledge.plan)]), ...withCode(words), mark];
}

function sourceLine({ title, url, read }: ArticleSource, s: Scene): Line {
  const named = shorten(title, 70);
  const when = read === null ? s.m.knowledge.recalled : s.m.knowledge.read(s.f.date(read, { year: true }));
  return [url === null ? named : link(named, url), when];
}

/** An article: the answer, what it rests on, what to check, what the plan of this thread adds, and where it comes from. */
export function knowledgePieces({ article, statements, figures, next }: KnowledgeAnswer, s: Scene): Piece[] {
  const { knowledge, units } = s.m;
  const said = statements.flatMap((statement): readonly Said[] => {
    const words = statementWords(statement, figures, s);
    return words === null ? [] : [{ statement, words }];
  });
  const lines = said.map((one, i) => lineOf(one, said[i + 1], i === 0, s));
  const written = s.language === "fr" ? typeset : (literal: string) => literal;
  const named = knowledge.article(written(article.title[s.language]), s.f.date(article.date, { year: true }));
  const sources = article.sources.map((source) => sourceLine(source, s));
  const asked = next.map(({ question }): Line => [units.quote(written(question[s.language]))]);
  return [
    section(...lines),
    context(
      [named],
      sources.length === 0 ? [knowledge.noSource] : [knowledge.sources, ...dotted(sources)],
      ...(asked.length === 0 ? [] : [[knowledge.next, ...dotted(asked)]]),
    ),
  ];
}
