import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

function files(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith("test/house/"));
}

const sources = [...files("src"), ...files("blocks")];
const tests = files("test");

/** The rules as functions, so that each can be shown a violation. */
const isBarrel = (path: string): boolean => /(^|\/)index\.(ts|js)$/.test(path);
const mocksModules = (text: string): boolean => /\bvi\s*\.\s*(do)?mock\s*\(/.test(text);
const isKebab = (path: string): boolean =>
  (path.split("/").at(-1) ?? "").split(".").every((part) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(part));
const hasDefaultExport = (text: string): boolean => /^export default /m.test(text);

describe("habits of the house", () => {
  it("top-level names are the agreed ones", () => {
    const allowed = new Set([
      "package.json", "package-lock.json", "src", "catalog", "blocks", "test", "manifest.yml", "manifest.listen.yml",
      "docs", "deploy", "assets", "Dockerfile", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE",
      "tsconfig.json", "tsconfig.build.json", "vitest.config.ts", "eslint.config.js", "knip.json",
      "node_modules", "dist", "coverage",
    ]); // prettier-ignore
    expect(readdirSync(root).filter((name) => !name.startsWith(".") && !allowed.has(name))).toEqual([]);
  });

  it("no barrels", () => {
    expect(isBarrel("src/domain/index.ts")).toBe(true);
    expect(sources.filter(isBarrel)).toEqual([]);
  });

  it("no module mocks", () => {
    expect(mocksModules('vi.mock("../src/x.ts")')).toBe(true);
    expect(tests.filter((path) => mocksModules(readFileSync(join(root, path), "utf8")))).toEqual([]);
  });

  it("kebab-case file names", () => {
    expect(isKebab("src/domain/RunSpec.ts")).toBe(false);
    expect(sources.filter((path) => path.endsWith(".ts") && !isKebab(path))).toEqual([]);
  });

  it("named exports only", () => {
    expect(hasDefaultExport("export default 1;")).toBe(true);
    expect(
      sources.filter(
        (path) => path.endsWith(".ts") && hasDefaultExport(readFileSync(join(root, path), "utf8")),
      ),
    ).toEqual([]);
  });
});
