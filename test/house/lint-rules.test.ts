import { join } from "node:path";
import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const eslint = new ESLint({ cwd: root });

/** Lints `code` as if it stood in an existing file, so that rules with types work. */
async function rulesBroken(code: string, filePath: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: join(root, filePath) });
  return [...new Set(result?.messages.map((m) => m.ruleId ?? m.message))];
}

const core = "src/domain/plan.ts";
const edge = "src/app/ports.ts";

describe("lint rules bite", () => {
  it.each([
    ["a clock in the core", core, "export const now = (): number => Date.now();\n", "no-restricted-syntax"],
    [
      "a fresh Date in the core",
      core,
      "export const now = (): Date => new Date();\n",
      "no-restricted-syntax",
    ],
    ["dice in the core", core, "export const roll = (): number => Math.random();\n", "no-restricted-syntax"],
    [
      "waiting in the core",
      core,
      "export const w = async (p: Promise<number>): Promise<number> => await p;\n",
      "no-restricted-syntax",
    ],
    [
      "the environment in the core",
      core,
      "export const home = process.env['HOME'];\n",
      "no-restricted-globals",
    ],
    [
      "the network in the core",
      core,
      "export const get = (u: string): Promise<Response> => fetch(u);\n",
      "no-restricted-globals",
    ],
    [
      "a forgotten promise",
      edge,
      "const f = async (): Promise<void> => {};\nf();\n",
      "@typescript-eslint/no-floating-promises",
    ],
    [
      "a switch that forgets a case",
      edge,
      "const f = (x: 'a' | 'b'): number => { switch (x) { case 'a': return 1; } return 0; };\nf('a');\n",
      "@typescript-eslint/switch-exhaustiveness-check",
    ],
    [
      "a file too long to read in a sitting",
      edge,
      "export const n = 1;\n" + "console.log(1);\n".repeat(301),
      "max-lines",
    ],
    ["any", edge, "export const f = (x: any): unknown => x;\n", "@typescript-eslint/no-explicit-any"],
  ])("%s", async (_name, file, code, rule) => {
    expect(await rulesBroken(code, file)).toContain(rule);
  });
});
