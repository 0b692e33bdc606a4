import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOffice, wordsOf, type Office } from "./office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => {
  await office.store.close();
});

const first = {
  en: "llama 3.1 8b lora, 4k ctx, 100M tokens",
  fr: "llama 3.1 8b lora, séquences de 4k, 100 M de jetons",
} as const;

describe("a card ruled out in a thread", () => {
  it.each([
    ["en", "not the L40S", "why not the L40S?", "undo", /^You ruled the L40S out/u, /without L40S/u],
    ["fr", "surtout pas de L40S", "pourquoi pas la L40S ?", "annule", /^Vous avez exclu la L40S/u, /sans L40S/u],
  ] as const)("%s: is said, explained with its figures, and undone", async (locale, refuse, why, undo, ruledOut, said) => {
    const place = { threadTs: `excluded-${locale}`, locale } as const;
    await office.say("ada", first[locale], { ...place, mentioned: true });
    const refused = await office.say("ada", refuse, place);
    expect(wordsOf(refused)).toMatch(said);
    const asked = wordsOf(await office.say("ada", why, place));
    expect(asked).toMatch(ruledOut);
    expect(asked).toMatch(/\d+\sGi[Bo]/u);
    await office.say("ada", undo, place);
    expect(wordsOf(await office.say("ada", why, place))).not.toMatch(ruledOut);
  });

  it.each([
    ["allowed again", "the L40S is fine again"],
    ["named", "use the L40S"],
    ["forgotten with all others", "forget the excluded cards"],
  ])("is in play once more when it is %s", async (how, text) => {
    const place = { threadTs: `back-${how}` } as const;
    await office.say("ada", first.en, { ...place, mentioned: true });
    await office.say("ada", "anything but the L40S", place);
    const { record } = await office.say("ada", text, place);
    expect(record?.revisions.at(-1)?.spec.limits?.excludedAccelerators).toBeUndefined();
  });

  it("grows by the next one, and lets go of the card it was bound to", async () => {
    const place = { threadTs: "grows" } as const;
    await office.say("ada", `${first.en}, on an L40S`, { ...place, mentioned: true });
    await office.say("ada", "no H100 please", place);
    const { record } = await office.say("ada", "and not the L40S either", place);
    const spec = record?.revisions.at(-1)?.spec;
    expect(spec?.limits?.excludedAccelerators).toEqual(["h100", "l40s"]);
    expect(spec?.accelerator).toBeUndefined();
  });
}); // prettier-ignore
