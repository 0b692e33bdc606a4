import type { Answer, MessageReading } from "../domain/conversation.ts";
import { adviseOn } from "./advise-on.ts";
import { answerQuestion } from "./answer-question.ts";
import { answerWithFile } from "./answer-with-file.ts";
import type { ConversationDeps, Outcome } from "./conversation-port.ts";
import type { Said } from "./outcomes.ts";
import type { Asker } from "./ports.ts";

/**
 * What was asked beside the run or its change, answered on the plan as it stands afterwards. A change that changes
 * nothing leaves the answers alone to be said.
 */
export async function withAnswers(
  deps: ConversationDeps,
  asker: Asker,
  reading: MessageReading,
  done: Outcome,
): Promise<Outcome> {
  const { reply, record } = done;
  const unchanged = reply.kind === "answer" && reply.answer.about === "unchanged";
  const { asked = [], fileAsked } = reading;
  if ((asked.length === 0 && fileAsked === undefined) || !(unchanged || "ref" in reply)) return done;
  const said: Said = { language: reply.language, reading, record };
  const beside: { text: string; answer: Answer }[] = [];
  const advised = await adviseOn(deps, reading, null);
  for (const { text, question } of asked) {
    const { reply: answered } = await answerQuestion(deps, said, asker, question, text);
    // What was said of the report above is the answer to a question that nothing else answers.
    if (advised !== null && answered.kind === "answer" && answered.answer.about === "no-answer") continue;
    if (answered.kind !== "answer" || sameArticle(reply, answered.answer)) continue;
    beside.push({ text, answer: answered.answer });
  }
  if (fileAsked !== undefined) {
    const { reply: filed } = answerWithFile(deps, said, fileAsked.file);
    if (filed.kind === "answer") beside.push({ text: fileAsked.text, answer: filed.answer });
  }
  return { ...done, reply: { ...reply, beside } };
}

/** What the reply itself says already. */
const sameArticle = (reply: Outcome["reply"], other: Answer): boolean =>
  reply.kind === "answer" &&
  reply.answer.about === "knowledge" &&
  other.about === "knowledge" &&
  reply.answer.article.id === other.article.id;
