import { afterEach, beforeEach, expect, it } from "vitest";
import type { Language } from "../../src/domain/conversation.ts";
import { openOffice, wordsOf, type Office } from "./office.ts";

const thread = { channel: "C1", threadTs: "1.1", kind: "channel" as const, mentioned: true };
let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(async () => office.store.close());

const say = async (text: string, locale: Language = "en"): Promise<string> =>
  wordsOf(await office.say("ada", text, { ...thread, locale })).replaceAll(/[\u00A0\u202F]/gu, " ");
const revisions = async () => (await office.store.plans.byThread("T1", "C1", "1.1"))?.revisions ?? [];

it.each([
  ["which was cheapest?", "en", "cheapest", /^Cheapest so far: Rev\. (\d)/u],
  ["lequel était le moins cher ?", "fr", "cheapest", /^La moins chère jusqu’ici : Rév\. (\d)/u],
  ["which one was fastest so far", "en", "fastest", /^Fastest so far: Rev\. (\d)/u],
] as const)("%s names the revision by its own figures, and none that does not fit", async (asked, lang, order, first) => {
  await say("lora llama 3.1 8b, 4k, 200M tokens, 1x l40s", lang);
  await say("on 1 rtx 3090, micro-batch 16", lang);
  await say("on 1 h100, micro-batch 2", lang);
  await say("on 4 h100", lang);
  const said = await say(asked, lang);
  const of = (await revisions()).flatMap(({ number, plan: { best } }) =>
    best === null
      ? []
      : [{ number, cheapest: best.cost.total?.likely ?? Infinity, fastest: best.estimate.throughput?.hours?.likely ?? Infinity }],
  );
  const wanted = [...of].sort((a, b) => a[order] - b[order])[0];
  expect(Number(first.exec(said)?.[1])).toBe(wanted?.number);
  expect(of.length).toBeLessThan(4);
  expect(said).toMatch(lang === "fr" ? /ne tient pas/u : /does not fit/u);
  expect(await revisions()).toHaveLength(4);
}); // prettier-ignore

it.each([
  ["remind me tomorrow", "en", /I set no reminder at a time of your choosing/u],
  ["rappelle-moi demain", "fr", /Je ne pose pas de rappel à une heure choisie/u],
] as const)("%s says which reminders there are", async (asked, lang, words) => {
  await say("lora llama 3.1 8b, 4k, 200M tokens", lang);
  expect(await say(asked, lang)).toMatch(words);
  expect(await revisions()).toHaveLength(1);
});
