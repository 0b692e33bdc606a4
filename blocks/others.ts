import type { Answer } from "../src/domain/conversation.ts";
import type { Plan } from "../src/domain/plan.ts";
import { titleLine } from "./change.ts";
import { alternativesTable } from "./details.ts";
import { configWords, costWords } from "./facts.ts";
import { bold, section, type Line, type Piece } from "./kit.ts";
import type { Scene } from "./view.ts";

type Others = Extract<Answer, { about: "others" }>;

function titleOf({ order, compared, cheaper }: Others, plan: Plan | null, s: Scene): string {
  const words = s.m.answers.others;
  const { best } = compared;
  if (order === null || best === null) return words.title;
  if (cheaper === null) return words.unpriced;
  const before = plan?.best ?? null;
  return cheaper && before !== null
    ? words.cheaper(configWords(best, s), costWords(best, s), costWords(before, s))
    : words.none;
}

/** Other machines for the same run; asked for by price, the cheapest first and what it saves. */
export function othersPieces(answer: Others, plan: Plan | null, s: Scene): Piece[] {
  const { compared } = answer;
  if (compared.best === null) return [section(titleLine(compared, s))];
  const title: Line = [bold(titleOf(answer, plan, s))];
  return [
    section(title),
    alternativesTable(compared, s, answer.order === null),
    section([s.m.answers.others.take]),
  ].filter((p) => p !== null);
}
