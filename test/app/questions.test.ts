import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainText } from "../../blocks/plain-text.ts";
import type { Language } from "../../src/domain/conversation.ts";
import { openOffice, world, type Office } from "./office.ts";

/** A question about a plan, or about the trade in general, is answered and changes nothing. */
let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => {
  await office.store.close();
});

const runs: Readonly<Record<Language, string>> = {
  en: "llama 3.1 8b lora r16, 4k ctx, 200M tokens, under 300 €",
  fr: "llama 3.1 8b lora r16, séquences de 4k, 200 M de jetons, moins de 300 €",
};
const view = { lookup: world.lookup, showAmounts: true, followUps: "listen", timeZone: null } as const;
let threads = 0;

async function asked(
  language: Language,
  text: string,
  mentioned = false,
): Promise<{ about: string; first: string; words: string; revisions: number }> {
  const threadTs = `${(threads += 1)}.0`;
  const place = { threadTs, locale: language } as const;
  await office.say("ada", runs[language], { ...place, mentioned: true });
  const { reply, record } = await office.say("ada", text, { ...place, mentioned });
  const words = plainText(reply, view);
  return {
    about: reply.kind === "answer" ? reply.answer.about : reply.kind,
    first: words.split("\n")[0] ?? "",
    words,
    revisions: record?.revisions.length ?? 0,
  };
}

const figures = /\d/u;

describe("questions about the plan", () => {
  it.each<[Language, string, string, RegExp]>([
    ["en", "why not spot?", "would-change", /^With spot/u],
    ["fr", "pourquoi pas en spot ?", "would-change", /^Avec spot/u],
    ["en", "why not on AWS?", "would-change", /^With providers/u],
    ["fr", "pourquoi pas chez AWS ?", "would-change", /^Avec fournisseurs/u],
    ["en", "why not AMD?", "would-change", /^With platforms/u],
    ["en", "why don't we use QLoRA?", "would-change", /^With QLoRA/u],
    ["fr", "pourquoi pas QLoRA ?", "would-change", /^Avec QLoRA/u],
    ["en", "why not two GPUs?", "would-change", /^With 2/u],
    ["en", "should we use ZeRO-3?", "would-change", /^With ZeRO-3/u],
    ["fr", "faut-il passer en QLoRA ?", "would-change", /^Avec QLoRA/u],
    ["en", "why not LoRA?", "unchanged", /nothing changes/u],
    ["en", "why not the MI300X?", "why-not", /./u],
    ["en", "why this card?", "why-this", figures],
    ["fr", "pourquoi une seule carte ?", "why-this", figures],
    ["en", "which assumptions did you take?", "assumptions", /^Taken by default: .*AdamW/u],
    ["fr", "quelles hypothèses as-tu prises ?", "assumptions", /^Retenu par défaut.*AdamW/u],
    ["en", "what is the batch size?", "assumptions", /./u],
    ["en", "how many tokens per second?", "speed", /tokens\/s per GPU, .* in total/u],
    ["fr", "quel est le débit ?", "speed", /jetons\/s par carte, .* au total/u],
    ["en", "what's the MFU?", "speed", figures],
    ["en", "how much host RAM do we need?", "host", /RAM.*disk/u],
    ["fr", "combien de disque ?", "host", /RAM.*disque/u],
    ["en", "what does it cost per hour?", "cost", /per hour/u],
    ["fr", "combien de l'heure ?", "cost", /par heure/u],
    ["en", "how much per month?", "cost", /a month/u],
    ["en", "what is the monthly rent?", "cost", /a month/u],
    ["fr", "combien ça coûte par mois ?", "cost", /par mois/u],
    ["fr", "combien par semaine ?", "cost", /par semaine/u],
    ["en", "how much is it a day?", "cost", /a day/u],
    ["en", "cost per epoch?", "cost", /per epoch/u],
    ["en", "price per million tokens?", "cost", /per million/u],
    ["fr", "combien par million de jetons ?", "cost", /par million/u],
    ["en", "how much is a GPU-hour?", "cost", /./u],
    ["en", "where does the price come from?", "source", /^Price: /u],
    ["fr", "d'où vient le prix ?", "source", /^Prix/u],
    ["en", "is that per GPU or total?", "memory", /per card/u],
    ["en", "how sure are you?", "certainty", figures],
    ["en", "when will it be finished?", "time", figures],
    ["fr", "et si ça ne tient pas ?", "if-it-does-not-fit", /./u],
  ])("%s: %s", async (language, text, about, first) => {
    const said = await asked(language, text);
    expect([said.about, said.revisions]).toEqual([about, 1]);
    expect(said.first).toMatch(first);
  });

  it("a compared change gives the difference in figures and says that the plan stands", async () => {
    const { words } = await asked("en", "why not QLoRA?");
    expect(words).toMatch(/Memory per card: .*GiB → .*GiB/u);
    expect(words).toMatch(/plan unchanged \(rev\. 1\)/u);
  });
});

