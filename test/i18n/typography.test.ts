import { describe, expect, it } from "vitest";
import { capitalCard, fr, of, plural, theCard } from "../../src/i18n/fr/typography.ts";

const visible = (text: string): string => text.replaceAll("\u00A0", "_").replaceAll("\u202F", "^");

describe("French typography", () => {
  it.each([
    ["0", "carte"],
    ["0,5", "carte"],
    ["1", "carte"],
    ["1,9", "carte"],
    ["2", "cartes"],
    ["1\u202F200", "cartes"],
    ["1 à 3", "cartes"],
  ])("%s is followed by %s", (figure, noun) => {
    expect(plural(figure, "carte", "cartes")).toBe(noun);
  });

  it.each([
    ["H100 SXM5", "la H100 SXM5", "La H100 SXM5"],
    ["A100 80 Go", "l’A100 80 Go", "L’A100 80 Go"],
    ["RTX A6000", "la RTX A6000", "La RTX A6000"],
    ["L40S", "la L40S", "La L40S"],
  ])("%s takes its article", (card, inside, first) => {
    expect([theCard(card), capitalCard(card)]).toEqual([inside, first]);
  });

  it("binds a unit to its figure, written or filled in, and to nothing else", () => {
    expect(visible(fr`${8} h, ${20} min, 64 Mo, ${2} TFLOP/s, 4 bits`)).toBe(
      "8_h, 20_min, 64_Mo, 2_TFLOP/s, 4_bits",
    );
    expect(visible(fr`${2} heures, ${3} modèles, 4 sources`)).toBe("2 heures, 3 modèles, 4 sources");
  });

  it("elides before a vowel", () => {
    expect([of("poids"), of("activations"), of("état")]).toEqual(["de poids", "d’activations", "d’état"]);
  });
});
