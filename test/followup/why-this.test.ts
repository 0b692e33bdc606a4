import { describe, expect, it } from "vitest";
import { asksWhyThis } from "../../src/followup/general-questions.ts";

describe("why this", () => {
  it.each([
    "why this card?",
    "why this one?",
    "and why that one?",
    "pourquoi cette carte ?",
    "pourquoi celle-ci ?",
    "et pourquoi celui-la ?",
    "pourquoi celles-ci ?",
  ])("is asked by %s", (text) => {
    expect(asksWhyThis.test(text)).toBe(true);
  });

  it.each([
    "why not this one?",
    "pourquoi pas celle-ci ?",
    "why does this one fail?",
    "pourquoi celle-ci est lente ?",
  ])("is not asked by %s", (text) => {
    expect(asksWhyThis.test(text)).toBe(false);
  });
});
