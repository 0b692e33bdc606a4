import type { AskedBeside, Intent, MessageReading } from "../domain/conversation.ts";
import { knowledgeQuestion, learningTopics, planQuestion } from "./intents.ts";
import { fold } from "./normalize.ts";

/** "32B LoRA on spot, is it cheaper after all?": a run and a question about it in one clause. */
export function withOwnQuestion(read: MessageReading, text: string): MessageReading {
  if (read.intent.kind !== "plan" || read.secretSeen) return read;
  const folded = fold(text);
  const learning = knowledgeQuestion(folded);
  const beside = learning?.wins === true || learning?.topic === "rent-or-buy";
  const own = beside ? learning : planQuestion(folded);
  if (own === undefined || (own.wins !== true && !beside) || own.about === "finished") return read;
  const topic = own === learning && own.topic !== undefined ? { topic: own.topic } : {};
  const asked: AskedBeside = { text, question: { kind: "question", about: own.about, ...topic } };
  return { ...read, asked: [...(read.asked ?? []), asked] };
}

/** How a training learns is asked of no run: what the question does not say beside it changes nothing. */
export const asksOfLearning = (intent: Intent): boolean =>
  intent.kind === "question" && learningTopics.has(intent.topic ?? "");