describe("questions in general", () => {
  it.each<[Language, string, RegExp]>([
    ["en", "is ROCm ready for this?", /by version/u],
    ["fr", "ROCm est prêt pour ça ?", /par version/u],
    ["en", "what is ZeRO-3?", /ZeRO-3 also the weights/u],
    ["fr", "c'est quoi ZeRO-3 ?", /ZeRO-3 aussi les poids/u],
    ["en", "what's a KV cache?", /keys and values/u],
    ["fr", "à quoi sert l'accumulation de gradients ?", /micro-lots/u],
    ["en", "is flash attention faster?", /sequence × sequence/u],
    ["en", "does LoRA rank matter?", /adapters/u],
    ["en", "how does gradient checkpointing work?", /recomputes/u],
    ["en", "should we buy or rent?", /^Rent: owning /u],
    ["fr", "on achète ou on loue ?", /^Louer\s: posséder /u],
    ["en", "is bf16 better than fp16?", /overflow/u],
  ])("%s: %s", async (language, text, words) => {
    const said = await asked(language, text);
    expect(said.revisions).toBe(1);
    expect(said.words).toMatch(words);
  });

  it.each([
    ["en", "qwen2.5 14b full fine-tuning, 4k, 300M tokens", "rent or buy?", /h a month/u],
    ["fr", "qwen2.5 14b fine-tuning complet, 4k, 300M de jetons", "louer ou acheter ?", /h par mois/u],
  ] as const)("renting or buying is summed on the plan of its thread, whatever the run (%s)", async (locale, run, text, words) => {
    const place = { threadTs: `${(threads += 1)}.0`, locale } as const;
    await office.say("ada", run, { ...place, mentioned: true });
    const { reply } = await office.say("ada", text, { ...place, mentioned: true });
    expect(plainText(reply, view)).toMatch(words);
    expect(plainText(reply, view)).not.toMatch(/AdamW/u);
  }); // prettier-ignore

  it("a wrong belief in one is put right first", async () => {
    const { words, revisions } = await asked(
      "en",
      "is QLoRA always smaller than LoRA? qlora always takes less memory, no?",
    );
    expect(revisions).toBe(1);
    expect(words).toMatch(/^A small precision first: QLoRA shrinks the weights only/u);
  });

  it.each<[Language, string]>([
    ["en", "what if we have 3 days?"],
    ["en", "what about 8k?"],
    ["en", "qlora instead"],
    ["fr", "et en 8k ?"],
  ])("a wish is no question in general (%s): %s", async (language, text) => {
    const said = await asked(language, text);
    expect([said.about, said.revisions]).toEqual(["change", 2]);
  });

  it.each<[Language, string]>([
    ["en", "what is the wifi password of the big room?"],
    ["en", "is lunch ready?"],
    ["en", "has anyone seen the H100 box this morning?"],
    ["fr", "quelqu'un a vu la H100 ce matin ?"],
    ["fr", "c'est quoi le menu ?"],
    ["fr", "la salle est prête ?"],
  ])("colleagues' own questions are left to them (%s): %s", async (language, text) => {
    expect((await asked(language, text)).about).toBe("silence");
  });

  it("what we are asked by name and cannot answer is said plainly", async () => {
    const { words } = await asked("en", "what will GPUs cost in five years?", true);
    expect(words.trim()).not.toBe("");
  });
});
