import { describe, expect, it } from "vitest";
import { limits } from "../../blocks/limits.ts";
import { phoneLines } from "../../blocks/phone-lines.ts";
import { renderReply } from "../../blocks/render-reply.ts";
import { applyChanges } from "../../src/followup/apply-changes.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext } from "../support/followup-world.ts";
import { refFixture } from "../support/plan-fixture.ts";
import { readableTexts } from "../support/slack-limits.ts";
import { planOf, real } from "../domain/planning/support.ts";

const asked = [
  "qwen2.5-coder 32b qlora on my two 3090",
  "qlora mixtral 8x7b on two 4090, 48GB",
  "full fine-tune of deepseek-coder-33b-instruct on 8x A100 40GB, 16k, under 3000 € in 2 days",
  "lora llama 3.1 70b on 4 l40s",
  "serve llama 3.3 70b to 40 users, 16k context, budget 900 € per month, spot ok",
  "pretrain a 1.3B model on 30B tokens with 8 A100 40GB by next friday",
  "qlora llama 70b on 4x3090, 96GB total",
  "lora qwen2.5 14b at 9k, 30M tokens, 2 L40S, one 4090 or one H100, under 300 €",
  "what can I fine-tune on 2x 4090?",
  "which model can I serve on 8 H100 for 200 users, 16k context?",
];

describe.each(["en", "fr"] as const)("a head of the real catalogue, in %s", (language) => {
  it.each(asked)("cuts no word within eight lines: %s", (text) => {
    const { changes, premises } = readMessage(text, readingContext());
    const spec = applyChanges({}, changes);
    const plan = { ...planOf(spec, real), premises };
    const view = { lookup: real.lookup, showAmounts: true, followUps: "mention", timeZone: null } as const;
    const { head } = renderReply({ language, reading: null, kind: "plan", plan, ref: refFixture() }, view);
    const texts = readableTexts(head?.blocks ?? []);
    expect(texts.filter((one) => one.text.includes("…"))).toEqual([]);
    expect(texts.reduce((sum, one) => sum + phoneLines(one.text, one.kind), 0)).toBeLessThanOrEqual(
      limits.headLines,
    );
  });
});

const headOf = (text: string, language: "en" | "fr"): string => {
  const plan = planOf(applyChanges({}, readMessage(text, readingContext()).changes), real);
  const view = { lookup: real.lookup, showAmounts: true, followUps: "mention", timeZone: null } as const;
  const { head } = renderReply({ language, reading: null, kind: "plan", plan, ref: refFixture() }, view);
  return readableTexts(head?.blocks ?? [])
    .map((one) => one.text)
    .join("\n")
    .replace(/[\u00A0\u202F]/gu, " ");
};

describe("a choice between machines that were named", () => {
  const asked = "lora qwen2.5 14b at 9k, 30M tokens, 2 L40S, one 4090 or one H100";
  it("is answered in the head: the one to take, and each of the others with its time or why not", () => {
    expect(headOf(asked, "en")).toMatch(
      /^Fits on 1 × H100 [^]*[Aa]gainst 2 × L40S 48 GB, ≈ [^;]+, tight; 1 × RTX 4090 24 GB, does not fit/u,
    );
    expect(headOf(asked, "fr")).toMatch(
      /[Ff]ace à 2 × L40S 48 Go, ≈ [^;]+, de justesse ; 1 × RTX 4090 24 Go, ça ne tient pas/u,
    );
  });
});

describe("a machine without a model", () => {
  it("is answered by what it holds, method by method, in both languages", () => {
    const asked = "what can I fine-tune on 4x A100 40GB at 4k?";
    expect(headOf(asked, "en")).toMatch(
      /^By memory, of the usual models, on 4 × A100 SXM4 40 GB[^]*Full fine-tuning: up to [^]*LoRA: up to [^]*QLoRA: up to [^\n]* GiB/u,
    );
    expect(headOf(asked, "fr")).toMatch(
      /^Côté mémoire, parmi les modèles courants, sur 4 × A100 SXM4 40 Go[^]*Fine-tuning complet : jusqu’à [^]*LoRA : jusqu’à [^]*QLoRA : jusqu’à [^\n]* Gio/u,
    );
  });
});
