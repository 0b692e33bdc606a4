import { afterEach, beforeEach, expect, it } from "vitest";
import { renderReply } from "../../blocks/render-reply.ts";
import { plainText } from "../../blocks/plain-text.ts";
import type { Outcome } from "../../src/app/conversation-port.ts";
import { bareMarks, mrkdwnTexts } from "../support/marks.ts";
import { openOffice, world, type Office } from "./office.ts";

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(async () => {
  await office.store.close();
});

const articleOf = ({ reply }: Outcome): string | null =>
  reply.kind === "answer" && reply.answer.about === "knowledge" ? reply.answer.article.id : null;
const words = ({ reply }: Outcome): string =>
  plainText(reply, { lookup: world.lookup, showAmounts: true, followUps: "listen", timeZone: null });

it.each([
  ["what is the kv cache?", "kv-cache"],
  ["how many users can one card serve?", "serving-capacity"],
  ["is FP8 usable on the A100?", "precision-support"],
  ["faut-il louer ou acheter ?", "rent-or-buy"],
  ["quelles cartes prennent en charge le FP8 ?", "precision-support"],
])("%s is answered from %s, with its day and its sources", async (text, id) => {
  const outcome = await office.say("ada", text, { mentioned: true });
  expect(articleOf(outcome)).toBe(id);
  expect(words(outcome)).toMatch(/Article [“«]/u);
  expect(words(outcome)).not.toMatch(/\{\{|undefined/u);
});

it.each([
  "llama 3.1 8b lora r16, 4k ctx, 2x h100, 200M tokens",
  "lora r16, 4k ctx, 2x h100, 200M tokens",
  "servir llama 3.1 70b à 40 utilisateurs en 8k",
])("%s stays a run to be sized", async (text) => {
  expect(["plan", "question"]).toContain((await office.say("ada", text, { mentioned: true })).reply.kind);
});

it("speaks of the plan of its thread, and changes nothing there", async () => {
  const made = await office.say("ada", "llama 3.1 8b lora, 4k, 50M tokens, one MI300X", { mentioned: true });
  await office.store.plans.placed("T1", made.record?.id ?? "", { channel: "C1", headTs: "10.1" });
  const asked = await office.say("ada", "is ROCm ready?", { threadTs: "10.1" });
  expect(articleOf(asked)).toBe("rocm-ready");
  expect(words(asked)).toMatch(/Your plan: .*TRL on 1 × MI300X/u);
  expect((await office.record(asked)).revisions).toHaveLength(1);
});

it("puts a belief right before it answers", async () => {
  const outcome = await office.say("ada", "the H100 is twice as fast as the A100, is a newer card always better?", { mentioned: true }); // prettier-ignore
  const [first] = words(outcome).split("\n");
  expect(first).toMatch(/not automatically twice as fast/u);
});

it.each([
  "what is gradient checkpointing?",
  "how do I take less memory with vLLM?",
  "is ROCm ready?",
  "does my launcher use DDP or FSDP?",
  "à quoi sert le CPU de l'hôte ?",
  "le KV cache, c'est quoi ?",
  "ROCm est prêt ?",
])("%s shows no bare mark and no look-alike of one", async (text) => {
  const { reply } = await office.say("ada", text, { mentioned: true });
  expect(reply).toMatchObject({ answer: { about: "knowledge" } });
  const { thread } = renderReply(reply, {
    lookup: world.lookup,
    showAmounts: true,
    followUps: "listen",
    timeZone: null,
  });
  for (const one of mrkdwnTexts(thread?.blocks ?? [])) {
    expect(bareMarks(one)).toEqual([]);
    expect(one).not.toMatch(/[ˋ∗]/u);
  }
});
