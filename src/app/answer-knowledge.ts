import { statementsBeside } from "../domain/knowledge/plan-figures.ts";
import type { ConversationDeps, Outcome } from "./conversation-port.ts";
import { answer, baseFor, type Said } from "./outcomes.ts";
import { answerStanding } from "./standing.ts";
import type { Asker } from "./ports.ts";

/** A service has no optimizer to restore: its own pilot proves that it starts again and answers as before. */
const ofTraining = /train|entra[iî]n|optimi[sz]|checkpoint|points? de contr|spot/iu;

/**
 * The article that answers, with what it says of the plan of this thread; null when none is near enough: then the caller
 * says what can be done instead. Nothing is ever changed by it.
 */
export async function answerKnowledge(
  { knowledge, lookup, rates }: ConversationDeps,
  said: Said,
  asker: Asker,
  question: string,
): Promise<Outcome | null> {
  const learned = await knowledge.find(question);
  if (learned.kind === "none") return null;
  const { article, next } = learned;
  const plan = said.record === null ? null : baseFor(said.record, asker).revision.plan;
  if (article.id === "restore-proof" && plan?.spec.method === "inference" && !ofTraining.test(question))
    return answerStanding(said, { about: "pilot-plan", run: "restore-proof", launcher: "shell" }, rates());
  const { statements, figures } = statementsBeside(article, plan, lookup);
  return answer(said, {
    about: "knowledge",
    article,
    statements,
    figures: { ...learned.figures, ...figures },
    next,
  });
}
