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

it.each([
  ["why 777 GiB?", "en", "777 GiB is no figure of this plan."],
  ["pourquoi 777 Gio ?", "fr", "777 Gio n’est pas un chiffre de ce plan."],
] as const)(
  "%s: a figure that the plan does not have is not taken for its own",
  async (asked, lang, words) => {
    await say("lora llama 3.1 8b, 4k, 200M tokens", lang);
    expect(await say(asked, lang)).toContain(words);
  },
);

it.each([
  ["en", (gib: number) => `why ${gib} GiB?`, "was a figure of Rev. 1."],
  ["fr", (gib: number) => `pourquoi ${gib} Gio ?`, "était un chiffre de Rév. 1."],
] as const)("a figure of an earlier revision is given back to it (%s)", async (lang, asked, words) => {
  await say("full llama 3.1 8b, 4k, 8 h100, 200M tokens", lang);
  const first = (await revisions())[0]?.plan.best?.estimate.perGpu.required.likely ?? 0;
  await say("qlora", lang);
  await say("1 l40s, 1k", lang);
  expect(await say(asked(Math.round(first)), lang)).toContain(words);
});

it.each(["compare avec la première", "compare with the first one"])("%s", async (asked) => {
  await say("lora llama 3.1 8b, 4k, 200M tokens");
  await say("8k");
  await say("16k");
  expect(await say(asked)).toMatch(/^(?:Rev\. 1 against Rev\. 3|Rév\. 1 face à Rév\. 3)/u);
});
