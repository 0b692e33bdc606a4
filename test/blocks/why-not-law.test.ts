import { describe, expect, it } from "vitest";
import { plainText } from "../../blocks/plain-text.ts";
import { languages } from "../../src/domain/conversation.ts";
import type { Plan } from "../../src/domain/plan.ts";
import { blockedBy } from "../../src/domain/plan.ts";
import { recommend } from "../../src/domain/planning/recommend.ts";
import type { RunSpec } from "../../src/domain/run-spec.ts";
import { real } from "../domain/planning/support.ts";

const small = "meta-llama/Llama-3.1-8B";
const large = "meta-llama/Llama-3.1-70B";
const requests: readonly (readonly [string, RunSpec])[] = [
  ["LoRA under a cap", { model: small, method: "lora", data: { tokens: 2e8 }, limits: { budget: { amount: 300, currency: "EUR" } } }],
  ["full training of 70B", { model: large, method: "full", data: { tokens: 1e9 } }],
  ["QLoRA by a deadline", { model: "Qwen/Qwen2.5-32B", method: "qlora", data: { tokens: 5e7 }, limits: { deadlineHours: 12 } }],
  ["a service with targets", { model: large, method: "inference", serving: { concurrency: 64, promptTokens: 2000, outputTokens: 500, targets: { ttftMs: 500, tokensPerSecondPerUser: 30 } } }],
  ["full training in the EU", { model: small, method: "full", data: { tokens: 1e8 }, limits: { regions: ["eu"] } }],
  ["at one provider", { model: small, method: "lora", data: { tokens: 1e8 }, limits: { providers: ["aws"] } }],
  ["pre-training in FP8", { model: small, method: "pretrain", data: { tokens: 1e10 }, precision: { compute: "fp8" } }],
  ["experts on two NVIDIA cards at most", { model: "mistralai/Mixtral-8x7B-v0.1", method: "lora", data: { tokens: 5e7 }, limits: { maxGpus: 2, platforms: ["cuda"] } }],
]; // prettier-ignore

const view = { lookup: real.lookup, showAmounts: true, followUps: "listen", timeZone: null } as const;

function planOf(spec: RunSpec): Plan {
  const plan = recommend(spec, real);
  if ("problems" in plan) throw new Error(JSON.stringify(plan.problems));
  return plan;
}

/** Limits that are a place, a seller or a piece of software: they have a name and no number. */
const nameless = new Set(["no-offer", "region", "provider", "platform", "support"]);

describe("why not this card?", () => {
  it.each(requests)(
    "%s: every card of the catalogue has its limit or its difference",
    { timeout: 240_000 },
    (_what, spec) => {
      const plan = planOf(spec);
      for (const { id, name } of real.catalogue.accelerators) {
        const { best, infeasible } = planOf({ ...spec, accelerator: id });
        const blocked = infeasible === null ? null : blockedBy(infeasible);
        const candidate = best ?? infeasible?.nearest ?? null;
        if (blocked !== null) {
          const numbered = (blocked.shortBy ?? 0) > 0 || blocked.miss !== undefined;
          expect(numbered || nameless.has(blocked.binding), `${id}: ${JSON.stringify(blocked)}`).toBe(true);
          if (blocked.binding === "support") expect(blocked.because, id).toBeDefined();
        } else expect(candidate, id).not.toBeNull();
        for (const language of languages) {
          const answer = { about: "why-not", accelerator: id, candidate, blocked } as const;
          const said = plainText({ language, reading: null, kind: "answer", answer, plan, ref: null }, view);
          const [verdict = ""] = said.split("\n");
          expect(verdict, said).not.toMatch(/undefined|NaN|I have no figures|aucun chiffre/u);
          if (blocked !== null && !nameless.has(blocked.binding))
            expect(verdict.replaceAll(name, ""), said).toMatch(/\d/u);
          // What is possible says its memory, and its time and cost against the plan's.
          if (blocked === null) expect(said.replaceAll(name, ""), said).toMatch(/\d.*\d/su);
        }
      }
    },
  );

  it("every offer is another region, seller or tier of a card that is answered for", () => {
    const cards = new Set(real.catalogue.accelerators.map(({ id }) => id));
    for (const { accelerator, id } of real.catalogue.offers) expect(cards.has(accelerator), id).toBe(true);
  });
});
