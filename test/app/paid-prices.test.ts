import { beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "../../src/app/conversation-port.ts";
import type { PlanRecord } from "../../src/app/ports.ts";
import type { Plan } from "../../src/domain/plan.ts";
import { openOffice, wordsOf, type Office } from "./office.ts";

const thread = { channel: "C1", threadTs: "1.1", mentioned: true };
const elsewhere = { channel: "C2", threadTs: null, mentioned: true };
const sentence = "llama 3.1 8b lora r16, 4k, micro-batch 2, packing, 9B tokens on 2x h100 sxm, trl";

let office: Office;
let record: PlanRecord;
beforeEach(async () => {
  office = await openOffice();
  record = await office.record(await office.say("ada", sentence, thread));
  for (const stage of ["pilot", "scaling step", "restore proof"])
    await say("bo", `waive the ${stage}: shown on the same node in October`);
  await say("ada", "reserve");
});

const say = (user: string, text: string, over: object = {}) => office.say(user, text, { ...thread, ...over });
const plain = (outcome: Outcome): string => wordsOf(outcome).replaceAll(/[\u00A0\u202F]/gu, " ");
const first = (): Plan => {
  const plan = record.revisions[0]?.plan;
  if (plan === undefined) throw new Error("no plan");
  return plan;
};
const perHour = (): number => first().best?.offer?.perHour ?? 0;
const hours = (): number => Math.round(first().window.total.likely);
/** An invoice of the planned hours at a share of the planned price, in US dollars. */
const invoice = (factor: number): string => (perHour() * hours() * factor).toFixed(0);
const planAnew = async (text = sentence, over: object = {}): Promise<Outcome> =>
  office.say("dee", text, { ...elsewhere, ...over });
const offerOf = async (outcome: Outcome) =>
  (await office.record(outcome)).revisions.at(-1)?.plan.best?.offer ?? null;
const standing = async (workspace = "T1") =>
  (await office.store.progress.corrections(workspace)).filter(
    ({ correction }) => correction.withdrawn == null && correction.cause === "price",
  );

describe("a closed rental's price", () => {
  it("is compared in the thread, counted by the team's next plans, and by no other team's", async () => {
    const said = plain(await say("ada", `closing: ${hours()} h, $${invoice(0.7)}`));
    expect(said).toMatch(/Price per GPU-hour: \$\d+\.\d\d excl\. VAT paid, \$\d+\.\d\d excl\. VAT planned\./u);
    expect(said).toContain("The whole invoice is in that price");
    expect(said).toContain("Kept as what your team pays for");
    expect(said).toMatch(/This run, planned with what was learnt: .+ → .+\./u);
    const next = await planAnew();
    expect(await offerOf(next)).toMatchObject({ paid: { rentals: 1, by: "ada", whole: true } });
    expect(plain(next)).toMatch(/Price: what your team paid, \$\d+\.\d\d excl\. VAT per GPU-hour \(\$\d+\.\d\d excl\. VAT listed\), one rental, the last closed on 30 Nov 2026, by ada\./u);
    const french = await say("ada", "en français");
    expect(plain(french)).not.toContain("ce que votre équipe a payé");
    await office.say("dee", sentence, { ...elsewhere, threadTs: "9.9" });
    expect(plain(await office.say("dee", "en français", { ...elsewhere, threadTs: "9.9" }))).toMatch(/Prix : ce que votre équipe a payé, .+ par heure-carte \(.+ au catalogue\), une location, la dernière close le 30 nov\. 2026, par ada/u);
    expect((await offerOf(await planAnew(sentence, { workspace: "T2" })))?.paid).toBeUndefined();
  }); // prettier-ignore

  it("counts once however often it is said, and a closing put right replaces it", async () => {
    const text = `closing: ${hours()} h, $${invoice(0.7)}`;
    await say("ada", text);
    expect(plain(await say("ada", text))).toContain("closed with these very figures");
    expect(await standing()).toHaveLength(1);
    await say("ada", `closing: $${invoice(0.8)}`);
    expect(await standing()).toHaveLength(1);
    const [kept] = await standing();
    expect(kept?.correction).toMatchObject({ cause: "price", author: "ada" });
    expect((await offerOf(await planAnew()))?.paid?.rentals).toBe(1);
  });

  it("without what is no GPU time is that much lower, and says no more of it", async () => {
    const total = Number(invoice(0.7)) + 300;
    await say("ada", `closing: ${hours()} h, $${total}`);
    const whole = (await offerOf(await planAnew()))?.paid;
    const said = plain(await say("ada", "clôture : dont 300 $ de stockage", { locale: "fr" }));
    expect(said).not.toContain("Toute la facture");
    const paid = (await offerOf(await planAnew()))?.paid;
    expect(paid).toMatchObject({ whole: false, rentals: 1 });
    expect(paid?.perGpuHour).toBeLessThan(whole?.perGpuHour ?? 0);
  });

  it("that included tax is taken without it, at the rate that was said", async () => {
    const gross = (perHour() * hours() * 0.7 * 1.2).toFixed(0);
    expect(plain(await say("ada", `closing: ${hours()} h, $${gross} incl. 20 % VAT`))).toContain("Tax of 20 % was taken off.");
    expect((await offerOf(await planAnew()))?.paid?.perGpuHour).toBeCloseTo((perHour() * 0.7) / 2, 2);
  }); // prettier-ignore

  it.each(["bo", "ada"])(
    "is withdrawn by its author or somebody who does not own the plan: %s",
    async (by) => {
      await say("ada", `closing: ${hours()} h, $${invoice(0.7)}`);
      await say(by, "withdraw the corrections");
      expect(await standing()).toEqual([]);
      expect((await offerOf(await planAnew()))?.paid).toBeUndefined();
    },
  );

  it("is taken back alone, while what the hours taught stays", async () => {
    const told = (hours() * 1.4).toFixed(0);
    await say("ada", `closing: ${told} h, $${invoice(0.9)}`);
    expect(plain(await say("bo", "retire le prix payé", { locale: "fr" }))).toMatch(/Résultat 2, prix payé, .+Comptent encore de ce plan :.+Résultat 1, heures de location/su);
    expect(await standing()).toEqual([]);
    expect((await offerOf(await planAnew()))?.paid).toBeUndefined();
  }); // prettier-ignore

  it.each([
    ["see it without the corrections", "en", /Cost: .+ with, .+ without\.[\s\S]*per GPU-hour, /u],
    ["voir sans le prix payé", "fr", /Coût : .+ avec, .+ sans\.[\s\S]*par heure-carte, /u],
  ] as const)(
    "%j shows anybody the plan at listed prices, and changes nothing",
    async (text, locale, words) => {
      await say("ada", `closing: ${hours()} h, $${invoice(0.7)}`);
      const place = { channel: "C3", threadTs: "3.3" };
      await office.say("dee", sentence, { ...place, mentioned: true });
      expect(plain(await say("cy", text, { ...place, locale }))).toMatch(words);
      expect(await standing()).toHaveLength(1);
    },
  );

  it.each([
    ["what have we paid for H100?", "en", true],
    ["how much did we pay for H100 so far?", "en", true],
    ["what did we pay for MI300X?", "en", false],
    ["combien a-t-on payé pour H100 ?", "fr", true],
    ["qu’a-t-on payé pour L40S ?", "fr", false],
    ["on a payé combien ?", "fr", true],
  ] as const)("%j finds it: %s %s", async (text, locale, found) => {
    const { provider } = first().best?.offer ?? { provider: "" };
    await say("ada", `closing: ${hours()} h, $${invoice(0.7)}`);
    for (const place of [thread, { channel: "C7", threadTs: null, mentioned: true }]) {
      const said = plain(await office.say("cy", text, { ...place, locale }));
      const words = locale === "fr" ? "par heure-carte, " : "per GPU-hour, ";
      if (found) expect(said).toContain(words);
      else expect(said).toMatch(/No closed rental|Aucune location close/u);
    }
    expect(plain(await office.say("cy", `what have we paid for H100 at ${provider}?`, thread))).toContain("per GPU-hour, ");
    expect(plain(await office.say("cy", text, { ...thread, workspace: "T2", locale }))).not.toMatch(/per GPU-hour, |par heure-carte, /u);
  }); // prettier-ignore

  it.each([
    ["closing: %h h, $%i", "en"],
    ["clôture : %h h, %i $", "fr"],
  ] as const)("%j reads well", async (text, locale) => {
    const told = text.replace("%h", String(hours() + 20)).replace("%i", invoice(0.7));
    expect(wordsOf(await say("ada", told, { locale }))).toMatchSnapshot();
  });

  it.each([
    ["closing: 20 h, 1,900 $", "en", /^Hours and invoice cannot be of one rental of this plan: \$47\.50 excl\. VAT per GPU-hour, where \$\d\.\d\d excl\. VAT was planned\./u],
    ["clôture : 20 h, 1 900 $", "fr", /^Les heures et la facture ne peuvent pas être d’une même location de ce plan : .+ par heure-carte, pour .+ prévus\./u],
    ["clôture : 20 h, 144 $ TTC", "fr", /^Le montant est TTC/u],
    ["closing: 90,000 h", "en", /^That is more than ten times/u],
  ] as const)("%j is refused with its figures, and changes nothing", async (text, locale, words) => {
    expect(plain(await say("ada", text, { locale }))).toMatch(words);
    expect((await office.store.plans.get("T1", record.id))?.progress.closing).toBeNull();
    expect(await standing()).toEqual([]);
  }); // prettier-ignore
});
