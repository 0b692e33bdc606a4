import { createRequire } from "node:module";
import { join } from "node:path";
import { cruise, type ICruiseOptions, type ICruiseResult } from "dependency-cruiser";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const rules = createRequire(import.meta.url)(join(root, ".dependency-cruiser.cjs")) as {
  forbidden: { name: string }[];
  options: ICruiseOptions & { enhancedResolveOptions: object };
};

async function violations(baseDir: string): Promise<{ modules: number; found: string[] }> {
  const { output } = await cruise(
    ["src", "blocks"],
    {
      ...rules.options,
      baseDir,
      validate: true,
      ruleSet: { forbidden: rules.forbidden } as never,
      tsConfig: {},
    },
    rules.options.enhancedResolveOptions,
  );
  const { modules, summary } = output as ICruiseResult;
  const found = summary.violations.map(
    (v) => `${v.rule.name}: ${v.from} → ${v.to.replace(/^.*node_modules\//, "")}`,
  );
  return { modules: modules.length, found: [...new Set(found)].sort() };
}

describe("the rooms of the house", () => {
  it("no room enters where it may not, and the walk really saw the house", async () => {
    const { modules, found } = await violations(root);
    expect(found).toEqual([]);
    expect(modules).toBeGreaterThan(100);
  });

  it("every planted violation is caught", async () => {
    const { found } = await violations(join(import.meta.dirname, "planted/rooms"));
    expect(found).toMatchInlineSnapshot(`
      [
        "app: src/app/draws.ts → blocks/view.ts",
        "blocks: blocks/view.ts → @slack/web-api/dist/index.js",
        "bot-knows-nothing-of-the-workbench: src/slack/peeks.ts → src/workbench/knows-the-bot.ts",
        "charts: src/charts/asks-the-app.ts → src/app/draws.ts",
        "domain: src/domain/impure.ts → fs",
        "domain: src/domain/impure.ts → kysely/dist/esm/index.js",
        "domain: src/domain/impure.ts → src/slack/listener.ts",
        "export: src/export/opens-files.ts → fs",
        "export: src/export/opens-files.ts → src/app/draws.ts",
        "followup: src/followup/unresolvable.ts → ./nowhere.ts",
        "no-circular: src/followup/circle-a.ts → src/followup/circle-b.ts",
        "not-to-unresolvable: src/followup/unresolvable.ts → ./nowhere.ts",
        "readings: src/readings/opens-files.ts → fs",
        "readings: src/readings/opens-files.ts → src/app/draws.ts",
        "slack: src/slack/peeks.ts → src/workbench/knows-the-bot.ts",
        "units: src/units/reaches-up.ts → src/domain/plan.ts",
        "workbench-knows-nothing-of-the-bot: src/workbench/knows-the-bot.ts → src/domain/plan.ts",
      ]
    `);
  });
});
