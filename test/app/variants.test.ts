import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { renderReply } from "../../blocks/render-reply.ts";
import type { Outcome } from "../../src/app/conversation-port.ts";
import { openOffice, wordsOf as said, world, type Office } from "./office.ts";

const run = "llama 3.1 8b lora r16, 4k ctx, micro-batch 2, 2x h100, 200M tokens";
const thread = { threadTs: "10.1" };

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(async () => {
  await office.store.close();
});

async function adasPlan(): Promise<void> {
  const outcome = await office.say("ada", run, { mentioned: true });
  await office.store.plans.placed("T1", outcome.record?.id ?? "", { channel: "C1", headTs: "10.1" });
}

const view = { lookup: world.lookup, showAmounts: true, followUps: "listen", timeZone: null } as const;
const pressable = ({ reply }: Outcome): string => JSON.stringify(renderReply(reply, view));

describe("a what-if of a colleague", () => {
  it("names all that a what-if on a what-if changes, and goes back to the first one in its author's language", async () => {
    await adasPlan();
    const camille = (text: string) => office.say("camille", text, { ...thread, locale: "fr" });
    const first = await camille("et si on passait en 16k ?");
    const toSixteen = { field: "sequenceLength", from: 4096, to: 16_384 };
    const toFewer = { field: "data.tokens", from: 200_000_000, to: 100_000_000 };
    expect(first.reply).toMatchObject({ language: "fr", ref: { variant: { differs: [toSixteen] } } });
    const second = await camille("mets 100M de jetons");
    expect(second.reply).toMatchObject({
      changes: [toFewer],
      ref: { variant: { basedOn: 1, differs: [toSixteen, toFewer] } },
    });
    expect(said(second)).toMatch(/en tout par rapport à la rév. 1\s: longueur de séquence .*, jetons/u);
    await office.say("ada", "rank 32", thread);
    const third = await camille("micro-batch 1");
    expect(third.reply).toMatchObject({ ref: { variant: { basedOn: 1 } } });
    await camille("annule");

    const back = await camille("annule");
    expect(back.reply).toMatchObject({
      language: "fr",
      undone: true,
      ref: { variant: { differs: [toSixteen] } },
    });
    expect(said(back)).toMatch(
      /Annulé\s: retour à votre variante \(longueur de séquence 4\s096 → 16\s384\)/u,
    );
    expect(pressable(back)).toContain("gp_adopt_variant");
    const gone = await camille("annule");
    expect(gone.reply).toMatchObject({ language: "fr", undone: true, ref: { revision: 2 } });
    expect(said(gone)).toMatch(/Annulé\s: retour à la rév. 2\./u);
    expect(pressable(gone)).not.toContain("gp_adopt_variant");
  });

  it.each([
    ["a French word in an English thread, from a French person", "annule", "fr", "fr"],
    ["no word at all, from a French person in an English thread", "16k", "fr", "fr"],
    ["an English sentence from the same person", "what if we make it 16k with rank 8?", "fr", "en"],
    ["no word at all, from somebody whose language is not known", "16k", null, "en"],
  ] as const)("answers a colleague in their language: %s", async (_, text, locale, language) => {
    await adasPlan();
    const outcome = await office.say("camille", text, { ...thread, locale });
    expect(outcome.reply.language).toBe(language);
  });
});
