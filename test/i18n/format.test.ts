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
    [en.money(26.4, "EUR"), "€26~excl. VAT"],
    [french.money(26.4, "EUR"), "26~€~HT"],
    [french.money(1.72, "USD"), "1,72~$~HT"],
    [en.money(300, "CHF"), "CHF 300~excl. VAT"],
    [french.moneyRange(range(20, 26, 38), "EUR"), "≈~26~€~HT (20~à~38)"],
    [en.hours(24), "24~h"],
    [french.hours(1.5), "1~h~30"],
    [en.hours(1.5), "1~h~30~min"],
    [french.hours(1 / 3), "20~min"],
    [french.hours(0.001), "moins d’une~min"],
    [en.hours(240), "10~days"],
    [french.hoursRange(range(18, 24, 35)), "≈~24~h (18~à~35)"],
    [en.hoursRange(range(0.5, 1, 3)), "≈~1~h (30~min to 3~h)"],
    [en.percent(0.12), "12%"],
    [french.percent(0.3), "30~%"],
    [en.tokens(2e8), "200~M tokens"],
    [french.tokens(1.5e9), "1,5~Md de jetons"],
    [en.date("2026-11-28"), "28 Nov"],
    [french.date("2026-11-28", { year: true }), "28 nov. 2026"],
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
