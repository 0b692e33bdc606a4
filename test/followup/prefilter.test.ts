import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { applyRules, startDraft, type Draft, type Rule } from "../../src/followup/draft.ts";
import { anyDigit } from "../../src/followup/literal-clauses.ts";
import { necessaryLiterals } from "../../src/followup/necessary-literals.ts";
import { fold, normalize } from "../../src/followup/normalize.ts";
import { gramsOf, matches, mayMatch, type Finder } from "../../src/followup/prefilter.ts";
import { readNames } from "../../src/followup/read-names.ts";
import { readingContext, threadSpec } from "../support/followup-world.ts";
import { messages } from "../support/fuzz.ts";

/** Every string of the corpora and of the samples of logs, however deep, and mutations of some. */
const strings = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
};
const here = import.meta.dirname;
const texts = ["../corpus", "../readings/samples"]
  .map((folder) => join(here, folder))
  .flatMap((folder) => readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8")))
  .flatMap((file) => strings(parse(file)))
  .filter((text) => text.length > 8)
  .map((text) => text.slice(0, 1500))
  .concat(messages(500, 7));

/** Every pattern and every list of rules that a module of the room exports. */
const folder = join(here, "../../src/followup");
const exported = await Promise.all(
  readdirSync(folder).map(async (name) =>
    Object.values((await import(join(folder, name))) as Readonly<Record<string, unknown>>),
  ),
);
const patternsOf = (value: unknown): readonly RegExp[] => {
  if (value instanceof RegExp) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(patternsOf) : [];
};
const patterns = [...new Set(exported.flat().flatMap(patternsOf))];
const isRule = (value: unknown): value is Rule => typeof value === "object" && value !== null && "pattern" in value && "read" in value; // prettier-ignore
const families = exported
  .flat()
  .filter(
    (value): value is readonly Rule[] => Array.isArray(value) && value.length > 0 && value.every(isRule),
  );

describe("what a pattern cannot match without", () => {
  it.each([
    ["h100|h200", [["h100", "h200"]]],
    ["gpus?", [["gpu"]]],
    ["(?:a|the )?card(?:s|(?= of))", [["card"]]],
    ["(?<n>\\d+)gb", [["#gb"]]],
    ["[2-9] ?(?:gb|g)(?!\\w)", [["#g", "# g"]]],
    [
      "\\d\\s*(?:x|fois)",
      [
        ["#x", "# x", "  x", "#fois", "# fois", "  fois"],
        ["#x", "# x", "#  ", "#fois", "# fois"],
      ],
    ],
    ["(?<!no )spot", [["spot"]]],
    ["spot(?= (?:ok|fine))", [[" ok", " fine"], ["spot"]]],
    ["[kK]?g", [["g"]]],
    ["x{2,3}", [["xx"]]],
    ["(?:lora|.*)", []],
    ["\\w+", []],
    ["(?:lora)*", []],
    ["\\u00A7+ [^x] is", [[" is"], ["\u00A7 "]]],
    ["(a)\\1\\/b", [["/b"], ["a"]]],
    ["no \\w+ spot", [["no "], [" spot"]]],
    ["[\\d;]+[a-z]\\b", []],
    ["[1-9]\\s?[kK]\\b", [["#k", "#K", "# k", "# K"]]],
  ])("is read off its source: %s", (source, clauses) => {
    const found = necessaryLiterals(new RegExp(source, "u"));
    const shown = found.map((clause) => clause.map((one) => one.replaceAll(anyDigit, "#")));
    expect(new Set(shown.map((clause) => [...clause].sort().join("|")))).toEqual(
      new Set(clauses.map((clause) => [...clause].sort().join("|"))),
    );
  });

  it("is in lower case where case does not count", () => {
    expect(necessaryLiterals(/H100|Bearer\s/iu)).toEqual([["h100", "bearer "]]);
  });

  it("is known of nearly every pattern of the room", () => {
    expect(patterns.length).toBeGreaterThan(200);
    const unknown = patterns.filter((pattern) => necessaryLiterals(pattern).length === 0);
    expect(unknown.length).toBeLessThan(patterns.length / 20);
  });
});

describe("no pattern is passed over that would have matched", () => {
  it("of any pattern, in any text", () => {
    const piece = fc.constantFrom("a", "b", "ab", "BA", "1", "12", "\\d", "\\w", "\\s", ".", "[ab]", "[^a]", "[a-b1]", "[1-3]", "[\\d.]", "[\\s\\d]", " ", "\\b", "^", "$", "\u00A7", "é", "\\u00E9", "\\."); // prettier-ignore
    const quantifier = fc.constantFrom("", "", "", "?", "*", "+", "{2}", "{1,}", "{0,2}", "+?", "??");
    const { source } = fc.letrec<{ source: string; term: string; sequence: string }>((tie) => ({
      source: fc.array(tie("sequence"), { minLength: 1, maxLength: 3 }).map((all) => all.join("|")),
      sequence: fc.array(tie("term"), { minLength: 0, maxLength: 4 }).map((all) => all.join("")),
      term: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        piece,
        fc.tuple(fc.constantFrom("(?:", "("), tie("source"), quantifier).map(([open, inner, times]) => `${open}${inner})${times}`), // prettier-ignore
        fc.tuple(fc.constantFrom("(?=", "(?!", "(?<=", "(?<!"), tie("source")).map(([open, inner]) => `${open}${inner})`), // prettier-ignore
        fc.tuple(piece.filter((one) => !/^(?:\\b|\^|\$)$/u.test(one)), quantifier).map(([one, times]) => (one.length === 2 && !one.startsWith("\\") ? `(?:${one})` : one) + times), // prettier-ignore
      ),
    }));
    const text = fc.string({
      unit: fc.constantFrom("a", "B", "b", "1", "2", " ", "\n", "\u00A0", "\u00A7", "é", "É", "."),
      maxLength: 8,
    });
    let matched = 0;
    fc.assert(
      fc.property(source, text, fc.constantFrom("u", "iu"), (pattern, words, flags) => {
        const compiled = new RegExp(pattern, flags);
        if (!compiled.test(words)) return true;
        matched += 1;
        return matches(compiled, words);
      }),
      { seed: 11, numRuns: 6000 },
    );
    expect(matched).toBeGreaterThan(1000);
  }, 120_000);

  it("of the room's own, in every text of the corpora", () => {
    for (const text of texts) {
      const folded = fold(normalize(text).text);
      const grams = gramsOf(folded);
      for (const pattern of patterns) {
        if (mayMatch(pattern, grams)) continue;
        pattern.lastIndex = 0;
        if (pattern.test(folded)) expect.fail(`${pattern.source} matches ${text}`);
      }
    }
  }, 120_000);

  it("so that the rules read the same with it and without", () => {
    const always = ({ pattern, read }: Rule): Rule => {
      const finder: Finder = {
        get lastIndex() { return pattern.lastIndex; },
        set lastIndex(at) { pattern.lastIndex = at; },
        exec: (text) => pattern.exec(text),
      }; // prettier-ignore
      return { pattern: finder, read };
    };
    const plain = families.map((rules) => rules.map(always));
    const readBy = (all: readonly (readonly Rule[])[], text: string, index: number): Draft => {
      const draft = startDraft(normalize(text), "en", readingContext(index % 2 === 0 ? null : threadSpec));
      readNames(draft);
      for (const rules of all) applyRules(draft, rules);
      return draft;
    };
    for (const [index, text] of texts.entries()) {
      const { grams: _with, ...filtered } = readBy(families, text, index);
      const { grams: _without, ...tried } = readBy(plain, text, index);
      expect(filtered).toEqual(tried);
    }
  }, 240_000);
});
