import { statementsBeside } from "../domain/knowledge/plan-figures.ts";
import type { ConversationDeps, Outcome } from "./conversation-port.ts";
import { answer, baseFor, type Said } from "./outcomes.ts";
import type { Asker } from "./ports.ts";

/**
 * The article that answers, with what it says of the plan of this thread; null when none is near enough: then the caller
 * says what can be done instead. Nothing is ever changed by it.
 */
export async function answerKnowledge(
  { knowledge, lookup }: ConversationDeps,
  said: Said,
  asker: Asker,
  question: string,
): Promise<Outcome | null> {
  const learned = await knowledge.find(question);
  if (learned.kind === "none") return null;
  const { article, next } = learned;
  const plan = said.record === null ? null : baseFor(said.record, asker).revision.plan;
  const { statements, figures } = statementsBeside(article, plan, lookup);
  return answer(said, {
    about: "knowledge",
    article,
    statements,
    figures: { ...learned.figures, ...figures },
    next,
  });
}
