import { describe, expect, it } from "vitest";
import { plainText } from "../../blocks/plain-text.ts";
import { renderReply } from "../../blocks/render-reply.ts";
import { languages, type Language } from "../../src/domain/conversation.ts";
import type { BindingLimit } from "../../src/domain/plan.ts";
import { recommend } from "../../src/domain/planning/recommend.ts";
import { properNames } from "../../src/i18n/proper-names.ts";
import { real } from "../domain/planning/support.ts";

const budget = { amount: 30, currency: "EUR" };
const view = { lookup: real.lookup, showAmounts: true, followUps: "listen", timeZone: null } as const;

function whyNot(binding: BindingLimit, shortBy: number, language: Language): string {
  const plan = recommend({ model: "llama-3.1-8b", method: "lora", limits: { budget } }, real);
  if ("problems" in plan) throw new Error("the run is a good one");
  const blocked = { binding, shortBy };
  const answer = { about: "why-not", accelerator: "mi300x", candidate: null, blocked } as const;
  return JSON.stringify(
    renderReply({ language, reading: null, kind: "answer", answer, plan, ref: null }, view),
  );
}

describe("a limit that holds a card back", () => {
  it.each(languages)("is never passed by nothing, in %s", (language) => {
    for (const binding of ["budget", "deadline", "memory"] as const) {
      expect(whyNot(binding, 0, language)).not.toMatch(
        /by (?:less than )?[^\d]{0,3}[01]\b|passed by|dépassé/u,
      );
    }
    expect(whyNot("budget", 12, language)).toContain("12");
  });
});

it("every provider of the catalogue has its own name", () => {
  const providers = new Set(real.catalogue.offers.map(({ provider }) => provider));
  expect(providers.size).toBeGreaterThan(20);
  const called = [...providers].filter((provider) => !Object.hasOwn(properNames, provider));
  expect(called).toEqual([]);
});

describe("a way out that goes as far as it must", () => {
  const shorter = { model: "mistralai/Mistral-7B-v0.3", method: "qlora", accelerator: "t4", gpus: 1, sequenceLength: 32_768, microBatch: 4, fusedLoss: true, checkpointing: "full" } as const; // prettier-ignore
  const less = { model: "llama-3.1-8b", method: "lora", accelerator: "h100-sxm", gpus: 1, data: { tokens: 5e9 }, limits: { budget } } as const; // prettier-ignore
  it.each([
    ["en", shorter, /\d,\d{3} tokens/u],
    ["fr", shorter, /\d \d{3} jetons/u],
    ["en", less, /train on \d+ M tokens/iu],
    ["fr", less, /entraîner sur \d+ M de jetons/iu],
  ] as const)("says how far, in %s: %j", (language, spec, figure) => {
    const plan = recommend(spec, real);
    if ("problems" in plan) throw new Error("the run is a good one");
    const ref = { planId: "p", revision: 1, owner: "ada" };
    const said = plainText({ language, reading: null, kind: "plan", plan, ref }, view);
    expect(said.replaceAll(/[\u00A0\u202F]/gu, " ")).toMatch(figure);
  });
});
