import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { languages } from "../../src/domain/conversation.ts";
import { regionWords } from "../../src/i18n/region-words.ts";

const { areas, groups } = parse(readFileSync("catalog/regions.yaml", "utf8")) as {
  areas: Record<string, string>;
  groups: Record<string, string[]>;
};

describe("regions", () => {
  it.each(languages)("of the catalogue all have a name in %s", (language) => {
    for (const area of [...Object.keys(areas), ...Object.keys(groups)]) {
      const name = regionWords(area, language);
      expect(name, area).toMatch(/^\p{L}.{3,}/u);
      expect(name, area).not.toBe(area);
    }
  });

  it("says countries as the reader does, and leaves a provider's own region alone", () => {
    expect([regionWords("us", "fr"), regionWords("uk", "en"), regionWords("eu-west-1", "fr")]).toEqual([
      "États-Unis",
      "United Kingdom",
      "eu-west-1",
    ]);
  });
});
