import { beforeAll, expect, it } from "vitest";
import type { Plan } from "../../src/domain/plan.ts";
import { pilotKitFrom } from "../../src/start/pilot-kit-from.ts";
import { openOffice, world } from "../app/office.ts";

let plan: Plan;
beforeAll(async () => {
  const office = await openOffice();
  const place = { channel: "C1", threadTs: "1.1", mentioned: true };
  const record = await office.record(await office.say("ada", "llama 3.1 8b lora, 4k, 2x h100 sxm", place));
  const last = record.revisions.at(-1);
  if (last === undefined) throw new Error("no revision");
  plan = last.plan;
});

it.each(["en", "fr"] as const)(
  "the kit says how to post where the bot can be reached, and to drop the file in any case (%s)",
  async (language) => {
    const readme = async (postTo: string | null): Promise<string> => {
      const files = await pilotKitFrom(world)(plan, {
        run: "one-gpu-pilot",
        launcher: "shell",
        language,
        postTo,
      });
      expect(files.map(({ name }) => name)).toEqual(
        expect.arrayContaining(["gpu_plan_pilot.py", "spec.json", "README.md"]),
      );
      return files.find(({ name }) => name === "README.md")?.text ?? "";
    };
    const open = await readme("https://bot.example.org");
    const closed = await readme(null);
    expect(open).toContain("--collect --post https://bot.example.org\n");
    expect(open).toContain("GPU_PLAN_PILOT_TOKEN");
    expect(closed).not.toMatch(/--post|TOKEN/u);
    for (const text of [open, closed]) {
      expect(text).toMatch(language === "fr" ? /Déposer le fichier/u : /Drop the file/u);
      expect(text.split("```").length % 2).toBe(1);
    }
  },
);
