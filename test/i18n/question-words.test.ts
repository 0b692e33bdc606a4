import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { languages } from "../../src/domain/conversation.ts";
import { words } from "../../src/i18n/messages.ts";
import { wordFor } from "../../src/i18n/words-of.ts";

const source = readFileSync(new URL("../../src/domain/planning/questions.ts", import.meta.url), "utf8");
const asked = [...source.matchAll(/add\(\s*"(?<field>[\w.]+)",\s*"(?<why>[a-z-]+)"/gu)].map(
  ({ groups }) => [groups?.["field"] ?? "", groups?.["why"] ?? ""] as const,
);

describe("questions", () => {
  it.each(languages)("have words for every reason they are asked for in %s", (language) => {
    const { byField, byWhy } = words(language).questions;
    expect(asked.length).toBeGreaterThan(6);
    for (const [field, why] of asked)
      expect(wordFor(byWhy, why) ?? wordFor(byField, field), why).toMatch(/\?$/u);
  });
});
