import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

const pages = [
  ...["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"],
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
].map((page) => [page, readFileSync(join(root, page), "utf8")] as const);

const linksOf = (text: string): string[] =>
  [...text.matchAll(/\]\((?<to>[^)\s]+)\)/gu)]
    .map(({ groups }) => groups?.["to"]?.split("#")[0] ?? "")
    .filter((to) => to !== "" && !/^[a-z]+:/u.test(to));

const scriptsOf = (text: string): string[] =>
  [...text.matchAll(/npm run (?:--silent )?(?<name>[a-z][\w:-]*)/gu)].map(
    ({ groups }) => groups?.["name"] ?? "",
  );

/** The examples of the command line, as they stand in blocks of code; "…" stands for words of the reader. */
const examples = [
  ...new Set(
    pages.flatMap(([, text]) =>
      [...text.matchAll(/^(?:echo .+\| )?npm run --silent gpu-plan -- .+$/gmu)]
        .map(([line]) => line.replace(/\s+#.*$/u, ""))
        .filter((line) => !line.includes("…")),
    ),
  ),
];

/** What an example reads is there: a plan as the command line writes it. */
const folder = mkdtempSync(join(tmpdir(), "gpu-plan-docs-"));
const planFile = join(folder, "PLAN.json");
beforeAll(() => {
  const sentence = "llama 3.1 8b lora, 4k, 200M tokens, under 300 €";
  const made = spawnSync(process.execPath, ["--import", "tsx", "src/cli.ts", "plan", "--json", sentence], {
    cwd: root,
  });
  writeFileSync(planFile, made.stdout);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const statusOf = (line: string): Promise<number> =>
  new Promise((done) => {
    const child = execFile(
      "sh",
      ["-c", line.replaceAll("PLAN.json", planFile).replaceAll("PLAN.png", join(folder, "PLAN.png"))],
      { cwd: root },
      (error) => {
        done(typeof error?.code === "number" ? error.code : 0);
      },
    );
    child.stdin?.end();
  });

describe("the pages that people read", () => {
  it.each(pages)("%s links to what exists", (page, text) => {
    const lost = linksOf(text).filter((to) => !existsSync(join(root, dirname(page), to)));
    expect(lost).toEqual([]);
  });

  it.each(pages)("%s names scripts that exist", (_, text) => {
    expect(scriptsOf(text).filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it("has examples of the command line", () => {
    expect(examples.length).toBeGreaterThan(4);
  });

  it.each(examples)("%s does what it says", { timeout: 60_000 }, async (line) => {
    expect([0, 3]).toContain(await statusOf(line));
  });
});
