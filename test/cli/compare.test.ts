import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gpuPlan } from "./gpu-plan.ts";

let folder: string;
const file = (name: string): string => join(folder, `${name}.json`);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gpu-plan-compare-"));
  for (const [name, text] of [
    ["lora", "llama 3.1 8b lora r16, 4k, 1x h100, 50M tokens"],
    ["qlora", "llama 3.1 8b qlora r16, 4k, 1x l40s, 50M tokens"],
  ] as const)
    writeFileSync(file(name), (await gpuPlan(["plan", "--json", text])).out);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("gpu-plan compare", () => {
  it("holds two plans side by side, in words and as JSON", async () => {
    const said = await gpuPlan(["compare", file("lora"), file("qlora")]);
    expect(said).toMatchObject({ status: 0, err: "" });
    expect(said.out).toMatch(/^Llama 3\.1 8B LoRA against Llama 3\.1 8B QLoRA\n/u);
    const { out } = await gpuPlan(["compare", "--json", file("lora"), file("qlora")]);
    const comparison = JSON.parse(out) as { figures: { figure: string; difference: number | null }[] };
    expect(comparison.figures.find(({ figure }) => figure === "memory")?.difference).toBeLessThan(0);
  });

  it("holds the run of a plan on one card, or on two", async () => {
    const one = await gpuPlan(["compare", file("lora"), "--card", "mi300x"]);
    expect(one.out).toContain("against MI300X");
    const two = await gpuPlan([
      "compare",
      file("lora"),
      "--card",
      "l40s",
      "--card",
      "mi300x",
      "--lang",
      "fr",
    ]);
    expect(two.out).toContain("L40S face à MI300X");
  });

  it.each([
    [["2x H200", "DGX H100"], "en", "2 × H200 SXM5 against 8 × H100 SXM5"],
    [["1 H100 chez RunPod", "deux L40S en spot"], "fr", "1 × H100 SXM5, runpod face à 2 × L40S, spot"],
  ])("%j: counts, sellers and tiers beside a card", async (cards, lang, title) => {
    const named = cards.flatMap((card) => ["--card", card]);
    const { out, err } = await gpuPlan(["compare", file("lora"), ...named, "--lang", lang]);
    expect(err).toBe("");
    expect(out.split("\n")[0]?.replaceAll(/[\u00A0\u202F]/gu, " ")).toBe(title);
  });

  it.each([
    [[], /plan/u],
    [["lora"], /two sides/u],
    [["lora", "qlora", "lora"], /two sides/u],
    [["lora", "qlora", "--card", "h100"], /two sides/u],
    [["lora", "--card", "rtx 6000"], /rtx 6000 is not one card/u],
    [["lora", "--card", "0xh100"], /GPUs in total: 0 x h100 .* from 1 to 100,000/u],
    [["lora", "--card", "-3x h100", "--lang", "fr"], /Cartes au total.*-3x h100/u],
    [["lora", "--card", "2 h100", "--card", "0 nodes of 8 h200"], /0 nodes/u],
    [["lora", "--card", "H100 vs A100 vs L40S"], /H100 vs A100 vs L40S is not one card/u],
  ])("refuses %j", async (args, message) => {
    const given = args.map((arg) => (/^q?lora$/u.test(arg) ? file(arg) : arg));
    const { status, out, err } = await gpuPlan(["compare", ...given]);
    expect([status, out]).toEqual([2, ""]);
    expect(err).toMatch(message);
  });
});
