import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainText } from "../../blocks/plain-text.ts";
import { renderReply } from "../../blocks/render-reply.ts";
import type { Language } from "../../src/domain/conversation.ts";
import { slackFaults } from "../support/slack-limits.ts";
import { openOffice, world, type Office } from "./office.ts";

/** A question about a concept never changes anything; a wish beside it is carried out, and both are answered at once. */
let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => {
  await office.store.close();
});

const runs: Readonly<Record<Language, string>> = {
  en: "llama 3.1 8b lora r16, 4k ctx, 200M tokens",
  fr: "llama 3.1 8b lora r16, séquences de 4k, 200 M de jetons",
};
const view = { lookup: world.lookup, showAmounts: true, followUps: "listen", timeZone: null } as const;
let threads = 0;

async function said(language: Language, text: string) {
  const place = { threadTs: `${(threads += 1)}.7`, locale: language } as const;
  await office.say("ada", runs[language], { ...place, mentioned: true });
  const { reply, record } = await office.say("ada", text, place);
  const changes = record?.revisions.slice(1).flatMap((revision) => revision.changes) ?? [];
  return { reply, words: plainText(reply, view), changed: changes.map(({ field, to }) => [field, to]) };
}

const longer = [["sequenceLength", 12_288]] as const;

describe("a wish and a question in one message", () => {
  it.each<[Language, string, readonly (readonly [string, unknown])[], RegExp]>([
    ["fr", "et si on passait à 12k ? sinon c'est quoi la différence entre FSDP et DDP ?", longer, /FSDP fait comme ZeRO-3/u],
    ["en", "what about 12k? btw what's the difference between FSDP and DDP?", longer, /FSDP does what ZeRO-3/u],
    ["fr", "c'est quoi la différence entre LoRA et QLoRA ? et passe à 12k", longer, /QLoRA/u],
    ["en", "what is ZeRO-3? and make it 12k please", longer, /ZeRO-3/u],
    ["en", "switch to 12k and explain what FSDP does", longer, /FSDP/u],
    ["fr", "passe en 12k et explique-moi la différence entre bf16 et fp16", longer, /bf16|BF16/u],
    ["en", "use 12k. is fp8 better than bf16?", longer, /FP8|fp8/u],
    ["fr", "quelle est la différence entre une H100 et une H200 ? et mets le micro-lot à 4", [["microBatch", 4]], /H200/u],
    ["en", "what's the difference between the A100 and the H100? also set batch 4", [["microBatch", 4]], /A100/u],
    ["en", "is Mistral better than Llama? use 12k", longer, /./u],
    ["fr", "c'est quoi le mieux entre Llama et Qwen ? et passe en 12k", longer, /./u],
    ["en", "use rank 32, does QLoRA need more memory than LoRA?", [["lora.rank", 32]], /QLoRA/u],
    ["fr", "rang 32, et sinon à quoi sert le KV cache ?", [["lora.rank", 32]], /clés|KV/u],
    ["fr", "passe à 12k, c'est combien par heure ?", longer, /par heure/u],
    ["en", "go with 12k, how sure are you?", longer, /./u],
    ["en", "12k please. why not the MI300X?", longer, /of 192 GiB/u],
  ])("%s: %s", async (language, text, changed, answered) => {
    const { reply, words, changed: done } = await said(language, text);
    expect(done).toEqual(changed);
    expect(reply.kind).toBe("change");
    const question = reply.beside?.[0]?.text ?? "";
    expect(question.length).toBeGreaterThan(5);
    const [difference = "", answer = ""] = words.split(question);
    expect(difference).toMatch(/rév?\. 2|rev\. 2/u);
    expect(answer).toMatch(answered);
    const { head, thread } = renderReply(reply, view);
    for (const message of [head, thread])
      expect(message === undefined ? [] : slackFaults(message)).toEqual([]);
  }); // prettier-ignore

  it("is answered where the wish states what stands already", async () => {
    const { reply, words, changed } = await said("en", "rank 16 please. what is the kv cache?");
    expect([reply.kind, changed]).toEqual(["answer", []]);
    expect(words).toMatch(/nothing changes[\s\S]*KV cache/iu);
  });

  it.each<[Language, string]>([
    ["en", "llama 3.1 8b lora on one h100, 20M tokens. what is the difference between LoRA and QLoRA?"],
    ["fr", "llama 3.1 8b lora sur une h100, 20M de jetons. au fait ça change quoi entre LoRA et QLoRA ?"],
  ])("belongs to a first plan too (%s): %s", async (language, text) => {
    const { reply } = await office.say("ada", text, { mentioned: true, locale: language });
    expect(reply.kind).toBe("plan");
    expect("plan" in reply && reply.plan?.spec.method).toBe("lora");
    expect(plainText(reply, view).split(reply.beside?.[0]?.text ?? "?")[1]).toMatch(/QLoRA/u);
  });
});

describe("a question about a concept alone changes nothing", () => {
  it.each<[Language, string]>([
    ["fr", "Je suis perdu. C'est quoi FSDP ?"],
    ["en", "I'm lost here. What is QLoRA?"],
    ["en", "what is the difference between bf16 and fp16?"],
    ["fr", "quelle est la différence entre une H100 et une H200 ?"],
    ["en", "LoRA or QLoRA, which is better?"],
    ["fr", "LoRA ou QLoRA, lequel consomme le moins de mémoire ?"],
    ["en", "what changes between H100 and H200?"],
    ["fr", "ça change quoi le bf16 ?"],
    ["fr", "et la différence entre DDP et ZeRO-3 ?"],
    ["en", "does QLoRA need more memory than LoRA?"],
    ["en", "adamw vs adafactor?"],
  ])("%s: %s", async (language, text) => {
    const { reply, changed } = await said(language, text);
    expect([reply.kind, changed]).toEqual(["answer", []]);
  });

  it.each<[Language, string]>([
    ["en", "Lunch at noon. what's the difference between the two menus?"],
    ["fr", "On mange où ? quelle est la différence entre les deux salles ?"],
  ])("and that of colleagues is left to them (%s): %s", async (language, text) => {
    expect((await said(language, text)).reply.kind).toBe("silence");
  });
});
