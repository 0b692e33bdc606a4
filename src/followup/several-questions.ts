import type { AskedBeside, MessageReading } from "../domain/conversation.ts";
import { clausesOf, unjoined } from "./clauses.ts";
import { fold } from "./normalize.ts";

/** Messages longer than that are no questions in a row. */
const longest = 300;
const most = 3;
/** What says of itself that no plan answers it. */
const open: ReadonlySet<string> = new Set(["no-answer", "out-of-scope", "not-yet", "thanks"]);

/**
 * "How sure are you, and where does this price come from?": the first as what the message asks, the others beside it.
 * `read` is of the whole, a question; null = it asks one thing.
 */
export function severalQuestions(
  text: string,
  read: MessageReading,
  readClause: (clause: string) => MessageReading,
): MessageReading | null {
  if (read.asked !== undefined || text.length > longest) return null;
  const folded = fold(text);
  const clauses = clausesOf(folded);
  if (clauses.length < 2) return null;
  const asked: AskedBeside[] = [];
  for (const clause of clauses) {
    if (asked.length === most) break;
    const { start, end } = unjoined(folded, clause);
    const words = text.slice(start, end).replace(/(?<![\s,;:])[\s,;:]+$/u, "");
    const { intent } = readClause(words);
    if (intent.kind !== "question" || open.has(intent.about)) continue;
    const said = asked.some(
      ({ question }) => question.about === intent.about && question.topic === intent.topic,
    );
    if (!said) asked.push({ text: words, question: intent });
  }
  const [first, ...others] = asked;
  if (first === undefined || others.length === 0) return null;
  return { ...read, intent: { ...first.question, text: first.text }, asked: others };
}
