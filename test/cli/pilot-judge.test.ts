import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/domain/plan.ts";
import { gpuPlan } from "./gpu-plan.ts";

const folder = mkdtempSync(join(tmpdir(), "pilot-judge-"));
const saved = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const log = (gib: number): string =>
  saved("torchtune.log", Array.from({ length: 40 }, (_, i) =>
    `Step ${i + 1} | loss:1.2 lr:2e-05 tokens_per_second_per_gpu:8000 peak_memory_alloc:${gib} peak_memory_reserved:${gib + 1} peak_memory_active:${gib}`).join("\n")); // prettier-ignore

describe("pilot judge", { timeout: 60_000 }, () => {
  it("says one verdict with the contract's keys for the unmodified plan and a log", async () => {
    const run = "llama 3.1 8b lora, torchtune, 4k, micro-batch 2, 1x h100 sxm, 50M tokens";
    const text = (await gpuPlan(["plan", run, "--json"])).out;
    const plan = saved("plan.json", text);
    const { pilot } = JSON.parse(text) as Plan;
    const above = (pilot.runs[0]?.predicted?.peakAllocatedGib.high ?? 0) * 1.05;
    const { status, out } = await gpuPlan(["pilot", "judge", "--plan", plan, log(above), "--json"]);
    expect(status).toBe(0);
    const verdict = JSON.parse(out) as Record<string, unknown>;
    for (const key of ["verdict", "stage", "measured", "predicted", "corrections", "next"])
      expect(verdict).toHaveProperty(key);
    expect(verdict).toMatchObject({ verdict: "off", stage: "one-gpu-pilot", next: { code: "plan-again" } });
    const words = await gpuPlan(["pilot", "judge", "--plan", plan, log(above), "--lang", "fr"]);
    expect(words.out).toContain("C’est notre erreur.");
  });

  it.each([
    ["no JSON", "not a plan", "invalid-json"],
    ["another document", "{}", "missing-field"],
  ])("refuses a plan that is %s", async (_name, text, code) => {
    const plan = saved("bad.json", text);
    const { status, out } = await gpuPlan(["pilot", "judge", "--plan", plan, log(30), "--json"]);
    expect(status).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ error: { code } });
  });
});
