import type { PlanRef } from "../src/domain/conversation.ts";
import type { Plan, Question } from "../src/domain/plan.ts";
import { shorten } from "./escape.ts";
import { briefCost, briefTime, configWords, subjectWords } from "./facts.ts";
import { adviceRow } from "./finding-lines.ts";
import { fitLines, type Row } from "./fit-lines.ts";
import { adjustButton } from "./head-actions.ts";
import { actions, bold, context, section, type Draft, type Line, type Piece } from "./kit.ts";
import { limits } from "./limits.ts";
import { noteRow } from "./note-row.ts";
import { premiseRow } from "./premise-lines.ts";
import { answerButtons, effectLines, questionWords } from "./question-lines.ts";
import { reachRows, reachTitles } from "./reach.ts";
import { inOtherLanguages, type Scene } from "./view.ts";

const most = { questions: 3, effects: 4, bracket: 2 } as const;

interface Rows {
  readonly rows: Readonly<Record<string, Row>>;
  readonly questions: readonly Question[];
}

function headRows(plan: Plan, s: Scene): Rows {
  const questions = plan.questions.slice(0, plan.best === null ? most.questions : 1);
  const [first] = questions;
  const bracket = [plan.best, ...plan.alternatives].filter((c) => c !== null).slice(0, most.bracket);
  const effects = first === undefined ? [] : effectLines(first, s).slice(0, most.effects);
  const droppable = (line: Line): Row => ({ forms: [line, null] });
  const advice = adviceRow(plan, s);
  const premise = advice === null ? premiseRow(plan, s) : null;
  const note = noteRow(s);
  const rows: Record<string, Row> = {
    ...(advice === null ? {} : { advice }),
    title: { forms: titlesOf(plan, s).map((title) => [bold(title)]) },
    ...(premise === null ? {} : { premise }),
    ...Object.fromEntries(premise === null ? reachRows(plan, s).map((row, i) => [`reach${i}`, row]) : []),
    ...Object.fromEntries(
      questions.map((q, i) => [`question${i}`, { forms: [[bold(questionWords(q, s))]] }]),
    ),
    ...Object.fromEntries(effects.map((line, i) => [`effect${i}`, droppable(line)])),
    ...Object.fromEntries(
      bracket.map((c, i) => [
        `bracket${i}`,
        droppable([[configWords(c, s), briefTime(c, plan, s), briefCost(c, s)].join(", ")]),
      ]),
    ),
    ...(note === null ? {} : { note }),
  };
  return { rows, questions };
}

/** Beside a belief that is put right, what the machine would hold waits for the model. */
const titlesOf = (plan: Plan, s: Scene): readonly [string, ...string[]] =>
  (plan.premises.length > 0 ? null : reachTitles(plan, s)) ?? [
    s.m.head.needsAnswer(shorten(subjectWords(plan.spec, s), 50)),
  ];

/** Methods in the order in which they give up words. */
const reached = ["reach2", "reach1", "reach0"] as const;

/** A plan that waits for an answer: a bracket when there is one, the question, and what each answer would change. */
export function needsAnswerHead(plan: Plan, ref: PlanRef, s: Scene): Draft {
  const { rows, questions } = headRows(plan, s);
  const order = [
    "note",
    "bracket1",
    "bracket0",
    "effect3",
    "effect2",
    "effect1",
    "effect0",
    ...reached,
    "title",
    ...reached,
    "premise",
    "advice",
  ].filter((name) => name in rows);
  const others = inOtherLanguages(s).map((other) => headRows(plan, other).rows);
  const lines = fitLines(rows, order, limits.headLines, [], others);
  const pick = (prefix: string): Line[] =>
    Object.keys(lines)
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => lines[name] ?? []);
  let from = 0;
  const asked = questions.flatMap((question, i): Piece[] => {
    const buttons = answerButtons(question, ref, s, from);
    from += question.answers.length;
    return [section(...(lines[`question${i}`] ?? []), ...(i === 0 ? pick("effect") : [])), buttons];
  });
  const known = [...pick("premise"), ...pick("bracket")];
  return {
    pieces: [
      ...(rows["advice"] === undefined ? [] : [section(...pick("advice"))]),
      section(...pick("title"), ...pick("reach")),
      ...(known.length === 0 ? [] : [section(...known)]),
      ...asked,
      ...(rows["note"] === undefined ? [] : [context(...pick("note"))]),
      actions(adjustButton(ref, s)),
    ],
    notification: shorten(titlesOf(plan, s)[0], limits.notification),
  };
}
