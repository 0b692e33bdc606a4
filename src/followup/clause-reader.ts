import type { Language, MessageReading } from "../domain/conversation.ts";
import type { ReadContext } from "./draft.ts";

export type ReadClause = (clause: string, language: Language | null) => MessageReading;

/**
 * Reads the clauses of one message as said to the assistant, each once: first it is asked whether one states a run, then
 * what it asks. The language that a clause turned out to be in changes nothing when it is given.
 */
export function clauseReader(
  read: (text: string, context: ReadContext, language: Language | null) => MessageReading,
  context: ReadContext,
): ReadClause {
  const alone = { ...context, addressed: true };
  const known = new Map<string, MessageReading>();
  const keyOf = (clause: string, language: Language | null): string => `${language ?? ""} ${clause}`;
  return (clause, language) => {
    const before = known.get(keyOf(clause, language));
    if (before !== undefined) return before;
    const reading = read(clause, alone, language);
    known.set(keyOf(clause, language), reading);
    if (reading.intent.kind !== "language") known.set(keyOf(clause, reading.language), reading);
    return reading;
  };
}
