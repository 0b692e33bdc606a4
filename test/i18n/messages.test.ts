import { describe, expect, it } from "vitest";
import { caveatCodes, premiseCodes } from "../../src/domain/caveat.ts";
import { languages } from "../../src/domain/conversation.ts";
import { words } from "../../src/i18n/messages.ts";
import { everySentence } from "./every-sentence.ts";

const sentences = { en: everySentence(words("en")), fr: everySentence(words("fr")) };

/** Terms of the vocabulary's "Avoid" column and calques: never printed. */
const avoided = [
  "peaufinage", "mise au point", "from scratch", "apprentissage", "desserte", "jeton textuel", "lexème", "fournée",
  "lot efficace", "rétropasse", "réchauffement", "emballage", "rembourrage", "quantization", "précision mélangée",
  "ordonnancement", "carte graphique", "puce", "mémoire vidéo", "pondération", "surcharge", "surtête", "hors mémoire",
  "délestage", "mémoire hôtesse", "antémémoire", "mutualiser", "pooler", "grand pool", "éclatement", "tessons",
  "reliure", "ligne de base", "évidence", "assomption", "présomption", "mise en garde", "caveat", "avertissement",
  "infirmé", "inconclusif", "hasardeux", "étalonnage", "rendement", "passer outre", "empilement", "opérateurs supportés",
  "GPU heure", "ponctuel", "ligne de mort", "date butoir", "fenêtre d’allocation", "égression", "téléversement",
  "gratter", "brouillon local", "point d’équilibre", "dépenses capitales", "procurement", "discussion", "éphémère",
  "défaire", "propriétaire", "handover", "valideur", "relance", "digest", "basé sur", "supporter", "éventuellement",
  "consistant", "librairie", "digital", "malheureusement", "scaler", "point de contrôle de gradient", "pool ",
  "collectifs", "sommet", "limite basse", "espace de tête", "convient", "s’adapte", "votre GPU", "les GPU",
]; // prettier-ignore

const englishWords =
  /(?<![\p{L}-])(?:the|your|with|not|and|this|card|cards|memory|price|fits|step|steps|batch|token|tokens)(?![\p{L}-])/iu;

describe("words", () => {
  it("says the same things in every language", () => {
    expect([...sentences.fr.keys()]).toEqual([...sentences.en.keys()]);
    expect(sentences.en.size).toBeGreaterThan(400);
  });

  it.each(languages)("leaves no sentence empty or broken in %s", (language) => {
    for (const [path, sentence] of sentences[language]) {
      expect(sentence, path).not.toMatch(/undefined|\[object|NaN|null/u);
      expect(sentence.trim(), path).not.toBe("");
    }
  });

  it.each(languages)("fills in every argument it takes in %s", (language) => {
    const other = language === "en" ? "fr" : "en";
    const arguments_ = (text: string | undefined): string[] =>
      [...(text ?? "").matchAll(/\{\d\}/gu)].map((m) => m[0]).sort();
    for (const [path, sentence] of sentences[language]) {
      expect(new Set(arguments_(sentence)), path).toEqual(new Set(arguments_(sentences[other].get(path))));
    }
  });

  it.each(languages)(
    "has a short form of at most 60 characters and a full one for every caveat in %s",
    (language) => {
      for (const code of caveatCodes) {
        for (const params of [
          {},
          { gpus: 64, tier: "community", ageDays: 365, part: "x".repeat(80), card: "H100 SXM5" },
        ]) {
          const { short, full } = words(language).caveats[code];
          expect(short(params).length, `${code}: ${short(params)}`).toBeLessThanOrEqual(60);
          expect(full(params), code).toMatch(/[.!]$/u);
          expect(full(params), code).not.toMatch(/undefined|null|NaN/u);
        }
      }
      for (const code of premiseCodes)
        expect(words(language).premises[code]({})).not.toMatch(/undefined|null|NaN/u);
    },
  );

  it.each(languages)("reads well as a whole in %s", async (language) => {
    const lines = [...sentences[language]].map(([path, sentence]) => `- \`${path}\` ${sentence}`);
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`./${language}.snapshot.md`);
  });
});

describe("French", () => {
  it.each(avoided)("never prints « %s »", (term) => {
    const using = [...sentences.fr].filter(([, sentence]) =>
      sentence.toLowerCase().replaceAll("taux d’apprentissage", "").includes(term.toLowerCase()),
    );
    expect(using).toEqual([]);
  });

  it("holds no English sentence", () => {
    for (const [path, sentence] of sentences.fr) {
      if (path.startsWith("fields.values") || path.startsWith("caveats.gated")) continue;
      expect(sentence.replaceAll(/`[^`]*`/gu, ""), path).not.toMatch(englishWords);
    }
  });

  it("is typeset: no plain space before high signs, no straight apostrophe, spaces inside « »", () => {
    for (const [path, sentence] of sentences.fr) {
      expect(sentence, path).not.toMatch(/ [:;!?»]|« |\p{L}'\p{L}/u);
      expect(sentence, path).not.toMatch(/\d (?:Gio|Go|%|€)/u);
    }
  });

  it("calls cards feminine", () => {
    for (const [path, sentence] of sentences.fr)
      expect(sentence, path).not.toMatch(/\b(?:le|un|du) (?:A100|H100|H200|MI300X|L40S)/u);
  });
});
