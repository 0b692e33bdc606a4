import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Language } from "../../src/domain/conversation.ts";
import type { Finding } from "../../src/domain/finding.ts";
import { openOffice, wordsOf, type Office } from "./office.ts";

const thread = { channel: "C1", threadTs: "1.1", kind: "channel" as const, mentioned: true };
let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(async () => office.store.close());

const say = async (text: string, locale: Language = "en"): Promise<string> =>
  wordsOf(await office.say("ada", text, { ...thread, locale })).replaceAll(/[\u00A0\u202F]/gu, " ");
const planned = async () => (await office.store.plans.byThread("T1", "C1", "1.1"))?.revisions.at(-1);

async function commitment(text: string): Promise<Finding["params"]> {
  const { reply } = await office.say("ada", text, thread);
  if (reply.kind !== "answer" || reply.answer.about !== "advice")
    throw new Error(`answered by ${reply.kind}`);
  const found = reply.answer.advice.findings.find(({ code }) => code === "commitment");
  if (found === undefined) throw new Error("no word of the commitment");
  return found.params;
}

describe("a commitment against on demand at the asker's own prices", () => {
  const month = 730;
  it.each([
    ["H100 at $2.10 with a 3-month commit or 2.90 on demand, we need it 5 weeks. which?", 2.1, 2.9, 3 * month, 5 * 168],
    ["on nous propose des H100 à 2,10 $/h avec engagement 3 mois ou 2,90 $/h à la demande, on en a besoin 5 semaines", 2.1, 2.9, 3 * month, 5 * 168],
    ["on demand is 1.89/h, reserved for 6 months 1.35/h, for a100s we would use for 5 months", 1.35, 1.89, 6 * month, 5 * month],
  ])("pays the whole term or the hours used: %s", async (text, committed, open, term, needed) => {
    const params = await commitment(text);
    expect(params).toMatchObject({ committed, open, term, needed });
    expect(params["paid"]).toBeCloseTo(committed * term, 6);
    expect(params["otherwise"]).toBeCloseTo(open * needed, 6);
    expect(params["pays"]).toBe(committed * term < open * needed);
  }); // prettier-ignore

  it.each([
    ["reserved a100 for a year at 1.35/h vs on demand 1.89, we use them about 60% of the time", 0.6],
    ["A100 à 1,35 €/h avec engagement d'un an contre 1,89 €/h à la demande, utilisées 80 % du temps", 0.8],
  ])("counts the share of the time that the cards work: %s", async (text, share) => {
    const params = await commitment(text);
    expect(params).toMatchObject({ term: 8760, share });
    expect(params["pays"]).toBe(share > 1.35 / 1.89);
  });

  it.each([
    ["is a 1 year commitment at 1.9 $/h better than 2.9 $/h on demand for H100s?", "en", "66% of its hours"],
    ["un engagement à 1,9 $/h contre 2,9 $/h à la demande pour des H100 ?", "fr", "66 % de ses heures"],
  ] as const)("without the use it says from which on it pays: %s", async (text, lang, words) => {
    expect(await say(text, lang)).toContain(words);
  });

  it("is said beside the run that was stated, which takes neither price for a cap", async () => {
    const said = await say("lora llama 3.1 8b on h100, 2.10 with a 3-month commitment or 2.90 on demand?");
    expect(said).toMatch(/^2\.1 committed against 2\.9 on demand/u);
    expect((await planned())?.spec).toMatchObject({ method: "lora", accelerator: "h100-sxm" });
    expect((await planned())?.spec.limits).toBeUndefined();
  });
});

describe("less money, and nothing more said", () => {
  it.each([
    ["cheaper?", "en", /^Cheapest for this run: (.+?), .* instead of/u],
    ["this is way too expensive, anything cheaper?", "en", /^Cheapest for this run: (.+?), .* instead of/u],
    ["c'est trop cher", "fr", /^Le moins cher pour ce travail : (.+?), .* au lieu de/u],
    ["il y a moins cher ?", "fr", /^Le moins cher pour ce travail : (.+?), .* au lieu de/u],
  ] as const)("%s shows what costs less, and changes nothing", async (asked, lang, first) => {
    await say("lora llama 3.1 8b, 4k, 200M tokens, on 8 h100", lang);
    const before = (await planned())?.plan.best;
    const said = await say(asked, lang);
    expect(said).toMatch(first);
    expect(first.exec(said)?.[1]).not.toMatch(/^8 × H100/u);
    expect((await planned())?.number).toBe(1);
    expect((await planned())?.plan.best).toEqual(before);
  });

  it.each([
    ["half the price please", "en"], ["moitié moins cher", "fr"], ["trop cher, moitié moins", "fr"],
  ] as const)("%s caps the run at half of what it costs", async (asked, lang) => {
    await say("lora llama 3.1 8b, 4k, 200M tokens, on 8 h100", lang);
    const cost = (await planned())?.plan.best?.cost;
    await say(asked, lang);
    const cap = (await planned())?.spec.limits?.budget;
    expect(cap?.currency).toBe(cost?.currency);
    expect(cap?.amount).toBeCloseTo((cost?.total?.likely ?? 0) / 2, 1);
  }); // prettier-ignore

  it.each([
    ["what other cards are there?", "en", "Machines compared for this run:"],
    ["quelles autres cartes ?", "fr", "Machines comparées pour ce travail :"],
  ] as const)("%s lists the machines that the plan compared", async (asked, lang, title) => {
    await say("lora llama 3.1 8b, 4k, 200M tokens", lang);
    const alternatives = (await planned())?.plan.alternatives ?? [];
    const said = await say(asked, lang);
    expect(said.startsWith(title)).toBe(true);
    expect(said.split("\n").filter((line) => line.includes(" × "))).toHaveLength(Math.min(alternatives.length, 9) + 1);
  }); // prettier-ignore
});
