import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startDraft } from "../../src/followup/draft.ts";
import { euroMark, normalize } from "../../src/followup/normalize.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext, threadSpec } from "../support/followup-world.ts";
import { corpus } from "../support/fuzz.ts";

const priced = corpus.filter((text) => text.includes("€"));

describe("the mark that stands for the euro sign while a text is read", () => {
  it("leaves every character of Latin-1, where the euro sign was the only one beyond it", () => {
    const texts = priced.map((text) => normalize(text)).filter(({ text }) => /^[\0-\u00FF€]*$/u.test(text));
    expect(texts.length).toBeGreaterThan(40);
    for (const text of texts)
      expect(startDraft(text, "en", readingContext()).folded).toMatch(/^[\0-\u00FF]*$/u);
  });

  it("is what a literal pattern of folded text names; the sign itself stands only in those of a text as typed", () => {
    const folder = join(import.meta.dirname, "../../src/followup");
    const literal = /^(?!\s*(?:\*|\/\/|\/\*)).*(?<![\w)\]])\/(?![/*])[^\n]*€[^\n]*\/[gimsy]*u/mu;
    const named = readdirSync(folder).filter((name) =>
      literal.test(readFileSync(join(folder, name), "utf8")),
    );
    expect(named).toEqual(["read-names.ts", "unread.ts"]);
  });

  it("is never shown", () => {
    for (const text of priced)
      for (const current of [null, threadSpec])
        expect(JSON.stringify(readMessage(text, readingContext(current)))).not.toContain(euroMark);
  });

  it.each([
    ["budget 450 €", "budget 450 EUR"],
    ["lora of llama 3.1 8b, at most €250", "lora of llama 3.1 8b, at most 250 euros"],
    ["llama 3.1 8b en lora, 2 € de l'heure au plus", "llama 3.1 8b en lora, 2 euros de l'heure au plus"],
    ["an hour is worth 50 € to us", "an hour is worth 50 euros to us"],
    ["we pay 2.20 € an hour for 2x A100", "we pay 2.20 euros an hour for 2x A100"],
  ])("reads as the word does: %s", (sign, word) => {
    const facts = (text: string): unknown => {
      const { changes, context } = readMessage(text, readingContext(threadSpec));
      const prices = context.prices?.map(({ amount, currency }) => [amount, currency]);
      return { changes, observed: context.observed, prices };
    };
    expect(facts(sign)).toEqual(facts(word));
    expect(JSON.stringify(facts(sign))).toMatch(/\d/u);
  });

  it("is no euro where a person writes it", () => {
    expect(readMessage(`budget 450 ${euroMark}`, readingContext(threadSpec))).toEqual(
      readMessage("budget 450  ", readingContext(threadSpec)),
    );
  });
});
