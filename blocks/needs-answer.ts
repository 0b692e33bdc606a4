import type { PlanRef } from "../src/domain/conversation.ts";
import type { Plan } from "../src/domain/plan.ts";
import { shorten } from "./escape.ts";
import { briefCost, briefTime, configWords, subjectWords } from "./facts.ts";
import { adjustButton } from "./head-actions.ts";
import { bold, actions, section, type Draft, type Line, type Piece } from "./kit.ts";
import { limits } from "./limits.ts";
import { answerButtons, effectLines, questionWords } from "./question-lines.ts";
import type { Scene } from "./view.ts";

const mostEffects = 4;

/** A plan that waits for an answer: a bracket when there is one, the question, and what each answer would change. */
export function needsAnswerHead(plan: Plan, ref: PlanRef, s: Scene): Draft {
  const title = s.m.head.needsAnswer(shorten(subjectWords(plan.spec, s), 50));
  const bracket: Line[] = [plan.best, ...plan.alternatives]
    .filter((c) => c !== null)
    .slice(0, 2)
    .map((c) => [[configWords(c, s), briefTime(c, plan, s), briefCost(c, s)].join(", ")]);
  const asked: Piece[] = [];
  let from = 0;
  for (const question of plan.questions.slice(0, plan.best === null ? 3 : 1)) {
    const effects = effectLines(question, s).slice(0, mostEffects);
    const first = asked.length === 0;
    asked.push(
      section([bold(questionWords(question, s))], ...(first ? effects : [])),
      answerButtons(question, ref, s, from),
    );
    from += question.answers.length;
  }
  return {
    pieces: [section([bold(title)], ...bracket), ...asked, actions(adjustButton(ref, s))],
    notification: shorten(title, limits.notification),
  };
}
