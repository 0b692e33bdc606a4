import { describe, expect, it } from "vitest";
import { catalogCheck } from "../../src/cli/catalog-check.ts";
import { catalogKinds, catalogList, catalogShow } from "../../src/cli/catalog-command.ts";
import type { World } from "../../src/domain/catalogue.ts";
import { catalogue, catalogueDir, lookup } from "./real-catalogue.ts";

const world: World = { catalogue, lookup, today: "2026-11-30" };
const en = { language: "en", json: false } as const;
const fr = { language: "fr", json: false } as const;
const json = { language: "en", json: true } as const;

describe("gpu-plan catalog", () => {
  it("check: no fault in the project's own files", async () => {
    expect(await catalogCheck(catalogueDir, en)).toMatchObject({
      exit: 0,
      lines: [expect.stringContaining("72 cards")],
    });
  });
  it("check: a folder that is none ends with 2", async () => {
    expect((await catalogCheck("/nowhere", en)).exit).toBe(2);
  });
  it.each(catalogKinds)("list %s: one a line, JSON parses, a query narrows", (kind) => {
    const all = catalogList(world, [kind], json);
    expect(all.lines.length).toBe(catalogue[kind].length);
    all.lines.forEach((line) => expect(() => JSON.parse(line) as unknown).not.toThrow());
    expect(catalogList(world, [kind, "mi300x"], en).lines.length).toBeLessThan(all.lines.length);
  });
  it.each([
    ["h100", /^h100-/u],
    ["llama 70b", /Llama/u],
    ["mi300x", /^mi300x/u],
  ])("list %s: without a kind, the cards and models it names", (query, line) => {
    const { exit, lines } = catalogList(world, query.split(" "), en);
    expect([exit, lines.length > 0]).toEqual([0, true]);
    expect(lines.every((one) => line.test(one))).toBe(true);
  });
  it.each([
    ["cartes", "accelerators"],
    ["modèles", "models"],
    ["prix", "offers"],
    ["gpus", "accelerators"],
  ] as const)("list %s: a kind in the words of either language", (typed, kind) => {
    expect(catalogList(world, [typed], en)).toEqual(catalogList(world, [kind], en));
  });
  it("list: what is nowhere is said, with the kinds there are", () => {
    const { exit, lines, words } = catalogList(world, ["zx81"], fr);
    expect([exit, lines]).toEqual([0, []]);
    expect(words.join(" ")).toMatch(/zx81.*accelerators, models, offers, sources/u);
  });
  it("show: a card with marks, conflicts and prices with their age, in both languages", () => {
    const english = catalogShow(world, "mi300x", en);
    const french = catalogShow(world, "mi300x", fr);
    expect(english.exit).toBe(0);
    expect(english.lines.join("\n")).toMatch(/read in a source[\s\S]*days old/);
    expect(french.lines.join("\n")).toMatch(/lu dans une source[\s\S]*jours\)/);
    expect(french.lines.length).toBe(english.lines.length);
  });
  it("show: an unknown reported size is said, not zero", () => {
    expect(catalogShow(world, "mi325x", en).lines).toContain("  Memory reported, per device: unknown");
  });
  it("show: a model, and which reading was taken", () => {
    const shown = catalogShow(world, "llama 8b", en);
    expect(shown.lines[0]).toBe("Llama 3.1 8B (meta-llama/Llama-3.1-8B)");
    expect(shown.words[0]).toContain("Llama 3 8B");
  });
  it("show: several and nothing end with 2 and say what could be meant", () => {
    expect(catalogShow(world, "a100", en)).toMatchObject({ exit: 2, lines: [] });
    expect(catalogShow(world, "h700", fr).words.join(" ")).toContain("H100");
  });
  it("show: JSON carries prices with their age", () => {
    const shown = JSON.parse(catalogShow(world, "l40s", json).lines[0]!) as {
      offers: { ageDays: number | null }[];
    };
    expect(shown.offers.length).toBeGreaterThan(5);
    expect(shown.offers.some((o) => o.ageDays !== null && o.ageDays > 0)).toBe(true);
  });
});
