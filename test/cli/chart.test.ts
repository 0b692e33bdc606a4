import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gpuPlan } from "./gpu-plan.ts";

let folder: string;
let planFile: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gpu-plan-chart-"));
  planFile = join(folder, "plan.json");
  const { out } = await gpuPlan(["plan", "--json", "llama 3.1 8b lora r16, 4k, 1x h100, 50M tokens"]);
  writeFileSync(planFile, out);
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

describe("gpu-plan chart", { timeout: 60_000 }, () => {
  it.each([
    ["memory", "en", /^Memory of one card, phase by phase\./u],
    ["cost", "en", /^Time against cost\. Chosen: 1 × H100/u],
    ["window", "en", /^The rented hours, one after the other\./u],
    ["mémoire", "fr", /^La mémoire d’une carte, phase par phase/u],
  ])(
    "%s in %s: a picture in the file, its figures in words, where it lies beside them",
    async (kind, lang, words) => {
      const out = join(folder, `${lang}.png`);
      const ran = await gpuPlan(["chart", kind, "--plan", planFile, "--out", out, "--lang", lang]);
      expect(ran.status, ran.err).toBe(0);
      expect(ran.out).toMatch(words);
      expect(ran.err).toContain(out);
      const png = readFileSync(out);
      expect(png.subarray(0, 8).equals(signature)).toBe(true);
      expect(png.readUInt32BE(16)).toBeGreaterThan(600);
    },
  );

  it("says what it cannot draw, which charts there are, and where it cannot write", async () => {
    const to = (kind: string, out: string, plan = planFile) =>
      gpuPlan(["chart", kind, "--plan", plan, "--out", out]);
    const unknown = await to("pie", join(folder, "pie.png"));
    expect(unknown).toMatchObject({ status: 2, out: "" });
    expect(unknown.err).toMatch(/memory, cost, window/u);
    expect((await to("memory", join(folder, "no/such/folder.png"))).status).toBe(2);
    const empty = join(folder, "empty.json");
    writeFileSync(empty, "<html>not a plan</html>");
    const bad = await to("memory", join(folder, "x.png"), empty);
    expect(bad).toMatchObject({ status: 2, out: "" });
    expect(bad.err).not.toBe("");
  });
});
