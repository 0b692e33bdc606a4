import { describe, expect, it } from "vitest";
import type { Language, MessageReading } from "../../src/domain/conversation.ts";
import { clauseReader } from "../../src/followup/clause-reader.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { severalQuestions } from "../../src/followup/several-questions.ts";
import { readingContext, threadSpec } from "../support/followup-world.ts";

/** Reads in full, in the language given or else in its own, and notes what it was asked to read. */
function noted(): {
  readonly asked: string[];
  readonly read: (text: string, language: Language | null) => MessageReading;
} {
  const asked: string[] = [];
  const reader = clauseReader((text, context, language) => {
    asked.push(text);
    const read = readMessage(text, context);
    return read.intent.kind === "language" ? read : { ...read, language: language ?? read.language };
  }, readingContext(threadSpec));
  return { asked, read: reader };
}

describe("a clause is read once", () => {
  it.each([
    ["why this card and not an L40S?", "en"],
    ["pourquoi cette carte et pas une L40S ?", "fr"],
    ["is it enough for us?", "en"],
    ["est-ce que ça nous suffit ?", "fr"],
  ] as const)("%s", (clause, language) => {
    const { asked, read } = noted();
    const first = read(clause, null);
    expect([read(clause, null), read(clause, language)]).toEqual([first, first]);
    expect(asked).toEqual([clause]);
  });

  it("but again in another language, or where its language is what it asks for", () => {
    const { asked, read } = noted();
    expect([null, "fr", "en"].map((one) => read("how long does it take?", one as Language | null).language)).toEqual(["en", "fr", "en"]); // prettier-ignore
    expect(asked).toHaveLength(2);
    for (const language of [null, "fr"] as const) read("en français stp", language);
    expect(asked).toHaveLength(4);
  });

  it.each([
    [
      "why this card?",
      "why this card? how long does it take? how much is it? how sure are you? is spot ok?",
      3,
    ],
    [
      "pourquoi cette carte ?",
      "pourquoi cette carte ? combien de temps ? combien ça coûte ? c'est fiable ?",
      3,
    ],
  ])("and none after the questions that are answered: %s …", (first, text, most) => {
    const { asked, read } = noted();
    const answered = severalQuestions(text, read(first, null), (clause) => read(clause, null));
    expect([answered?.intent.kind, answered?.asked?.length]).toEqual(["question", most - 1]);
    expect(asked).toHaveLength(most);
  });
});
