import type { Button } from "@slack/types";
import type { Range } from "../src/units/range.ts";
import type { Question, QuestionAnswer } from "../src/domain/plan.ts";
import type { PlanRef } from "../src/domain/conversation.ts";
import { changePhrase, fieldLabel, specialPhrase, valueWords } from "../src/i18n/field-words.ts";
import { capital, wordFor } from "../src/i18n/words-of.ts";
import { actionIds, encodeButton } from "./ids.ts";
import { shorten } from "./escape.ts";
import { button, choices, type Line, type Piece } from "./kit.ts";
import { cardWithMemory } from "./names.ts";
import type { Scene } from "./view.ts";

export const questionWords = ({ field, why }: Question, s: Scene): string =>
  wordFor(s.m.questions.byWhy, why) ??
  wordFor(s.m.questions.byField, field) ??
  s.m.questions.generic(shorten(fieldLabel(field, s), 40));

export function answerLabel({ field }: Question, answer: QuestionAnswer, s: Scene): string {
  if (typeof answer.value === "object" && answer.value !== null && answer.changes.length > 0) {
    return answer.changes.map((c) => changePhrase({ ...c, from: null }, s, s.names)).join(", ");
  }
  if (field === "accelerator" && typeof answer.value === "string") {
    return cardWithMemory(answer.value, s.view.lookup, s.f);
  }
  return specialPhrase(field, answer.value, s) ?? valueWords(field, answer.value, s, s.names);
}

const isRange = (value: unknown): value is Range =>
  typeof value === "object" && value !== null && "likely" in value && "low" in value && "high" in value;

const asRange = (value: unknown): Range | null => {
  if (isRange(value)) return value;
  return typeof value === "number" && Number.isFinite(value)
    ? { low: value, likely: value, high: value }
    : null;
};

/** What an answer would change: configuration, time, cost, as far as they are known. */
export function effectWords({ effect, changes }: QuestionAnswer, s: Scene): string {
  const p = effect.params;
  if (effect.code === "infeasible") return s.m.head.doesNotFitShort;
  if (effect.code === "sizes-this-model") return "";
  const parts: string[] = [];
  const card = p["accelerator"];
  if (typeof card === "string") {
    const gpus = typeof p["gpus"] === "number" ? p["gpus"] : 1;
    parts.push(s.m.units.cards(gpus, cardWithMemory(card, s.view.lookup, s.f)));
  }
  const memory = asRange(p["gib"] ?? p["requiredGib"]);
  if (memory !== null) parts.push(s.f.gibRange(memory));
  const hours = asRange(p["hours"]);
  if (hours !== null) parts.push(s.f.hoursRange(hours));
  const cost = asRange(p["cost"]);
  if (cost !== null)
    parts.push(s.f.moneyRange(cost, typeof p["currency"] === "string" ? p["currency"] : "EUR"));
  const perMillion = asRange(p["perMillionTokens"]);
  if (cost === null && perMillion !== null) {
    parts.push(
      s.m.head.perMillion(
        s.f.priceRange(perMillion, typeof p["currency"] === "string" ? p["currency"] : "EUR"),
      ),
    );
  }
  if (p["verdict"] === "tight") parts.push(s.m.head.tightShort);
  if (parts.length > 0) return parts.join(", ");
  if (changes.length === 0) return s.m.questions.keeps;
  return changes.map((c) => changePhrase(c, s, s.names)).join(", ");
}

/** The question on one line, its answers on the next. */
export const questionLine = (question: Question, s: Scene): Line => [questionWords(question, s)];

export function effectLines(question: Question, s: Scene): Line[] {
  return question.answers.flatMap((answer): Line[] => {
    const effect = effectWords(answer, s);
    return effect === "" ? [] : [[s.m.questions.effect(capital(answerLabel(question, answer, s)), effect)]];
  });
}

const mostAnswers = 5;

/** A what-if has questions of its own: its buttons say which. */
const variantOf = ({ variant }: PlanRef): { readonly variant?: string } =>
  variant === undefined ? {} : { variant: variant.id };

/** `from` numbers the buttons of a second question on, since an id may stand only once in a message. */
export function answerButtons(question: Question, ref: PlanRef, s: Scene, from = 0): Piece {
  const buttons = question.answers.slice(0, mostAnswers).map((answer, index): Button =>
    button(
      capital(answerLabel(question, answer, s)),
      actionIds.answer(from + index),
      encodeButton({
        plan: ref.planId,
        revision: ref.revision,
        ...variantOf(ref),
        question: shorten(question.field, 80),
        index,
      }),
    ),
  );
  return choices(...buttons);
}
