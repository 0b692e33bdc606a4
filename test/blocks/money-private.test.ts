import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainText } from "../../blocks/plain-text.ts";
import { openOffice, world, type Office } from "../app/office.ts";

/** A cap and contract prices are told in a direct message, and to nobody else. */
let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => {
  await office.store.close();
});

const run = "llama 3.1 70b full, 2B tokens, under 4321 €, 8x H100";
const asked: readonly (readonly [string, string, RegExp])[] = [
  ["en", "what can I get for 4321 € by Friday?", /4,?321|4.321/u],
  ["en", "the card costs 23,456 €", /23,?456/u],
  ["en", "electricity 0.37 €/kWh", /0\.37/u],
  ["fr", "hébergement 7 654 € par mois", /7.?654/u],
];
let threads = 0;

describe("an amount that somebody stated", () => {
  it.each(asked)("%s: %s", async (locale, text, amount) => {
    const place = { threadTs: `money-${(threads += 1)}.0`, locale: locale as "en" | "fr" } as const;
    await office.say("ada", run, { ...place, mentioned: true });
    const { reply } = await office.say("ada", text, { ...place, mentioned: true });
    const view = { lookup: world.lookup, followUps: "listen", timeZone: null } as const;
    expect(plainText(reply, { ...view, showAmounts: false })).not.toMatch(amount);
    const rent = await office.say("ada", "rent or buy?", { ...place, mentioned: true });
    expect(plainText(rent.reply, { ...view, showAmounts: false })).not.toMatch(amount);
  });
});
