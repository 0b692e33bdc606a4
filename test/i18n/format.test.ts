import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { format } from "../../src/i18n/format.ts";
import { fr, of, typeset } from "../../src/i18n/fr/typography.ts";
import { range } from "../../src/units/range.ts";

const en = format("en");
const french = format("fr");
/** No-break spaces written as they are read in a diff: U+00A0 as ~, U+202F as ^. */
const visible = (text: string): string => text.replaceAll("\u00A0", "~").replaceAll("\u202F", "^");

describe("numbers as words", () => {
  it.each([
    [en.gibRange(range(29, 33.2, 38)), "≈~33 GiB (29 to 38)"],
    [french.gibRange(range(29, 33.2, 38)), "≈~33~Gio (29~à~38)"],
    [en.gib(1234.5), "1,235 GiB"],
    [french.gib(1234.5), "1^235~Gio"],
    [french.rough(4.25), "4,3"],
    [en.rough(0.0421), "0.042"],
    [en.gb(48), "48 GB"],
    [french.gb(48), "48~Go"],
    [en.money(26.4, "EUR"), "€26.40~excl. VAT"],
    [french.money(26.4, "EUR"), "26,40~€~HT"],
    [french.money(1.72, "USD"), "1,72~$~HT"],
    [en.money(300, "CHF"), "CHF 300~excl. VAT"],
    [french.moneyRange(range(20, 26, 38), "EUR"), "≈~26~€~HT (20~à~38)"],
    [en.moneyRange(range(0.819, 1.694, 4.404), "EUR"), "≈~€1.7~excl. VAT (0.82 to 4.4)"],
    [french.moneyRange(range(0.004, 0.02, 0.4), "EUR"), "moins de~1~€~HT"],
    [en.moneyRange(range(0, 0.0001, 0.0002), "USD"), "less than~$1~excl. VAT"],
    [french.moneyRange(range(0.2, 0.4, 1.74), "EUR"), "≈~0,4~€~HT (0,2~à~1,7)"],
    [en.priceRange(range(0.23, 0.358, 0.651), "USD"), "≈~$0.36~excl. VAT (0.23 to 0.65)"],
    [french.moneyAbout(0.2, "EUR"), "moins de~1~€~HT"],
    [french.moneyAbout(7.79, "EUR"), "7,8~€~HT"],
    [en.money(12.5, "EUR"), "€12.50~excl. VAT"],
    [en.money(1300.4, "EUR"), "€1,300~excl. VAT"],
    [en.hours(24), "24~h"],
    [french.hours(1.5), "1~h~30"],
    [en.hours(1.5), "1~h~30~min"],
    [french.hours(1 / 3), "20~min"],
    [french.hours(0.001), "moins d’une~min"],
    [en.hours(240), "10~days"],
    [french.hoursRange(range(18, 24, 35)), "≈~24~h (18~à~35)"],
    [en.hoursRange(range(0.5, 1, 3)), "≈~1~h (0.5 to 3)"],
    [en.hoursRange(range(2.5, 4.5, 9)), "≈~4.5~h (2.5 to 9)"],
    [french.hoursRange(range(1 / 3, 0.8, 2.5)), "≈~50~min (20~à~150)"],
    [french.hoursRange(range(0.4, 0.9, 3.4)), "≈~0,9~h (0,4~à~3,4)"],
    [en.hoursRange(range(41, 73, 160)), "≈~73~h (41 to 160)"],
    [french.hoursRange(range(75, 110, 228)), "≈~4,6~jours (3,1~à~9,5)"],
    [en.hoursRange(range(0, 0.001, 0.1)), "under 1~min"],
    [en.percent(0.12), "12%"],
    [french.percent(0.3), "30~%"],
    [en.tokens(2e8), "200~M tokens"],
    [french.tokens(1.5e9), "1,5~Md de jetons"],
    [en.tokensPerDay(range(477e6, 799e6, 1133e6)), "≈~799~M tokens per day (477 to 1,133)"],
    [french.tokensPerDay(range(9e8, 1.2e9, 1.9e9)), "≈~1,2~Md de jetons par jour (0,9~à~1,9)"],
    [en.date("2026-11-28"), "28 Nov"],
    [french.date("2026-11-28", { year: true }), "28 nov. 2026"],
    [french.date("2026-12-01", { year: true }), "1er déc. 2026"],
    [french.date("2026-12-21"), "21 déc."],
    [french.date("2026-12-01T17:00:00Z", { time: true }), "mar. 1er déc. à 17:00 UTC"],
    [
      french.date("2026-12-04T17:00:00Z", { time: true, timeZone: "Europe/Paris" }),
      "ven. 4 déc. à 18:00 UTC+1",
    ],
    [en.date("2026-12-04T17:00:00Z", { time: true, timeZone: "Not/AZone" }), "Fri 4 Dec, 17:00 UTC"],
    [french.list(["a", "b", "c"]), "a, b et c"],
  ])("%s", (said, expected) => {
    expect(visible(said)).toBe(expected);
  });

  it.each([Number.NaN, Infinity, -Infinity])("says that %s is unknown, never zero", (n) => {
    for (const say of [en.gib, en.gb, en.hours, en.percent, en.tokens, (x: number) => en.money(x, "EUR")]) {
      expect(say(n)).toBe("unknown");
    }
    expect(french.gib(n)).toBe("inconnu");
  });

  it("has an answer for any date", () => {
    expect(en.date("soon")).toBe("unknown");
  });

  it("keeps every figure short, whatever its size", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e300, noNaN: true }), (n) => {
        for (const f of [en, french]) {
          expect(f.gib(n).length).toBeLessThan(24);
          expect(f.money(n, "EUR").length).toBeLessThan(34);
          expect(f.hours(n).length).toBeLessThan(26);
        }
      }),
    );
  });

  it("writes French with a decimal comma and no plain space inside a number", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (n) => {
        expect(french.number(n, 2)).toMatch(/^[\d\u202F]+(?:,\d+)?$/u);
      }),
    );
  });
});

describe("French typography", () => {
  it("typesets what is written, not what is filled in", () => {
    expect(visible(fr`Lu : « ${"l'été : 3 Go"} » ; d'accord ?`)).toBe("Lu~: «~l'été : 3 Go~»^; d’accord^?");
    expect(visible(typeset("30 % de 24 h, 2 × 3, ≈ 4 Gio"))).toBe("30~% de 24~h, 2~×~3, ≈~4~Gio");
  });

  it.each([
    ["poids", "de poids"],
    ["activations", "d’activations"],
    ["état de l’optimiseur", "d’état de l’optimiseur"],
  ])("elides before %s", (noun, expected) => {
    expect(of(noun)).toBe(expected);
  });
});
